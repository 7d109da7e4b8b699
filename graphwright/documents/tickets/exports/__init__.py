"""Readers of exports: a tracker's file to its tickets, and what of it could not be read."""
