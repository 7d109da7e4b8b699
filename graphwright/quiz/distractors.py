"""The second pass: three wrong options of the same kind, near the right one.

Wrong options that all lie around the right one would betray it as their middle, and so would a
right one that is always the longest. Of the nearest candidates those three are taken with which the
right option has the place, by likeness to the others and by length, that the item's id draws.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from graphwright.applications.menu_names import name_key
from graphwright.ids import content_id
from graphwright.quiz.draft import Candidate, Draft, likeness, words_of

WRONG = 3
"""Wrong options of a question (Lemon Learning, table 2)."""
_NEAREST = 10
_LENGTH_RATIO = 2.2


def wrong_options(draft: Draft, usable: Sequence[Candidate]) -> list[Candidate]:
    """Return the wrong options of a question, fewer than ``WRONG`` where there are too few."""
    near = nearest(draft, usable)
    if len(near) <= WRONG:
        return near
    drawn = int(content_id("middle", draft.item_id), 16)
    centre, length = drawn % (WRONG + 1), (drawn // 7) % (WRONG + 1)
    asked, right = words_of(draft.question), words_of(draft.right.text)
    told = len(asked & right)
    words = {one.text: words_of(one.text) for one in (*near, draft.right)}

    def cost(chosen: tuple[Candidate, ...]) -> tuple[float, ...]:
        shared = sum(len(asked & words[one.text]) >= told for one in chosen)
        off = abs(_centrality(draft.right, chosen, words) - centre)
        off += abs(_length_place(draft.right, chosen) - length)
        near_by = sum(near.index(one) for one in chosen)
        return (told > 0 and not shared, off - 0.5 * min(shared, 2), near_by)

    chosen: tuple[Candidate, ...] = min(itertools.combinations(near, WRONG), key=cost)
    return list(chosen)


def nearest(draft: Draft, usable: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates most like the right option or the question, of a like length."""
    right, asked = words_of(draft.right.text), words_of(draft.question)
    size, names = len(draft.right.text), draft.right.text.count(" > ")

    def rank(one: Candidate) -> tuple[float, str]:
        words = words_of(one.text)
        near = likeness(words, right) + 0.5 * len(words & asked) / max(1, len(words))
        near -= 0.15 * abs(one.text.count(" > ") - names)
        near -= 0.3 * abs(len(one.text) - size) / max(len(one.text), size)
        return -near, content_id(draft.item_id, one.text)

    fits = {
        name_key(one.text): one
        for one in sorted(usable, key=lambda one: one.text)
        if 1 / _LENGTH_RATIO <= len(one.text) / size <= _LENGTH_RATIO
    }
    return sorted(fits.values(), key=rank)[:_NEAREST]


def in_order(draft: Draft, wrong: Sequence[Candidate]) -> tuple[list[str], int]:
    """Return all options in an order that tells nothing, and the place of the right one.

    The right one's place is drawn by the item's id alone, so that each is as common.
    """
    texts = sorted((one.text for one in wrong), key=lambda text: content_id(draft.item_id, text))
    place = int(content_id("place", draft.item_id), 16) % (len(texts) + 1)
    return [*texts[:place], draft.right.text, *texts[place:]], place


def _centrality(
    right: Candidate, wrong: Sequence[Candidate], words: dict[str, frozenset[str]]
) -> int:
    """Return how many options are more like the others than the right one is."""
    options = [right, *wrong]
    sums = [
        sum(likeness(words[a.text], words[b.text]) for b in options if b is not a) for a in options
    ]
    return sum(one > sums[0] for one in sums[1:])


def _length_place(right: Candidate, wrong: Sequence[Candidate]) -> int:
    return sum(len(one.text) > len(right.text) for one in wrong)
