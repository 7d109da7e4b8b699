"""Which document took the place of which: what is said and what names say, weighed and untangled.

The sidecar counts more than front matter, and that more than names. What cannot be followed is
told with its reason; nothing here raises.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import PurePosixPath

from graphwright.documents.versions.file_names import NamedVersion, read_number
from graphwright.documents.versions.sidecar import SidecarEntry
from graphwright.ids import content_id
from graphwright.tables import NOTHING_STATED, RejectedVersion, StatedVersion


class Word(IntEnum):
    """Who says something, the weightiest first."""

    SIDECAR = 0
    FRONT_MATTER = 1
    RULE = 2

    @property
    def label(self) -> str:
        """Return the name that tables have for it."""
        return self.name.lower()


@dataclasses.dataclass(frozen=True, slots=True)
class Known:
    """What is known of a document before others are looked at."""

    document_id: str
    collection: str
    path: str
    uri: str
    title: str
    stated: StatedVersion
    named: NamedVersion

    @property
    def label(self) -> str:
        """Return the collection and path, which name the document to people."""
        return f"{self.collection}/{self.path}"


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Claim:
    """A word that a document is superseded, by another one if that is known (ids)."""

    old: str
    word: Word
    new: str = ""
    reason: str = ""
    place: str = ""


@dataclasses.dataclass(slots=True)
class Statements:
    """What is said of all documents: by id and weight, claims, and what cannot be followed."""

    said: dict[str, list[tuple[Word, StatedVersion]]]
    claims: set[Claim]
    rejected: list[RejectedVersion]


def rejected(word: Word, place: str, statement: str, reason: str, remedy: str) -> RejectedVersion:
    """Return the row of a statement that cannot be followed."""
    return RejectedVersion(
        content_id("version", word.label, place, statement, reason),
        word.label,
        place,
        statement,
        reason,
        remedy,
    )


class Names:
    """Finds the documents that a name means: a path, an address, a file's name or a title."""

    def __init__(self, documents: Iterable[Known]) -> None:
        self._documents = list(documents)

    @functools.cached_property
    def _by(self) -> tuple[Mapping[str, list[Known]], ...]:
        """The documents by each kind of name: mostly no document names another."""
        by: tuple[defaultdict[str, list[Known]], ...] = tuple(defaultdict(list) for _ in range(5))
        for document in self._documents:
            file = PurePosixPath(document.path)
            names = (document.path, document.uri, file.name, file.stem, document.title)
            for found, name in zip(by, names, strict=True):
                found[_key(name)].append(document)
        return by

    def find(self, name: str, collection: str | None, beside: str | None = None) -> list[Known]:
        """Return what a name means, in the collection first; more than one is ambiguous.

        The first of the kinds of names that fits counts. ``beside`` is the path of the document
        that uses the name: one that is relative to its folder is meant before all others.
        """
        near = [str(PurePosixPath(beside).parent / name)] if beside else []
        paths = [_resolved(path) for path in (*near, name)]
        tried = [(self._by[0], path) for path in paths] + [(by, name) for by in self._by[1:]]
        meant = [by.get(_key(wanted), []) for by, wanted in tried]
        own = [[one for one in found if one.collection == collection] for found in meant]
        return next((found for found in (*own, *meant) if found), [])


def _resolved(path: str) -> str:
    """Return a path without "." and ".."."""
    parts: list[str] = []
    for part in PurePosixPath(path).parts:
        if part == ".." and parts:
            parts.pop()
        elif part not in ("..", "/"):
            parts.append(part)
    return "/".join(parts)


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


@dataclasses.dataclass(frozen=True, slots=True)
class _Speaker:
    """Who says something, where, and of which document, once that is known."""

    word: Word
    place: str
    collection: str | None
    known: Known | None = None


class _Listener:
    """Collects what is said, with names resolved to documents."""

    def __init__(self, documents: Iterable[Known]) -> None:
        self._names = Names(documents)
        self.found = Statements(defaultdict(list), set(), [])

    def entry(self, entry: SidecarEntry) -> None:
        """Take what the sidecar says of a document."""
        speaker = _Speaker(Word.SIDECAR, entry.place, entry.collection)
        for problem in entry.problems:
            self._reject(speaker, entry.document, problem, _CORRECT)
        if entry.document:
            meant = self._meant(speaker, entry.document, f"document: {entry.document}")
            for known in meant or ():
                self.said(_Speaker(Word.SIDECAR, entry.place, known.collection, known), entry.said)

    def said(self, speaker: _Speaker, said: StatedVersion) -> None:
        """Take what is said of the speaker's document."""
        known = speaker.known
        assert known is not None
        self.found.said[known.document_id].append((speaker.word, said))
        if said.superseded:
            self._claim(speaker, known.document_id, "", "superseded: true")
        for name in said.supersedes:
            statement = f"supersedes: {name}"
            for old in self._meant(speaker, name, statement) or ():
                self._claim(speaker, old.document_id, known.document_id, statement)
        for name in said.superseded_by:
            statement = f"superseded_by: {name}"
            meant = self._meant(speaker, name, statement)
            # It is superseded by this word, also where the other is no document of the sources.
            if meant is not None:
                self._claim(speaker, known.document_id, "", statement)
            for new in meant or ():
                self._claim(speaker, known.document_id, new.document_id, statement)

    def _claim(self, speaker: _Speaker, old: str, new: str, statement: str) -> None:
        self.found.claims.add(Claim(old, speaker.word, new, statement, speaker.place))

    def _meant(self, speaker: _Speaker, name: str, statement: str) -> list[Known] | None:
        """Return the one document that a name means; else nothing, and the reason is noted.

        None is for a document that names itself.
        """
        known = speaker.known
        meant = self._names.find(name, speaker.collection, known.path if known else None)
        if known is not None and [one.document_id for one in meant] == [known.document_id]:
            self._reject(speaker, statement, "it names itself", _CORRECT)
            return None
        if len(meant) > 1:
            labels = ", ".join(sorted(one.label for one in meant)[:5])
            reason = f"it names {len(meant)} documents: {labels}"
            self._reject(speaker, statement, reason, "Name the path inside the collection.")
            return []
        if not meant:
            remedy = "Correct the name, or add the document to the sources."
            self._reject(speaker, statement, "it names no document that was read", remedy)
        return meant

    def _reject(self, speaker: _Speaker, statement: str, reason: str, remedy: str) -> None:
        row = rejected(speaker.word, speaker.place, statement, reason, remedy)
        self.found.rejected.append(row)


_CORRECT = "Correct it; all else that is said there counts."


def statements_of(documents: Sequence[Known], entries: Sequence[SidecarEntry]) -> Statements:
    """Return what front matter and sidecar say, with names resolved to documents."""
    listener = _Listener(documents)
    for entry in entries:
        listener.entry(entry)
    for known in documents:
        if known.stated != NOTHING_STATED:
            speaker = _Speaker(Word.FRONT_MATTER, known.label, known.collection, known)
            listener.said(speaker, known.stated)
    return listener.found


Alike = Callable[[str, str], bool]
"""Whether the texts of two documents, by id, are of one document."""


Families = Mapping[tuple[str, ...], list[Known]]
"""Documents by what is equal for versions of one, in order of path."""


def claims_of_names(families: Families, alike: Alike) -> Iterator[Claim]:
    """Yield what names say: old folders and marks, and numbers and dates of one family.

    A number or date in front matter orders documents of one folder and title in the same way. Of
    two dates the texts must be alike: minutes of two months are no versions of one another.
    """
    for members in families.values():
        if len(members) > 1 or members[0].named.old:  # nothing else is said of most documents
            yield from _claims_of_family(members, alike)


def families_of(documents: Iterable[Known]) -> Families:
    """Return the families of documents.

    A document is in the family of its name and, where its front matter has a version or a date, in
    that of its title, where these count in place of those of its name.
    """
    found: defaultdict[tuple[str, ...], list[Known]] = defaultdict(list)
    for known in sorted(documents, key=lambda one: (one.collection, one.path)):
        named = known.named
        if named.family[-1] or named.old:
            found["name", known.collection, *named.family].append(known)
        number = read_number(known.stated.version or "")
        if number or known.stated.date:
            own = dataclasses.replace(named, number=number, date=known.stated.date, old=None)
            family = ("title", known.collection, *named.family[:-1], _key(known.title))
            found[family].append(dataclasses.replace(known, named=own))
    return found


def dated(families: Families) -> frozenset[str]:
    """Return the ids of the documents whose texts ``alike`` may be asked about."""
    return frozenset(
        known.document_id
        for members in families.values()
        for known in members
        if len(members) > 1 and known.named.date and not known.named.number
    )


def _claims_of_family(members: Sequence[Known], alike: Alike) -> Iterator[Claim]:
    current = [known for known in members if not known.named.old]
    newest = max(
        current, key=lambda known: (known.named.number or (), known.named.date or ""), default=None
    )
    by_number = [known for known in members if known.named.number]
    by_date = [known for known in members if known.named.date and not known.named.number]
    for known in members:
        if known.named.old and (known.named.sure or newest):
            new = newest.document_id if newest else ""
            yield Claim(known.document_id, Word.RULE, new, known.named.old, known.label)
    for old, new_ in _steps(by_number, lambda known: known.named.number or ()):
        yield _follows(old, new_, "a higher number of its version")
    for old, new_ in _steps(by_date, lambda known: known.named.date or ""):
        if alike(old.document_id, new_.document_id):
            yield _follows(old, new_, "a later date")


def _follows(old: Known, new: Known, what: str) -> Claim:
    reason = f"{new.path} has {what}"
    return Claim(old.document_id, Word.RULE, new.document_id, reason, old.label)


def allowed(claims: Iterable[Claim], found: Statements) -> set[Claim]:
    """Return the claims but those on a document of which a weightier word says that it holds."""
    holds: dict[str, Word] = {}
    for document, said in found.said.items():
        words = [word for word, stated in said if stated.superseded is False]
        if words:
            holds[document] = min(words)
    return {claim for claim in claims if claim.word <= holds.get(claim.old, max(Word))}


def _steps(
    members: Sequence[Known], rank: Callable[[Known], tuple[int, ...] | str]
) -> Iterator[tuple[Known, Known]]:
    """Yield each member with the first of those of the next rank."""
    by_rank: dict[tuple[int, ...] | str, list[Known]] = {}
    for known in members:
        by_rank.setdefault(rank(known), []).append(known)
    ranks = sorted(by_rank)  # all numbers, or all dates
    for lower, higher in itertools.pairwise(ranks):
        for known in by_rank[lower]:
            yield known, by_rank[higher][0]


@dataclasses.dataclass(frozen=True, slots=True)
class Successor:
    """What holds of a superseded document: who says so, and the one that took its place."""

    claim: Claim
    new: str | None


def successors(
    claims: Iterable[Claim], labels: Mapping[str, str]
) -> tuple[dict[str, Successor], list[RejectedVersion]]:
    """Return the superseded documents by id, and the claims that run in a circle.

    Of several claims on a document the weightiest counts; of a circle, its least weighty claims are
    dropped, until none is left.
    """
    remaining, dropped = set(claims), list[RejectedVersion]()
    while True:
        found = _chosen(remaining)
        circles = list(_circles({old: one.new for old, one in found.items() if one.new}))
        if not circles:
            return found, dropped
        for circle in circles:
            of_circle = {
                claim for claim in remaining
                if claim.old in circle and claim.new == found[claim.old].new
            }  # fmt: skip
            weakest = max(claim.word for claim in of_circle)
            for claim in sorted(c for c in of_circle if c.word == weakest):
                remaining.discard(claim)
                # What says only "I am superseded by ..." goes with the claim that names it.
                remaining.discard(dataclasses.replace(claim, new=""))
                dropped.append(_in_circle(claim, sorted(labels[one] for one in circle)))


def _in_circle(claim: Claim, labels: Sequence[str]) -> RejectedVersion:
    shown = ", ".join(labels[:5])
    return rejected(
        claim.word,
        claim.place,
        claim.reason,
        f"{len(labels)} documents take one another's place: {shown}",
        "Say of one of them only what holds.",
    )


def _chosen(claims: Iterable[Claim]) -> dict[str, Successor]:
    """Return for each superseded document its weightiest claim, with or without a successor."""
    found: dict[str, Successor] = {}
    for claim in sorted(claims):
        known = found.get(claim.old)
        if known is None or (known.new is None and claim.new):
            found[claim.old] = Successor(claim, claim.new or None)
    return found


def _circles(following: Mapping[str, str | None]) -> Iterator[set[str]]:
    """Yield the circles of a map in which each follows at most one."""
    done: set[str] = set()
    for start in sorted(following):
        way: dict[str, int] = {}
        at: str | None = start
        while at is not None and at not in done and at not in way:
            way[at] = len(way)
            at = following.get(at)
        if at is not None and at in way:
            yield set(list(way)[way[at] :])
        done.update(way)


def last_of_each(found: Mapping[str, Successor]) -> dict[str, str]:
    """Return, for each document with a successor, the last of the chain; there is no circle."""
    last: dict[str, str] = {}
    for old in found:
        way, at = list[str](), old
        while at in found and found[at].new and at not in last:
            way.append(at)
            at = found[at].new or at
        end = last.get(at, at)
        last.update((one, end) for one in way)
    return last
