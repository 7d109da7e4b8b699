"""Seed concepts from a SKOS vocabulary, as Turtle or RDF/XML.

Of a concept its preferred and other labels, its definition and what is directly above it are read.
Nothing is fetched: neither parser follows an address, and a document type or entity that lies
outside the file is refused before it is parsed.
"""

from __future__ import annotations

import re
import xml.sax
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from xml.parsers import expat

from graphwright.errors import SettingsError

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

SKOS_FORMATS = {".ttl": "turtle", ".rdf": "xml", ".xml": "xml"}
"""Suffix to the name that rdflib has for the format."""

_BASE = "urn:graphwright:seeds:"
"""What relative addresses are relative to: never a folder of this machine."""

_REMEDY = "Write SKOS as Turtle (.ttl) or RDF/XML (.rdf): a skos:Concept with a skos:prefLabel."
_LOCAL_NAME = re.compile(r"[^/#:]*$")


def skos_entries(data: bytes, path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (IRI, entry) for each concept, in order of IRIs; entries are those of a YAML.

    Labels and definitions are those in English, or without a language; else those of the first
    language by its tag. Raises ``SettingsError`` that names the line or the IRI.
    """
    graph = _parsed(data, path)
    vocabulary = _Vocabulary(graph, path)
    if not vocabulary.concepts:
        raise SettingsError(f"{path} holds no skos:Concept.", remedy=_REMEDY)
    for concept in vocabulary.concepts:
        yield vocabulary.place(concept), vocabulary.entry(concept)


def _parsed(data: bytes, path: Path) -> Graph:
    from rdflib import Graph  # noqa: PLC0415  # heavy, and only where a vocabulary is read
    from rdflib.exceptions import ParserError  # noqa: PLC0415
    from rdflib.plugins.parsers.notation3 import BadSyntax  # noqa: PLC0415

    format_ = SKOS_FORMATS[path.suffix.lower()]
    if format_ == "xml":
        _refuse_what_lies_outside(data, path)
    graph = Graph(bind_namespaces="none")
    try:
        return graph.parse(data=data, format=format_, publicID=_BASE)
    except BadSyntax as error:
        # Its own message shows a piece of the file over several lines.
        said = str(error).partition("Bad syntax (")[2].partition(") at ^")[0]
        _refuse(path, f"line {error.lines + 1}: {said or 'this is no Turtle'}")
    except (xml.sax.SAXParseException, ParserError, UnicodeDecodeError, ValueError) as error:
        _refuse(path, str(error).removeprefix("<unknown>:"))


def _refuse_what_lies_outside(data: bytes, path: Path) -> None:
    """Refuse an XML that is none, and one that names a document type or entity elsewhere."""
    parser = expat.ParserCreate()

    def doctype(_name: str, system: str | None, public: str | None, _own: int) -> None:
        if system or public:
            _outside(f"the document type {system or public}")

    def entity(name: str, _parameter: int, _value: str | None, _base: str | None,
               system: str | None, public: str | None, _notation: str | None) -> None:  # fmt: skip
        if system or public:
            _outside(f"the external entity {name!r} ({system or public})")

    def _outside(what: str) -> NoReturn:
        line = parser.CurrentLineNumber
        _refuse(path, f"line {line}: it names {what}, and nothing outside the file is read")

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        _refuse(path, f"line {error.lineno}: {expat.ErrorString(error.code)}")


class _Vocabulary:
    """The concepts of a graph, in order of their IRIs."""

    def __init__(self, graph: Graph, path: Path) -> None:
        from rdflib.namespace import RDF, SKOS  # noqa: PLC0415

        self._graph, self._path, self._skos, self._rdf = graph, path, SKOS, RDF
        found = set(graph.subjects(RDF.type, SKOS.Concept))
        # A team's own class may stand for skos:Concept; schemes and collections have labels too.
        others = (SKOS.ConceptScheme, SKOS.Collection, SKOS.OrderedCollection)
        found |= {
            subject
            for subject in graph.subjects(SKOS.prefLabel)
            if not any((subject, RDF.type, other) in graph for other in others)
        }
        self._known = frozenset(found)
        self.concepts = sorted(found, key=self.place)
        self._narrower: dict[Node, list[Node]] = {}
        for upper, lower in graph.subject_objects(SKOS.narrower):
            self._narrower.setdefault(lower, []).append(upper)

    def place(self, concept: Node) -> str:
        """Return the IRI as it is told; of a concept without one, its labels."""
        from rdflib.term import BNode  # noqa: PLC0415

        if isinstance(concept, BNode):  # its own name differs from run to run
            labels = sorted(map(str, self._graph.objects(concept, self._skos.prefLabel)))
            return f"the concept without an IRI {', '.join(labels)!r}"
        return f"<{str(concept).removeprefix(_BASE)}>"

    def entry(self, concept: Node) -> dict[str, Any]:
        """Return the concept as an entry. Raises ``SettingsError`` where it has not one name."""
        aliases = self._texts(concept, "altLabel") + self._texts(concept, "hiddenLabel")
        definitions = self._texts(concept, "definition")
        types = sorted(
            str(one)
            for one in self._graph.objects(concept, self._rdf.type)
            if one != self._skos.Concept
        )
        return {
            "name": self._name(concept),
            "aliases": aliases,
            "broader": [self._name(above) for above in self._above(concept)],
            **({"definition": definitions[0]} if definitions else {}),
            **({"type": _local(types[0])} if types else {}),
        }

    def _name(self, concept: Node) -> str:
        names = self._texts(concept, "prefLabel")
        if len(names) != 1:
            found = " and ".join(map(repr, names)) or "none"
            _refuse(
                self._path,
                f"{self.place(concept)}: one skos:prefLabel was expected, found {found}",
            )
        return names[0]

    def _above(self, concept: Node) -> list[Node]:
        above = {*self._graph.objects(concept, self._skos.broader)}
        above |= {*self._narrower.get(concept, ())}
        for one in sorted(above, key=str):
            if one not in self._known:
                _refuse(
                    self._path,
                    f"{self.place(concept)}: its broader concept {self.place(one)} is not in the "
                    "file",
                )
        return sorted(above, key=self.place)

    def _texts(self, concept: Node, name: str) -> list[str]:
        """Return the values of a property in one language: English before others."""
        by_language: dict[str, set[str]] = {}
        for value in self._graph.objects(concept, self._skos[name]):
            language = (getattr(value, "language", None) or "").lower()
            base = "" if language.partition("-")[0] == "en" else language
            by_language.setdefault(base, set()).add(str(value))
        return sorted(by_language[min(by_language)]) if by_language else []


def _local(iri: str) -> str:
    found = _LOCAL_NAME.search(iri)
    return (found and found[0]) or iri


def _refuse(path: Path, said: str) -> NoReturn:
    raise SettingsError(f"{path}, {said}.", remedy=_REMEDY)
