"""What the walk weighs, and where each number comes from.

The form and the first values are those found on four question sets (docs/retrieval.md); what was
chosen again was chosen on one half of the sets at hand and confirmed on the other. The same numbers
serve every corpus: ``benchmarks/retrieval.py --sensitivity`` prints what each of them halved and
doubled does.
"""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class WalkParameters:
    """The numbers of a walk; weights are relative to each other."""

    start_chunks: int = 20
    """Chunks where a walk may start: the first by blended score."""
    fact_chunks: int = 100
    """Chunks, the first by blended score, whose facts are compared with the question, too. With 50
    MuSiQue gains nothing."""
    fact_share: float = 0.5
    """How far such a chunk's score goes towards the cosine of its nearest fact. All the way, one
    question more to SAP's pages has the right one first, and the keywords of libreoffice_index lose
    what they had over the hybrid: a short fact repeats keywords easily."""
    fact_below: float = 0.02
    """What a fact must be nearer than the chunk. Chosen, as were the two above, on one half of the
    questions to SAP's pages, and confirmed on the other; no other set loses."""
    temperature: float = 0.03
    """Of the softmax over their blended scores: the first few have nearly all of the start."""
    seed_share: float = 0.4
    """The most of the start that the names of the question have; less, the more chunks they are
    in."""
    fact: float = 1.0
    """Weight of a mention in an accepted fact."""
    heading: float = 1.0
    """Weight of a name in a heading above the chunk."""
    text: float = 0.2
    """Weight of a name in the chunk's text."""
    section: float = 3.0
    """Weight of the way back from an entity to the chunk whose last heading is its name."""
    most_chunks: int = 100
    """An entity of more chunks than these leads nowhere; neither does one of a single chunk."""
    stay: float = 0.3
    """Share of a chunk's rank that stays there in a step."""
    damping: float = 0.7
    """Share of steps that go on instead of starting again."""
    steps: int = 15
    """After so many a two hundredth of the start is still under way."""
    least_rank: float = 1e-4
    """A walk does not go on from where it is less often: so it is quick in a graph of any size."""
    blend: float = 0.75
    """Weight of a chunk's blended score beside its rank, of which the first is 1."""
    first_chunks: int = 5
    """Chunks, the best of all, from which the sections about what they mention are taken."""
    named: float = 0.2
    """What is added for such a section, for the nth chunk an nth of it; several sections about the
    same share it. Seen on all sets among about 150 variants, so chosen on none of them apart. A
    question that names nothing asks about no one thing that a section could be about, and gets
    none of it: seen on one half of libreoffice_index, and confirmed on the other; no set loses."""
    linked: float = 0.5
    """What is added for the best passage of a document that one of the first chunks' documents
    links to: for the nth of these an nth of it, over the root of how many documents link there.
    Chosen on one half of the questions to SAP's pages, where .5 and .6 are best, and confirmed on
    the other; the other sets have no links."""
    most_links: int = 100
    """A document that links to more than these is an index, and leads nowhere."""


WALK = WalkParameters()


@dataclasses.dataclass(frozen=True, slots=True)
class FactParameters:
    """The numbers by which facts are ranked: each is added to a fact's cosine with the question."""

    passages: int = 20
    """Passages whose facts may answer. Chosen on one half of the questions to SAP's pages, and
    confirmed on the other: 10, 30 and 50 find fewer answers."""
    neighbours: int = 100
    """Facts of each name of the question that may answer, the strongest."""
    step_passages: int = 3
    """Passages whose steps may answer beside their facts of knowledge: "which module do I add" asks
    for what to do. Chosen on one half of the questions to SAP's pages, and confirmed on the other;
    2 and 4 are level."""
    estimate_none: float = 0.55
    """Nearness of a step that holds next to nothing of a question. This number and the next are
    near to a least-squares fit of estimates to cosines (they correlate by .8 and .76 on the two
    halves of the questions to SAP's pages)."""
    estimate_words: float = 0.6
    """What a step is nearer that holds all words of a question; a share of them, a share of it."""
    embedded: int = 48
    """Facts without a stored vector that are embedded with a question, where it asks for them."""
    candidates: int = 120
    """Facts that are looked at, the nearest."""
    least_cosine: float = 0.5
    """A fact that is less near than this has nothing to do with the question."""
    passage: float = 0.15
    """Where the first passage states it; at rank n an nth of it."""
    document: float = 0.1
    """Where the document of the first passage states it, be it elsewhere. This number and that of
    the sentence were chosen on one half of the questions to SAP's pages, and confirmed on the
    other."""
    document_passages: int = 100
    """Passages of that document whose facts may answer, those around the first."""
    name: float = 0.05
    """Where it is about a name of the question."""
    word: float = 0.2
    """Where it holds all content words of the question; a share of them, a share of it."""
    focus: float = 0.1
    """Where it holds all words that say what is asked for; a share of them, a share of it. Chosen
    on one half of the questions to SAP's pages, where .05 to .2 are level, and confirmed on the
    other."""
    sentence: float = 0.2
    """The same for the fact and its sentence together: a fact is cut from what it stands in."""
    answer: float = 0.1
    """Where it holds the type of thing that is asked for."""
    same_sentence: int = 2
    """Facts of one sentence that an answer has at most; of a step one, as others say it again."""
    same_words: float = 0.7
    """Two facts that share so many of their words say the same."""


FACTS = FactParameters()


@dataclasses.dataclass(frozen=True, slots=True)
class PcstParameters:
    """The numbers of ``pcst``: the form is G-Retriever's, prizes by rank and one cost."""

    prized: int = 10
    """Entities and relations with a prize: of so many the first has this prize, the last 1."""
    cost: float = 6.0
    """Of each relation; chosen on hotpotqa and stackfaq."""
    hops: int = 2
    """How far the part may reach from an entity with a prize: so it is quick in any graph."""
    neighbours: int = 50
    """Relations of an entity that are looked at, the strongest."""
    frontier: int = 200
    """Entities from which each hop goes on."""
    chunks: int = 100
    """Chunks of an entity that are looked at."""


PCST = PcstParameters()
