"""What an endpoint says about when to come again."""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Mapping


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """Return what ``Retry-After`` asks for (seconds or a date), at least 0; ``None`` without it."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        parsed = email.utils.parsedate_tz(value)
        if parsed is None:
            return None
        seconds = email.utils.mktime_tz(parsed) - time.time()
    return None if math.isnan(seconds) else max(seconds, 0.0)
