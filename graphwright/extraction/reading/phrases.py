"""Arguments: the shortest span around a head that still names its concept.

A name keeps its compounds, adjectives, numbers and an "of" phrase, and loses determiners, relative
clauses and modifiers that name nothing ("following", "various"). Quoted text, menu paths, named
entities and names such as "Joule for Consultants" stay whole (SAP, section 3.1.2: phrasal and
entity merging). Which argument stands in which relation is decided by the rules, not here.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, PRONOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.gerunds import complement_of_gerund
from graphwright.extraction.reading.labels import labels, quotations
from graphwright.extraction.reading.quantities import (
    MEASURES,
    bounds_number,
    only_counts,
    states_amount,
)
from graphwright.extraction.reading.shared_parts import second_of_pair, shared_head, shared_of
from graphwright.extraction.reading.spans import (
    end_before_open_bracket,
    is_label,
    over_path,
    starts_order,
)

_PLACES = frozenset({"GPE", "LOC", "FAC"})
_JOINTS = frozenset({"and", "or", "nor", "&", "as", "then"})

MAX_NAME_TOKENS = 8
"""An "of" phrase that would make a name longer than this is left off."""

_MAX_JOINED_TOKENS = 10
"""The same for two names that share their last noun."""

_LEFT = frozenset({"compound", "amod", "nmod", "nummod", "quantmod", "poss", "npadvmod", "punct"})
_RIGHT = frozenset({"nummod", "compound", "nmod", "npadvmod", "appos"})
_FULL_LEFT = _LEFT | {"det", "predet", "advmod", "nmod", "preconj", "case"}
_MAX_FULL_DEPTH = 6
_DETERMINERS = frozenset({"DT", "PRP$", "WDT", "PDT", "WP$", "CC", "WRB", "IN", "PRP"})
_COUNTED = frozenset({"CARDINAL", "ORDINAL"}) | MEASURES
_NAME_PARTS = NOUN_TAGS | {"CD", "POS", "HYPH", "SYM", "FW", "JJ", "IN", "DT", "CC", "LS", ":"}
_EDGE_TAGS = frozenset(
    {"``", "''", ",", ".", ":", "-LRB-", "-RRB-", "HYPH", "SYM", "_SP", "POS", '""', "NFP"}
)
_ENTITY_ENDS = _EDGE_TAGS | {"IN", "DT", "CC"}
_KEPT_EDGES = frozenset("#+@%$€£")
_PAIRS = {"(": ")", "[": "]", "“": "”", "«": "»", "‘": "’", '"': '"', "``": "''", "'": "'"}
_DEGREES = frozenset({"RB", "RBR", "RBS", "JJR", "JJS"})
_ADJECTIVES = frozenset({"JJ", "VBN", "VBG"})
_CURRENCIES = frozenset("$€£¥")
_KEPT_STARTS = frozenset("#+@$€£/._<~-")


class Phrases:
    """Finds the argument around a head, with the spans that must stay whole found once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._atoms = dict[int, tuple[int, int]]()
        self._cache = dict[int, Argument]()
        self._full = dict[int, Argument]()
        self._find_entities()
        for span in (*labels(tree), *quotations(tree), *(n[1:3] for n in tree.names.values())):
            self._add_atom(*span)

    def _find_entities(self) -> None:
        for begin, end, label in self._tree.ents:
            first, last = self._without_edges(begin, end)
            if last - first > 1 and label not in _COUNTED and self._is_name(first, last):
                self._add_atom(first, last)

    def _without_edges(self, first: int, last: int) -> tuple[int, int]:
        tag = self._tree.tag
        while first < last and (tag[first] in _DETERMINERS or self._is_order(first)):
            first += 1
        while first < last and tag[last - 1] in _ENTITY_ENDS:
            last -= 1
        return first, last

    def _is_order(self, index: int) -> bool:
        """Return whether a token starts an order to the reader: "Choose Edit"."""
        tree = self._tree
        first = index == tree.scope[index] and index not in tree.names
        return first and tree.lower[index] in words("interface_verbs")

    def _is_name(self, first: int, last: int) -> bool:
        scope = self._tree.scope
        return scope[first] == scope[last - 1] and _NAME_PARTS.issuperset(
            self._tree.tag[first:last]
        )

    def _add_atom(self, first: int, last: int) -> None:
        for index in range(first, last):
            self._atoms[index] = (first, last)

    def inside_atom(self, index: int) -> bool:
        """Return whether a token is part of a span that no rule cuts: a quotation, path or name."""
        return index in self._atoms

    def of(self, head: int) -> Argument:
        """Return the argument around a head."""
        found = self._cache.get(head)
        if found is None:
            found = self._cache[head] = self._build(head, nested=False)
        return found

    def full(self, head: int) -> Argument:
        """Return the noun phrase with its determiner and every "of", and no other preposition."""
        found = self._full.get(head)
        if found is None:
            name = self.of(head)
            first = min(name.first, self._full_left(head))
            last = max(name.last, self._full_right(head, 0))
            found = self._full[head] = self._quoted(Argument(head, first, last))
        return found

    def _quoted(self, argument: Argument) -> Argument:
        """Return the argument with the quotation marks that stand around it or cut into it."""
        words_, first, last = self._tree.words, argument.first, argument.last
        scope = self._tree.scope[first]
        closing = _PAIRS.get(words_[first - 1]) if first - 1 >= scope else None
        inside = last < len(words_) and self._tree.scope[last] == scope
        if closing is not None and inside and words_[last] == closing:
            return Argument(argument.head, first - 1, last + 1)
        opened = sum(word == '"' for word in words_[first:last]) % 2
        if opened and inside and words_[last] == '"':
            return Argument(argument.head, first, last + 1)
        return argument

    def around(self, argument: Argument) -> Argument:
        """Return the whole noun phrase that an argument is taken from, without clauses."""
        if self._tree.tag[argument.head] not in NOUN_TAGS:
            return argument
        phrase = self.full(argument.head)
        first, last = min(phrase.first, argument.first), max(phrase.last, argument.last)
        return Argument(argument.head, first, self._over_phrases(argument.head, last, 0))

    def _over_phrases(self, head: int, last: int, depth: int) -> int:
        """Return the end of a noun phrase over the prepositions that follow it closely."""
        tree = self._tree
        for prep in tree.within(head, "prep"):
            inner = tree.first(prep, "pobj")
            if prep != last or inner is None or depth >= _MAX_FULL_DEPTH:
                continue
            last = self._over_phrases(inner, self.full(inner).last, depth + 1)
        return last

    def _full_left(self, head: int) -> int:
        tree = self._tree
        first = head
        for child in reversed(tree.children[head]):
            if child > head:
                continue
            if tree.dep[child] not in _FULL_LEFT or tree.right[child] < first:
                break
            first = tree.left[child]
        while first < head and self._is_edge(first):
            first += 1
        return first

    def _full_right(self, head: int, depth: int) -> int:
        """Return the end of a phrase: over "of" phrases, up to the first other thing behind it."""
        tree = self._tree
        last = head + 1
        for child in tree.children[head]:
            if child < last:
                continue
            if child > last or depth >= _MAX_FULL_DEPTH:
                break
            if tree.dep[child] == "prep" and tree.lower[child] == "of":
                inner = tree.first(child, "pobj")
                if inner is None:
                    break
                last = self._full_right(inner, depth + 1)
            elif tree.dep[child] in _RIGHT and tree.dep[child] != "appos":
                last = tree.right[child]
            else:
                break
        return last

    def _build(self, head: int, *, nested: bool) -> Argument:
        activity = complement_of_gerund(self._tree, head)
        if activity is not None:
            last = self.of(activity).last if activity > head else head + 1
            last = self._over_aim(head, last)
            return Argument(head, head, last if last - head <= MAX_NAME_TOKENS else head + 1)
        first, last = self._left_edge(head), self._right_edge(head)
        first, last = self._over_atoms(head, first, last)
        first = self._over_bracket(head, first, last)
        last = max(last, self._with_of(head, first, last, nested=nested))
        return self.trim(head, first, self._over_joined(head, first, last, nested=nested))

    def _over_aim(self, gerund: int, last: int) -> int:
        """Return the end of an act over what it leads to: "bringing boats to market" is one."""
        tree = self._tree
        prep = next((i for i in tree.within(gerund, "prep") if i == last), None)
        if prep is None or tree.dep[gerund] != "csubj":
            return last
        end = tree.right[prep]
        whole = end < len(tree.words) and tree.head[gerund] == end
        return end if whole and end - gerund <= MAX_NAME_TOKENS else last

    def _over_joined(self, head: int, first: int, last: int, *, nested: bool) -> int:
        """Return the end of a name whose end stands behind the nouns joined to it."""
        pair = second_of_pair(self._tree, head)
        if pair is not None:
            both = max(last, self.of(pair).last)
            return both if both - first <= _MAX_JOINED_TOKENS else last
        if self._tree.dep[head] != "conj" and not self._tree.has(head, "conj"):
            return last
        joined = shared_head(self._tree, head)
        of = None if nested else shared_of(self._tree, head)
        end = last
        if joined is not None:
            end = max(last, joined + 1)
            return end if end - first <= _MAX_JOINED_TOKENS else last
        if of is not None and of >= last:
            behind = self._with_of(self._tree.head[of], first, of, nested=False)
            end = behind if behind > of else last
        return end if end - first <= MAX_NAME_TOKENS else last

    def _over_bracket(self, head: int, first: int, last: int) -> int:
        """Return where a name starts that has a bracket inside: "disaster recovery (DR) plan"."""
        tree = self._tree
        inside = tree.words[first:last]
        scope = tree.scope[head]
        if ")" not in inside or "(" in inside or tree.words[first - 1] != "(" or first - 1 <= scope:
            return first
        first -= 1
        while first - 1 >= scope and tree.tag[first - 1] in NOUN_TAGS | {"JJ"}:
            first -= 1
        return first

    def _left_edge(self, head: int) -> int:
        tree = self._tree
        first = head
        for child in reversed(tree.children[head]):
            if child < head and self._keeps_left(child, head):
                clause = tree.has(child, "aux", "auxpass", "expl", "nsubj")
                first = min(first, child if clause else tree.left[child])
        while first < head and self._drops(first, head):
            first += 1
        return first

    def _keeps_left(self, child: int, head: int) -> bool:
        tree = self._tree
        if tree.dep[child] == "punct":
            word = tree.words[child]
            return word == "-" or tree.tag[child] == "HYPH" or word[-1].isalnum()  # ".ear" files
        if tree.dep[child] == "advmod":
            return child + 1 < head and tree.words[child + 1] == "-"
        return tree.dep[child] in _LEFT

    def _drops(self, index: int, head: int) -> bool:
        """Return whether the leftmost token says nothing about which thing is named."""
        tree = self._tree
        tag = tree.tag[index]
        hyphen = tree.words[index + 1] == "-" and tree.end[index] == tree.start[index + 1]
        joined = tag in _ADJECTIVES and tree.tag[index + 1] == "CC"
        sort = tree.lower[index] == "multiple" and tree.tag[head] == "NN"  # "multiple choice"
        counts = sort or states_amount(tree, index, head)
        if hyphen or joined or counts or self._is_the_other(index, head):
            return False  # "on-premise", "new and used bicycles", "more than one"
        if tag == "RBS" and tree.tag[index + 1] == "JJ":
            return False  # "most common"
        counted = tag in _DEGREES and tree.tag[index + 1] in _DEGREES | {"CD"}
        if counted or self._is_order(index) or bounds_number(tree, index, head):
            return True  # "at least one"
        edge = self._is_edge(index) and tree.words[index] not in _KEPT_EDGES
        if tag in _DETERMINERS or edge:
            return True
        if tree.lower[index] in words("weak_modifiers") and index not in self._atoms:
            return not tree.words[index][0].isupper() or index == tree.scope[index]
        return only_counts(tree, index, head)

    def _is_the_other(self, index: int, head: int) -> bool:
        """Return whether "other" says which of two is meant: "the other key"."""
        tree = self._tree
        led = index > tree.scope[index] and tree.lower[index - 1] == "the"
        return led and tree.lower[index] == "other" and tree.tag[head] in ("NN", "NNP")

    def _right_edge(self, head: int) -> int:
        tree = self._tree
        last = head + 1
        for child in tree.children[head]:
            close = child == last and tree.dep[child] in _RIGHT and self._extends(child)
            signed = tree.words[last:child] == ["#"] and tree.dep[child] == "nummod"
            if close or signed or (tree.dep[child] == "appos" and is_label(tree, last, child)):
                last = max(last, child + 1)
        if self._goes_on(last):
            last += 1
        last = max(last, self._date_end(head))
        return self._over_hyphens(last)

    def _date_end(self, head: int) -> int:
        """Return the end of the date that a day or month heads, with its year: "March 3, 2014"."""
        tree = self._tree
        if tree.label[head] != "DATE" or tree.tag[head] != "NNP":
            return head + 1
        last = head + 1
        for index in range(head + 1, min(tree.right[head], len(tree.words))):
            if tree.label[index] != "DATE" or tree.tag[index] not in ("NNP", "CD", ","):
                break
            last = index + 1 if tree.tag[index] != "," else last
        return last

    def _goes_on(self, last: int) -> bool:
        """Return whether a kind follows that was read as an adjective ("X variable")."""
        tree = self._tree
        if last >= len(tree.words) or tree.scope[last] != tree.scope[last - 1]:
            return False
        code = tree.words[last]
        if is_code(code) and (
            tree.dep[last] in ("punct", "dep") or ("_" in code and code.isupper())
        ):
            return True  # an identifier that was taken for a sign or for a verb
        return tree.tag[last] == "JJ" and tree.lower[last] in words("designators")

    def _over_hyphens(self, last: int) -> int:
        """Return the end of a word that the tokenizer cut at a hyphen ("sub-package")."""
        tree = self._tree
        while (
            last + 1 < len(tree.words)
            and tree.words[last] == "-"
            and tree.end[last - 1] == tree.start[last]
            and tree.end[last] == tree.start[last + 1]
            and tree.scope[last + 1] == tree.scope[last - 1]
        ):
            last += 2
        return last

    def _extends(self, child: int) -> bool:
        """Return whether a token right of the head is part of the name ("S/4HANA 2021")."""
        tree = self._tree
        if tree.dep[child] == "appos":
            named = tree.tag[child - 1] in NAME_TAGS or tree.words[child - 1].isupper()
            numbered = named and tree.tag[child] == "CD"
            return numbered or is_code(tree.words[child])  # "Dock 7", "the interface IF_ORDER"
        return tree.tag[child] == "CD" or (
            tree.dep[child] == "compound" and tree.tag[child] in NAME_TAGS
        )

    def _over_atoms(self, head: int, first: int, last: int) -> tuple[int, int]:
        for index in (first, head, last - 1):
            atom = self._atoms.get(index)
            if atom is not None and atom[0] <= head + 1 and atom[1] >= first:
                first, last = min(first, atom[0]), max(last, atom[1])
        return first, last

    def _with_of(self, head: int, first: int, last: int, *, nested: bool) -> int:
        """Return the end of the name with its "of" phrase, or with "for" between two names."""
        tree = self._tree
        if last >= len(tree.words) or tree.scope[last] != tree.scope[head]:
            return last
        inner = tree.first(last, "pobj")
        if inner is None or not self._names(head, last, inner, nested=nested):
            return last
        lemma = tree.lemma[head].lower()
        joined = self.conjuncts(inner) if lemma in words("joint_nouns") else [inner]
        end = max(self._build(noun, nested=True).last for noun in joined)
        if lemma in words("partitive_nouns"):  # "part of the key of the gate"
            longer = self._build(inner, nested=False).last
            end = longer if longer - first <= MAX_NAME_TOKENS else end
        return end if inner in tree.names or end - first <= MAX_NAME_TOKENS else last

    def _names(self, head: int, prep: int, inner: int, *, nested: bool) -> bool:
        tree = self._tree
        if tree.lower[prep] == "of":
            return not nested and tree.head[prep] == head and tree.tag[inner] not in PRONOUN_TAGS
        return tree.lower[prep] == "for" and not nested and self.joins_names(prep, inner)

    def joins_names(self, prep: int, inner: int) -> bool:
        """Return whether "for" stands inside a name ("Joule for Consultants"), by capitals."""
        tree = self._tree
        around = (prep - 1, prep + 1, inner)
        return (
            all(tree.tag[i] in NAME_TAGS and tree.words[i][0].isupper() for i in around)
            and tree.label[inner] not in ("PERSON", "GPE")
            and inner == tree.right[inner] - 1
            and prep - 1 > tree.scope[prep]
            and prep - 1 not in tree.names  # "*Name* for *Users*" are two
        )

    def trim(self, head: int, first: int, last: int) -> Argument:
        """Return the span without quotes, brackets and stops at its edges."""
        while first < last - 1 and self._is_edge(first) and not self._opens(first, last):
            if self._is_currency(first):
                break
            first += 1
        while last - 1 > first and self._is_edge(last - 1) and not self._belongs(first, last):
            last -= 1
        last = end_before_open_bracket(self._tree, max(head, first), last)
        first, last = over_path(self._tree, first, last)
        return Argument(min(max(head, first), last - 1), first, last)

    def _is_edge(self, index: int) -> bool:
        """Return whether a token is a sign that a name neither starts nor ends with."""
        word = self._tree.words[index]
        if (len(word) > 1 and word[0] in _KEPT_STARTS) or index in self._tree.names:
            return False
        return self._tree.tag[index] in _EDGE_TAGS or not word[0].isalnum()

    def _is_currency(self, index: int) -> bool:
        """Return whether a sign says in which money the number behind it counts."""
        tree = self._tree
        return tree.words[index] in _CURRENCIES and tree.tag[index + 1] == "CD"

    def _opens(self, first: int, last: int) -> bool:
        """Return whether the first sign opens a quotation that ends inside the name."""
        words_ = self._tree.words
        closing = _PAIRS.get(words_[first])
        return closing is not None and closing in words_[first + 1 : last - 1]

    def _belongs(self, first: int, last: int) -> bool:
        """Return whether the last sign is part of the name ("C++", "delete()")."""
        inside, word = self._tree.words[first : last - 1], self._tree.words[last - 1]
        if word == "*" and inside[-1:]:  # "harbour/*"; "crew*" points to a footnote
            touches = self._tree.end[last - 2] == self._tree.start[last - 1]
            return touches and inside[-1][-1] in "/.:-_"
        return word in "+%#" or any(_PAIRS.get(opening) == word for opening in inside)

    def joined(self, head: int) -> list[Argument]:
        """Return the arguments of a head and of the nouns joined to it."""
        return [self.of(index) for index in self.conjuncts(head)]

    def conjuncts(self, head: int) -> list[int]:
        """Return a head and the heads joined to it, in order."""
        tree = self._tree
        found = [head]
        if second_of_pair(tree, head) is not None and self.of(head).last > head + 2:
            return found  # "between A and B" is of both
        for index in found:
            for child in tree.within(index, "conj"):
                if self.is_nominal(child) and not starts_order(tree, child):
                    found.append(child)
        return found[:1] if self._are_nested_places(found) else found

    def _are_nested_places(self, names: list[int]) -> bool:
        """Return whether each place only says where the one before it is: "Oslo, Ohio, Norway".

        Places beside each other have an "and" or "or".
        """
        tree = self._tree
        if len(names) == 1 or tree.dep[names[0]] != "pobj" or tree.tag[names[0]] not in NAME_TAGS:
            return False
        if any(tree.label[name] not in _PLACES for name in names[1:]):
            return False
        between = tree.lower[names[0] : names[-1]]
        return "," in between and _JOINTS.isdisjoint(between)

    def is_nominal(self, index: int) -> bool:
        """Return whether a token can head an argument: a noun, number, pronoun or quoted text."""
        tag = self._tree.tag[index]
        return (
            tag in NOUN_TAGS
            or tag in ("CD", "PRP", "DT", "FW", "WP", "ADD", "$", "NFP", "XX", "SYM", "AFX")
            or index in self._atoms
            or (tag in ("JJ", "VB", "VBG", "VBN", "VBP") and self._looks_like_name(index))
        )

    def _looks_like_name(self, index: int) -> bool:
        """Return whether a mis-tagged token stands where a noun stands ("click Save")."""
        tree = self._tree
        if tree.dep[index] not in ("dobj", "pobj", "nsubj", "nsubjpass", "conj", "attr", "appos"):
            return False
        return not tree.has(index, "nsubj", "aux", "dobj", "auxpass")

    def quantity(self, argument: Argument) -> tuple[int, int] | None:
        """Return the tokens that count the argument but are no part of its span: "one or more".

        How far the number reaches belongs to it: "at least one".
        """
        tree = self._tree
        numbers = tree.within(argument.head, "nummod")
        first = next((number for number in numbers if number < argument.first), None)
        if first is None:
            return None
        either = tree.lower[first + 1] == "or" and tree.head[first + 2] == first
        reach = tree.lower[tree.left[first] : first]
        start = first - len(reach) * words("bounding_words").issuperset(reach)
        return start, first + (3 if either else 1)
