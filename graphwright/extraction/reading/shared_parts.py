"""What joined nouns share: "the cost and duration of the repair", "input and output files".

The first of them says too little without what stands behind the last, so its name goes on to there:
what is said of the whole is true, whichever of the two readings the author meant.
"""

from __future__ import annotations

from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Tree

_DETERMINERS = ("det", "poss", "predet")
_JOINS = frozenset({"and", "or", ",", "and/or"})
_OF_NAMES = frozenset({"compound", "amod", "nmod", "nummod", "punct", "cc"})


def shared_of(tree: Tree, noun: int) -> int | None:
    """Return the "of" behind the last of joined nouns that belongs to ``noun`` too, or None.

    One determiner before the first noun leads them all, and so one "of" ends them all.
    """
    series = _series(tree, noun)
    if len(series) < 2 or not _is_led_once(tree, series):
        return None
    behind = series[-1] + 1
    if behind >= len(tree.words) or tree.lower[behind] != "of" or tree.dep[behind] != "prep":
        return None
    return behind if tree.head[behind] in series else None


def shared_head(tree: Tree, noun: int) -> int | None:
    """Return the noun that ends a name which ``noun`` only starts, or None.

    A noun in the singular without a name of its own, joined to a name of two nouns: "input and
    output files"; a name that "an" leads beside another: "an HTTP and an RFC destination".
    """
    joined = _next(tree, noun)
    if joined is not None and _is_kind_of_names(tree, noun, joined):
        return joined
    if joined is None or _next(tree, joined) is not None or tree.tag[joined] not in ("NN", "NNS"):
        return None
    alone = not tree.has(noun, "compound", "nummod", "prep", "relcl", "acl", "appos")
    below = tree.within(joined, "compound")
    if not alone or list(below) != [joined - 1] or tree.lower[noun + 1] not in ("and", "or"):
        return None
    led = [tree.lower[index] for index in tree.within(joined, *_DETERMINERS)]
    if not led and tree.tag[noun] == "NN" and joined - 2 == noun + 1:
        return joined if tree.words[noun].islower() and tree.words[joined - 1].islower() else None
    single = any(tree.lower[index] in ("a", "an") for index in tree.within(noun, "det"))
    both = single and led[:1] in (["a"], ["an"]) and joined - 3 == noun + 1
    return joined if both and _is_name(tree, noun) and _is_name(tree, joined - 1) else None


def second_of_pair(tree: Tree, noun: int) -> int | None:
    """Return the noun joined to the first behind "between", of which neither is said alone."""
    prep = tree.head[noun]
    if tree.dep[noun] != "pobj" or tree.lower[prep] not in ("between", "among"):
        return None
    return _next(tree, noun)


def _is_kind_of_names(tree: Tree, noun: int, joined: int) -> bool:
    """Return whether a plural says what two names are that no article parts: "A and B jobs"."""
    plural = tree.tag[joined] == "NNS" and tree.words[joined].islower()
    if not plural or tree.dep[noun] == "conj" or _next(tree, joined) is not None:
        return False
    if not _is_name(tree, noun) or not _is_name(tree, joined - 1):
        return False
    beside = tree.has(noun, "prep", "relcl", "acl", "appos", "nummod", "punct")
    led = tree.has(joined, *_DETERMINERS, "amod", "nummod")
    joint = noun + 1 if noun not in tree.names else tree.names[noun].last
    return not (beside or led) and tree.lower[joint] in ("and", "or")


def _is_name(tree: Tree, index: int) -> bool:
    word = tree.words[index]
    return tree.tag[index] in NAME_TAGS or (len(word) > 1 and word.isupper())


def _series(tree: Tree, noun: int) -> list[int]:
    """Return the joined nouns around one, in order."""
    while tree.dep[noun] == "conj" and tree.tag[tree.head[noun]] in NOUN_TAGS:
        noun = tree.head[noun]
    series = [noun]
    while (joined := _next(tree, series[-1])) is not None:
        series.append(joined)
    return series


def _next(tree: Tree, noun: int) -> int | None:
    joined = [index for index in tree.within(noun, "conj") if index > noun]
    return joined[0] if len(joined) == 1 and tree.tag[joined[0]] in NOUN_TAGS else None


def _is_led_once(tree: Tree, series: list[int]) -> bool:
    """Return whether only the first noun has a determiner, and nothing parts the nouns."""
    if not tree.has(series[0], *_DETERMINERS):
        return False
    if any(tree.within(noun, *_DETERMINERS, "prep") for noun in series[1:-1]):
        return False
    if tree.has(series[-1], *_DETERMINERS):
        return False
    between = (i for i in range(series[0] + 1, series[-1]) if i not in series)
    return all(tree.dep[i] in _OF_NAMES or tree.lower[i] in _JOINS for i in between)
