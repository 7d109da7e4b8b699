"""What stands on a page of a PDF: characters to words and lines, rules, pictures, links and tags."""
