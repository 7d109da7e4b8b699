"""What the command line prints that is more than a text: tables and layouts of rich."""
