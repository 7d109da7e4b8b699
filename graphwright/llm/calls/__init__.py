"""Calls of an endpoint: with patience, within limits and budget, one by one or in batches."""
