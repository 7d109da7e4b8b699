"""Plain and delimited text, AsciiDoc, Markdown and e-mail; the last two take the way of HTML."""
