"""Plain text, Markdown and e-mail: decoded, and turned into paragraphs or HTML."""
