"""What the team decides about names: pairs to decide, and decisions written into its file."""

REVIEW_PORT = 8081
"""Where ``graphwright review`` listens, unless told otherwise."""
