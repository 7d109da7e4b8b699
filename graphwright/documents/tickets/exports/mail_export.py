"""Mail: messages of mbox and eml files put together to threads, each of which is a ticket.

A thread hangs together by its messages' ids, over all files of a collection; messages without ids
by their subject, without the marks of a reply.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.utils import parseaddr

from graphwright.documents.text.mail import body_as_html, message_headers, read_message
from graphwright.documents.tickets.exports.export import BrokenRecord
from graphwright.documents.tickets.exports.people import People
from graphwright.documents.tickets.raw import (
    Markup,
    RawComment,
    RawTicket,
    Standard,
    ordered,
    standard_field,
)
from graphwright.documents.tickets.times import in_utc
from graphwright.errors import ParseError
from graphwright.ids import content_id

_FROM_LINE = re.compile(rb"(?:\A|(?<=\n))From [^\n]*\d{4}[^\n]*\n")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
_ID = re.compile(r"<([^<>\s]{1,500})>")
_REPLY = re.compile(r"(?:\s*(?:re|aw|fwd?|wg|sv)\s*(?:\[\d+\])?\s*:)+\s*", re.IGNORECASE)
_KEY_LENGTH = 12


@dataclasses.dataclass(frozen=True, slots=True)
class Mail:
    """A message as far as a thread needs it; ``parents`` are ids, the nearest last."""

    id: str
    parents: tuple[str, ...]
    subject: str
    sender: str
    address: str
    sent: str | None
    body: str
    attachments: tuple[str, ...]


def read_mails(data: bytes) -> Iterator[Mail | BrokenRecord]:
    """Yield the messages of an mbox, or the one of an eml file."""
    starts = [found.span() for found in _FROM_LINE.finditer(data)]
    if not starts or starts[0][0] > 0:
        yield _mail(data, 1)
        return
    ends = [*(start for start, _ in starts[1:]), len(data)]
    for number, ((_, begin), end) in enumerate(zip(starts, ends, strict=True), 1):
        yield _mail(_QUOTED_FROM.sub(rb"\1", data[begin:end]), number)


def _mail(data: bytes, number: int) -> Mail | BrokenRecord:
    try:
        message = read_message(data)
        headers = message_headers(message)
        if not headers.keys() & {"from", "subject", "message-id"}:
            return BrokenRecord(f"message {number}", "is no mail: it has no From and no Subject")
        body, _, attachments = body_as_html(message)
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        return BrokenRecord(f"message {number}", f"cannot be read: {error}")
    ids = _ID.findall(headers.get("references", "")) + _ID.findall(headers.get("in-reply-to", ""))
    own = _ID.search(headers.get("message-id", ""))
    subject = headers.get("subject", "")
    name, address = parseaddr(headers.get("from", "")[:500])
    return Mail(
        id=own[1] if own else "",
        parents=tuple(ids),
        subject=subject,
        sender=name,
        address=address,
        sent=in_utc(headers.get("date", "")),
        body=body,
        attachments=attachments,
    )


def threads(mails: Iterable[Mail]) -> list[tuple[Mail, RawTicket]]:
    """Return the first message of each thread, and the thread as a ticket.

    A message that stands twice counts once.
    """
    unique = sorted(set(mails), key=lambda m: (m.sent or "", m.id, m.subject, m.body))
    parents: dict[str, str] = {}
    for mail in unique:
        line = [*mail.parents, mail.id] if mail.id else list(mail.parents)
        for above, below in itertools.pairwise(line):
            _join(parents, above, below)
    grouped: dict[str, list[Mail]] = defaultdict(list)
    for mail in unique:
        anchor = mail.id or next(iter(mail.parents), "")
        root = _root(parents, anchor) if anchor else f"subject:{_REPLY.sub('', mail.subject)}"
        grouped[root].append(mail)
    return [(grouped[root][0], _thread(root, grouped[root])) for root in sorted(grouped)]


def _root(parents: Mapping[str, str], name: str) -> str:
    while name in parents:
        name = parents[name]
    return name


def _join(parents: dict[str, str], above: str, below: str) -> None:
    """Put two ids into one thread; that of the upper message stays its root."""
    upper, lower = _root(parents, above), _root(parents, below)
    if upper != lower:
        parents[lower] = upper


def _thread(root: str, mails: Sequence[Mail]) -> RawTicket:
    first, *others = mails
    people = People()

    def who(mail: Mail) -> str | None:
        shown = mail.sender or mail.address
        record = {"emailAddress": mail.address.lower(), "displayName": shown}
        return people.identity(record)

    comments = tuple(RawComment(mail.body, who(mail), mail.sent) for mail in others)
    last = max((mail.sent for mail in mails if mail.sent), default=None)
    attachments = tuple(dict.fromkeys(name for mail in mails for name in mail.attachments))
    fields = (
        standard_field(Standard.REPORTER, "From", who(first)),
        standard_field(Standard.CREATED, "Date", first.sent),
        standard_field(Standard.UPDATED, "Last message", last),
        standard_field(Standard.ATTACHMENTS, "Attachments", *attachments),
    )
    return ordered(
        RawTicket(
            key=f"mail-{content_id('thread', root)[:_KEY_LENGTH]}",
            title=_REPLY.sub("", first.subject),
            description=first.body,
            markup=Markup.HTML,
            fields=fields,
            comments=comments,
            people=people.all,
        )
    )
