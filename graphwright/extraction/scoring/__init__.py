"""What speaks for or against a candidate triple, and the confidence that follows from it."""
