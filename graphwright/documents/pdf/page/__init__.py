"""What stands on a page of a PDF: words and lines, rules, pictures, links and tags."""
