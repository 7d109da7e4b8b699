"""The part of Cypher that can be typed: one path, conditions, what is returned."""

from __future__ import annotations

import functools

from lark import Lark

_GRAMMAR = r"""
start: match where? return order? limit? ";"?

match: _MATCH [NAME "="] node (link node)*
node: "(" [NAME] [":" NAME] [map] ")"
map: "{" entry ("," entry)* "}"
entry: name ":" STRING
link: (LEFT | DASH) [detail] (RIGHT | DASH)
detail: "[" [NAME] [kinds] "]"
kinds: ":" NAME ("|" ":"? NAME)*

where: _WHERE (_all | any)
_all: _item (_AND _item)*
_item: alone | "(" any ")" | "(" alone ")" | search
alone: _condition
any: _condition (_OR _condition)+
_condition: compared | member | has | present
compared: property operator STRING
operator: EQUALS | DIFFERS | LESS | AT_MOST | MORE | AT_LEAST | CONTAINS | STARTS WITH
member: property _IN "[" STRING ("," STRING)* "]"
has: [NOT] STRING _IN property
present: property _IS [NOT] _NULL
search: _SEARCH "(" NAME "," STRING ")"

return: _RETURN [_DISTINCT] item ("," item)*
item: (plain | kind | count | NAME) [_AS NAME]
order: _ORDER _BY by ("," by)*
by: (plain | kind | count | NAME) [DESCENDING | _ASCENDING]
limit: _LIMIT NUMBER

property: plain | _LOWER "(" plain ")" -> folded
plain: NAME "." name
name: NAME | QUOTED_NAME
kind: _TYPE "(" NAME ")"
count: _COUNT "(" (STAR | [_DISTINCT] NAME) ")"

_MATCH.3: /MATCH\b/i
_WHERE.3: /WHERE\b/i
_RETURN.3: /RETURN\b/i
_DISTINCT.3: /DISTINCT\b/i
_ORDER.3: /ORDER\b/i
_BY.3: /BY\b/i
_LIMIT.3: /LIMIT\b/i
_AND.3: /AND\b/i
_OR.3: /OR\b/i
NOT.3: /NOT\b/i
_IN.3: /IN\b/i
_IS.3: /IS\b/i
_NULL.3: /NULL\b/i
_AS.3: /AS\b/i
CONTAINS.3: /CONTAINS\b/i
STARTS.3: /STARTS\b/i
WITH.3: /WITH\b/i
DESCENDING.3: /DESC(ENDING)?\b/i
_ASCENDING.3: /ASC(ENDING)?\b/i
_LOWER.3: /toLower(?=\s*\()/i
_TYPE.3: /type(?=\s*\()/i
_COUNT.3: /count(?=\s*\()/i
_SEARCH.3: /search(?=\s*\()/i
LEFT.2: "<-"
RIGHT.2: "->"
DASH: "-"
STAR: "*"
AT_MOST.2: "<="
AT_LEAST.2: ">="
DIFFERS.2: "<>"
EQUALS: "="
LESS: "<"
MORE: ">"
NAME: /[A-Za-z_][A-Za-z0-9_]*/
QUOTED_NAME: /`[^`\x00-\x1f]+`/
STRING: /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/s
NUMBER: /[0-9]{1,9}/
_REMARK: /\/\/[^\n]*/ | /\/\*(?:[^*]|\*(?!\/))*\*\//
%ignore /\s+/
%ignore _REMARK
"""


@functools.cache
def parser() -> Lark:
    """Return the parser; it is made once in a process."""
    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True, maybe_placeholders=True)
