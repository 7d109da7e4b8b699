"""Lists folded: what stands in each row of a list becomes one element of a column.

Of a list a crawl visits the row of the smallest key (ui.md, state identity), so a page of 200 rows
has the elements of a page of three. What stands once (a menu written as a list) stays as it is:
rows are told from items by their addresses and by names that come again.
"""

from __future__ import annotations

import dataclasses
import os.path
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from graphwright.applications.address_templates import (
    VARIABLE,
    place_of,
    template_of,
    variables_of,
    without_name,
)
from graphwright.applications.raw_page import RawElement, RawRow
from graphwright.applications.wording import stable_text

_OF_ACTIONS = re.compile(r"^(?:actions?|options?|operations?|)$", re.IGNORECASE)
_NUMBERED = re.compile(r"\s#?\d+$")
_ENDS_IN_THING = re.compile(r"\*$|\?")
_TURNS = re.compile(
    r"^\W*(?:(?:previous|prev|next|first|last|today|now|back|older|newer|earlier|later)\b|$)",
    re.IGNORECASE,
)
_SHARED = 0.6
_LONG_LIST = 12
_Group = tuple[int, int, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Fold:
    """What an element of a row stands for; elements of one ``group`` are one."""

    group: tuple[object, ...]
    name: str
    column: str
    href: str | None
    list_name: str
    row_key: str


def folds_of(elements: Sequence[RawElement], page: str, home: str) -> list[Fold | None]:
    """Return for each element what it is folded into, None where it stands for itself.

    ``page`` is the address of the page: what it names itself is no row of its lists.
    """
    groups = _groups(elements)
    own = variables_of(page)
    members = {group: [(elements[at], row) for at, row in found] for group, found in groups.items()}
    judged = {group: _judge(one, own, home) for group, one in members.items()}
    for group in _in_tables(members, judged):
        judged[group] = _judge([(a, _of_table(b)) for a, b in members[group]], own, home)
    position = {
        (group, at): place
        for group, members in groups.items()
        for place, (at, _) in enumerate(members)
    }
    found: list[Fold | None] = []
    for at, element in enumerate(elements):
        places = (_group(element, row) for row in element["rows"])
        verdicts = (judged[group][position[group, at]] for group in places)
        found.append(next((one for one in verdicts if one is not None), None))
    return found


def _in_tables(
    members: Mapping[_Group, Sequence[tuple[RawElement, RawRow]]],
    judged: Mapping[_Group, Sequence[Fold | None]],
) -> list[_Group]:
    """Return columns of links not yet folded, of lists whose rows another column tells to be data.

    That column has a link to a thing of its own in two of three rows at least.
    """
    tables = set()
    for group, folds in judged.items():
        told = zip(members[group], folds, strict=True)
        rows = {row["row"] for (_, row), fold in told if fold is not None and fold.href}
        if len(rows) >= max(3, _SHARED * members[group][0][1]["rows"]):
            tables.add(group[0])
    return [
        group
        for group, found in members.items()
        if group[0] in tables and group[2] == "link" and None in judged[group] and len(found) >= 3
    ]


def _of_table(row: RawRow) -> RawRow:
    return {**row, "kind": "table"}


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts ``row 9`` before ``row 10``."""
    return tuple(
        (0, int(one), "") if one.isdigit() and len(one) < 19 else (1, 0, one)
        for one in re.split(r"(\d+)", text.casefold())
        if one
    )


def _group(element: RawElement, row: RawRow) -> _Group:
    return (row["list"], row["column"], element["role"])


def _groups(elements: Sequence[RawElement]) -> dict[_Group, list[tuple[int, RawRow]]]:
    groups: dict[_Group, list[tuple[int, RawRow]]] = defaultdict(list)
    for at, element in enumerate(elements):
        for row in element["rows"]:
            groups[_group(element, row)].append((at, row))
    return groups


def _judge(
    members: Sequence[tuple[RawElement, RawRow]], own: frozenset[str], home: str
) -> list[Fold | None]:
    """Return what each element of one column and role is folded into."""
    rows = {row["row"] for _, row in members}
    named = _rows_by(((stable_text(one["name"]), row) for one, row in members))
    templates = _templates(members, home)
    linked = _rows_by((str(one), row) for one, (_, row) in zip(templates, members, strict=True))
    single = len(members) == len(rows)
    varied = {
        template
        for template, (one, _) in zip(templates, members, strict=True)
        if template and variables_of(one["href"] or "") - own
    }
    raw = [one["name"].strip() for one, _ in members]
    numbered = len(named) < len(rows) and all(_NUMBERED.search(one) for one in raw)
    column = _Column(len(rows), single, named, linked, frozenset(varied), numbered)
    return [
        column.fold(element, row, template, home)
        for (element, row), template in zip(members, templates, strict=True)
    ]


@dataclasses.dataclass(frozen=True, slots=True)
class _Column:
    """How often names and addresses come again in the rows of one column.

    ``varied`` are the templates of addresses that name one thing of many; ``numbered`` says that
    names end in numbers, without which some are the same.
    """

    rows: int
    single: bool
    named: Mapping[str, int]
    linked: Mapping[str, int]
    varied: frozenset[str]
    numbered: bool

    def fold(
        self, element: RawElement, row: RawRow, template: str | None, home: str
    ) -> Fold | None:
        name = stable_text(element["name"])
        if not self._is_of_rows(element, row, template, home):
            return None
        header, of = stable_text(row["header"]), stable_text(row["name"])
        shown = name if self._is_fixed(name, row, element["role"], template) else ""
        column = header or of or place_of(template or "") or "row"
        group = (row["list"], row["column"], element["role"], template, shown)
        return Fold(group, shown or column, column, template, of, row["key"])

    def _is_of_rows(
        self, element: RawElement, row: RawRow, template: str | None, home: str
    ) -> bool:
        if template is not None:
            renamed = template != template_of(element["href"] or "", home)
            return not self._is_turn(element, row) and (renamed or self._is_thing(row, template))
        if row["itself"]:
            return self._is_data_row(element, row)
        name = stable_text(element["name"])
        again = self.named[name] >= _SHARED * max(self.rows, row["rows"])
        return row["kind"] == "table" or (self.rows >= 3 and (again or self.numbered))

    def _is_turn(self, element: RawElement, row: RawRow) -> bool:
        """Return whether a link turns pages, or is one of two that stand side by side."""
        turns = row["kind"] != "table" and bool(_TURNS.match(element["name"].strip()))
        return turns or (row["kind"] == "repeat" and row["itself"] and row["rows"] < 3)

    def _is_thing(self, row: RawRow, template: str) -> bool:
        """Return whether addresses of a template name the thing that a row is of."""
        again, varied = self.linked[template] > 1, template in self.varied
        if row["kind"] == "table":
            return again or varied
        return varied and (again or row["rows"] == 1)

    def _is_data_row(self, element: RawElement, row: RawRow) -> bool:
        if row["kind"] == "table" and element["role"] in ("row", "generic"):
            return True
        if element["region"] in ("menu", "shell") or element["role"] in ("tab", "menuitem"):
            return False
        return row["rows"] >= 3 and (row["pieces"] > 1 or row["rows"] > _LONG_LIST)

    def _is_fixed(self, name: str, row: RawRow, role: str, template: str | None) -> bool:
        """Return whether a name is that of an action of each row, not a row's own text."""
        if not name or row["itself"]:
            return False
        shared = self.named[name] >= _SHARED * self.rows
        if role == "button" or (template and not _ENDS_IN_THING.search(template)):
            return shared and not self.numbered
        if row["kind"] == "table" and self.single and not _OF_ACTIONS.match(row["header"].strip()):
            return False
        return shared and (self.rows > 1 or row["kind"] == "table")


def _rows_by(pairs: Iterable[tuple[str, RawRow]]) -> Counter[str]:
    """Count the rows in which each text stands."""
    return Counter(text for text, _ in {(text, row["row"]) for text, row in pairs})


def _templates(members: Sequence[tuple[RawElement, RawRow]], home: str) -> list[str | None]:
    """Return the template of each link, with the part that names the row left out."""
    plain = [None if one["href"] is None else template_of(one["href"], home) for one, _ in members]
    data = [
        None if template is None else without_name(template, one["name"])
        for template, (one, _) in zip(plain, members, strict=True)
    ]
    again = Counter(one for one in data if one is not None)
    table = bool(members) and members[0][1]["kind"] == "table"
    spread = _spreads({one for one in plain if one is not None}) if table else {}
    return [
        spread[one] if one in spread
        else named if named is not None and named != one and again[named] > 1
        else one
        for one, named in zip(plain, data, strict=True)
    ]  # fmt: skip


def _spreads(templates: Set[str]) -> dict[str, str]:
    """Return for templates what those of the same form share: segments, first word, query."""
    forms: defaultdict[tuple[int, str, str], list[str]] = defaultdict(list)
    for one in sorted(templates):
        path, _, query = one.partition("?")
        forms[path.count("/"), re.split(r"[-_.~:;/]", path[1:])[0], query].append(one)
    shared = ((group, _spread(group)) for group in forms.values())
    return {one: found for group, found in shared if found for one in group}


def _spread(templates: Sequence[str]) -> str | None:
    """Return what three or more templates of as many segments share."""
    split = [one.partition("?")[0].split("/") for one in templates]
    if len(templates) < 3:
        return None
    parts = [_common_part(one) for one in zip(*split, strict=True)]
    if all(one.startswith(VARIABLE) for one in parts[1:]):
        return None
    _, mark, query = templates[0].partition("?")
    return "/".join(parts) + mark + query


def _common_part(segments: Sequence[str]) -> str:
    """Return a segment with what differs left out, from its last mark on."""
    if len(set(segments)) == 1:
        return segments[0]
    shared = os.path.commonprefix(segments)  # noqa: RUF071  # of characters, as is meant
    prefix = re.match(r".*[-_.~:;]", shared)
    return (prefix[0] if prefix else "") + VARIABLE


def smallest(folded: Iterable[tuple[int, Fold]]) -> dict[tuple[object, ...], tuple[int, Fold]]:
    """Return for each group the element whose row has the smallest key."""
    best: dict[tuple[object, ...], tuple[int, Fold]] = {}
    for at, fold in folded:
        known = best.get(fold.group)
        if known is None or natural_key(fold.row_key) < natural_key(known[1].row_key):
            best[fold.group] = (at, fold)
    return best
