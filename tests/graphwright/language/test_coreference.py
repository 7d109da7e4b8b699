from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language_builders import Spec, chunk_of, parsed_document
from spacy.language import Language
from spacy.tokens import Doc

from graphwright.errors import ModelError
from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.language.coreference import CoreferenceResolver, windows
from graphwright.tables.language import CoreferenceMention
from graphwright.tables.text import Chunk, Sentence

# coreferee ignores this warning where it is imported, and pytest shows it all the same.
pytestmark = pytest.mark.filterwarnings("ignore:.*W007:UserWarning")


class Parsed:
    """A chunk that was parsed, stored and read back."""

    def __init__(self, nlp: Language, *specs: Spec) -> None:
        document = parsed_document(*specs)
        chunk = chunk_of(document)
        ((annotation, sentences),) = annotate(nlp, chunk_inputs(document, [chunk]))
        self.text = document.text
        self.chunk: Chunk = chunk
        self.sentences: list[Sentence] = sentences
        self.doc: Doc = read_doc(annotation, nlp.vocab)


def resolve(nlp: Language, resolver: CoreferenceResolver, text: str) -> dict[str, str]:
    parsed = Parsed(nlp, ("paragraph", text))
    rows = resolver.resolve(parsed.doc, parsed.chunk, parsed.sentences)
    return {row.mention: row.name for row in rows}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "SAP Integration Suite connects systems. It supports many adapters.",
            {"It": "SAP Integration Suite"},
        ),
        (
            "The system checks the purchase order. Then it sends a message to the buyer.",
            {"it": "The system"},
        ),
        (
            "The Cloud Connector opens a tunnel, and its port is closed to others.",
            {"its": "The Cloud Connector"},
        ),
        (
            "The gateway and the router check every token. They reject old tokens.",
            {"They": "The gateway and the router"},
        ),
        (
            "Administrators create role collections. They assign them to users.",
            {"They": "Administrators", "them": "role collections"},
        ),
        (
            "Grace Hopper wrote a compiler. She called it A-0.",
            {"She": "Grace Hopper", "it": "a compiler"},
        ),
        ("Before it starts, the service reads a file.", {"it": "the service"}),
        # What a sentence brings in is what the next one speaks of, but not what its maker does.
        ("SAP launched Joule. It helps users to find documents.", {"It": "Joule"}),
        ("SAP released a new tool. It reads all files.", {"It": "a new tool"}),
        ("SAP released a new tool. It plans to sell many.", {"It": "SAP"}),
        # A subject goes on.
        ("The plant casts steel in sand, and it sells parts.", {"it": "The plant"}),
        ("Ada Byron wrote to Jane Austen. She was in London.", {"She": "Ada Byron"}),
        # coreferee takes these for "it was said that".
        ("The gateway is new. It was closed when the disk failed.", {"It": "The gateway"}),
        (
            "The Cloud Connector is small. It is an agent that runs on premise.",
            {"It": "The Cloud Connector"},
        ),
        # A name loses what is no name.
        ("Peter met his wife Ada. She smiled.", {"his": "Peter", "She": "Ada"}),
    ],
)
def test_pronouns_stand_for_names(
    nlp: Language, resolver: CoreferenceResolver, text: str, expected: dict[str, str]
) -> None:
    assert resolve(nlp, resolver, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The server is ready. It is important that you save the file.",
        "The server is ready. It seems that nobody uses the file.",
        "The plan was good. It is raining in Walldorf.",
        "It was closed. Then it was opened.",
        "The roles were deleted. It failed.",
        "You and I know this. We save our file.",
        "Save the file.",
        "The server is ready. Nobody can do it alone.",
        "Most orders are for bar stock. She wants to change that.",
        "The platform itself is closed.",
    ],
)
def test_what_stands_for_nothing_has_no_name(
    nlp: Language, resolver: CoreferenceResolver, text: str
) -> None:
    assert resolve(nlp, resolver, text) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The Destination service encrypts every password. The service keeps every address.",
            {"The service": "The Destination service"},
        ),
        (
            "You need a Kubernetes cluster. You can start this cluster today.",
            {"this cluster": "a Kubernetes cluster"},
        ),
        # The text says what it is, by a copula or an apposition.
        (
            "SAP Cloud ALM is a tool for operations. The tool shows alerts.",
            {"The tool": "SAP Cloud ALM"},
        ),
        (
            "The APIs now support a new parameter IV_CONTEXT_PATH. The parameter is short.",
            {"The parameter": "IV_CONTEXT_PATH"},
        ),
        ("Microsoft bought the code. The company closed it.", {"The company": "Microsoft"}),
        ("SAP Cloud ALM is not a tool. The tool shows alerts.", {}),
        ("Microsoft and Siemens sued Oracle. The company won.", {}),
        # Two names fit, a nameless one is between, the number differs, or the mention says more.
        ("The Destination service needs the Audit Log service. The service stops.", {}),
        ("The Destination service needs a service of yours. The service stops.", {}),
        ("The Destination services have stopped. The service stops.", {}),
        ("The Destination service is up. The service for users stops.", {}),
        ("The Destination service is up. A service stops.", {}),
        # What follows belongs to the mention.
        ("You set the region attribute. Map roles to the attribute Groups.", {}),
        (
            "The browser adds the key to the request URL. For the request, make sure the URL "
            "provided to the call is a relative path.",
            {},
        ),
        # What looks like a name is an instruction, a label, a clause or a value.
        ("Use client provided certificates. The client signs them.", {}),
        ("Choose Finalize Formation. You can delete the formation.", {}),
        ("The module supports shipping logs. The logs are big.", {}),
        ("You see a formation of type Integration. The integration has ended.", {}),
        ("Insert the URL here. You can copy the URL.", {}),
        # A name that is several, or that goes on.
        ("It answers every PUT and DELETE request. The request must be short.", {}),
        ("This is an OData version 4 service. The version saves time.", {}),
        # A thing that the subject of the sentence before names.
        ("Joule answers every question. This tool reads all files.", {"This tool": "Joule"}),
        ("Joule calls Grafana. This tool reads all files.", {}),
        ("Users ask Joule. This tool reads all files.", {}),
        ("Joule answers every question. This section is short.", {}),
    ],
)
def test_nominal_mentions_need_one_name(
    nlp: Language, resolver: CoreferenceResolver, text: str, expected: dict[str, str]
) -> None:
    found = resolve(nlp, resolver, text)
    assert {mention: found[mention] for mention in found if " " in mention} == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Monitor bgRFC Queues", "With this app you can save units.", ["Monitor bgRFC Queues"]),
        (
            "Monitor bgRFC Queues",
            "You can use this app to save units. This app needs a role.",
            ["Monitor bgRFC Queues"] * 2,
        ),
        # Not what the text itself is, not a title that tells what to do or holds the noun.
        ("Monitor bgRFC Queues", "This section describes the steps.", []),
        ("Deploying the Agent", "With this tool you can save units.", []),
        ("Install the Agent", "With this tool you can save units.", []),
        ("Map Routes to Apps", "Use this app to save units.", []),
        ("Overview", "With this app you can save units.", []),
        # Another app was spoken of before.
        ("Monitor bgRFC Queues", "You need an app. With this app you can save units.", []),
    ],
)
def test_a_title_names_what_the_page_is_about(
    nlp: Language, resolver: CoreferenceResolver, title: str, text: str, expected: list[str]
) -> None:
    parsed = Parsed(nlp, ("title", title), ("paragraph", text))
    rows = resolver.resolve(parsed.doc, parsed.chunk, parsed.sentences)
    assert [row.name for row in rows] == expected
    assert all(parsed.text[row.name_start : row.name_end] == row.name for row in rows)


def test_a_heading_inside_a_page_is_no_title(nlp: Language, resolver: CoreferenceResolver) -> None:
    parsed = Parsed(nlp, ("heading", "Key Features"), ("paragraph", "This app saves units."))
    assert resolver.resolve(parsed.doc, parsed.chunk, parsed.sentences) == []


def test_rows_are_exact_slices_at_canonical_offsets(
    nlp: Language, resolver: CoreferenceResolver
) -> None:
    text = "The Destination service keeps addresses. It encrypts them. Its port is open."
    document = parsed_document(("heading", "About Destinations"), ("paragraph", text))
    chunk = chunk_of(document, start=document.text.index("The Dest"))
    ((annotation, sentences),) = annotate(nlp, chunk_inputs(document, [chunk]))
    rows = resolver.resolve(read_doc(annotation, nlp.vocab), chunk, sentences)
    assert [(row.mention, row.name, row.chain) for row in rows] == [
        ("It", "The Destination service", 0),
        ("them", "addresses", 1),
        ("Its", "The Destination service", 0),
    ]
    for row in rows:
        assert document.text[row.mention_start : row.mention_end] == row.mention
        assert document.text[row.name_start : row.name_end] == row.name


def test_mentions_of_filtered_sentences_are_left_out(
    nlp: Language, resolver: CoreferenceResolver
) -> None:
    parsed = Parsed(nlp, ("paragraph", "The server sends mail."), ("heading", "Why It Fails"))
    assert resolver.resolve(parsed.doc, parsed.chunk, parsed.sentences) == []


def test_the_parse_is_not_changed(nlp: Language, resolver: CoreferenceResolver) -> None:
    parsed = Parsed(nlp, ("paragraph", "The server sends mail. It keeps a copy."))
    before = parsed.doc.to_bytes()
    first = resolver.resolve(parsed.doc, parsed.chunk, parsed.sentences)
    assert parsed.doc.to_bytes() == before
    assert first == resolver.resolve(parsed.doc, parsed.chunk, parsed.sentences) != []


LONG = " ".join(
    f"The {name} server sends its report to the archive. It waits until the archive answers it, "
    "and then the operator closes the window."
    for name in ("Alpha", "Beta")
)


def test_a_window_gives_the_names_of_the_whole_chunk(
    nlp: Language, resolver: CoreferenceResolver
) -> None:
    parsed = Parsed(nlp, ("paragraph", LONG + " Nothing happens." * 8 + " " + LONG))
    whole = CoreferenceResolver(nlp, look_back=1000)

    def rows(of: CoreferenceResolver) -> list[CoreferenceMention]:
        return of.resolve(parsed.doc, parsed.chunk, parsed.sentences)

    assert rows(resolver) == rows(whole)
    with nlp.memory_zone():
        inside = Parsed(nlp, ("paragraph", parsed.text))
        assert resolver.resolve(inside.doc, inside.chunk, inside.sentences) == rows(whole)


def test_an_error_inside_coreferee_is_raised_with_the_chunk(
    nlp: Language, resolver: CoreferenceResolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = Parsed(nlp, ("paragraph", "The server sends mail. It keeps a copy."))
    # A network of another width fails inside coreferee, as a model of another pipeline would.
    monkeypatch.setattr(resolver, "_vectors", None)
    with pytest.raises(ModelError, match=parsed.chunk.chunk_id):
        resolver.resolve(parsed.doc, parsed.chunk, parsed.sentences)


@given(st.sets(st.integers(0, 60)), st.integers(0, 6))
def test_windows_cover_each_position_with_its_past(positions: set[int], look_back: int) -> None:
    found = windows(sorted(positions), look_back)
    for position in positions:
        assert sum(a <= max(0, position - look_back) and position <= b for a, b in found) == 1
    assert all(b + 1 < c for (_, b), (c, _) in itertools.pairwise(found))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("On the Compare tab, you can compare versions. It is open to all users.", None),
        ("In the archive, you must be quiet. It has no windows.", None),
        ("You can change the tariff in the office. It is valid for a year.", "the tariff"),
        ("The clerk clicks on the tile. It opens the plan.", "the tile"),
    ],
)
def test_where_something_happens_is_no_antecedent(nlp, resolver, text, name):
    assert resolve(nlp, resolver, text).get("It") == name
