"""E-mail (EML) turned into an HTML page: subject, who wrote to whom, and the body.

Docling's e-mail reader needs further packages; the standard library reads the message, and the
body takes the way of HTML. Attachments are documents of their own and are left out.
"""

from __future__ import annotations

import email
import email.policy
import html
from email.message import EmailMessage

from graphwright.documents.plain import decode

_HEADERS = ("From", "To", "Cc", "Date")


def mail_to_html(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Return a message as an HTML page, and a warning for each attachment that is left out."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    parts = [f"<h1>{html.escape(str(message['Subject'] or '').strip())}</h1>"]
    for name in _HEADERS:
        if message[name]:
            parts.append(f"<p>{name}: {html.escape(str(message[name]))}</p>")
    parts.append(_body(message))
    warnings = tuple(
        f"attachment left out: {part.get_filename() or part.get_content_type()}"
        for part in message.iter_attachments()
    )
    return "\n".join(parts), warnings


def _body(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("html", "plain"))
    if part is None:
        return ""
    payload = part.get_payload(decode=True)
    text, _ = decode(payload if isinstance(payload, bytes) else b"", part.get_content_charset())
    if part.get_content_subtype() == "html":
        return text
    paragraphs = text.replace("\r\n", "\n").split("\n\n")
    return "".join(f"<p>{html.escape(p).replace(chr(10), '<br>')}</p>" for p in paragraphs)
