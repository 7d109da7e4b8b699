"""E-mail (EML) turned into an HTML page: subject, who wrote to whom, and the body.

Docling's e-mail reader needs further packages; the standard library reads the message, and the
body takes the way of HTML. Attachments are documents of their own and are left out.
"""

from __future__ import annotations

import email
import email.errors
import email.header
import email.policy
import html
from email.message import EmailMessage

from graphwright.documents.cleaning import collapse
from graphwright.documents.plain import decode
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

_HEADERS = ("From", "To", "Cc", "Date")
MAX_PARTS = 500
"""A message of more parts, one inside the other, exhausts the stack of the standard library."""


def mail_to_html(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Return a message as an HTML page, and a warning for each attachment that is left out.

    Raises ``ParseError`` where the parts of a message have no end.
    """
    lowered = data.lower()
    if lowered.count(b"boundary=") + lowered.count(b"message/rfc822") > MAX_PARTS:
        raise ParseError(
            f"The message has more than {MAX_PARTS} parts.",
            status=DocumentStatus.FAILED,
            remedy="Save the messages inside it as files of their own.",
        )
    message = email.message_from_bytes(data, policy=email.policy.default)
    headers = _headers(message)
    parts = [f"<h1>{html.escape(headers.get('subject', ''))}</h1>"]
    for name in _HEADERS:
        if headers.get(name.lower()):
            parts.append(f"<p>{name}: {html.escape(headers[name.lower()])}</p>")
    parts.append(_body(message))
    warnings = tuple(
        f"attachment left out: {part.get_filename() or part.get_content_type()}"
        for part in message.iter_attachments()
    )
    return "\n".join(parts), warnings


def _headers(message: EmailMessage) -> dict[str, str]:
    """Return the first header of each name, decoded.

    The library's own reading of addresses takes time that grows with the square of their number.
    """
    headers: dict[str, str] = {}
    for name, value in message.raw_items():
        headers.setdefault(name.lower(), _decoded(str(value)))
    return headers


def _decoded(value: str) -> str:
    try:
        return collapse(str(email.header.make_header(email.header.decode_header(value))))
    except (LookupError, UnicodeError, email.errors.HeaderParseError):
        return collapse(value)


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
