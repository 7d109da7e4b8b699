"""Markdown (CommonMark with GitHub's tables) rendered to HTML.

Docling's own Markdown reader breaks words at escaped underscores and loses HTML tables inside
Markdown, so Markdown takes the way of HTML, as it does in a browser.
"""

from __future__ import annotations

import dataclasses
import functools
import html
import re
from typing import TYPE_CHECKING, Any

from graphwright.documents.blocks.encoding import decode
from graphwright.documents.blocks.paragraphs import paragraphs
from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.html.elements import name_set
from graphwright.documents.html.reader import read_markup
from graphwright.documents.text.front_matter import Fields, split_front_matter
from graphwright.documents.versions.stated import stated_version
from graphwright.settings import ParseSettings

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_ALERT = re.compile(r"(<blockquote>\s*<p>)\[!(\w+)\]\s*")
_NOT_TEXT = re.compile(r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_TAG_OR_TEXT = re.compile(r"</?[A-Za-z][^<>]*>")
_EMOJI = re.compile(r"(?<![\w:]):([a-z][a-z0-9_+-]*):(?![\w:])")
_SIGNS = {
    "heavy_check_mark": "✔",
    "white_check_mark": "✔",
    "ballot_box_with_check": "✔",
    "x": "✘",
    "heavy_multiplication_x": "✘",
    "negative_squared_cross_mark": "✘",
    "no_entry_sign": "✘",
}
"""Emoji codes that say something in a table of features; others decorate and are dropped."""
_STRAY_BOLD = re.compile(r"(?<![\w{*/])\*\*(?=\S)([^*\n{}]+?)(?<=\S)\*\*(?![*\w]*\})")
"""Bold that CommonMark refuses for want of a space, and that its author saw as bold."""
_MAX_FIELD = 200
"""Characters; what is longer is no name of a page or of readers."""
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_HTML_TAGS = name_set(
    "a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button"
    " canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div"
    " dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header"
    " hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta"
    " meter nav nobr noscript object ol optgroup option output p param picture pre progress q rp"
    " rt ruby s samp script section select slot small source span strike strong style sub summary"
    " sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var"
    " video wbr"
)


def read_markdown(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a Markdown file."""
    source, notes = decode(data)
    fields = _split(source)[1]
    version, problems = stated_version(fields)
    notes += tuple(f"Of the front matter, {problem}." for problem in problems)
    if not settings.clean.tags:
        raw = dataclasses.replace(paragraphs(source), warnings=notes)
    else:
        raw = read_markup(markdown_to_html(source), notes, settings.clean)
    stated_id, audience = (_line(fields.get(name)) for name in ("id", "audience"))
    return dataclasses.replace(raw, version=version, stated_id=stated_id, audience=audience)


def _line(value: str | tuple[str, ...] | None) -> str | None:
    """Return a field of front matter as a line; None where it is empty, a list or too long."""
    words = " ".join(value.split()) if isinstance(value, str) else ""
    return words if 0 < len(words) <= _MAX_FIELD else None


def _split(source: str) -> tuple[str, Fields]:
    return split_front_matter(source.replace("\r\n", "\n").replace("\r", "\n"))


def markdown_to_html(source: str, *, breaks: bool = False) -> str:
    """Render Markdown; what is written like a tag but is none, as ``<app-name>``, stays text.

    ``breaks`` keeps the ends of lines, as trackers show them.
    """
    source, fields = _split(source)
    title = fields.get("title")
    body = _ALERT.sub(lambda m: f"{m[1]}{m[2].capitalize()}: ", _renderer(breaks).render(source))
    if title and isinstance(title, str) and "<h1" not in body:
        body = f"<h1>{html.escape(title)}</h1>\n{body}"
    return body


@functools.cache
def _renderer(breaks: bool) -> MarkdownIt:  # of the cache's key
    from markdown_it import MarkdownIt  # noqa: PLC0415  # only a worker that parses needs it

    options = {"html": True, "maxNesting": 100, "breaks": breaks}
    renderer = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    renderer.add_render_rule("text", _render_text)
    renderer.add_render_rule("html_inline", _render_html)
    renderer.add_render_rule("html_block", _render_html)
    return renderer


def _render_text(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    text = _EMOJI.sub(lambda m: _SIGNS.get(m[1], ""), tokens[index].content)
    escaped = html.escape(text, quote=False)
    return _STRAY_BOLD.sub(r"<strong>\1</strong>", escaped).replace("****", " ")


def _render_html(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    return _TAG_OR_TEXT.sub(_keep_tag, _NOT_TEXT.sub("", tokens[index].content))


def _keep_tag(found: re.Match[str]) -> str:
    name = _TAG.match(found[0])
    known = name is not None and name[1].lower() in _HTML_TAGS
    return found[0] if known else html.escape(found[0])
