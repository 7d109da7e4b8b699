"""Worker processes with limits, and memory that goes back to the system."""
