"""Answers of a model: what one is and costs, where it is kept, what a build may spend on it."""
