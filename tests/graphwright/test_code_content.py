from __future__ import annotations

import pytest

from graphwright.code_content import Import, read_data, read_module


def said(source: str) -> str:
    return read_module(source.encode(), "graphwright.here").meaning


def imports(source: str) -> tuple[Import, ...]:
    return read_module(source.encode(), "graphwright.here").imports


RULES = "from graphwright.extraction.rules.declaration import Feature, reads\n"
TABLES = "from graphwright.tables.declare import col\n"
SAME = {
    "comment": ("x = 1", "x = 1  # one"),
    "layout": ("f(a, b)", "f(\n    a,\n    b,\n)"),
    "quotes": ("x = 'a'", 'x = "a"'),
    "docstring": ("def f():\n    return 1", 'def f():\n    """One."""\n    return 1'),
    "docstring of a constant": ("x = 1", 'x = 1\n"""One."""'),
    "body of a class": ('class A:\n    """One."""', "class A:\n    pass"),
    "example of a rule": (
        f"{RULES}r = Rule('r', reads('One.'))",
        f"{RULES}r = Rule('r', reads('Two.', ()))",
    ),
    "meaning of a feature": (
        f"{RULES}f = Feature('f', 'One.', ALL)",
        f"{RULES}f = Feature('f', 'Two.', ALL)",
    ),
    "description of a column": (
        f"{TABLES}x: int = col('One.')",
        f"{TABLES}x: int = col('Two.')",
    ),
    "description of a column under another name": (
        "from graphwright.tables.declare import col as c\nx: int = c('One.')",
        "from graphwright.tables.declare import col as c\nx: int = c('Two.')",
    ),
    "order of imports": (
        "import a\nfrom b import c, d",
        "from b import d\nfrom b import c\nimport a",
    ),
    "imports of a type checker": ("x = 1", "if TYPE_CHECKING:\n    import a\nx = 1"),
}
OTHER = {
    "number": ("x = 1", "x = 2"),
    "type of a number": ("x = 1", "x = 1.0"),
    "none": ("return_ = f(None)", "return_ = f()"),
    "text": ("x = 'a'", "x = b'a'"),
    "order": ("a()\nb()", "b()\na()"),
    "annotation": ("x: int = 1", "x: str = 1"),
    "imported name": ("from a import b as c", "from a import d as c"),
    "name of a feature": (
        f"{RULES}f = Feature('f', 'One.')",
        f"{RULES}f = Feature('g', 'One.')",
    ),
    "default of a column": (
        f"{TABLES}x: int = col('One.', default=1)",
        f"{TABLES}x: int = col('One.', default=2)",
    ),
    "another function of the name": (
        "def reads(text): return open(text)\nreads('one')",
        "def reads(text): return open(text)\nreads('two')",
    ),
    "a function of the name from elsewhere": (
        "from frames import col\ncol('one')",
        "from frames import col\ncol('two')",
    ),
    "without a type checker": (
        "if TYPE_CHECKING:\n    x = 1\nelse:\n    x = 2",
        "if TYPE_CHECKING:\n    x = 1\nelse:\n    x = 3",
    ),
    "nesting": ("if a:\n    b()\nc()", "if a:\n    b()\n    c()"),
}


@pytest.mark.parametrize("name", SAME)
def test_what_only_people_read_does_not_count(name: str) -> None:
    one, other = SAME[name]
    assert said(one) == said(other)


@pytest.mark.parametrize("name", OTHER)
def test_what_python_reads_counts(name: str) -> None:
    one, other = OTHER[name]
    assert said(one) != said(other)


def test_imports_are_found_wherever_they_stand() -> None:
    source = (
        "import a.b as c\n"
        "def f():\n    from ..up import d\n    from . import e\n"
        "if typing.TYPE_CHECKING:\n    import unseen\nelse:\n    import seen\n"
    )
    assert imports(source) == (
        Import("a.b", "", "c"),
        Import("graphwright.here", "e", "e"),
        Import("graphwright.up", "d", "d"),
        Import("seen", "", "seen"),
    )


def test_names_of_data_files_are_found() -> None:
    source = b"p = Path(__file__).with_name('words.yaml')\nq = 'no file.', f'{x}.yaml'"
    assert read_module(source, "a").data_names == ("words.yaml",)


def test_a_yaml_file_is_what_it_holds_in_its_order() -> None:
    plain = read_data(b"a: [1, 2]\nb: x", "w.yaml")
    assert plain == read_data(b"# A reason.\na:\n- 1\n- 2\n\nb: 'x'\n", "w.yaml")
    assert plain != read_data(b"b: x\na: [1, 2]", "w.yaml")
    assert plain != read_data(b"a: [1, 2]\nb: y", "w.yaml")
    assert read_data(b"a: [", "w.yaml") != read_data(b"a: {", "w.yaml")
    assert read_data(b"a: 1", "w.txt") != read_data(b"a: 1 # b", "w.txt")
