"""The bucketed steps of the pipeline: what a unit of work is, and what is done with it."""
