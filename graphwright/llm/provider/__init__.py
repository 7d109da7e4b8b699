"""The endpoint that answers: its transport, and the patience, limits and batches of asking."""
