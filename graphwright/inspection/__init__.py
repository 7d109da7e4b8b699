"""What a person looks at: samples, counts and pictures of the tables, from their Parquet files."""
