"""What the team decides about names, written into its file."""
