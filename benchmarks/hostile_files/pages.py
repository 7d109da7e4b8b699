"""Web pages and Markdown: depth, size, spans, entities, places to fetch from."""

from __future__ import annotations

import base64

from benchmarks.hostile_files.case import Bait, Cases
from benchmarks.hostile_files.zips import LAUGHS, outside

CASES = Cases()
_SENTENCE = "The clerk approves the order."
_GOOD = f"<p>{_SENTENCE}</p>".encode()


@CASES.add("html_deep_divs.html", "failed")
def _deep_divs(bait: Bait) -> bytes:
    return b"<div>" * 400_000 + _GOOD


@CASES.add("html_depth_2000.html", "failed ok")
def _depth_2000(bait: Bait) -> bytes:
    return b"<div>" * 2_000 + _GOOD + b"</div>" * 2_000


@CASES.add("html_deep_unknown.html", "failed")
def _deep_unknown(bait: Bait) -> bytes:
    return b"<x-y>" * 200_000 + _GOOD


@CASES.add("html_deep_lists.html", "failed ok")
def _deep_lists(bait: Bait) -> bytes:
    return _GOOD + b"<ul><li>a" * 20_000


@CASES.add("html_deep_buttons.html", "failed ok")
def _deep_labels(bait: Bait) -> bytes:
    return _GOOD + b"<label><ruby><bdo>" * 50_000


@CASES.add("html_depth_within_limit.html", "ok", holds=_SENTENCE)
def _within(bait: Bait) -> bytes:
    return b"<div><span>" * 200 + _GOOD + b"<ul><li>deep" * 20


@CASES.add("html_tables_in_tables.html", "failed ok timeout")
def _deep_tables(bait: Bait) -> bytes:
    return _GOOD + b"<table><tr><th>a</th><td>" * 240


@CASES.add("html_unclosed_paragraphs.html", "ok timeout too_large", slow=True)
def _unclosed(bait: Bait) -> bytes:
    return b"<p>again and again" * 100_000


@CASES.add("html_unclosed_formatting.html", "ok failed timeout")
def _formatting(bait: Bait) -> bytes:
    return b"<p><b><i><u><font><a>text</p>" * 20_000


@CASES.add("html_many_attributes.html", "ok failed", holds=_SENTENCE)
def _attributes(bait: Bait) -> bytes:
    names = " ".join(f"a{n}=x" for n in range(200_000))
    return f"<div {names}>".encode() + _GOOD


@CASES.add("html_long_attribute.html", "ok failed", holds=_SENTENCE)
def _long_attribute(bait: Bait) -> bytes:
    return b'<p title="' + b"x" * 30_000_000 + b'">' + _GOOD


@CASES.add("html_one_long_word.html", "ok too_large", slow=True)
def _long_word(bait: Bait) -> bytes:
    return b"<p>" + b"x" * 20_000_000


@CASES.add("html_huge_spans.html", "ok too_large failed", holds="wide")
def _huge_spans(bait: Bait) -> bytes:
    wide = b"<td colspan=999999999 rowspan=999999999>wide</td>" * 30
    return b"<table>" + (b"<tr>" + wide + b"</tr>") * 30 + b"</table>"


@CASES.add("html_many_cells.html", "ok too_large timeout", slow=True)
def _many_cells(bait: Bait) -> bytes:
    return b"<table>" + (b"<tr>" + b"<td>cell</td>" * 10 + b"</tr>") * 30_000 + b"</table>"


@CASES.add("html_inline_image.html", "ok", holds=_SENTENCE)
def _inline_image(bait: Bait) -> bytes:
    picture = base64.b64encode(bytes(20_000_000))
    return b'<img src="data:image/png;base64,' + picture + b'">' + _GOOD


@CASES.add("html_calls_home.html", "ok", holds=_SENTENCE)
def _calls_home(bait: Bait) -> bytes:
    places = (bait.url, bait.secret_file.as_uri(), str(bait.secret_file))
    tags = "".join(
        f'<base href="{p}"><link rel=stylesheet href="{p}"><img src="{p}"><iframe src="{p}">'
        f'</iframe><script src="{p}"></script><object data="{p}"></object><embed src="{p}">'
        f'<meta http-equiv=refresh content="0;url={p}"><img srcset="{p} 2x"><video src="{p}">'
        "</video>"
        f'<style>@import "{p}";</style><div style="background:url({p})">x</div>'
        for p in places
    )
    return tags.encode() + _GOOD


@CASES.add("html_script_in_text.html", "ok", holds=_SENTENCE)
def _script(bait: Bait) -> bytes:
    return b"<title></title><script>" + b"if(a<b){x()}" * 100_000 + b"</script>" + _GOOD


@CASES.add("html_never_ending_script.html", "empty")
def _open_script(bait: Bait) -> bytes:
    return b"<script>" + b"<!-- </scrip " * 100_000 + _GOOD


@CASES.add("xhtml_laughs.xhtml", "failed ok empty")
def _laughs(bait: Bait) -> bytes:
    return f"{LAUGHS}<html><body><p>&a9;</p></body></html>".encode()


@CASES.add("xhtml_reads_a_file.xhtml", "ok", holds=_SENTENCE)
def _reads_file(bait: Bait) -> bytes:
    place = bait.secret_file.as_uri()
    body = f"<p>&out;</p><xi:include href='{place}' parse='text'/>"
    return (
        f"{outside(place)}<html xmlns:xi='http://www.w3.org/2001/XInclude'>{body}".encode() + _GOOD
    )


@CASES.add("html_null_bytes.html", "ok unsupported", holds="approves")
def _null_bytes(bait: Bait) -> bytes:
    return _GOOD.replace(b"order", b"or\x00der") + b"\x00" * 1_000


@CASES.add("html_character_references.html", "ok", holds=_SENTENCE)
def _references(bait: Bait) -> bytes:
    return b"<p>" + b"&#0;&#xD800;&#x110000;&#99999999999999;&bogus;&#x202E;" * 20_000 + _GOOD


@CASES.add("md_deep_quotes.md", "ok failed empty")
def _deep_quotes(bait: Bait) -> bytes:
    return b">" * 50_000 + b" deep\n"


@CASES.add("md_deep_lists.md", "ok failed timeout")
def _md_deep_lists(bait: Bait) -> bytes:
    return b"".join(b" " * (2 * n) + b"- item\n" for n in range(3_000))


@CASES.add("md_open_brackets.md", "ok timeout", holds="the end")
def _brackets(bait: Bait) -> bytes:
    return b"[" * 50_000 + b"](" * 50_000 + b" the end\n"


@CASES.add("md_emphasis.md", "ok timeout", holds="the end")
def _emphasis(bait: Bait) -> bytes:
    return b"*a **a " * 30_000 + b"_x __y" * 30_000 + b" the end\n"


@CASES.add("md_backticks.md", "ok timeout", holds="the end")
def _backticks(bait: Bait) -> bytes:
    return b"".join(b"`" * n + b" " for n in range(1, 2_000)) + b" the end\n"


@CASES.add("md_open_instructions.md", "ok timeout", holds="the end")
def _instructions(bait: Bait) -> bytes:
    return b"the end\n\n<div>\n" + b"<?x <![CDATA[ <!-" * 100_000 + b"\n"


@CASES.add("md_wide_table.md", "ok timeout too_large failed")
def _wide_table(bait: Bait) -> bytes:
    return b"|a" * 20_000 + b"|\n" + b"|-" * 20_000 + b"|\n" + b"|b|\n" * 200


@CASES.add("md_front_matter_laughs.md", "ok", holds=_SENTENCE)
def _front_matter(bait: Bait) -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return ("---\n" + "\n".join(lines) + f"\ntitle: *a11\n---\n\n{_SENTENCE}\n").encode()


@CASES.add("md_front_matter_deep.md", "ok", holds=_SENTENCE)
def _front_matter_deep(bait: Bait) -> bytes:
    return b"---\ntitle: " + b"[" * 50_000 + f"\n---\n\n{_SENTENCE}\n".encode()


@CASES.add("md_front_matter_code.md", "ok", holds=_SENTENCE)
def _front_matter_code(bait: Bait) -> bytes:
    code = f"!!python/object/apply:os.system ['touch {bait.target}']"
    return f"---\ntitle: {code}\n---\n\n{_SENTENCE}\n".encode()
