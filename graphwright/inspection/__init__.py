"""What people ask about a lake, computed: samples, counts, metrics, pictures, SQL of their own.

How it is laid out for them is in ``pages``, for Dagster's pages in ``assets``.
"""
