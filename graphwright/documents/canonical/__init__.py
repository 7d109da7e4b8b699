"""Raw blocks given their place in the canonical text of a document, with its marks and links."""
