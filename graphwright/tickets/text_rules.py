"""Sections of text without headings, by the forms of its lines (LinkedIn, section 3.1.2).

Each rule looks at the form of a line and at function words: numbering, frames of a stack, times at
the start, versions, modal verbs, negation. No word names a product or a kind of failure.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterable, Sequence

from graphwright.tickets.code_lines import code_between
from graphwright.tickets.lines import Line
from graphwright.tickets.results import (
    ACTUAL,
    EXPECTED,
    NUMBERED,
    restarted_lists,
    results_by_others,
)

STEPS = "steps_to_reproduce"
ENVIRONMENT, LOGS, CODE, DETAILS = "environment", "logs", "code", "details"

_ORDER, _LISTED_ORDER = "order", "listed_order"
REST = "rest"
"""The rule of text that no other rule takes: a description of the problem in plain words."""


@dataclasses.dataclass(frozen=True, slots=True)
class LineRule:
    """A rule: the section that it gives a line, and how sure that is."""

    name: str
    section: str
    confidence: float
    holds: Callable[[Line], bool]


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """What a line is: its section, and the rule that says so."""

    section: str
    rule: str
    confidence: float


_LOG_LINE = re.compile(
    r"""^(?:
        \s*at\s+[\w$.<>/\[\]-]+\s?\(            # a frame of Java or JavaScript
      | \s*File\s".+",\sline\s\d+               # a frame of Python
      | Traceback\s\(most\srecent
      | Caused\sby:\s
      | \#?\d{1,3}\s++\S*\s*+0x[0-9a-fA-F]{4,}    # a frame of a native program
      | \s*\.\.\.\s\d+\smore$
      | \[?\d{4}[-/]\d\d[-/]\d\d[ T,]+\d\d:\d\d(?::\d\d)?   # a time
      | \[?\d\d:\d\d:\d\d\b
      | (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s\w{3}\s+\d+\s\d\d:\d\d
      | \d\d-\d\d\s\d\d:\d\d:\d\d
      | [VDIWEF]/[\w.$ -]++\s*+(?:\(\s*\d+\))?:   # logcat
      | [\[<(]?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE)[\]>):]+
      | \[(?:trace|debug|info|warn(?:ing)?|error|fatal)\]
      | (?:[\w$]+\.)*[\w$]*(?:Exception|Error)(?::\s|$)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_CODE_LINE = re.compile(
    r"""(?:[;{}]|\},?|/>|</\w+>)\s*$ | ^[\w.]+\(.*\)$ | ^\s*(?://|/\*|<\?|</?[A-Za-z][\w.]*[\s>/]) |
        ^\s*(?:var|let|const|function|import|public|private|return|if\s?\(|for\s?\()\b""",
    re.VERBOSE,
)
_STEP_WORD = re.compile(
    r"^(?:step\s*\#?\d+|then|now|next|first|second|finally|after that)\b[:,.)\s-]*", re.I
)
_VERSION = re.compile(r"(?<![\w.])v?\d+(?:\.(?:\d+|x|[A-Za-z]\w*))+\b", re.IGNORECASE)
_EXPECTED = re.compile(
    r"\b(?:should(?!\s+(?:i|we|you)\b)|must|ought to|"
    r"(?:is|are|was|were|be) (?:expected|supposed) to|"
    r"(?:i|we|you|one|would) (?:would )?expect(?:ed)?)\b",
    re.IGNORECASE,
)
_ACTUAL = re.compile(
    r"\b(?:instead|however|but|yet|no longer|nothing|never|unable to|can(?:no|')?t|cannot|"
    r"(?:do|does|did|is|are|was|were|wo|ca|could|has|have)(?:n['’]?t| not))\b"
    r"|^\W*(?:\d+\W+)?no\b",
    re.IGNORECASE,
)
_NOT_ORDERS = frozenset((
    "a", "about", "all", "also", "an", "and", "another", "any", "are", "as", "at", "be",
    "because", "been", "being", "both", "but", "by", "can", "could", "did", "do", "does", "each",
    "every", "for", "from", "had", "has", "have", "he", "her", "here", "his", "how", "i", "if",
    "in", "is", "it", "its", "just", "may", "might", "must", "my", "no", "not", "of", "on", "one",
    "only", "or", "other", "our", "same", "she", "should", "since", "so", "some", "that", "the",
    "their", "there", "these", "they", "this", "those", "to", "was", "we", "were", "what", "when",
    "where", "which", "while", "who", "why", "will", "with", "would", "you", "your",
))  # fmt: skip
"""Words that begin no order."""
_AFTER_VERBS = frozenset((
    "a", "above", "again", "all", "an", "and", "any", "as", "at", "back", "below", "by", "down",
    "each", "for", "from", "in", "into", "it", "its", "my", "off", "on", "one", "our", "out",
    "over", "some", "that", "the", "these", "this", "those", "through", "to", "two", "until",
    "up", "with", "your",
))  # fmt: skip
"""Function words that follow the verb of an order: "open the", "click on"."""


def is_log(line: Line) -> bool:
    """Say whether a line is of a log; a block of code is where it begins so, or half of it is."""
    lines = [part for part in line.text.split("\n") if part.strip()]
    found = [bool(_LOG_LINE.match(part)) for part in lines]
    return bool(found) and (found[0] or 2 * sum(found) >= len(found))


def is_code(line: Line) -> bool:
    """Say whether a line is code, by the markup or by its signs."""
    return line.is_code or (not line.is_item and bool(_CODE_LINE.search(line.text)))


_WORD_OR_SIGN = re.compile(r"[^\W\d_][\w'’-]*|\S")


def _begins_with_order(text: str) -> bool:
    """Say whether the words are an order: they begin with a verb in its plain form."""
    begin = _STEP_WORD.match(text)
    found = _WORD_OR_SIGN.finditer(text, begin.end() if begin else 0)
    words = [word[0] for word in itertools.islice(found, 2)]
    if not words or words[0].lower() in _NOT_ORDERS or not words[0][0].isalpha():
        return False
    if re.search(r"(?:ing|ed|ly|tion|[^s]s)$", words[0].lower()):
        return False
    return len(words) > 1 and (words[1].lower() in _AFTER_VERBS or words[1][0] in "\"'“‘`{")


def _is_numbered_step(line: Line) -> bool:
    number = NUMBERED.match(line.text)
    if number is None:
        return False
    words = line.text[number.end() :].split()
    return bool(words) and words[0].lower() not in _NOT_ORDERS


def _is_listed_order(line: Line) -> bool:
    text = line.text.lstrip("-*•# ")
    return (line.is_item or text != line.text) and _begins_with_order(text)


def _is_order(line: Line) -> bool:
    return bool(_STEP_WORD.match(line.text)) or _begins_with_order(line.text)


def _is_expected(line: Line) -> bool:
    return bool(_EXPECTED.search(line.text))


def _is_actual(line: Line) -> bool:
    return bool(_ACTUAL.search(line.text))


def _is_environment(line: Line) -> bool:
    """Say whether a line names versions and hardly says anything of them."""
    found = _VERSION.findall(line.text)
    words = re.findall(r"[^\W\d_]+", line.text)
    return bool(found) and len(words) <= 4 * len(found) + 2 and not _SAYS.search(line.text)


_SAYS = re.compile(
    r"\b(?:i|we|you|it|they|this|that|there|when|if|since|because|after|not|no|is|are|was|were|does|do|did|has|have|can|will)\b",
    re.IGNORECASE,
)
"""Function words of a clause: who speaks, and the verbs that tell of something."""

RULES: tuple[LineRule, ...] = (
    LineRule("log_lines", LOGS, 0.9, is_log),
    LineRule("code", CODE, 0.9, is_code),
    LineRule("numbered_step", STEPS, 0.8, _is_numbered_step),
    LineRule("modal_verb", EXPECTED, 0.6, _is_expected),
    LineRule(_LISTED_ORDER, STEPS, 0.7, _is_listed_order),
    LineRule("versions", ENVIRONMENT, 0.7, _is_environment),
    LineRule(_ORDER, STEPS, 0.5, _is_order),
    LineRule("contrast", ACTUAL, 0.5, _is_actual),
)
"""The rules in order: the first that holds speaks for a line."""

_GOES_ON = 0.7
_REST = Reading(DETAILS, REST, 0.3)


def read_lines(lines: Sequence[Line]) -> list[Reading]:
    """Return what each line is, in the light of the lines around it."""
    read = _numbers_that_go_on(lines, _with_code_between(lines, [_read(line) for line in lines]))
    read = _lists_of_results(lines, read)
    read = _steps_with_their_code(lines, _without_lone_orders(lines, read))
    return _results_after_steps(lines, read)


def _with_code_between(lines: Sequence[Line], readings: list[Reading]) -> list[Reading]:
    """Return the readings with the lines that stand among code as code."""
    own = [reading.section == CODE for reading in readings]
    among = code_between([line.text for line in lines], own)
    return [
        Reading(CODE, "code_between", _GOES_ON) if code and not one else reading
        for code, one, reading in zip(among, own, readings, strict=True)
    ]


def _lists_of_results(lines: Sequence[Line], readings: list[Reading]) -> list[Reading]:
    """Return the readings with numbered lists after the steps as what their words say.

    Trackers ask for results as lists too: "1. The page should open". One that begins with orders
    is another list of steps.
    """
    made = list(readings)
    for first, last in restarted_lists(lines, [one.section == STEPS for one in readings]):
        texts = [NUMBERED.sub("", line.text) for line in lines[first : last + 1]]
        if any(map(_EXPECTED.search, texts)):
            found = Reading(EXPECTED, "list_after_steps", _LISTED_RESULT)
        elif any(map(_ACTUAL.search, texts)):
            found = Reading(ACTUAL, "list_after_steps", _LISTED_RESULT)
        elif any(map(_begins_with_order, texts)):
            continue
        else:
            found = _REST
        made[first : last + 1] = [found] * (last + 1 - first)
    return made


_LISTED_RESULT = 0.6


def _without_lone_orders(lines: Sequence[Line], readings: list[Reading]) -> list[Reading]:
    """Return the readings without orders that are no steps.

    One sentence alone asks for something, and a list that is all of a text is the work to do.
    """
    if all(line.is_item for line in lines):
        return [_REST if one.rule == _LISTED_ORDER else one for one in readings]
    made = list(readings)
    at = 0
    for _, group in itertools.groupby(readings, key=lambda one: one.section in (STEPS, CODE)):
        end = at + len(list(group))
        steps = [n for n in range(at, end) if readings[n].section == STEPS]
        if all(readings[n].rule == _ORDER for n in steps):
            orders = sum(_orders(lines[n].text) for n in steps)
            made[at:end] = [
                _REST if one.section == STEPS and orders < _SEQUENCE else one
                for one in readings[at:end]
            ]
        at = end
    return made


_SEQUENCE = 2
"""Sentences in a row that are orders: so many are steps."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")


def _orders(text: str) -> int:
    return sum(_begins_with_order(sentence) for sentence in _SENTENCE_END.split(text))


_BY_WORDS = frozenset({"modal_verb", "contrast"})
"""Rules that only function words speak for."""


def _results_after_steps(lines: Sequence[Line], readings: list[Reading]) -> list[Reading]:
    """Return the readings with results only after steps: before them a text tells of the problem.

    Modal verbs and negations stand in every description; they say what was expected, and what was
    seen, of something that was done.
    """
    steps = [at for at, reading in enumerate(readings) if reading.section == STEPS]
    begin = steps[0] if steps else len(readings)
    told = 0 if steps else next((n for n, line in enumerate(lines) if _is_actual(line)), begin)
    made = [
        _REST
        if reading.rule in _BY_WORDS and at < begin and (steps or not _answers(lines, at, told))
        else reading
        for at, reading in enumerate(readings)
    ]
    if steps:
        sections = [reading.section for reading in made]
        for at, section in results_by_others(lines, sections, DETAILS, steps[-1] + 1):
            made[at] = Reading(section, BESIDE, _BESIDE)
    return made


BESIDE = "beside_result"
"""The rule of a plain line that is a result because another one stands beside it."""
_BESIDE = 0.4


def _answers(lines: Sequence[Line], at: int, told: int) -> bool:
    """Say whether a line says what was expected in place of what an earlier line tells.

    That is one short sentence, in no list: lists tell what shall be done. ``told`` is the first
    line that tells what was seen.
    """
    if told >= at:
        return False
    text = lines[at].text
    short = len(text.split()) <= _SHORT and len(_SENTENCE_END.split(text)) == 1
    return short and not lines[at].is_item and _is_expected(lines[at])


_SHORT = 30
"""Words of a sentence that says no more than what was expected."""


def _read(line: Line) -> Reading:
    found = next((rule for rule in RULES if rule.holds(line)), None)
    return Reading(found.section, found.name, found.confidence) if found else _REST


def _numbers_that_go_on(lines: Sequence[Line], readings: list[Reading]) -> list[Reading]:
    """Return the readings with the lines that go on a list of steps as steps too.

    That is the next number after a step, and the number before one.
    """
    made, last = list(readings), 0
    for at, line in enumerate(lines):
        number = NUMBERED.match(line.text)
        if number is None:
            continue
        if made[at].section == STEPS:
            last = int(number[1])
            before = NUMBERED.match(lines[at - 1].text) if at else None
            if before and int(before[1]) == last - 1:
                made[at - 1] = Reading(STEPS, "number_goes_on", _GOES_ON)
        elif last and int(number[1]) == last + 1:
            made[at] = Reading(STEPS, "number_goes_on", _GOES_ON)
            last += 1
    return made


def _steps_with_their_code(lines: Sequence[Line], readings: list[Reading]) -> list[Reading]:
    """Return the readings with what stands among steps, and code that ends them, as steps too."""
    steps = [at for at, reading in enumerate(readings) if reading.section == STEPS]
    made = list(readings)
    for first, second in itertools.pairwise(steps):
        between = readings[first + 1 : second]
        plain = [r for n, r in enumerate(between, first + 1) if not lines[n].is_item]
        if between and _may_stand_among_steps(plain):
            made[first + 1 : second] = [
                dataclasses.replace(readings[first], rule="among_steps") for _ in between
            ]
    for at in steps:
        after = at + 1
        while after < len(made) and readings[after].section == CODE:
            made[after] = dataclasses.replace(readings[at], rule="code_of_step")
            after += 1
    return made


def _may_stand_among_steps(between: Iterable[Reading]) -> bool:
    """Say whether readings between two steps belong to them: code, and one plain line at most."""
    other = [reading for reading in between if reading.section != CODE]
    return len(other) <= 1 and all(reading.section in (DETAILS, ACTUAL) for reading in other)
