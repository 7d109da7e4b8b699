"""Which name a pronoun or a nominal mention stands for, inside one chunk.

coreferee scores all pairs of mentions, so here it sees only what an anaphor needs: a window of
sentences up to the anaphor's own. What a name is, is in ``graphwright.language.names``; finding
and checking the model in ``graphwright.language.coreferee_model``.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.errors import ModelError
from graphwright.ids import fingerprint
from graphwright.language.anaphoricity import is_anaphoric, is_argument, third_person_pronouns
from graphwright.language.antecedent_selection import AntecedentSelector
from graphwright.language.artefact_anaphora import title_of
from graphwright.language.coreferee_model import load_annotator, model_hashes
from graphwright.language.coreference_engine.chains import Mention
from graphwright.language.coreference_engine.engine import Answer, make_engine
from graphwright.language.coreference_engine.grammar import Judgement
from graphwright.language.names import Name, is_third_person
from graphwright.language.nominal_anaphora import nominal_mentions
from graphwright.language.person_antecedents import PersonSelector
from graphwright.language.person_salience import gender_of
from graphwright.language.pipeline import pipeline_versions
from graphwright.settings import LanguageSettings
from graphwright.tables.language import CoreferenceMention
from graphwright.tables.text import Chunk, Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token

LOOK_BACK = 4
"""Sentences before an anaphor's own that coreferee sees: its own longest distance is 5, and 4 give
the same names on manuals."""

_CONTEXT = 4
"""Tokens on each side that spaCy's token vectors depend on (a network of 4 layers, window 1)."""


def coreference_versions(settings: LanguageSettings) -> dict[str, str]:
    """Return what decides the chains, by name: coreferee, its model and the parse.

    Reads at most the model's files (8 MB); loads nothing. ``ModelError`` as for the pipeline.
    """
    from importlib.metadata import version  # noqa: PLC0415  # beside its only use

    return {
        "coreferee": version("coreferee"),
        "coreferee_model": fingerprint(model_hashes())[:12],
        **pipeline_versions(settings),
    }


class CoreferenceResolver:
    """Finds the names of pronouns and nominal mentions; holds coreferee's model (0.1 s, 20 MB).

    Not safe for threads: make one a process, from the same pipeline that parsed the chunks.
    Raises ``ModelError`` where coreferee has no model for the pipeline.
    """

    def __init__(self, nlp: Language, *, look_back: int = LOOK_BACK) -> None:
        annotator = load_annotator(nlp)
        has_vectors = bool(nlp.vocab.vectors.size)
        self._engine = make_engine(annotator, has_vectors=has_vectors)
        self._look_back = look_back
        self._vectors = None if has_vectors else _token_vectors(nlp)
        rules = annotator.rules_analyzer
        self._selector = AntecedentSelector(rules.person_words)
        self._persons = PersonSelector(rules.male_names, rules.female_names, rules.person_words)
        self._first_names = frozenset(rules.male_names) | frozenset(rules.female_names)

    def resolve(
        self, doc: Doc, chunk: Chunk, sentences: Sequence[Sentence]
    ) -> list[CoreferenceMention]:
        """Return one row for each mention with a safe name, in order of the mention.

        Mentions are looked for in sentences that give triples (``filter`` is None); names anywhere
        before them in the chunk. ``doc`` is the chunk's parse and is not changed. Raises
        ``ModelError`` where coreferee fails on the chunk: chains only add to what is extracted, so
        a caller may record the message and go on without the chunk's chains.
        """
        sents = list(doc.sents)
        wanted = _positions(sents, chunk, sentences)
        try:
            found = list(self._pronouns(doc, sents, wanted))
        except Exception as error:
            raise ModelError(
                f"coreferee failed on chunk {chunk.chunk_id} of document {chunk.document_id}: "
                f"{type(error).__name__}: {error}.",
                remedy="Go on without its chains, or set language.coreference to false.",
            ) from error
        nominal = list(nominal_mentions(sents, wanted, title_of(chunk, sentences)))
        named = {(span.start_char, span.end_char): name for span, name in nominal}
        # "It" for "this service" stands for what "this service" stands for.
        rows = [
            (doc[i : i + 1], "pronoun", named.get((name.start, name.end), name))
            for i, name in found
        ]
        rows += [(span, "nominal", name) for span, name in nominal]
        return _rows(sorted(rows, key=lambda row: row[0].start_char), chunk)

    def _pronouns(
        self, doc: Doc, sents: Sequence[Span], wanted: set[int]
    ) -> Iterator[tuple[int, Name]]:
        pronouns = [i for i in third_person_pronouns(doc) if is_anaphoric(doc[i])]
        needed = _by_sentence(pronouns, sents, wanted)
        found = windows(sorted(needed), self._look_back)
        spans = [(sents[first].start, sents[last].end) for first, last in found]
        for (first, last), (start, end), vectors in zip(
            found, spans, self._word_vectors(doc, spans), strict=True
        ):
            answer = self._engine.resolve(
                doc, start, end, vectors, self._judgement(doc, start, end, pronouns)
            )
            persons = self._persons.select(doc, start, end, pronouns, answer)
            for position in range(first, last + 1):
                for index in needed.get(position, ()):
                    person = bool(gender_of(doc[index]))
                    name = persons.get(index) if person else self._thing(doc, index, start, answer)
                    if name is not None:
                        yield index, name

    def _thing(self, doc: Doc, index: int, start: int, answer: Answer) -> Name | None:
        """Return the name of "it", "they" and their like."""
        meant = _mentions(answer.chains, index, start)
        return self._selector.select(doc, index, meant, _compatible(doc, answer, index, start))

    def _judgement(self, doc: Doc, start: int, end: int, pronouns: Sequence[int]) -> Judgement:
        """Return what is known of a window better than coreferee knows it.

        The small spaCy model takes many a product for a person, and "it" is never a person. So a
        single word is no person where it is no first name and nobody in the window is he or she.
        """
        inside = [i for i in pronouns if start <= i < end]
        somebody = any(doc[i].morph.get("Gender", []) in (["Masc"], ["Fem"]) for i in inside)
        persons = [e for e in doc.ents if e.label_ == "PERSON" and start <= e.start < end]
        return Judgement(
            pronouns=frozenset(i - start for i in inside),
            things=frozenset(
                person.start - start
                for person in persons
                if not somebody and len(person) == 1 and person.lemma_ not in self._first_names
            ),
        )

    def _word_vectors(
        self, doc: Doc, spans: Sequence[tuple[int, int]]
    ) -> list[NDArray[np.float32] | None]:
        """Return the vectors of each span's words, computed for all spans in one pass."""
        if self._vectors is None or not spans:
            return [None] * len(spans)
        firsts = [max(0, start - _CONTEXT) for start, _ in spans]
        lasts = [min(len(doc), end + _CONTEXT) for _, end in spans]
        wide = [_DocSlice(doc, first, last) for first, last in zip(firsts, lasts, strict=True)]
        return [
            rows[start - first : end - first]
            for rows, first, (start, end) in zip(
                self._vectors.predict(wide), firsts, spans, strict=True
            )
        ]


class _DocSlice:
    """What the network asks of a Doc, for a part of one; a Doc of its own costs twenty times."""

    def __init__(self, doc: Doc, start: int, end: int) -> None:
        self._doc = doc
        self._slice = slice(start, end)

    def __len__(self) -> int:
        return self._slice.stop - self._slice.start

    def to_array(self, columns: list[int | str]) -> NDArray[Any]:
        return self._doc.to_array(columns)[self._slice]


def windows(positions: Iterable[int], look_back: int) -> list[tuple[int, int]]:
    """Return first and last sentence of each window, merged where two overlap or touch.

    ``positions`` are those of the sentences that hold an anaphor, in order.
    """
    merged: list[tuple[int, int]] = []
    for position in positions:
        first = max(0, position - look_back)
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], position)
        else:
            merged.append((first, position))
    return merged


def _mentions(chains: list[list[Mention]], index: int, start: int) -> list[list[int]]:
    """Return all mentions of the chains that a word is in, with indexes of the Doc."""
    return [
        [start + root for root in mention]
        for chain in chains
        if any(index - start in mention for mention in chain)
        for mention in chain
    ]


def _compatible(doc: Doc, answer: Answer, index: int, start: int) -> list[int]:
    """Return the words that a pronoun may well stand for, with indexes of the Doc.

    A word that a pronoun of another gender or number stands for in its chain is out.
    """
    kind = _kind(doc[index])
    others = {
        mention[0]
        for chain in answer.chains
        if any(_kind(doc[start + m[0]]) not in ("", kind) for m in chain if len(m) == 1)
        for mention in chain
    }
    roots = answer.candidates.get(index - start, ())
    return [start + root for root in roots if root not in others]


def _kind(token: Token) -> str:
    """Gender and number of a pronoun of the third person, "" for other words."""
    if not is_third_person(token):
        return ""
    return "/".join([*token.morph.get("Gender", []), *token.morph.get("Number", [])])


def _by_sentence(
    pronouns: Sequence[int], sents: Sequence[Span], wanted: set[int]
) -> dict[int, list[int]]:
    """Return the pronouns of the wanted sentences, by the position of the sentence."""
    starts = [sent.start for sent in sents]
    found: dict[int, list[int]] = {}
    for index in pronouns:
        position = bisect.bisect_right(starts, index) - 1
        if position in wanted and is_argument(sents[position].doc[index]):
            found.setdefault(position, []).append(index)
    return found


def _positions(sents: Sequence[Span], chunk: Chunk, sentences: Sequence[Sentence]) -> set[int]:
    """The positions of the parser's sentences that lie in a sentence that gives triples."""
    spans = [(s.start - chunk.start, s.end - chunk.start) for s in sentences if s.filter is None]
    return {
        position
        for position, sent in enumerate(sents)
        if any(start < sent.end_char and sent.start_char < end for start, end in spans)
    }


def _rows(mentions: Iterable[tuple[Span, str, Name]], chunk: Chunk) -> list[CoreferenceMention]:
    chains: dict[tuple[int, int], int] = {}
    return [
        CoreferenceMention(
            chunk_id=chunk.chunk_id,
            document_id=chunk.document_id,
            chain=chains.setdefault((name.start, name.end), len(chains)),
            mention=span.text,
            mention_start=chunk.start + span.start_char,
            mention_end=chunk.start + span.end_char,
            kind=kind,
            name=name.text,
            name_start=chunk.start + name.start,
            name_end=chunk.start + name.end,
        )
        for span, kind, name in mentions
    ]


def _token_vectors(nlp: Language) -> Any:
    """The network whose output coreferee reads as word vectors where the model has none.

    A stored parse does not hold it, and it depends on a few neighbours only, so that it is
    computed again for a window, to the same numbers.
    """
    if "tok2vec" not in nlp.pipe_names:
        raise ModelError(
            f"The spaCy pipeline {nlp.meta['name']} has neither word vectors nor a tok2vec, "
            "but coreferee needs one of them.",
            remedy="Use en_core_web_sm, or set language.coreference to false.",
        )
    return nlp.get_pipe("tok2vec")
