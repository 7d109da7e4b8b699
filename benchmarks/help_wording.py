"""Count what a model that invents could smuggle into a reply past the checks of its words.

    .venv/bin/python benchmarks/help_wording.py FOLDER...

Each resolution of each page under ``FOLDER/pages`` is worded faithfully in a few ways, and falsely
in one way for each line of the table: a number, name, link or negation that is another, steps in
another order, a sentence left out, one of another page put in, an act that nobody did, in the
agent's person or without one, and orders that nobody gave. ``said`` is the share of falsely worded
replies that would go out (0 is right), of faithful ones the share that would (the others are said
as the page says them). Half of the false sentences are put together from the reply's own words, as
these are hardest to tell. Nothing is drawn at random. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from help_sources import parsed_pages

from graphwright.dialogue.reply import Part
from graphwright.dialogue.rewording import faults
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS, NEGATIONS
from graphwright.help.rows import read_page
from graphwright.help.sentence_roles import is_step

Told = Sequence[str]
"""The sentences of a reply, in order."""
Wordings = Mapping[str, Callable[[Told, str], str | None]]
"""Makes a wording of a reply and of a sentence of another page; None where it does not apply."""

_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(r"\b(?:" + "|".join(sorted(NEGATIONS)) + r")\b ?", re.IGNORECASE)
_FEWEST = 3
"""Words that name something which a foreign sentence has, so that it says anything."""


def _joined(told: Told) -> str:
    return " ".join(told)


def _put(told: Told, sentence: str | None) -> str | None:
    return None if sentence is None else f"{_joined(told)} {sentence}"


def _changed(told: Told, pattern: re.Pattern[str], by: Callable[[str], str]) -> str | None:
    text = _joined(told)
    changed = pattern.sub(lambda found: by(found[0]), text, count=1)
    return changed if changed != text else None


def _step(told: Told) -> tuple[str, str] | None:
    """Return verb and rest of the first order, in small letters and without its full stop."""
    for sentence in told:
        verb, _, rest = sentence.rstrip(".!").partition(" ")
        if rest and verb.isalpha() and is_step(sentence):
            return verb.casefold(), rest
    return None


def _done(told: Told, frame: str) -> str | None:
    step = _step(told)
    if step is None:
        return None
    past = f"{step[0]}d" if step[0].endswith("e") else f"{step[0]}ed"
    return _put(told, frame.format(past=past, rest=step[1]))


def _turned(told: Told, _: str) -> str | None:
    """Return an order turned into its opposite by the reply's own words."""
    step = _step(told)
    return _put(told, f"Do not {step[0]} {step[1]}.") if step else None


FAITHFUL: Wordings = {
    "as it is": lambda told, _: _joined(told),
    "politely": lambda told, _: "Please: " + " Then: ".join(told),
    "as a list": lambda told, _: "\n".join(f"- {one}" for one in told),
}
FALSE: Wordings = {
    "another number": lambda told, _: _changed(told, _NUMBER, lambda n: str(int(n) + 1)),
    "a number put in": lambda told, _: _put(told, "Wait 7531 minutes."),
    "a negation lost": lambda told, _: _changed(told, _NEGATION, lambda _: ""),
    "the opposite": _turned,
    "another link": lambda told, _: _put(told, "See https://elsewhere.example/now."),
    "another name": lambda told, _: _put(told, "Ask Mallory Quux."),
    "the order": lambda told, _: _joined(told[::-1]) if len(set(told)) > 2 else None,
    "a sentence left out": lambda told, _: _joined(told[1:]) if len(set(told)) > 1 else None,
    "another page's sentence": _put,
    "an act of the agent": lambda told, _: _done(told, "I {past} {rest}."),
    "an act of nobody": lambda told, _: _done(told, "This was {past}: {rest}."),
    "an act that is finished": lambda told, _: _put(told, "It has been done for you."),
    "a promise": lambda told, _: _put(told, "Somebody will do this for you today."),
    "an order that nobody gave": lambda told, _: _put(told, "Delete the folder and start again."),
}
WORDINGS = {"faithful": FAITHFUL, "false": FALSE}


def resolutions(folder: Path) -> Iterator[list[str]]:
    """Yield what the nodes of a folder's pages say, by sentence or item."""
    for source in parsed_pages(folder):
        document = source.document
        for node in read_page(document, source.title).nodes:
            told = [document.text[span.start : span.end] for span in node.resolution_spans]
            if node.actionable and told:
                yield told


def shares(replies: Sequence[Told], wordings: Wordings) -> dict[str, tuple[int, float]]:
    """Return for each way how many replies were worded so, and the share that would be said."""
    foreign = [told[0] for told in replies if _names(told[0]) >= _FEWEST]
    found = {}
    for name, word in wordings.items():
        said = []
        for place, told in enumerate(replies):
            other = foreign[(place * 7 + len(foreign) // 2) % len(foreign)]
            worded = word(told, other) if other not in told else None
            if worded is not None:
                parts = [Part(one, "node", "page", 0, len(one)) for one in told]
                said.append(not faults(parts, worded))
        found[name] = (len(said), sum(said) / len(said) if said else 0.0)
    return found


def _names(sentence: str) -> int:
    return len(set(terms(sentence)) - FUNCTION_WORDS)


def main() -> None:
    """Read the arguments and print the table of each folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    result = {}
    for folder in parser.parse_args().folders:
        replies = list(resolutions(folder))
        print(f"{folder.name}: {len(replies)} resolutions")
        both = {name: shares(replies, made) for name, made in WORDINGS.items()}
        for kind, rows in both.items():
            for name, (count, said) in rows.items():
                print(f"  {kind:<9}{name:<28}{count:>6} said {said:.3f}")
        result[folder.name] = both
    print(json.dumps(result))


if __name__ == "__main__":
    main()
