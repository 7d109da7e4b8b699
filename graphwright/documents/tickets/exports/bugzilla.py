"""Bugs of Bugzilla, as its REST interface writes them in JSON, and as pages of XML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree

from graphwright.documents.tickets.exports.export import BrokenRecord, Export
from graphwright.documents.tickets.exports.json_values import (
    Record,
    list_of,
    record_of,
    text_of,
    words_of,
)
from graphwright.documents.tickets.exports.people import People
from graphwright.documents.tickets.raw import (
    Markup,
    RawComment,
    RawField,
    RawLink,
    RawTicket,
    Standard,
    ordered,
    standard_field,
)
from graphwright.documents.tickets.times import in_utc

STANDARD: Mapping[str, Standard] = {
    "product": Standard.PROJECT,
    "type": Standard.TYPE,
    "status": Standard.STATUS,
    "resolution": Standard.RESOLUTION,
    "priority": Standard.PRIORITY,
    "component": Standard.COMPONENTS,
    "keywords": Standard.LABELS,
    "version": Standard.VERSIONS,
    "target_milestone": Standard.FIX_VERSIONS,
    "creation_time": Standard.CREATED,
    "last_change_time": Standard.UPDATED,
    "cf_last_resolved": Standard.RESOLVED,
    "creator": Standard.REPORTER,
    "assigned_to": Standard.ASSIGNEE,
}
"""By the names of Bugzilla's own fields."""
_OTHERS = ("severity", "op_sys", "platform", "whiteboard", "classification", "see_also", "url")
"""Other fields that say something of a bug; the rest are rights and counts."""
_LINKS = (
    ("dupe_of", "duplicates", "outward"),
    ("duplicates", "is duplicated by", "inward"),
    ("blocks", "blocks", "outward"),
    ("depends_on", "depends on", "outward"),
    ("regressed_by", "is caused by", "inward"),
    ("regressions", "causes", "outward"),
)
_XML_NAMES: Mapping[str, str] = {
    "bug_id": "id", "short_desc": "summary", "bug_status": "status", "bug_severity": "severity",
    "creation_ts": "creation_time", "delta_ts": "last_change_time", "reporter": "creator",
    "rep_platform": "platform", "status_whiteboard": "whiteboard", "dup_id": "dupe_of",
    "blocked": "blocks", "dependson": "depends_on", "bug_file_loc": "url",
}  # fmt: skip
"""What the elements of the XML are called in the JSON."""
_NO_VALUES = frozenset({"---", "unspecified", "nobody", "nobody@mozilla.org"})
"""What Bugzilla writes where nobody said anything."""


def is_bug(record: Record) -> bool:
    """Say whether an object is a bug of Bugzilla."""
    return "id" in record and "summary" in record and not isinstance(record.get("fields"), dict)


def read_bug(record: Record) -> RawTicket:
    """Return a ticket. Its first comment is its description, as Bugzilla has it."""
    people = People()
    comments = list(_comments(record, people))
    description = text_of(record.get("description"))
    if comments and (not description or comments[0].text == description):
        description = comments.pop(0).text
    key = next(words_of(record["id"]), "")
    if not key:
        raise ValueError("the bug has no 'id'")
    return RawTicket(
        key=key,
        title=text_of(record.get("summary")),
        description=description,
        markup=Markup.PLAIN,
        fields=tuple(_fields(record, people)),
        links=tuple(_links(record)),
        comments=tuple(comments),
        people=people.all,
    )


def _comments(record: Record, people: People) -> Iterator[RawComment]:
    for comment in map(record_of, list_of(record.get("comments"))):
        author = comment.get("creator_detail") or comment.get("creator") or comment.get("author")
        created = text_of(comment.get("creation_time")) or text_of(comment.get("time"))
        yield RawComment(text_of(comment.get("text")), people.identity(author), in_utc(created))


def _fields(record: Record, people: People) -> Iterator[RawField]:
    for name, standard in STANDARD.items():
        if standard in (Standard.REPORTER, Standard.ASSIGNEE):
            person = record.get(f"{name}_detail") or record.get(name)
            words = [people.identity(person)] if person not in _NO_VALUES else []
        else:
            words = [word for word in words_of(record.get(name)) if word not in _NO_VALUES]
        yield standard_field(standard, name, *words)
    custom = sorted(name for name in record if name.startswith("cf_") and name not in STANDARD)
    for name in (*_OTHERS, *custom):
        values = tuple(word for word in words_of(record.get(name)) if word not in _NO_VALUES)
        yield RawField(name, values)


def _links(record: Record) -> Iterator[RawLink]:
    for field, name, direction in _LINKS:
        for key in words_of(record.get(field)):
            yield RawLink(name, direction, key)


def read_bugzilla_xml(data: bytes) -> Export:
    """Return the bugs of a page of XML; of one that breaks off those that are whole."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True, huge_tree=True)
    export = Export()
    root = etree.fromstring(data, parser)
    if root is None or root.tag != "bugzilla":
        export.problem = "is no XML of Bugzilla: its first element is not 'bugzilla'"
        return export
    for number, bug in enumerate(root.iterchildren("bug"), 1):
        try:
            export.tickets.append(ordered(read_bug(_xml_record(bug))))
        except (ValueError, KeyError) as error:
            reason = f"cannot be read: {error}"
            export.broken.append(BrokenRecord(f"record {number}", reason))
    if parser.error_log and not data.rstrip().endswith(b"</bugzilla>"):
        if export.tickets:
            export.tickets.pop()  # it may lack its end
        whole = len(export.tickets)
        export.problem = f"breaks off after {whole:,} whole record(s); they were read"
    return export


def _xml_record(bug: etree._Element) -> Record:
    if bug.get("error"):
        raise ValueError(f"Bugzilla says {bug.get('error')!r} of it")
    record: Record = {}
    for element in bug.iterchildren(etree.Element):
        name = _XML_NAMES.get(element.tag, element.tag)
        if name == "long_desc":
            said = {child.tag: child.text or "" for child in element.iterchildren(etree.Element)}
            comment = {
                "text": said.get("thetext"), "author": said.get("who"), "time": said.get("bug_when")
            }  # fmt: skip
            record.setdefault("comments", []).append(comment)
        elif element.text and element.text.strip():
            earlier = list_of(record.get(name))
            record[name] = [*earlier, element.text.strip()] if name in _MANY else element.text
    return record


_MANY = frozenset({"blocks", "depends_on", "see_also", "keywords"})
