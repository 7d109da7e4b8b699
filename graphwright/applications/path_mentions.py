"""Menu paths that documents name: ``Admin > Global > Scrips``, with where they stand.

Arrows of every kind join the names, or words do ("choose Admin, then Global"; "choose Users from
the Admin menu"). Code, redirects of a shell, quoted mail, comparisons and the page's own
breadcrumbs are none. A path of unmarked words needs a reason to be one: names of the application,
three names, or words that speak of going there.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence

from graphwright.applications.menu_names import NO_VOCABULARY, Vocabulary, name_key
from graphwright.applications.path_names import (
    NameForm,
    PathName,
    Segment,
    name_after,
    name_before,
    whole_name,
)
from graphwright.tables import Block, BlockKind, MarkKind, ParsedDocument


@dataclasses.dataclass(frozen=True, slots=True)
class PathMention:
    """A menu path as a document names it; offsets are into its canonical text."""

    start: int
    end: int
    names: tuple[str, ...]
    context: str
    """The line that names it."""


_ARROW = re.compile(r"\\?(?:-{1,2}>|[→⇒➔➜➝►▸▶⟶⇨❯»›]|={1,2}>|>{1,2})")
_ASCII = ("-", "=", ">", "\\")
_ANGLES = re.compile(r"<[^\s<>][^<>\n]{0,60}>")
_UNREAD = (BlockKind.CODE, BlockKind.INDEX, BlockKind.LICENCE)
_QUOTED_LINE = re.compile(r"^\s*(?:>|\$ |# )")
_OR = re.compile(r"\s*(?:,|;)?\s+(?:or|and|to)\s+|,\s+|;\s+|\)\s+")
_CUE = re.compile(
    r"\b(?:go(?:ing)? to|goto|navigat\w+|select\w*|choos\w+|click\w*|open\w*|under|via|at|visit\w*"
    r"|menu|page|tab|screen|from|in|use|see|found|find|expand|tap|press)\b",
    re.IGNORECASE,
)
_CUE_REACH = 60
_VERB = re.compile(
    r"\b(?:choose|select|click(?: on)?|press|tap|open|go to|navigate to|expand)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_THEN = re.compile(r"\s*,?\s*(?:and\s+)?then\s+(?:on\s+)?", re.IGNORECASE)
_FROM = re.compile(r"\s+(?:from|in|under|on)\s+the\s+", re.IGNORECASE)
_MENU = re.compile(r"\s+menu\b", re.IGNORECASE)


def path_mentions(
    document: ParsedDocument, vocabulary: Vocabulary = NO_VOCABULARY
) -> list[PathMention]:
    """Return the menu paths that a document names, in order of place, none over another."""
    found: list[PathMention] = []
    for block in document.blocks:
        if block.kind in _UNREAD:
            continue
        for start, end in _lines(document, block):
            found.extend(_of_line(document, start, end, vocabulary))
    return [one for one in found if not _is_breadcrumb(document, one)]


def _lines(document: ParsedDocument, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the lines of a block, of a table row its cells; quoted lines are left out."""
    for start, end in [(c.start, c.end) for c in block.cells] or [(block.start, block.end)]:
        at = start
        for line in document.text[start:end].split("\n"):
            if line.strip() and not _QUOTED_LINE.match(line):
                yield at, at + len(line)
            at += len(line) + 1


def _of_line(
    document: ParsedDocument, start: int, end: int, vocabulary: Vocabulary
) -> list[PathMention]:
    text = document.text[start:end]
    if not _ARROW.search(text) and not _THEN.search(text) and not _FROM.search(text):
        return []
    inside = [one for one in document.marks if start <= one.start and one.end <= end]
    marks = [(m.start - start, m.end - start) for m in inside if m.kind != MarkKind.CODE]
    code = [(m.start - start, m.end - start) for m in inside if m.kind == MarkKind.CODE]
    segment = Segment(text, marks, vocabulary)
    chains = [*_arrow_chains(segment, code), *_word_chains(segment)]
    kept: list[list[PathName]] = []
    for chain in chains:
        if all(chain[0].start >= one[-1].end or chain[-1].end <= one[0].start for one in kept):
            kept.append(chain)
    kept.sort(key=lambda chain: chain[0].start)
    return [
        PathMention(
            start + chain[0].start,
            start + chain[-1].end,
            tuple(name.text for name in chain),
            text,
        )
        for chain in kept
    ]


def _arrow_chains(segment: Segment, code: Sequence[tuple[int, int]]) -> Iterator[list[PathName]]:
    arrows = _arrows(segment, code)
    chain: list[PathName] = []
    for at, (start, end) in enumerate(arrows):
        least = arrows[at - 1][1] if at else 0
        if not chain:
            first = _first(segment, start, end, least)
            if first is None:
                continue
            chain = [first]
        following = arrows[at + 1][0] if at + 1 < len(arrows) else None
        bound = _mark_end(segment, start, end)
        whole = None
        if following is not None and (bound is None or following < bound):
            whole = whole_name(segment, end, following)
        if whole is not None and not _is_join(whole, chain, segment):
            chain.append(whole)
            continue
        last = name_after(segment, end, following if bound is None else bound)
        yield from _kept(segment, [*chain, _unjoined(last, segment)] if last else chain)
        chain = []
    yield from _kept(segment, chain)


def _arrows(segment: Segment, code: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the arrows that may join names: none of code or of ``<placeholder>``."""
    masked = [one.span() for one in _ANGLES.finditer(segment.text)] + list(code)
    found = []
    for match in _ARROW.finditer(segment.text):
        start, end = match.span()
        if any(a <= start < b for a, b in masked) or not segment.text[:start].strip():
            continue
        if match[0] == "»" and "«" in segment.text[:start]:
            continue
        if match[0][0] in _ASCII and not _is_spaced(segment, start, end):
            continue
        if "=" in match[0] and not any(b == start for _, b in _widened(segment)):
            continue
        found.append((start, end))
    return found


def _is_spaced(segment: Segment, start: int, end: int) -> bool:
    """Say whether an arrow of ASCII signs stands apart, or beside a mark or a known top menu."""
    text = segment.text
    if text[start - 1].isspace() and (end == len(text) or text[end].isspace()):
        return True
    if any(b == start for _, b in segment.marks) or any(a == end for a, _ in segment.marks):
        return True
    return _follows_top(segment, start)


def _widened(segment: Segment) -> list[tuple[int, int]]:
    """Return the marks with the space after them."""
    text = segment.text
    return [(a, b + len(text[b:]) - len(text[b:].lstrip())) for a, b in segment.marks]


def _follows_top(segment: Segment, start: int) -> bool:
    before = re.search(r"(\w+)[\"'”’]?\s*$", segment.text[:start])
    return before is not None and name_key(before[1]) in segment.vocabulary.tops


def _mark_end(segment: Segment, start: int, end: int) -> int | None:
    """Return where the mark ends that holds an arrow; None where none does."""
    around = [b for a, b in segment.marks if a < start and end < b]
    return min(around) if around else None


def _first(segment: Segment, start: int, end: int, least: int) -> PathName | None:
    around = [a for a, b in segment.marks if a < start and end < b]
    return name_before(segment, start, max([least, *around]))


def _is_join(name: PathName, chain: Sequence[PathName], segment: Segment) -> bool:
    """Say whether a stretch ends one path and begins the next: ``Conditions and Admin``."""
    if name.form != NameForm.PLAIN:
        return False
    if re.search(r"\s+or\s+|[,;]\s", name.text):
        return True
    match = re.search(r"\sand\s+(.+)$", name.text)
    if match is None:
        return False
    key = name_key(match[1])
    return key == name_key(chain[0].text) or key in segment.vocabulary.tops


def _unjoined(name: PathName, segment: Segment) -> PathName:
    """Return a last name without the beginning of the next path."""
    match = re.search(r"\s(?:and|or)\s+(.+)$", name.text)
    if name.form != NameForm.PLAIN or match is None:
        return name
    follows = _ARROW.match(segment.text[name.end :].lstrip())
    if not follows:
        return name
    text = name.text[: match.start()]
    return PathName(text, name.start, name.start + len(text), name.form)


def _kept(segment: Segment, chain: list[PathName]) -> Iterator[list[PathName]]:
    """Yield a chain that has the reason to be a path."""
    named = [name for name in chain if name.form != NameForm.CHOSEN]
    if len(chain) < 2 or not named or chain[0].form == NameForm.CHOSEN:
        return
    strong = name_key(chain[0].text) in segment.vocabulary.tops
    strong |= all(name.form in (NameForm.MARKED, NameForm.QUOTED) for name in named)
    between = segment.text[chain[0].end : chain[1].start]
    strong |= len(chain) > 2 and "-" not in between
    if strong or (_is_cued(segment, chain) and not _is_of_small_words(named)):
        yield chain


def _is_of_small_words(names: Sequence[PathName]) -> bool:
    """Say whether no name has a capital: "from new -> open" is a change of what a thing is."""
    unmarked = all(name.form in (NameForm.PLAIN, NameForm.KNOWN) for name in names)
    return unmarked and all(name.text.islower() for name in names)


def _is_cued(segment: Segment, chain: Sequence[PathName]) -> bool:
    before = segment.text[max(0, chain[0].start - _CUE_REACH) : chain[0].start]
    before = re.split(r"[.;!?]\s", before)[-1]
    after = segment.text[chain[-1].end : chain[-1].end + 12]
    return bool(_CUE.search(before)) or bool(re.match(r"\W*(?:menu|page|tab|screen)\b", after))


def _word_chains(segment: Segment) -> Iterator[list[PathName]]:
    """Yield the paths that words join, after a verb of going there."""
    for verb in _VERB.finditer(segment.text):
        first = name_after(segment, verb.end())
        if first is None:
            continue
        chain, sure = [first], True
        then = _THEN.match(segment.text, first.end)
        while then is not None and len(chain) < 6:
            again = _VERB.match(segment.text, then.end())
            sure = sure and again is None
            following = name_after(segment, again.end() if again else then.end())
            if following is None:
                break
            chain.append(following)
            then = _THEN.match(segment.text, following.end)
        known = name_key(first.text) in segment.vocabulary.tops
        marked = all(name.form in (NameForm.MARKED, NameForm.QUOTED) for name in chain)
        if len(chain) > 1 and (known or (sure and marked)):
            yield chain
        elif len(chain) == 1:
            yield from _from_menu(segment, first)


def _from_menu(segment: Segment, item: PathName) -> Iterator[list[PathName]]:
    """Yield the path of ``choose Users from the Admin menu``, its names in order of the menu."""
    joined = _FROM.match(segment.text, item.end)
    menu = name_after(segment, joined.end()) if joined else None
    if menu is None:
        return
    named = _MENU.match(segment.text, menu.end)
    text = re.sub(r"\s+[Mm]enu$", "", menu.text)
    if named is not None or text != menu.text:
        top = PathName(text, item.start, menu.end, menu.form)
        yield [top, PathName(item.text, item.start, menu.end, item.form)]


def _is_breadcrumb(document: ParsedDocument, mention: PathMention) -> bool:
    """Say whether a path is the page's own place in its site: links alone, or up to its title."""
    block = next(b for b in document.blocks if b.start <= mention.start < b.end)
    if document.text[block.start : block.end].strip() != document.text[
        mention.start : mention.end
    ].strip() or block.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return False
    links = sum(
        m.kind == MarkKind.LINK and mention.start <= m.start and m.end <= mention.end
        for m in document.marks
    )
    titles = {name_key(document.title), *map(name_key, block.heading_path[-1:])}
    return links >= len(mention.names) - 1 or name_key(mention.names[-1]) in titles
