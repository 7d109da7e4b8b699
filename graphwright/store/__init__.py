"""Where bytes lie: the lake's tables as Parquet files, and DuckDB over them."""
