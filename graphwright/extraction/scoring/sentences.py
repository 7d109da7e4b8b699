"""Features of the sentence that a triple stands in: its last sign, its length, its capitals."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.reading.clause import Origin
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Extractor, Feature, Labels, Trait

_SHORT_HEADING = 12
SUPPOSING = frozenset({"if", "whether"})
_PRESENT = frozenset({"VBZ", "VBP", "MD"})

QUESTION = Feature("question", "The sentence is a question.")
COLON_END = Feature("colon_end", "A list follows the sentence.")
NO_STOP = Feature("no_stop", "The sentence ends without a sign, as a title does.")
STARTS_IF = Feature(
    "starts_if", 'The sentence starts with "if" or "whether", and is no step.', Labels.HAND_READ
)
OVER_20 = Feature("over_20", "The sentence has more than 20 tokens.")
OVER_30 = Feature("over_30", "The sentence has more than 30 tokens.")
LONG_SENTENCE = Feature("long_sentence", "The sentence has more than 40 tokens.")
CODE_SIGN = Feature("code_sign", "The sentence holds braces or arrows of code.")
TITLE_CASE = Feature("title_case", "The sentence is written as a title.")
SHORT_HEADING = Feature(
    "short_heading", 'The heading that is the subject has one word: "Rules".', Labels.HAND_READ
)
NARRATIVE = Feature("narrative", "The sentence tells of what was: more of its verbs are past.")
HEADLINE = Feature("headline", "A step has the capitals of a title: a link to another page.")


def features_of_sentence(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield what is seen at the edges of the sentence, and of its length, code and capitals."""
    tree, end, rule = reading.tree, reading.tree.words[reading.last - 1], candidate.rule
    if end == "?":
        yield QUESTION
    if end == ":" and not rule.has(Trait.AFTER_COLON):
        yield COLON_END
    if end[-1].isalnum() and rule.extractor is Extractor.DEPENDENCY:
        yield NO_STOP
    stated = candidate.subject_span is None and candidate.origin is not Origin.READER
    if stated and tree.lower[reading.first] in SUPPOSING:
        yield STARTS_IF
    yield from _lengths(reading)
    if reading.holds_code:
        yield CODE_SIGN
    if reading.is_title:
        yield TITLE_CASE
    if _is_narrative(reading):
        yield NARRATIVE
    heading = candidate.subject_span
    if heading is not None and heading[1] - heading[0] < _SHORT_HEADING:
        yield SHORT_HEADING
    if rule.has(Trait.BARE_STEP) and _is_headline(reading):
        yield HEADLINE


def _lengths(reading: ScopeReading) -> Iterator[Feature]:
    """Yield how long a sentence is; the longer, the less of its parse is sure."""
    tokens = len(reading.words)
    for most, feature in ((20, OVER_20), (30, OVER_30)):
        if tokens > most:
            yield feature
    if reading.is_long:
        yield LONG_SENTENCE


def _is_narrative(reading: ScopeReading) -> bool:
    """Return whether more verbs are in the past than in the present.

    News, biographies and reports tell of what was, in longer sentences than documentation has.
    """
    tags = reading.tree.tag[reading.first : reading.last]
    past = tags.count("VBD")
    return past > 0 and past > sum(tag in _PRESENT for tag in tags)


def _is_headline(reading: ScopeReading) -> bool:
    """Return whether a sentence without a stop has capitals like the title of another text."""
    written = reading.words
    long = [word for word in written[1:] if word[0].isalpha() and len(word) > 3]
    return (
        bool(long)
        and written[0].lower() not in words("interface_verbs")
        and written[-1][-1].isalnum()
        and all(word[0].isupper() for word in long)
    )
