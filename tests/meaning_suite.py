"""The suite of meaning: sentences with what they state and what they must never be read to state.

``tests/data/meaning/*.yaml`` holds a class of sentences a file, each entry so:

    - text: "The button isn’t displayed."
      states: ["button | be displayed | | negated"]
      never: ["button | be displayed | | negated"]
      context: {heading: "Buttons", lead_in: "The page has these parts:"}
      known: "why this one fails today"

A line is ``subject | predicate | object | words``; what is empty fits anything. Case does not
count, nor do determiners of subject and object. The predicate is the normalised one or the words as
written, with the object behind it where the line has none ("be displayed"). Words are parted by
";". A word is a flag ("negated", the modality, "context" for the layer of that name) or stands in a
qualifier, the condition, the attribution or the predicate as written; one that starts with "!" must
be missing. An accepted
triple fits a line of ``states`` where all of it holds. No accepted triple may fit subject,
predicate and object of a line of ``never`` and lack one of its words; where the line has none,
nothing may fit.

Entries at odd positions (the first, the third) are those that rules are made with; the others
confirm. One that is ``known`` has to fail, so that its mend is noticed.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from extraction_texts import parsed_of

from graphwright.extraction.extract import extract_triples
from graphwright.extraction.resolve import resolve_triples
from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.tables.triples import Layer, ResolvedTriple

if TYPE_CHECKING:
    from spacy.language import Language

FOLDER = Path(__file__).with_name("data") / "meaning"
THRESHOLD = 0.6
"""Below the setting's default, so that what is never to be read is not read by who lowers it."""
_DETERMINERS = frozenset({"a", "an", "the", "this", "that", "these", "those", "its", "their"})


@dataclasses.dataclass(frozen=True)
class Line:
    """What a triple has to be like; an empty part fits anything."""

    subject: str
    predicate: str
    object: str
    words: tuple[str, ...]

    def matches(self, triple: ResolvedTriple) -> bool:
        """Return whether subject, predicate and object of a triple are those of the line."""
        ends = ((self.subject, triple.subject), (self.object, triple.object))
        return self._says(triple) and all(not a or _plain(a) == _plain(b) for a, b in ends)

    def _says(self, triple: ResolvedTriple) -> bool:
        said = {triple.predicate.lower(), " ".join(triple.predicate_text.lower().split())}
        if not self.object:
            said.add(f"{triple.predicate} {triple.object}".lower())
        return not self.predicate or self.predicate.lower() in said

    def has_words(self, triple: ResolvedTriple) -> bool:
        """Return whether a triple has each word of the line, and none that must be missing."""
        return all(_holds(triple, word) for word in self.words)


def _plain(text: str) -> str:
    parts = text.lower().split()
    while len(parts) > 1 and parts[0] in _DETERMINERS:
        del parts[0]
    return " ".join(parts)


def _holds(triple: ResolvedTriple, word: str) -> bool:
    if word.startswith("!"):
        return not _holds(triple, word[1:])
    if word == "negated":
        return triple.negated
    if word == "context":
        return triple.layer == Layer.CONTEXT
    texts = (
        triple.modality, triple.condition, triple.attribution, triple.predicate_text,
        *(qualifier.text for qualifier in triple.qualifiers),
    )  # fmt: skip
    pattern = re.compile(rf"(?<!\w){re.escape(_straight(word))}(?!\w)", re.IGNORECASE)
    return any(pattern.search(_straight(text)) for text in texts if text)


def _straight(text: str) -> str:
    """Return a text in one line, with straight apostrophes."""
    return " ".join(text.split()).replace("’", "'")


@dataclasses.dataclass(frozen=True)
class Entry:
    """A sentence of the suite; ``position`` counts from 1 in its file."""

    source: str
    position: int
    text: str
    states: tuple[Line, ...]
    never: tuple[Line, ...]
    heading: str
    lead_in: str
    known: str

    @property
    def name(self) -> str:
        """Return the entry's name: file and position."""
        return f"{self.source}-{self.position}"

    @property
    def confirms(self) -> bool:
        """Whether the entry is of the half that confirms."""
        return self.position % 2 == 0

    @property
    def marked(self) -> str:
        """Return the sentence with what stands above it, as ``extraction_texts`` reads it."""
        above = [f"# {self.heading}"] if self.heading else []
        if self.lead_in:
            return "\n".join([*above, self.lead_in, f"- {self.text}"])
        return "\n".join([*above, self.text])


def entries(folder: Path = FOLDER) -> list[Entry]:
    """Return the entries of all files; a key or a line that is not as described is an error."""
    return [entry for path in sorted(folder.glob("*.yaml")) for entry in _entries_of(path)]


def _entries_of(path: Path) -> Iterator[Entry]:
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    for position, found in enumerate(raw, 1):
        context = found.get("context", {})
        unknown = {*found} - {"text", "states", "never", "context", "known"}
        unknown |= {*context} - {"heading", "lead_in"}
        if unknown:
            raise ValueError(f"{path.name}, entry {position}: unknown key {sorted(unknown)}.")
        yield Entry(
            path.stem, position, found["text"],
            tuple(map(_line, found.get("states", ()))), tuple(map(_line, found.get("never", ()))),
            context.get("heading", ""), context.get("lead_in", ""), found.get("known", ""),
        )  # fmt: skip


def _line(text: str) -> Line:
    parts = [" ".join(part.split()) for part in text.split("|")]
    if len(parts) not in (3, 4):
        raise ValueError(f"{text!r} has {len(parts)} parts, but 3 or 4 were expected.")
    words = parts[3] if len(parts) == 4 else ""
    return Line(*parts[:3], tuple(word.strip() for word in words.split(";") if word.strip()))


def accepted_triples(nlp: Language, found: Sequence[Entry]) -> dict[str, list[ResolvedTriple]]:
    """Return the accepted triples of each entry, by its name."""
    pairs = [parsed_of(entry.marked) for entry in found]
    inputs = [chunk_inputs(parsed, [chunk])[0] for parsed, chunk in pairs]
    accepted = dict[str, list[ResolvedTriple]]()
    for entry, (parsed, chunk), (annotation, sentences) in zip(
        found, pairs, annotate(nlp, inputs), strict=True
    ):
        last = [s for s in sentences if s.start >= parsed.text.rindex(entry.text)]
        doc = read_doc(annotation, nlp.vocab)
        triples = extract_triples(doc, chunk, sentences, parsed)
        own = [t for t in triples if t.sentence_id in {s.sentence_id for s in last}]
        resolved = resolve_triples(own, [], THRESHOLD)
        accepted[entry.name] = [triple for triple in resolved if triple.rejection is None]
    return accepted


def failures(entry: Entry, accepted: Sequence[ResolvedTriple]) -> list[str]:
    """Return what is wrong with the accepted triples of an entry, a text each."""
    wrong = [
        f"not stated: {_shown(line)}"
        for line in entry.states
        if not any(line.matches(t) and line.has_words(t) for t in accepted)
    ]
    for line in entry.never:
        for triple in accepted:
            if line.matches(triple) and not (line.words and line.has_words(triple)):
                wrong.append(f"stated, but never may be: {shown(triple)}")
    return wrong


def _shown(line: Line) -> str:
    return " | ".join((line.subject, line.predicate, line.object, "; ".join(line.words)))


def shown(triple: ResolvedTriple) -> str:
    """Return a triple as one line, with its flags and qualifiers."""
    flags = ["negated"] if triple.negated else []
    flags += [text for text in (triple.modality, triple.condition, triple.attribution) if text]
    flags += [f"{qualifier.kind}: {qualifier.text}" for qualifier in triple.qualifiers]
    fact = " | ".join((triple.subject, triple.predicate, triple.object, "; ".join(flags)))
    return f"{fact} ({triple.rule} {triple.confidence:.2f})"
