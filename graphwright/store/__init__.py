"""Where bytes lie: the lake's tables as Parquet files, replaced in one step, and DuckDB over them."""
