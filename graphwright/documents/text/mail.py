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
from collections.abc import Iterator
from email.message import Message

from graphwright.documents.blocks.encoding import decode
from graphwright.documents.blocks.normalisation import collapse_spaces
from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.html.reader import read_markup
from graphwright.errors import ParseError
from graphwright.settings import ParseSettings
from graphwright.tables import DocumentStatus

_HEADERS = ("From", "To", "Cc", "Date")
MAX_PARTS = 500
"""A message of more parts, one inside the other, exhausts the stack of the standard library."""


def read_mail(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a message; raise ``ParseError`` where its parts have no end."""
    source, notes = mail_to_html(data)
    return read_markup(source, notes, settings.clean)


def mail_to_html(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Return a message as an HTML page, with a warning for each attachment that is left out.

    Raises ``ParseError`` where the parts of a message have no end.
    """
    message = read_message(data)
    headers = message_headers(message)
    parts = [f"<h1>{html.escape(headers.get('subject', ''))}</h1>"]
    for name in _HEADERS:
        if headers.get(name.lower()):
            parts.append(f"<p>{name}: {html.escape(headers[name.lower()])}</p>")
    body, notes, attached = body_as_html(message)
    warnings = (f"attachment left out: {name}" for name in attached)
    return "\n".join([*parts, body]), (*notes, *warnings)


def read_message(data: bytes) -> Message:
    """Return a message; raise ``ParseError`` where its parts have no end."""
    lowered = data.lower()
    if lowered.count(b"boundary=") + lowered.count(b"message/rfc822") > MAX_PARTS:
        raise ParseError(
            f"The message has more than {MAX_PARTS} parts.",
            status=DocumentStatus.FAILED,
            remedy="Save the messages inside it as files of their own.",
        )
    return email.message_from_bytes(data, policy=email.policy.default)


def body_as_html(message: Message) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the body of a message as HTML, what was guessed of it, and its attachments' names."""
    read: list[Message] = []
    attached: list[Message] = []
    for part in _parts(message):
        whole = part is message and part.get_content_maintype() == "text"
        (read if whole or _is_text(part) else attached).append(part)
    texts = [_part_as_html(part) for part in read]
    names = tuple(part.get_filename() or part.get_content_type() for part in attached)
    body = "\n".join(text for text, _ in texts)
    return body, tuple(note for _, notes in texts for note in notes), names


def _parts(message: Message) -> Iterator[Message]:
    """Yield the parts that a reader is shown: of alternatives the best, no pictures of a page."""
    if message.get_content_maintype() != "multipart" or not message.is_multipart():
        yield message
        return
    parts: list[Message] = list(message.get_payload())  # type: ignore[arg-type]  # of a multipart
    if message.get_content_subtype() == "alternative":
        parts = [part for part in parts if any(map(_is_text, part.walk()))][-1:] or parts
    elif message.get_content_subtype() == "related":
        parts = parts[:1] + [p for p in parts[1:] if p.get_content_maintype() != "image"]
    for part in parts:
        yield from _parts(part)


def _is_text(part: Message) -> bool:
    """Say whether a part is text of the message and no file."""
    named = part.get_content_disposition() == "attachment" or part.get_filename()
    return not named and part.get_content_type() in ("text/plain", "text/html")


def message_headers(message: Message) -> dict[str, str]:
    """Return the first header of each name, decoded.

    The library's own reading of addresses takes time that grows with the square of their number.
    """
    headers: dict[str, str] = {}
    for name, value in message.raw_items():
        headers.setdefault(name.lower(), _decoded(str(value)))
    return headers


def _decoded(value: str) -> str:
    try:
        return collapse_spaces(str(email.header.make_header(email.header.decode_header(value))))
    except (LookupError, UnicodeError, email.errors.HeaderParseError):
        return collapse_spaces(value)


def _part_as_html(part: Message) -> tuple[str, tuple[str, ...]]:
    """Return a part as HTML, and what is to be said about its encoding."""
    payload = part.get_payload(decode=True)
    text, notes = decode(payload if isinstance(payload, bytes) else b"", part.get_content_charset())
    if part.get_content_subtype() == "html":
        return text, notes
    paragraphs = text.replace("\r\n", "\n").split("\n\n")
    lines = (html.escape(paragraph).replace("\n", "<br>") for paragraph in paragraphs)
    return "".join(f"<p>{line}</p>" for line in lines), notes
