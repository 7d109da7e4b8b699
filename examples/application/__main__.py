"""Starts Slipway: ``python examples/application --port 8765``."""

import sys

from slipway.command import main

if __name__ == "__main__":
    sys.exit(main())
