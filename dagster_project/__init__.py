"""Wiring: definitions, partitions, jobs, the in-process build and the command line."""
