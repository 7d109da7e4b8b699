"""Multiple-choice questions on an application, made of its documents and graph, and their runs."""
