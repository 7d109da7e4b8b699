"""A question as a plan by rules, without a language model.

A question is planned where it names a ticket, or where every word of it is understood as a field, a
value, a link or a function word: "how many unresolved bugs has component CLI". Any other question
describes a problem, and its plan is a search.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Protocol

from graphwright.errors import PlanError
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.ticket_retrieval.plan import (
    LINK_KIND,
    LONGEST_VALUE,
    Condition,
    Hop,
    Operator,
    Order,
    Plan,
    PlanSource,
    Returned,
)
from graphwright.ticket_retrieval.plan_links import LinkWord, link_word
from graphwright.ticket_retrieval.plan_times import OPERATORS, time_at
from graphwright.ticket_retrieval.plan_values import TICKET_NOUNS, FieldValues, NamedValue
from graphwright.ticket_retrieval.plan_words import Word, at, singular, words_of
from graphwright.ticket_retrieval.ticket_properties import FIELDS, LISTS, TIMES

LONGEST_QUESTION = 20_000
SEARCHED = 10
"""Tickets that a search returns where the question says no number."""

_SHOWN = ("key", "title", "status", "resolution")
_FUNCTION = frozenset([
    "a", "an", "the", "this", "that", "these", "those", "it", "its", "there", "any", "some",
    "all", "both", "each", "every", "of", "for", "in", "on", "at", "to", "with", "from", "by",
    "about", "into", "under", "as", "than", "me", "us", "we", "i", "you", "my", "our", "your",
    "and", "or", "nor", "but", "if", "whether", "when", "which", "what", "who", "whose",
    "where", "why", "how", "please", "is", "are", "was", "were", "be", "been", "being", "do",
    "does", "did", "has", "have", "had", "can", "could", "will", "would", "should", "may",
    "might", "same", "different", "compare", "show", "list", "find", "give", "tell", "get",
    "print", "return", "display", "count", "number", "many", "much", "not", "no", "without",
    "least", "most", "more", "few", "still", "also", "currently", "seen", "found", "happen",
    "instead", "belong", "belongs", "go", "goes", "them", "they", "their",
])  # fmt: skip
_UNRESOLVED = frozenset(["unresolved", "open", "unfixed", "unsolved", "outstanding"])
_NEGATIONS = frozenset([
    "not", "no", "without", "except", "isn't", "aren't", "wasn't", "weren't", "never", "non",
])  # fmt: skip
_TIME_WORDS = {
    **dict.fromkeys(("created", "opened", "reported", "filed", "raised", "create"), "created"),
    **dict.fromkeys(("resolved", "closed", "fixed", "solved"), "resolved"),
    **dict.fromkeys(("updated", "changed", "modified"), "updated"),
}
_LATEST = frozenset(["newest", "latest", "youngest", "recent"])
_OLDEST = frozenset(["oldest", "earliest"])
_LATER = frozenset(["later", "last", "latest"])
_EARLIER = frozenset(["first", "earlier", "sooner", "earliest"])
_NUMBERS = {
    word: number
    for number, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], start=1
    )
}
_YES_OR_NO = frozenset(["is", "are", "was", "were", "has", "have", "does", "do", "did"])
_CONTAINING = frozenset([
    "mention", "mentions", "mentioning", "contain", "contains", "containing", "say", "says",
])  # fmt: skip


class AskedSection(Protocol):
    """What a question needs to know of a section of the template."""

    @property
    def name(self) -> str:
        """The section's name."""

    @property
    def cues(self) -> tuple[str, ...]:
        """Words of a question that want it."""


@dataclasses.dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question with its plan; ``unread`` are words that the plan takes no account of."""

    text: str
    plan: Plan
    source: PlanSource
    unread: tuple[str, ...] = ()
    absent_keys: tuple[str, ...] = ()


class PlanRules:
    """Plans questions over one graph by the cues of its template and the values of its fields."""

    def __init__(self, graph: TicketGraph, sections: Iterable[AskedSection]) -> None:
        """Take the tickets, and the sections of their template."""
        self._graph = graph
        self._cues: list[tuple[tuple[str, ...], str]] = []
        for one in sections:
            for cue in (*one.cues, one.name.replace("_", " ")):
                self._cues.append((tuple(map(singular, cue.casefold().split())), one.name))
        self._cues += [((name,), name) for name in FIELDS if name != "key"]
        self._cues.sort(key=lambda cue: -len(cue[0]))
        fields = {words[0]: name for words, name in self._cues if len(words) == 1}
        self._fields = {word: name for word, name in fields.items() if name in FIELDS}
        self.values = FieldValues(graph.tickets, self._fields)
        self._known_keys = {
            hop.key.casefold()
            for row in range(len(graph))
            for hop in graph.edges(row)
            if hop.row is None
        }

    def __call__(self, text: str) -> PlannedQuestion:
        """Return the plan of a question; raises ``PlanError`` where it is empty or too long."""
        if len(text) > LONGEST_QUESTION:
            raise PlanError(
                f"The question has {len(text):,} characters; {LONGEST_QUESTION:,} are read.",
                remedy="Ask in fewer words.",
            )
        words = words_of(text, self._is_key)
        if not words:
            raise PlanError("The question is empty.", remedy="Ask about a ticket or a problem.")
        return _Reading(text, words, self).planned()

    def _is_key(self, key: str) -> bool:
        there = bool(self._graph.rows_of_key(key)) or key.casefold() in self._known_keys
        project = key.rpartition("-")[0]
        return there or (project.isupper() and len(project) > 1)

    def is_there(self, key: str) -> bool:
        """Return whether there is a ticket of a key, or a link to one."""
        return bool(self._graph.rows_of_key(key)) or key.casefold() in self._known_keys

    def cues_at(self, words: Sequence[Word], place: int) -> tuple[list[str], int]:
        """Return the sections that the longest cue at a word wants, and the place after it."""
        found: list[str] = []
        length = 0
        for cue, name in self._cues:
            said = tuple(singular(at(words, place + i)) for i in range(len(cue)))
            if said == cue and length in (0, len(cue)):
                found.append(name)
                length = len(cue)
        return found, place + length

    def field_of(self, word: str) -> str | None:
        """Return the field that a word stands for."""
        return self._fields.get(singular(word))


@dataclasses.dataclass(frozen=True, slots=True)
class _Found:
    """A condition that words state, with its place in the question."""

    place: int
    name: str
    operator: Operator
    values: tuple[str, ...] = ()
    folded: bool = False


class _Reading:
    """One question being read; ``_used`` are the words that something took account of."""

    def __init__(self, text: str, words: list[Word], rules: PlanRules) -> None:
        self._text, self._words, self._rules = text, words, rules
        self._used: set[int] = set()
        self._found: list[list[_Found]] = []
        self._keys = [place for place, word in enumerate(words) if word.kind == "key"]
        self._used.update(self._keys)

    def planned(self) -> PlannedQuestion:
        """Return the plan: of what is named, or a search."""
        self._counts = self._is_counted()
        self._read_texts()
        grouped = self._grouped()
        self._read_times()
        links = self._links()
        order, limit = self._order()
        self._read_values(links)
        self._read_later_times()
        wanted = [] if self._counts or grouped else self._wanted(links)
        if self._keys and not links and not self._counts and at(self._words, 0) in _YES_OR_NO:
            wanted += [group[0].name for group in self._found]  # "is A-1 resolved": what is it?
            self._found.clear()
        unread = self._unread()
        plan = self._plan(links, wanted, grouped, order, limit)
        if plan is None or (unread and not self._keys):
            plan = self._search(wanted)
        absent = [self._words[place].text for place in self._keys]
        return PlannedQuestion(
            text=self._text,
            plan=plan,
            source="rules",
            unread=() if plan.search else unread,
            absent_keys=tuple(key for key in absent if not self._rules.is_there(key)),
        )

    def _take(self, *places: int) -> None:
        self._used.update(places)

    def _places(self) -> Iterable[int]:
        """Yield the places of words that nothing took account of, as they are met."""
        return (place for place in range(len(self._words)) if place not in self._used)

    def _is_counted(self) -> bool:
        first, second = at(self._words, 0), at(self._words, 1)
        pairs = zip(self._words, self._words[1:], strict=False)
        said = {(one.folded, other.folded) for one, other in pairs}
        return (
            (first == "how" and second == "many")
            or first == "count"
            or bool({("how", "many"), ("number", "of")} & said)
        )

    def _read_texts(self) -> None:
        """Read words that a text is to contain: mention "x" in the title."""
        for place, word in enumerate(self._words):
            if word.kind != "quote" or at(self._words, place - 1) not in _CONTAINING:
                continue
            names = self._sections_after(place + 1)
            self._take(place, place - 1)
            self._found.append(
                [
                    _Found(place, name, Operator.CONTAINS, (word.text.lower(),), True)
                    for name in names
                ]
            )

    def _sections_after(self, place: int) -> list[str]:
        """Return where a text is to stand: "in the title"; else in title and description."""
        if at(self._words, place) == "in":
            start = place + 1 + (at(self._words, place + 1) in ("the", "their", "its"))
            names, end = self._rules.cues_at(self._words, start)
            if names:
                self._take(*range(place, end))
                return ["title" if name == "summary" else name for name in names[:1]]
        return ["title", "description"]

    def _grouped(self) -> tuple[str, bool | None] | None:
        """Return the field to count by, and whether only the most or the fewest are wanted."""
        ends = [p for p, w in enumerate(self._words) if w.folded in ("most", "fewest", "least")]
        field = self._rules.field_of(at(self._words, 1))
        if ends and field and at(self._words, 0) in ("which", "what"):
            self._take(1, *ends)
            return field, at(self._words, ends[0]) == "most"
        for place in range(len(self._words)):
            field = self._rules.field_of(at(self._words, place))
            before = at(self._words, place - 1)
            if field and (before in ("per", "each", "every") or (before == "by" and self._counts)):
                self._take(place, place - 1)
                return field, None
        return None

    def _read_times(self) -> None:
        """Read when tickets were created, resolved or changed: "created before 2014-05"."""
        for place in self._places():
            name = _TIME_WORDS.get(at(self._words, place))
            if name is None:
                continue
            said = at(self._words, place + 1)
            first = time_at(self._words, place + 2)
            if said == "between" and first and at(self._words, first[1]) == "and":
                second = time_at(self._words, first[1] + 1)
                if second:
                    self._add(place, name, Operator.SINCE, first[0])
                    self._add(place, name, Operator.UNTIL, second[0])
                    self._take(*range(place, second[1]))
            elif said in OPERATORS and first:
                self._add(place, name, OPERATORS[said], first[0])
                self._take(*range(place, first[1]))

    def _read_later_times(self) -> None:
        """Read a time apart from its word: "resolved as Won't Fix in 2014"."""
        for place in self._places():
            time = time_at(self._words, place + 1)
            said = [_TIME_WORDS[w.folded] for w in self._words[:place] if w.folded in _TIME_WORDS]
            if at(self._words, place) in OPERATORS and time and said:
                self._add(place, said[-1], OPERATORS[at(self._words, place)], time[0])
                self._take(*range(place, time[1]))

    def _add(self, place: int, name: str, operator: Operator, *values: str) -> None:
        self._found.append([_Found(place, name, operator, values)])

    def _links(self) -> list[LinkWord]:
        """Return the words of links, in order, at most as many as a path has."""
        links: list[LinkWord] = []
        for place in self._places():
            if self._rules.values.at(self._words, place) and self._is_marked_field(place):
                continue
            link = link_word(self._words, place, has_key=bool(self._keys))
            if link is not None and (not links or place >= links[-1].last):
                links.append(link)
        for link in links:
            self._take(*range(link.first, link.last))
        return links

    def _is_marked_field(self, place: int) -> bool:
        """Return whether the word before names a field: "resolution Duplicate"."""
        return (
            any(self._rules.field_of(at(self._words, before)) for before in (place - 1, place - 2))
            or at(self._words, place - 1) == "as"
        )

    def _read_values(self, links: Sequence[LinkWord]) -> None:
        """Read values of fields, and words such as "unresolved"."""
        place = 0
        asks_how = at(self._words, 0) in ("how", "when") and not self._counts
        while place < len(self._words):
            if place in self._used:
                place += 1
                continue
            if not (asks_how and self._keys and not links):
                if self._read_state(place):
                    place += 1
                    continue
                value = self._rules.values.at(self._words, place)
                if value is not None:
                    place = self._read_value(value)
                    continue
            place += 1
        self._read_missing_fields()

    def _read_state(self, place: int) -> bool:
        """Read a word that says whether tickets are resolved."""
        word = at(self._words, place)
        states = (*_UNRESOLVED, "resolved", "closed")
        value = self._rules.values.at(self._words, place)
        named = value is not None and self._is_marked_field(place)
        if word not in states or named or (self._asks_time() and word not in _UNRESOLVED):
            return False
        if word == "closed" and self._rules.values.has("status", "closed"):
            return False
        is_open = (word in _UNRESOLVED) != self._is_denied(place)
        self._add(place, "resolution", Operator.ABSENT if is_open else Operator.PRESENT)
        self._take(place)
        return True

    def _asks_time(self) -> bool:
        """Return whether the question is when, or which first."""
        said = {word.folded for word in self._words}
        return at(self._words, 0) == "when" or bool(said & (_EARLIER | _LATER) and self._keys)

    def _is_denied(self, place: int) -> bool:
        """Return whether a negation stands before a word, or before its preposition."""
        apart = 2 if at(self._words, place - 1) in ("of", "in", "for", "with") else 1
        before = at(self._words, place - apart)
        if before in _NEGATIONS:
            self._take(place - apart)
        return before in _NEGATIONS

    def _read_value(self, value: NamedValue) -> int:
        """Take a value as a condition, with an alternative behind it, and return the next place."""
        start, end = self._with_cue(value)
        denied = self._is_denied(start)
        self._take(*range(start, end))
        is_singular = at(self._words, value.last - 1) == singular(at(self._words, value.last - 1))
        if value.field == "type" and self._keys and is_singular and start == value.first:
            return end  # "the bug that A-1 duplicates": a ticket, whatever its type
        found = self._alternatives(value, denied)
        before = self._found[-1] if self._found else []
        joined = at(self._words, start - 1) == "or" or (
            at(self._words, start - 1) == "and" and value.field not in LISTS
        )
        if joined and before and before[0].name == value.field and not denied:
            self._found[-1] = [*before, *found]
        else:
            self._found.append(found)
        return end

    def _with_cue(self, value: NamedValue) -> tuple[int, int]:
        """Return the words of a value with those that name its field."""
        start, end = value.first, value.last
        for place in (value.first - 1, value.first - 2):
            if self._rules.field_of(at(self._words, place)) == value.field:
                return place, end
        if self._rules.field_of(at(self._words, value.last)) == value.field:
            return start, end + 1
        if at(self._words, start - 1) in ("affect", "affects", "affecting", "affected"):
            return start - 1, end
        if at(self._words, start - 1) in ("in", "as") and at(self._words, start - 2) in _TIME_WORDS:
            return start - 2, end
        return start, end

    def _alternatives(self, value: NamedValue, denied: bool) -> list[_Found]:
        """Return the conditions for the spellings of a value."""
        operator = Operator.IS_NOT if denied else Operator.IS
        if denied:  # none of the spellings: one condition each
            for spelling in value.spellings[1:]:
                self._add(value.first, value.field, operator, spelling)
            return [_Found(value.first, value.field, operator, value.spellings[:1])]
        return [_Found(value.first, value.field, operator, (one,)) for one in value.spellings]

    def _read_missing_fields(self) -> None:
        """Read "without a component", "have no priority"."""
        for place in self._places():
            field = self._rules.field_of(at(self._words, place))
            skipped = 1 + (at(self._words, place - 1) in ("a", "an", "any"))
            if field and at(self._words, place - skipped) in ("without", "no"):
                self._add(place, field, Operator.ABSENT)
                self._take(place, place - skipped)

    def _order(self) -> tuple[Order | None, int | None]:
        """Return by what time tickets are to be ordered, and how many are wanted."""
        said = [(place, at(self._words, place)) for place in range(len(self._words))]
        for place, word in said:
            alone = word in _LATEST or word in _OLDEST
            compared = bool(self._keys) and (word in _LATER or word in _EARLIER)
            name = self._time_named(place) if alone or compared else None
            if not alone and name is None:
                continue
            falling = word in _LATEST or word in _LATER
            self._take(place)
            return Order(name=name or "created", descending=falling), self._limit(place)
        return None, None

    def _time_named(self, place: int) -> str | None:
        """Return the time that stands beside a word, or anywhere where tickets are compared."""
        near = range(len(self._words)) if len(self._keys) > 1 else (place + 1, place - 1)
        for one in near:
            name = _TIME_WORDS.get(at(self._words, one))
            if name is not None:
                self._take(one)
                return name
        return None

    def _limit(self, place: int) -> int:
        """Return the number beside a word like "newest", else one for a singular noun."""
        for one in (place - 1, place + 1):
            word = at(self._words, one)
            number = _NUMBERS.get(word) or (int(word) if word.isdecimal() else 0)
            if 1 <= number <= 1000:
                self._take(one)
                return number
        nouns = [at(self._words, one) for one in range(place, len(self._words))]
        plural = any(w != singular(w) and singular(w) in (*TICKET_NOUNS, "bug") for w in nouns)
        return SEARCHED if plural else 1

    def _wanted(self, links: Sequence[LinkWord]) -> list[str]:
        """Return the fields and sections that are asked for."""
        names: dict[str, None] = {}
        for place in self._places():
            found, end = self._rules.cues_at(self._words, place)
            if not found or self._is_noun_of_ticket(place):
                continue
            self._take(*range(place, end))
            names.setdefault(self._chosen(found, at(self._words, place)), None)
        if "fix" in names and "versions" in names:
            names = {"fix_versions": None} | {
                n: None for n in names if n not in ("fix", "versions")
            }
        if len(names) > 1:
            names.pop(
                "summary" if at(self._words, 0) != "summary" and self._says("about") else "", None
            )
        return list(names)

    def _says(self, word: str) -> bool:
        return any(one.folded == word for one in self._words)

    def _is_noun_of_ticket(self, place: int) -> bool:
        """Return whether a cue is the noun that a clause is about: "the problem that A-1 ..."."""
        word, following = at(self._words, place), at(self._words, place + 1)
        return singular(word) in TICKET_NOUNS and (
            following in ("that", "which", "with", "are", "is") or self._is_key_at(place + 1)
        )

    def _is_key_at(self, place: int) -> bool:
        return place < len(self._words) and self._words[place].kind == "key"

    def _chosen(self, found: Sequence[str], word: str) -> str:
        """Return which of the sections with one cue the question word wants."""
        asks = at(self._words, 0)
        if asks == "when":
            times = [name for name in found if name in TIMES]
            return times[0] if times else _TIME_WORDS.get(word, found[0])
        if asks == "how" and word in ("resolved", "closed"):
            return "resolution"
        return found[0]

    def _unread(self) -> tuple[str, ...]:
        """Return the words that nothing took account of and that are not function words."""
        return tuple(
            self._words[place].text
            for place in self._places()
            if self._words[place].kind == "quote"
            or (
                at(self._words, place) not in _FUNCTION
                and singular(at(self._words, place)) not in TICKET_NOUNS
                and at(self._words, place) not in ("ever", "ones", "per", "first")
            )
        )

    def _plan(
        self,
        links: list[LinkWord],
        wanted: list[str],
        grouped: tuple[str, bool | None] | None,
        order: Order | None,
        limit: int | None,
    ) -> Plan | None:
        """Return the plan of what was read; None where it says nothing of any ticket."""
        if not (self._keys or self._found or grouped or self._counts or order) or len(links) > 3:
            return None
        if len(self._keys) == 2 and len(links) == 1 and not self._counts:
            return self._between(links[0])
        if not self._keys and links:
            return (
                None if not self._found else self._assembled(links, wanted, grouped, order, limit)
            )
        return self._assembled(links, wanted, grouped, order, limit)

    def _between(self, link: LinkWord) -> Plan:
        """Return the plan of whether and how two named tickets are linked."""
        hop = link.hop(named_before=True)
        one, other = (self._words[place].text for place in self._keys)
        return Plan(
            path=(hop,),
            where=(_is_key(0, (one,)), _is_key(1, (other,))),
            returns=(
                Returned(node=0, name="key"),
                Returned(node=1, name=LINK_KIND),
                Returned(node=1, name="key"),
            ),
        )

    def _assembled(
        self,
        links: list[LinkWord],
        wanted: list[str],
        grouped: tuple[str, bool | None] | None,
        order: Order | None,
        limit: int | None,
    ) -> Plan:
        head = len(links)
        keys = tuple(dict.fromkeys(self._words[place].text for place in self._keys))
        where = [_is_key(0, keys)] if keys else []
        where += [self._group(group, links) for group in self._found]
        names = ["key", *wanted] if wanted else list(_SHOWN)
        if order is not None and order.name not in names:
            names.append(order.name or "created")
        returns = tuple(Returned(node=head, name=name) for name in dict.fromkeys(names))
        count = head if self._counts or grouped else None
        orders: tuple[Order, ...] = ()
        if count is not None:
            returns, limit = (), None
            if grouped is not None:
                returns = (Returned(node=head, name=grouped[0]),)
                orders = (Order(descending=grouped[1] is not False),)
                limit = None if grouped[1] is None else 1
        elif order is not None:
            orders = (order.model_copy(update={"node": head}),)
        return Plan(
            path=tuple(self._hops(links)),
            where=tuple(where),
            returns=returns,
            count=count,
            order=orders,
            limit=limit,
        )

    def _hops(self, links: list[LinkWord]) -> Iterable[Hop]:
        """Yield the links from the named ticket on: the last that is said is the first to go."""
        for number, link in enumerate(reversed(links)):
            named_before = number == 0 and any(place < link.first for place in self._keys)
            yield link.hop(named_before=named_before)

    def _group(self, group: Sequence[_Found], links: list[LinkWord]) -> tuple[Condition, ...]:
        """Return the conditions of a group, at the ticket that the words stand beside."""
        node = self._node_of(group[0].place, links)
        plain = [one for one in group if one.operator is Operator.IS and one.name not in LISTS]
        if len(plain) == len(group) > 1 and group[0].name not in TIMES:
            values = tuple(dict.fromkeys(value for one in group for value in one.values))
            return (Condition(node=node, name=group[0].name, operator=Operator.IN, values=values),)
        return tuple(
            Condition(
                node=node,
                name=one.name,
                operator=one.operator,
                values=one.values,
                folded=one.folded,
            )
            for one in group
        )

    def _node_of(self, place: int, links: list[LinkWord]) -> int:
        """Return the node that a word is about: what stands behind a key says more of the first."""
        behind = sum(link.first < place for link in links)
        if self._keys and behind == len(links):
            return len(links)
        return len(links) - behind

    def _search(self, wanted: Sequence[str]) -> Plan:
        names = dict.fromkeys((*_SHOWN, *wanted))
        return Plan(
            search=self._text.strip()[:LONGEST_VALUE],
            returns=tuple(Returned(name=name) for name in names),
            limit=SEARCHED,
        )


def _is_key(node: int, keys: tuple[str, ...]) -> tuple[Condition, ...]:
    operator = Operator.IS if len(keys) == 1 else Operator.IN
    return (Condition(node=node, name="key", operator=operator, values=keys),)
