"""Markdown pages whose front matter holds what no program can read as a value."""

from __future__ import annotations

from benchmarks.hostile_files.case import Bait, Cases

CASES = Cases()
_SENTENCE = "The clerk files the invoice."

_LINES = {
    "date_that_is_not": "date: 2024-02-30",
    "date_of_zeros": "date: 0000-00-00",
    "date_zone": "date: 2024-01-01T00:00:00+99:99",
    "date_hour": "date: 2024-01-01 25:61:61",
    "date_far": "date: 99999-12-31",
    "number_long": f"order: {'9' * 6_000}",
    "number_hexadecimal": f"order: 0x{'f' * 6_000}",
    "number_octal": "order: 0o999",
    "number_of_base_60": "order: 190:20:30:59:99",
    "number_none": "order: .nan\nlimit: -.inf",
    "key_is_a_word": "yes: no\non: off\nnull: ~",
    "key_is_a_list": "? [a, b]\n: c",
    "key_is_a_mapping": "{a: b}: c",
    "key_twice": "title: First\ntitle: Second",
    "tag_unknown": "date: !reviewed 2024-01-01",
    "tag_binary": "logo: !!binary no-base-64",
    "tag_wrong": "order: !!int nine",
    "tag_set": "tags: !!set {a, b}",
    "merge": "a: &a {x: 1}\nb: {<<: [*a, *a]}",
    "merge_of_a_word": "a: &a word\nb: {<<: *a}",
    "alias_of_itself": "a: &a [*a]",
    "deep": "a: " + "{b: " * 60 + "c" + "}" * 60,
}
"""Name of a page to the lines of its front matter, which is a mapping: none of it is text."""


def _page(name: str, matter: str) -> None:
    @CASES.add(f"md_matter_{name}.md", "ok", holds=_SENTENCE)
    def _make(bait: Bait) -> bytes:
        return f"---\n{matter}\n---\n\n{_SENTENCE}\n".encode()


for _name, _matter in _LINES.items():
    _page(_name, _matter)


@CASES.add("md_matter_merges_grow.md", "ok", holds=_SENTENCE)
def _merges(bait: Bait) -> bytes:
    lines = ["a0: &a0 {x: 1}"]
    lines += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 20)}]}}" for n in range(1, 12)]
    return ("---\n" + "\n".join(lines) + f"\n---\n\n{_SENTENCE}\n").encode()


@CASES.add("md_matter_control_characters.md", "ok", holds=_SENTENCE)
def _control(bait: Bait) -> bytes:
    return f"---\ntitle: a\x01b\x7f\n---\n\n{_SENTENCE}\n".encode()


@CASES.add("md_matter_never_ends.md", "ok", holds=_SENTENCE)
def _open(bait: Bait) -> bytes:
    return f"---\ntitle: Orders\n\n{_SENTENCE}\n".encode()
