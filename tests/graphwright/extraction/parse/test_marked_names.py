from __future__ import annotations

import pytest
from extraction_texts import tree_of
from hypothesis import given
from hypothesis import strategies as st

from graphwright.extraction.parse.marked_names import read_marks
from graphwright.extraction.parse.tree import Tree
from graphwright.tables.documents import Mark

STEPS = [
    ("Go to *System Landscape* > *Systems*.", {"System Landscape > Systems"}),
    ("Choose *Regenerate Failed APIs* to start the job.", {"Regenerate Failed APIs"}),
    ("Choose *Create* and then choose *Save and Close*.", {"Create", "Save and Close"}),
    ("Run `cf push -f manifest.yml` in the folder.", {"cf push -f manifest.yml"}),
    ("If you want to start again, choose *Reset and Resynchronize*.", {"Reset and Resynchronize"}),
    ("Select the *Add New* button.", {"Add New button"}),
    ("Navigate to the role list and choose *Pull* in the page header.", {"Pull", "role list"}),
]


@pytest.mark.parametrize(("sentence", "labels"), STEPS)
def test_a_marked_label_is_one_object(extract_names, sentence, labels):
    found = extract_names(f"# Ledger of Invoices\n{sentence}")
    assert {object_ for _, _, object_ in found.rule("instruction")} == labels


REFERENCES = [
    (
        "For more information, see [Manage Launchpad Pages] and [Manage Launchpad Spaces].",
        {"Manage Launchpad Pages", "Manage Launchpad Spaces"},
    ),
    (
        "See [Tutorial: Create Your First Console] and [Video Tutorial: Create Console].",
        {"Tutorial: Create Your First Console", "Video Tutorial: Create Console"},
    ),
    ("See [Manage certificates for a domain] in the guide.", {"Manage certificates for a domain"}),
    ("The steps are described in [Posting Invoices].", {"Posting Invoices"}),
    ("To learn more, refer to the [Account Model].", {"Account Model"}),
    ("If you want to learn more, read [Posting and Clearing].", {"Posting and Clearing"}),
]


@pytest.mark.parametrize(("sentence", "titles"), REFERENCES)
def test_each_link_is_a_reference_of_its_own(extract_names, sentence, titles):
    found = extract_names(f"# Ledger of Invoices\n{sentence}")
    assert {object_ for _, _, object_ in found.rule("reference")} == titles
    assert not {t.rule for t in found.triples} & {"topic", "instruction", "noun_preposition"}


def test_a_link_says_what_it_is_about_if_it_is_the_only_one(extract_names):
    one = extract_names("For more information about roles, see [Building Roles].")
    assert one.rule("topic") == {("Building Roles", "be about", "roles")}
    two = extract_names("For more information about roles, see [Building Roles] and [Groups].")
    assert not two.rule("topic")
    same = extract_names("For more information about role collections, see [Role Collections].")
    assert not same.rule("topic")


DESIGNATIONS = [
    ("Enter a name in the *Create a New Queue* wizard.", ("Create a New Queue", "be", "wizard")),
    ("The *SAP Cloud Connection* page lists it.", ("SAP Cloud Connection", "be", "page")),
    ("The role is created with the *Maintain Users* app.", ("Maintain Users", "be", "app")),
    ("The app *Roles After an Upgrade* is used.", ("Roles After an Upgrade", "be", "app")),
]


@pytest.mark.parametrize(("sentence", "fact"), DESIGNATIONS)
def test_a_kind_beside_a_mark_says_what_it_is(extract_names, sentence, fact):
    assert extract_names(sentence).rule("designation") == {fact}


def test_each_of_several_names_is_of_the_kind_beside_them(extract_names):
    before = extract_names("The fields `operator`, `server`, and `hook` are set by the module.")
    assert before.rule("designation") == {
        (x, "be", "fields") for x in ("operator", "server", "hook")
    }
    behind = extract_names("Open the *Turnkey Schedule* and *Turnkey Runs* tabs.")
    assert behind.rule("designation") == {
        ("Turnkey Schedule", "be", "tabs"),
        ("Turnkey Runs", "be", "tabs"),
    }
    assert not extract_names("The log shows *Pod* events of the last hour.").rule("designation")


def test_an_abbreviation_inside_a_link_is_read(extract_names):
    found = extract_names("The [Transport Control Tool (TCT)] is a feature of the platform.")
    assert found.rule("acronym") == {("Transport Control Tool", "be abbreviated as", "TCT")}


def test_a_name_behind_of_belongs_to_the_phrase_however_long(extract_names):
    facts = extract_names(
        "The system is added to a formation of type *Eventing Between Ledger Systems and Cloud*."
    ).facts
    whole = "formation of type Eventing Between Ledger Systems and Cloud"
    assert ("system", "be added to", whole) in facts


def test_a_verb_whose_past_looks_like_its_order(extract_names):
    found = extract_names("# Ledger of Invoices\nUnder *Step 3*, set the *Log Level* to *Info*.")
    assert ("Log Level", "be set to", "Info") in found.rule("reader_act")


def test_a_marked_label_is_no_clause(extract_names):
    facts = extract_names("*Test and Activate* starts the run of all jobs.").facts
    assert ("Test and Activate", "start", "run of all jobs") in facts
    assert all("activate" not in predicate for _, predicate, _ in facts)


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("Users must *NOT* delete keys.", "Users must NOT delete keys."),
        ("*Add* the role to the group.", "Add the role to the group."),
        ("The gateway *routes* requests.", "The gateway routes requests."),
    ],
)
def test_words_that_are_only_stressed_are_read_as_ever(extract_names, marked, plain):
    assert extract_names(marked).facts == extract_names(plain).facts


def tree_with(mark: tuple[int, int], heads: list[int], tags: list[str], deps: list[str]) -> Tree:
    """Return the tree of "Press Test and Run now" with a mark over some words."""
    tree = tree_of(["Press", "Test", "and", "Run", "now"], tags, deps, heads)
    read_marks(tree, [Mark("emphasis", tree.start[mark[0]], tree.end[mark[1] - 1])], [(0, 5)])
    return tree


def test_a_name_that_headed_the_sentence_leaves_it_to_the_verb_before():
    tree = tree_with(
        (1, 4), [1, 1, 1, 1, 3], ["NN", "VB", "CC", "VB", "RB"],
        ["compound", "ROOT", "cc", "conj", "advmod"],
    )  # fmt: skip
    assert (tree.tag[0], tree.dep[0], tree.head[0]) == ("VB", "ROOT", 0)
    assert (tree.dep[3], tree.head[3]) == ("dobj", 0)
    assert [tree.head[1], tree.head[2], tree.head[4]] == [3, 3, 0]
    assert set(tree.tag[1:4]) == {"NNP"}


def test_a_mark_that_is_all_of_a_scope_or_ends_inside_a_word_changes_nothing():
    tags, deps = ["VB", "NN", "CC", "NN", "RB"], ["ROOT", "dobj", "cc", "conj", "advmod"]
    heads = [0, 0, 1, 1, 0]
    whole = tree_with((0, 5), heads, tags, deps)
    assert (whole.tag, whole.head, whole.names) == (tags, heads, {})
    tree = tree_of(["Press", "Test", "and", "Run", "now"], tags, deps, heads)
    read_marks(tree, [Mark("emphasis", tree.start[1], tree.end[1] - 1)], [(0, 5)])
    assert (tree.tag, tree.head, tree.names) == (tags, heads, {})


WORDS = [
    "In",
    "the",
    "Ledger",
    "choose",
    "Test",
    "and",
    "Run",
    ",",
    "fields",
    "starts",
    "to",
    "Save",
]
TAGS = ["IN", "DT", "NNP", "VB", "VBG", "CC", "NN", ",", "NNS", "VBZ", "TO"]
DEPS = ["prep", "det", "nsubj", "dobj", "pobj", "conj", "cc", "compound", "xcomp", "advcl", "pcomp"]


@st.composite
def marked_trees(draw: st.DrawFn) -> tuple[Tree, list[Mark]]:
    """Return the tree of some words with a random parse, and marks over some of them."""
    size = draw(st.integers(3, 12))
    order = draw(st.permutations(range(size)))
    heads = list(range(size))
    for place, index in enumerate(order[1:], 1):
        heads[index] = order[draw(st.integers(0, place - 1))]
    pick = [draw(st.sampled_from(values)) for values in (WORDS, TAGS, DEPS) for _ in range(size)]
    words, tags, deps = pick[:size], pick[size : 2 * size], pick[2 * size :]
    tree = tree_of(words, tags, deps, heads)
    starts = sorted(draw(st.sets(st.integers(0, size - 1), max_size=3)))
    ends = [draw(st.integers(first + 1, size)) for first in starts]
    kinds = [draw(st.sampled_from(["code", "link", "emphasis"])) for _ in starts]
    spans = zip(kinds, starts, ends, strict=True)
    return tree, [Mark(kind, tree.start[a], tree.end[b - 1]) for kind, a, b in spans]


def test_a_word_that_hung_on_a_name_does_not_hang_below_itself() -> None:
    words = ["In", "In", "In", "In", "the", "In", "In", "In", "In"]
    tree = tree_of(words, ["IN"] * 9, ["prep"] * 9, [0, 2, 5, 0, 0, 0, 1, 0, 0])
    marks = [Mark("code", tree.start[a], tree.end[b]) for a, b in ((0, 0), (5, 6))]
    read_marks(tree, marks, [(0, 9)])
    assert tree.head[2] != 1 or tree.head[1] != 2


@given(marked_trees())
def test_whatever_the_parse_each_name_is_one_noun_of_a_tree(marked):
    tree, marks = marked
    size = len(tree.words)
    read_marks(tree, marks, [(0, size)])
    for index in range(size):
        above, steps = index, 0
        while tree.head[above] != above and steps <= size:
            above, steps = tree.head[above], steps + 1
        assert steps <= size, "the words above a word lead to a root"
    for name in set(tree.names.values()):
        outside = {tree.head[i] for i in range(name.first, name.last) if i != name.head} - set(
            range(name.first, name.last)
        )
        assert not outside
        assert set(tree.tag[name.first : name.last]) == {"NNP"}
