"""The markup of a ticket's texts, read into blocks with the marks that its author set."""
