"""Whether a GraphQL document only reads: its operations, found without a schema.

Sound rather than complete: what is not plainly a document of queries and fragments is none.
Source: GraphQL specification, sections 2.1 (lexical tokens) and 2.3 (operations).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

QUERIES = frozenset({"query", "fragment"})
SUBSCRIPTIONS = QUERIES | {"subscription"}

_LEXEME = re.compile(
    r'"""(?:\\"""|(?!""").)*"""'  # block string
    r'|"(?:\\.|[^"\\\n\r])*"'  # string
    r"|\#[^\n\r]*"  # comment
    r"|[ \t\n\r,\ufeff]+"
    r"|\.\.\."
    r"|[_A-Za-z][_0-9A-Za-z]*"
    r"|-?[0-9][0-9A-Za-z.+-]*"
    r"|[!$&()\[\]{}:=@|]",
    re.DOTALL,
)
_OPENS, _CLOSES = "([{", ")]}"


def definitions(document: str) -> list[str] | None:
    """Return the keyword of each definition, ``query`` for a bare selection; None: no document."""
    found: list[str] = []
    within: list[str] = []
    at_start = True
    for lexeme in _lexemes(document):
        if lexeme is None:
            return None
        if not within and at_start and lexeme not in _CLOSES:
            found.append("query" if lexeme == "{" else lexeme)
            at_start = False
        if lexeme in _OPENS:
            within.append(lexeme)
        elif lexeme in _CLOSES:
            if not within or _OPENS.index(within.pop()) != _CLOSES.index(lexeme):
                return None
            at_start = lexeme == "}" and not within
    return found if at_start and found else None


def only_reads(document: str, allowed: Collection[str] = QUERIES) -> bool:
    """Say whether a document holds at least one operation, and none but of allowed kinds."""
    found = definitions(document)
    return found is not None and set(found) <= set(allowed) and set(found) != {"fragment"}


def _lexemes(document: str) -> Iterator[str | None]:
    """Yield the tokens that have a meaning; None where there is something else."""
    place = 0
    while place < len(document):
        match = _LEXEME.match(document, place)
        if match is None:
            yield None
            return
        place = match.end()
        lexeme = match.group()
        if lexeme[0] not in '"# \t\n\r,\ufeff':
            yield lexeme
