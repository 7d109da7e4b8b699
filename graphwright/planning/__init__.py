"""What a build would do, told before it: nothing here writes to the lake."""
