"""Questions to tickets: what is asked, which tickets answer it, and by which of their sections."""
