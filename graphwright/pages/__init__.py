"""What people look at: HTML pages, and texts for a terminal. Nothing is computed here."""
