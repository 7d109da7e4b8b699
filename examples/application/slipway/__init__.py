"""Slipway, the web desk of Halvorn Valves for orders, stock and service: made for crawls of it.

It needs the standard library alone, keeps its data in memory and gives the same pages at every
start. What it shows on purpose is listed in ``examples/README.md``, its true graph of states and
actions in ``examples/application_gold.yaml``. The company is invented, and so is its desk.
"""
