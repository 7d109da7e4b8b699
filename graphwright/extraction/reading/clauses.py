"""Clauses: for each verb its subjects, voice and verb chain, however the subject is expressed.

A verb's subject may stand beside it, be shared with a joined verb, be the noun of a relative or
participial clause, or be controlled by a verb above ("wants to delete"). What triples a clause
gives is decided in ``rules.verbal`` and ``rules.copular``; what weakens it is read in ``flags``.
"""

from __future__ import annotations

import dataclasses

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.clause import NO_LEAD, Clause, Lead, Origin
from graphwright.extraction.reading.conditions import is_default, is_past
from graphwright.extraction.reading.gerunds import is_gerund
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.verbs import (
    fails,
    hinders,
    is_infinitive,
    semi_modal,
    verb_text,
)
from graphwright.language.plural_verbs import looks_like_both

_SUBJECTS = ("nsubj", "nsubjpass")
_RELATIVE = frozenset({"that", "which", "who", "whom"})
_DASHES = frozenset({"-", "–", "—"})
_READER = frozenset({"you", "we", "one", "i"})
_PLACE_TAGS = frozenset({"NN", "NNP", "NNPS"})
_PLACES = frozenset({"in", "on", "at", "within", "inside"})
_KNOWN = frozenset({"the", "your", "our", "its", "their"})
_NO_CLAUSE = frozenset({"aux", "auxpass", "amod", "compound", "nmod", "prep", "case", "mark"})
_DESCRIBED = frozenset({"nsubj", "nsubjpass", "attr", "ROOT"})
_NUMBERS = {"VBZ": frozenset({"NN", "NNP"}), "VBP": frozenset({"NNS", "NNPS"})}
_FINITE = frozenset({"do", "does", "did"})
_AIMING = frozenset({"at", "to", "toward", "towards", "with"})
_MAX_DEPTH = 12
_MAX_STEPS = 8


_TO_COME = Lead("be to", intended=True)
_NOUN_LEADS = {
    "for": Lead("be for", "be for", intended=True),
    "of": Lead("of", "of"),
    "in": Lead("in", "in"),
}
"""How a predicate starts that a gerund makes after a noun: "a tool for managing roles"."""


class ClauseFinder:
    """Finds the clauses of one scope; each verb is looked at once."""

    def __init__(self, tree: Tree, phrases: Phrases) -> None:
        self._tree = tree
        self._phrases = phrases
        self._found = dict[int, Clause | None]()

    def all(self, first: int, last: int) -> list[Clause]:
        """Return the clauses whose verbs stand in the scope, in order.

        What has no verb's tag, and nothing below it, heads none.
        """
        children, tag = self._tree.children, self._tree.tag
        heads = [i for i in range(first, last) if children[i] or tag[i] in VERB_TAGS]
        return [clause for clause in map(self.of, heads) if clause is not None]

    def of(self, index: int, depth: int = 0) -> Clause | None:
        """Return the clause that a token heads, or None where it heads none."""
        if index not in self._found:
            self._found[index] = None  # ends a circle, should a parse have one
            if depth < _MAX_DEPTH and self._is_verb(index):
                self._found[index] = self._build(index, depth + 1)
        return self._found[index]

    def _is_verb(self, index: int) -> bool:
        tree = self._tree
        if tree.dep[index] in _NO_CLAUSE:
            return False
        if tree.tag[index] == "MD":
            return tree.has(index, "nsubj")  # "The gateway can:" before a list
        if tree.tag[index] in ("VBZ", "VBP") and tree.dep[index] in _SUBJECTS:
            return False  # "guild accounts with free plans are open": a plural noun
        if tree.tag[index] in VERB_TAGS and not self._phrases.inside_atom(index):
            return True
        subject = tree.has(index, "nsubj", "nsubjpass")
        return subject and tree.has(index, "aux", "dobj")

    def _build(self, verb: int, depth: int) -> Clause | None:
        tree = self._tree
        if means_of(tree, verb) is not None and self._serves_clause(verb):
            return None
        passive = self._is_passive(verb)
        own = [s for s in tree.within(verb, *_SUBJECTS) if self._phrases.is_nominal(s)]
        own = own or [s for s in tree.within(verb, "csubj") if is_gerund(tree, s)]
        own = self._nearest(verb, own)
        if tree.dep[verb] == "relcl":
            return self._relative(verb, own, passive, depth)
        if own:
            return self._with_own(verb, own, passive, depth)
        if tree.has(verb, *_SUBJECTS, "csubj", "expl"):
            return Clause(
                verb, [], Origin.NONE, passive, reader=False, above=self._parent(verb, depth)
            )
        return self._without_own(verb, passive, depth)

    def _nearest(self, verb: int, own: list[int]) -> list[int]:
        """Return the subject nearest to a verb of which two have nothing between them.

        "The number of guests the inn lodges": the inn does, as a clause stands behind "guests".
        """
        tree = self._tree
        if len(own) < 2 or not own[-2] < own[-1] < verb or tree.head[own[-1]] != verb:
            return own
        start = tree.left[own[-1]]
        led = tree.tag[start] in ("DT", "PRP$") and tree.tag[own[-1]] in NOUN_TAGS
        led = led and tree.tag[start - 1] in NOUN_TAGS
        other = tree.tag[own[-2]] in ("WDT", "WP") or (
            own[-2] == start - 1 and looks_like_both(tree.words[start - 1])
        )  # "The seal grants a guest entry"
        return own[-1:] if led and not other and tree.right[own[-2]] == start else own

    def _with_own(self, verb: int, own: list[int], passive: bool, depth: int) -> Clause:
        tree = self._tree
        if self._is_announced(verb, own[0]):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        label = own[0] < verb and ":" in tree.words[own[0] + 1 : verb]
        dashed = own[0] < verb and tree.words[verb - 1] in _DASHES
        if (label or dashed) and tree.tag[verb] in ("VB", "VBP"):
            return Clause(verb, [], Origin.READER, passive, reader=True)  # "Name: enter a name"
        if label and tree.tag[verb] == "VBZ":
            own = self._behind_label(verb, own[0])  # "Open Data: the registry holds the plans"
            if not own:
                return Clause(verb, [], Origin.NONE, passive, reader=False)
        helped = any(tree.tag[helper] == "MD" for helper in tree.within(verb, "aux"))
        fragment = tree.head[verb] == verb and is_infinitive(tree, verb) and not helped
        if (
            fragment
            or self._is_beside_infinitive(verb, own[0])
            or self._is_what_is_done(verb, own[0])
        ):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        joined = self._joined_names(own)
        subjects = joined or self._phrases.conjuncts(own[0])
        reader = self._is_reader(own[0])
        role = self._role_of_reader(verb, own[0])
        if role is not None:
            subjects, reader = [role], False
        return Clause(verb, subjects, Origin.OWN, passive, reader, above=self._parent(verb, depth))

    def _is_what_is_done(self, verb: int, subject: int) -> bool:
        """Return whether a gerund is what its subject is: "a part of it is paying the crew"."""
        tree = self._tree
        doing = tree.tag[verb] == "VBG" and tree.has(verb, "aux")
        return doing and tree.lemma[subject].lower() in words("nouns_of_doing")

    def _joined_names(self, own: list[int]) -> list[int]:
        """Return two names beside a verb that share a kind: "the *Orders* and *Bills* views"."""
        tree, lower = self._tree, self._tree.lower
        if len(own) < 2 or own[0] not in tree.names or tree.tag[own[1]] != "NNS":
            return []
        first, last = own[0] + 2, own[1]
        marked = first < last and all(i in tree.names for i in range(first, last))
        return own[:2] if marked and lower[first - 1] in ("and", "or") else []

    def _is_beside_infinitive(self, verb: int, subject: int) -> bool:
        """Return whether a noun only stands before "to": "enter a value, such as 7 to stop it".

        A purpose has no subject of its own without "for".
        """
        tree = self._tree
        if tree.dep[verb] != "advcl" or not is_infinitive(tree, verb) or subject > verb:
            return False
        return all(tree.lower[mark] != "for" for mark in tree.within(verb, "mark"))

    def _is_announced(self, verb: int, subject: int) -> bool:
        """Return whether "it" stands for a question behind: "it depends on X whether Y"."""
        tree = self._tree
        if tree.lower[subject] != "it":
            return False
        clauses = (c for c in tree.within(verb, "ccomp", "advcl", "csubj") if c > verb)
        return any(
            tree.lower[mark] in ("whether", "how")
            for clause in clauses
            for mark in tree.within(clause, "mark", "advmod")
        )

    def _behind_label(self, verb: int, label: int) -> list[int]:
        """Return the subject that a parser hung on the label before a colon, or none."""
        tree = self._tree
        colon = tree.words.index(":", label + 1, verb)
        hung = [*tree.within(label, "appos", "conj"), *tree.within(verb, *_SUBJECTS, "dep")]
        return [i for i in hung if colon < i < verb and self._phrases.is_nominal(i)][-1:]

    def _is_reader(self, subject: int) -> bool:
        """Return whether a subject is whoever reads; "one of the managers" is not."""
        tree = self._tree
        return tree.lower[subject] in _READER and not tree.has(subject, "prep")

    def _role_of_reader(self, verb: int, subject: int) -> int | None:
        """Return what the reader is said to be: "you, as an operator, are responsible for"."""
        tree = self._tree
        if tree.lower[subject] != "you" or tree.lemma[verb] != "be":
            return None
        for prep in tree.within(verb, "prep"):
            role = tree.first(prep, "pobj") if tree.lower[prep] == "as" and prep < verb else None
            if role is not None and tree.tag[role] == "NN" and tree.has(role, "det"):
                return role
        return None

    def _parent(self, verb: int, depth: int) -> Clause | None:
        """Return the clause above; "make sure to open" and "able to open" hang on an adjective."""
        tree = self._tree
        head = tree.head[verb]
        if tree.dep[verb] == "acl":
            return self._around(head, depth)  # "no evidence that A owns B"
        adjective = tree.dep[head] == "acomp" or self._is_sure(head)
        if adjective and tree.dep[verb] in ("xcomp", "ccomp", "csubj"):
            head = tree.head[head]
        return None if head == verb else self.of(head, depth)

    def _is_sure(self, adjective: int) -> bool:
        """Return whether an adjective is what the reader makes: "Please make sure that A is B"."""
        tree = self._tree
        below = tree.dep[adjective] == "ccomp" and tree.tag[adjective] == "JJ"
        makers = tree.within(tree.head[adjective], *_SUBJECTS)
        return below and all(tree.lower[maker] in _READER for maker in makers)

    def _serves_clause(self, verb: int) -> bool:
        """Return whether "using" names the means of a clause rather than describes a noun."""
        tree = self._tree
        return tree.dep[verb] != "acl" or tree.dep[tree.head[verb]] not in _DESCRIBED

    def _is_passive(self, verb: int) -> bool:
        tree = self._tree
        if tree.has(verb, "nsubjpass", "auxpass"):
            return True
        participle = tree.tag[verb] == "VBN" or (
            tree.tag[verb] == "VBD" and tree.dep[verb] in ("acl", "conj")
        )
        if not participle or tree.has(verb, "aux"):
            return False
        if tree.has(verb, "nsubj"):  # "the key provided as the value is ...": no verb
            plain = tree.lower[verb] == tree.lemma[verb]  # "the sessions run in X"
            return tree.tag[verb] == "VBN" and not plain and not tree.has(verb, "dobj")
        if tree.dep[verb] == "conj":
            return self._shares_passive(verb)
        if tree.tag[verb] == "VBD" and tree.has(verb, "dobj"):
            return False
        return tree.dep[verb] in ("acl", "relcl", "advcl")

    def _shares_passive(self, verb: int) -> bool:
        """ "is built and exposed": the second participle shares the auxiliary of the first."""
        head = self._tree.head[verb]
        alone = not self._tree.has(verb, "dobj") and self._tree.lemma[verb] != "be"
        state = self._tree.lemma[head] == "be" and self._tree.has(head, "acomp")
        if alone and state and self._tree.tag[verb] == "VBN":
            return True  # "is ready and intended for tests"
        if alone and self._is_present(head) and self._tree.has(head, "acomp", "prep", "attr"):
            return True  # "is in use and rented for weddings": no past beside a present
        return alone and self._tree.tag[head] in ("VBN", "VBD") and self._is_passive(head)

    def _is_present(self, verb: int) -> bool:
        """Return whether a verb is "is" or "are" and nothing else."""
        alone = not self._tree.has(verb, "aux")
        return alone and self._tree.lower[verb] in ("is", "are")

    def _relative(self, verb: int, own: list[int], passive: bool, depth: int) -> Clause | None:
        """A relative clause: its noun is the subject, or fills the gap of the object."""
        tree = self._tree
        noun = tree.head[verb]
        if not self._phrases.is_nominal(noun):
            return None
        if not own and is_infinitive(tree, verb):
            if self._is_led_by_which(verb):
                return Clause(verb, [], Origin.NONE, passive, reader=False)
            return self._participial(verb, passive, depth)  # "a role to delete accounts"
        above = self._around(noun, depth)
        if own and tree.lower[own[0]] not in _RELATIVE:
            subjects = self._phrases.conjuncts(own[0])
            reader = self._is_reader(own[0])
            return Clause(verb, subjects, Origin.RELATIVE, passive, reader, above=above, gap=noun)
        noun = self._told_of(verb, self._agreeing(verb, noun))
        described = self._said_to_be(noun) or [noun]
        return Clause(verb, described, Origin.RELATIVE, passive, reader=False, above=above)

    def _said_to_be(self, noun: int) -> list[int]:
        """Return what is said to be a thing of some kind: "Kyma is a runtime that runs X"."""
        tree = self._tree
        verb = tree.head[noun]
        if tree.dep[noun] != "attr" or tree.lemma[verb] != "be" or tree.dep[verb] == "relcl":
            return []
        if tree.has(verb, "neg", "expl", "aux") or tree.has(noun, "conj"):
            return []
        kind = [tree.lower[det] for det in tree.within(noun, "det")]
        named = next(iter(tree.within(verb, "nsubj")), None)
        if kind not in (["a"], ["an"]) or named is None or tree.tag[named] not in NOUN_TAGS:
            return []
        return self._phrases.conjuncts(named)

    def _is_led_by_which(self, verb: int) -> bool:
        """Return whether a noun is no doer: "the role for which to create a key"."""
        tree = self._tree
        return any(
            tree.tag[noun] in ("WDT", "WP")
            for prep in tree.within(verb, "prep")
            for noun in tree.within(prep, "pobj")
        )

    def _agreeing(self, verb: int, noun: int) -> int:
        """Return the noun of a relative clause whose number fits the verb.

        "applications of the subaccount, which support this" speaks of the applications.
        """
        tree = self._tree
        helpers = [verb, *tree.within(verb, "aux", "auxpass")]
        number = next((_NUMBERS[tree.tag[i]] for i in helpers if tree.tag[i] in _NUMBERS), None)
        if number is None or tree.tag[noun] in number:
            return noun
        higher = noun
        for _ in range(_MAX_STEPS):
            if tree.dep[higher] not in ("pobj", "prep", "conj") or tree.head[higher] > higher:
                break
            higher = tree.head[higher]
            if tree.tag[higher] in number:
                return higher
        return noun

    def _told_of(self, verb: int, noun: int) -> int:
        """Return the noun that "that" tells of, not the known place that it is in.

        "A key in your safe that opens the door": which safe is meant is known, which key is not. So
        it is of a place with a name.
        """
        tree = self._tree
        place = tree.head[noun]
        thing = tree.head[place]
        if tree.tag[thing] in VERB_TAGS:
            thing = tree.first(thing, "dobj") or noun
        led = any(tree.lower[i] == "that" for i in tree.within(verb, *_SUBJECTS))
        inside = tree.dep[noun] == "pobj" and tree.lower[place] in _PLACES and thing < place < noun
        if not (led and inside and tree.tag[thing] == "NN" and tree.tag[noun] in _PLACE_TAGS):
            return noun
        signs = [tree.lower[i] for i in tree.within(noun, "det", "poss")]
        known = any(sign in _KNOWN for sign in signs) or (not signs and tree.tag[noun] != "NN")
        one = any(tree.lower[i] in ("a", "an") for i in tree.within(thing, "det"))
        return thing if known and one else noun

    def _around(self, index: int, depth: int) -> Clause | None:
        """Return the clause that a noun stands in."""
        tree = self._tree
        while tree.head[index] != index:
            index = tree.head[index]
            clause = self.of(index, depth)
            if clause is not None:
                return clause
        return None

    def _without_own(self, verb: int, passive: bool, depth: int) -> Clause | None:
        tree = self._tree
        dep = tree.dep[verb]
        if dep == "acl" and self._phrases.is_nominal(tree.head[verb]):
            return self._participial(verb, passive, depth)
        if dep == "pcomp":
            return self._gerund(verb, passive, depth)
        above = self._parent(verb, depth)
        if above is not None and self._is_order_before(verb, above.verb):
            return Clause(verb, [], Origin.READER, passive, reader=True)
        below = {
            "conj": self._joined,
            "xcomp": self._controlled,
            "ccomp": self._controlled,
            "advcl": self._adverbial,
        }.get(dep)
        if above is not None and below is not None:
            return below(verb, passive, above)
        if self._is_imperative(verb):
            return Clause(verb, [], Origin.READER, passive, reader=True)
        return Clause(verb, [], Origin.NONE, passive, reader=False, above=above)

    def _is_order_before(self, verb: int, above: int) -> bool:
        """Return whether a sentence starts with an order: "Define the tide; the default is 2"."""
        tree = self._tree
        first = verb == tree.scope[verb] and tree.tag[verb] in ("VB", "VBP")
        return first and tree.dep[verb] == "ccomp" and ";" in tree.words[verb:above]

    def _participial(self, verb: int, passive: bool, depth: int) -> Clause:
        noun = self._described(verb)
        if self._tree.dep[noun] == "pobj" and self._tree.lower[noun] == "behalf":
            return Clause(verb, [], Origin.NONE, passive, reader=False)  # "on your behalf, sent at"
        if is_default(self._tree, self._tree.head[noun]):  # "is by default taken to the list"
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        infinitive = is_infinitive(self._tree, verb)  # "the right to delete": no fact yet
        if infinitive and self._is_of_reader(noun):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        around = self._around(noun, depth)
        if around is not None and around.reader and self._acts_on(verb, noun):
            return Clause(verb, [], Origin.READER, passive, reader=True, above=around)
        return Clause(
            verb,
            [noun] if infinitive else self._said_to_be(noun) or [noun],
            Origin.INFINITIVE if infinitive else Origin.PARTICIPLE,
            passive,
            reader=False,
            lead=_TO_COME if infinitive else NO_LEAD,
            above=around,
        )

    def _described(self, verb: int) -> int:
        """Return the noun that a participle describes: behind a comma, what the sentence is about.

        "X is a film based on a play of the same name, directed by Y": the film is.
        """
        tree = self._tree
        noun = higher = tree.head[verb]
        apart = verb > tree.scope[verb] and tree.words[verb - 1] == ","
        if not apart or tree.tag[noun] in NAME_TAGS:
            return noun
        part = True  # "a city on a lake, formed by ice": the lake is no part of a name
        for _ in range(_MAX_STEPS):
            if tree.dep[higher] not in ("pobj", "prep", "acl", "agent"):
                break
            of = tree.dep[higher] != "prep" or tree.lower[higher] == "of"
            part = tree.dep[higher] == "acl" or (part and of)
            higher = tree.head[higher]
        return higher if part and self._said_to_be(higher) else noun

    def _is_of_reader(self, noun: int) -> bool:
        """Return whether what follows is the reader's to do: "your right to delete"."""
        tree = self._tree
        return any(
            tree.lower[owner] in ("your", "our", "my") for owner in tree.within(noun, "poss")
        )

    def _acts_on(self, verb: int, noun: int) -> bool:
        """Return whether a participle's act is done to its noun: "a folder giving a name to it"."""
        tree = self._tree
        pronoun = "them" if tree.tag[noun] in ("NNS", "NNPS") else "it"
        said = tree.lower[verb : tree.right[verb]]
        return tree.tag[verb] == "VBG" and pronoun in said

    def _joined(self, verb: int, passive: bool, above: Clause) -> Clause:
        duty = is_duty(self._tree, verb)
        if above.origin is Origin.READER and self._tree.tag[verb] != "VB" and not duty:
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        if _disagrees(self._tree, verb, above):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        if self._leaves_infinitive(verb, above.verb) or self._is_bare_beside_finite(verb, above):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        outer = above.above
        if outer is not None and outer.reader and self._goes_on_with_act(verb, above):
            return dataclasses.replace(outer, verb=verb, passive=passive, above=outer)
        if outer is not None and self._leaves_content(verb, passive, above):
            return dataclasses.replace(outer, verb=verb, origin=Origin.CONJUNCT, above=outer)
        origin = above.origin if above.origin is Origin.READER else Origin.CONJUNCT
        return dataclasses.replace(above, verb=verb, origin=origin, passive=passive, above=above)

    def _goes_on_with_act(self, verb: int, above: Clause) -> bool:
        """Return whether an act is joined to what only says how things are.

        "You can view the orders that are open and update the list", "Take the crate that shall be
        sent and open it", "Leave the lamp switched on and close the gate": it is what the reader
        does. So is "Use the map to find the gate and press Open".
        """
        tree = self._tree
        if tree.lower[verb] != tree.lemma[verb] or not tree.has(verb, "dobj"):
            return False
        bare = tree.tag[verb] == "VB" and not tree.has(verb, "aux")
        if above.origin is Origin.PARTICIPLE:  # "edit the text written by the owner and print it"
            return above.passive and (bare or tree.tag[verb] == "VBP")
        if above.origin is Origin.RELATIVE:
            return tree.lemma[above.verb] == "be" or (bare and above.passive)
        left_so = tree.dep[above.verb] == "ccomp" and tree.tag[above.verb] in ("VBN", "VBD")
        if left_so:
            return bare and not tree.has(above.verb, "aux", "auxpass", "mark")
        pressed = any(tree.words[thing][0].isupper() for thing in tree.within(verb, "dobj"))
        control = pressed and tree.lemma[verb].lower() in words("interface_verbs")
        return bare and control and is_infinitive(tree, above.verb)

    def _leaves_content(self, verb: int, passive: bool, above: Clause) -> bool:
        """Return whether "but does not" goes on with who does something, and not with its content.

        "It makes sure that the key is sent but does not open the gate": a key opens none.
        """
        tree = self._tree
        but = any(tree.lower[joint] == "but" for joint in tree.within(above.verb, "cc"))
        content = tree.dep[above.verb] == "ccomp" and above.passive and not passive
        return but and content and tree.has(verb, "neg") and tree.has(verb, "dobj")

    def _leaves_infinitive(self, verb: int, above: int) -> bool:
        """Return whether a gerund is joined to "to copy X", which it cannot be in English."""
        tree = self._tree
        return tree.tag[verb] == "VBG" and is_infinitive(tree, above) and tree.has(above, "dobj")

    def _is_bare_beside_finite(self, verb: int, above: Clause) -> bool:
        """Return whether a bare form is joined to a finite one: "is free for hire and use"."""
        tree = self._tree
        finite = tree.tag[above.verb] in ("VBZ", "VBD") or tree.lower[above.verb] == "are"
        finite = finite and not tree.has(above.verb, "aux")
        return finite and tree.tag[verb] == "VB" and not tree.has(verb, "aux", "dobj")

    def _controlled(self, verb: int, passive: bool, above: Clause) -> Clause | None:
        """An infinitive or gerund below a verb: its subject is that verb's object, else subject."""
        tree = self._tree
        object_ = tree.first(above.verb, "dobj", "dative")
        if object_ is not None and object_ < verb:
            if self._is_means(above.verb, object_):
                if self._is_perceived(verb) and above.reader:
                    return self._adverbial(verb, passive, above)
                return self._means(verb, object_, passive, above)
            if tree.label[object_] in ("DATE", "TIME"):  # "takes ten minutes to reach X"
                return Clause(verb, [], Origin.NONE, passive, reader=False)
            subjects = self._phrases.conjuncts(object_)
            reader = tree.lower[object_] in _READER or tree.tag[object_] == "PRP"
            if not reader and self._is_aim_of_reader(verb, above):
                return self._adverbial(verb, passive, above)
            return Clause(verb, subjects, Origin.OBJECT_CONTROL, passive, reader, above=above)
        return self._led(verb, passive, above)

    def _is_aim_of_reader(self, verb: int, above: Clause) -> bool:
        """Return whether the reader acts to reach something: "Confirm the list to start a copy"."""
        tree = self._tree
        led = words("nonfactive_verbs", "causing_verbs", "allowing_verbs")
        caused = tree.lemma[above.verb].lower() in led
        return above.reader and not caused and is_infinitive(tree, verb)

    def _led(self, verb: int, passive: bool, above: Clause) -> Clause:
        """A verb whose predicate starts with the verb above: "want to delete"."""
        tree = self._tree
        if self._is_extraposed(verb, above):
            return Clause(verb, [], Origin.READER, passive, reader=True, above=above)
        if tree.lemma[above.verb] == "become" and tree.has(above.verb, "attr"):
            return Clause(verb, [], Origin.NONE, passive, reader=False)  # "the first to pass X"
        if semi_modal(tree, above.verb) and is_infinitive(tree, verb):
            return Clause(
                verb, above.subjects, Origin.CONTROL, passive, above.reader, above.chain,
                above.lead, above,
            )  # fmt: skip
        chain = (*above.chain, above.verb)
        denied = fails(tree, above.verb) and is_infinitive(tree, verb)  # said by the negation
        lead = above.lead if denied else self._lead(verb, above)
        return Clause(
            verb, above.subjects, Origin.CONTROL, passive, above.reader, chain, lead, above
        )

    def _lead(self, verb: int, above: Clause) -> Lead:
        """Return how a predicate starts that another verb leads: "want to"."""
        tree, lead = self._tree, above.lead
        words_ = [verb_text(tree, above.verb, passive=above.passive, led=bool(lead.text))]
        adjective = tree.first(above.verb, "acomp")
        if adjective is not None and adjective < verb:
            too = any(tree.lower[degree] == "too" for degree in tree.within(adjective, "advmod"))
            words_.append(f"too {tree.lower[adjective]}" if too else tree.lower[adjective])
        asked = (tree.lower[word] for word in tree.within(verb, "advmod") if word < verb)
        words_.extend(word for word in asked if word in ("how", "where", "when"))
        if not is_infinitive(tree, verb):
            return Lead(
                " ".join(filter(None, (lead.text, *words_))),
                " ".join(filter(None, (lead.act, *words_))),
                lead.intended,
            )
        text = " ".join(filter(None, (lead.text, *words_, "to")))
        return Lead(text, intended=lead.intended or (not lead.text and words_ == ["be"]))

    def _is_means(self, verb: int, object_: int) -> bool:
        """Return whether an object is what does it: "use X to", "choose Save to", not any thing."""
        tree = self._tree
        if tree.lemma[verb].lower() in words("interface_verbs"):
            named = any(tree.tag[part] in NAME_TAGS for part in tree.within(object_, "compound"))
            return named or tree.tag[object_] in NAME_TAGS or self._phrases.inside_atom(object_)
        return tree.lemma[verb] in words("means_verbs")

    def _is_extraposed(self, verb: int, above: Clause) -> bool:
        """Return whether "it" stands for the verb: "it is recommended to use X"."""
        tree = self._tree
        dummy = any(tree.lower[subject] == "it" for subject in above.subjects)
        judged = above.passive or tree.has(above.verb, "acomp")
        return dummy and judged and is_infinitive(tree, verb)

    def _is_perceived(self, verb: int) -> bool:
        """Return whether only the reader can do it: "Choose X to see the details"."""
        return self._tree.lemma[verb].lower() in words("idle_verbs", "metadiscourse_verbs")

    def _means(self, verb: int, object_: int, passive: bool, above: Clause) -> Clause:
        """ "Use X to reach Y": X, the means, reaches Y."""
        if not (above.reader or above.subjects):
            # "Uses X to reach Y": who does stands elsewhere
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        subjects = self._phrases.conjuncts(object_)
        return Clause(verb, subjects, Origin.INFINITIVE, passive, reader=False, above=above)

    def _adverbial(self, verb: int, passive: bool, above: Clause) -> Clause:
        tree = self._tree
        if passive and any(tree.lower[mark] == "as" for mark in tree.within(verb, "mark")):
            return Clause(verb, [], Origin.NONE, passive, reader=False)  # "as described in X"
        if self._is_finite_alone(verb, above):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        object_ = tree.first(above.verb, "dobj")
        purpose = tree.tag[verb] == "VB" and is_infinitive(tree, verb)
        means = object_ is not None and self._is_means(above.verb, object_)
        if purpose and means and object_ is not None and not self._is_perceived(verb):
            return self._means(verb, object_, passive, above)
        if purpose and above.passive:
            return self._led(verb, passive, above)
        if self._is_of_nobody(verb, above):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        free = tree.tag[verb] in ("VBG", "VBN", "VBD") and not tree.has(verb, "mark")
        origin = Origin.FREE_PARTICIPLE if free else Origin.ADVERBIAL
        return Clause(verb, above.subjects, origin, passive, above.reader, above=above)

    def _is_finite_alone(self, verb: int, above: Clause) -> bool:
        """Return whether a finite verb has lost its subject: "that alone does not do"."""
        tree = self._tree
        if any(tree.lower[helper] in _FINITE for helper in tree.within(verb, "aux")):
            return True
        bare = not tree.has(verb, "mark", "advmod", "aux", "auxpass")
        return tree.tag[verb] in ("VBZ", "VBP") and bare and verb > above.verb

    def _gerund(self, verb: int, passive: bool, depth: int) -> Clause | None:
        """ "by choosing Save" takes the subject of its clause; "a tool for managing X" the noun."""
        tree = self._tree
        prep = tree.head[verb]
        holder = tree.head[prep]
        lead = _NOUN_LEADS.get(tree.lower[prep])
        if tree.tag[holder] in NOUN_TAGS and lead is not None:
            return Clause(
                verb,
                [holder],
                Origin.INFINITIVE,
                passive,
                reader=False,
                chain=(prep,),
                lead=lead,
            )
        if tree.dep[holder] == "acomp":
            return self._fitted(verb, passive, depth)
        if tree.lower[prep] == "from":
            kept = self._kept_from(verb, passive, depth)
            if kept is not None:
                return kept
        above = self.of(holder, depth)
        told = above if above is not None and above.passive and not above.reader else None
        if told is not None and leads_on(tree, prep, told.verb):
            return self._served(verb, passive, told)
        excluded = tree.lower[prep] in ("without", "against")
        excluded = excluded or tree.lower[prep - 1] in ("instead", "rather", "apart", "aside")
        if above is None or excluded or self._is_open(verb, above, passive=passive):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        return Clause(verb, above.subjects, Origin.ADVERBIAL, passive, above.reader, above=above)

    def _is_open(self, verb: int, above: Clause, *, passive: bool) -> bool:
        """Return whether it is open who does what a gerund says, or if it is ever done.

        "Parcels get a label before being weighed": they are yet to be.
        """
        tree, prep = self._tree, self._tree.head[verb]
        awaited = passive and tree.lower[prep] == "before" and not is_past(tree, above.verb)
        return awaited or self._is_done_by_others(prep, above) or self._is_of_nobody(verb, above)

    def _is_done_by_others(self, prep: int, above: Clause) -> bool:
        """Return whether it is not the subject that does what a gerund says.

        "Is created by using X", "is available by calling X", "use X to reach Y by pressing Z", and
        "there are methods for A and for using B".
        """
        tree, state = self._tree, self._tree.lemma[above.verb] == "be"
        if tree.lower[prep] == "by":
            return above.passive or state or _is_end_of_act(above)
        return tree.lower[prep] == "for" and state

    def _is_of_nobody(self, verb: int, above: Clause) -> bool:
        """Return whether it is open who does it: "After logging on, the app shows an error".

        A manual says by such words what its reader does, whatever the subject beside them.
        """
        tree = self._tree
        if tree.tag[verb] != "VBG" or above.reader:
            return False
        led = [*tree.within(verb, "mark", "advmod")]
        led += [tree.head[verb]] if tree.dep[verb] == "pcomp" else []
        return any(tree.lower[word] in words("attending_marks") for word in led if word < verb)

    def _served(self, verb: int, passive: bool, above: Clause) -> Clause:
        """ "The tool is used for cutting planks", "aimed at": what it serves, not what it does."""
        prep = self._tree.lower[self._tree.head[verb]]
        words_, act, intended = self._lead(verb, above)
        lead = Lead(f"{words_} {prep}", f"{act} {prep}", intended)
        chain = (*above.chain, above.verb)
        return Clause(verb, above.subjects, Origin.CONTROL, passive, False, chain, lead, above)

    def _kept_from(self, verb: int, passive: bool, depth: int) -> Clause | None:
        """ "The lock keeps users from deleting keys": what the users do not do.

        Behind an object of another verb ("earn money from selling"), or behind what describes a
        noun ("a quay unharmed from mooring ships"), it is open who does it.
        """
        tree = self._tree
        above = self._around(tree.head[verb], depth)
        if above is None:
            return None
        object_ = tree.first(above.verb, "dobj")
        described = tree.dep[above.verb] == "acl" and tree.tag[above.verb] == "VBN"
        if object_ is None and not described and not hinders(tree, above.verb):
            return None
        if not hinders(tree, above.verb):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        subjects = above.subjects if object_ is None else self._phrases.conjuncts(object_)
        return Clause(verb, subjects, Origin.OBJECT_CONTROL, passive, reader=False, above=above)

    def _fitted(self, verb: int, passive: bool, depth: int) -> Clause:
        """ "The agent is responsible for sending logs": what it is fit or bound to do."""
        tree = self._tree
        prep = tree.head[verb]
        adjective = tree.head[prep]
        above = self.of(tree.head[adjective], depth)
        if above is None or tree.lower[prep] not in ("for", "of"):
            return Clause(verb, [], Origin.NONE, passive, reader=False)
        if above.reader:
            duty = is_duty(tree, verb)
            origin = Origin.READER if duty else Origin.NONE
            return Clause(verb, [], origin, passive, reader=duty, above=above if duty else None)
        words_, act, intended = self._lead(verb, above)
        lead = Lead(f"{words_} {tree.lower[prep]}", f"{act} {tree.lower[prep]}", intended)
        chain = (*above.chain, above.verb)
        return Clause(verb, above.subjects, Origin.CONTROL, passive, False, chain, lead, above)

    def _is_imperative(self, verb: int) -> bool:
        tree = self._tree
        helped = any(tree.lower[aux] != "do" for aux in tree.within(verb, "aux"))
        bare = tree.tag[verb] in ("VB", "VBP") and not helped  # "Do not open it" is an order
        return bare and tree.dep[verb] in ("ROOT", "ccomp", "parataxis")


def _disagrees(tree: Tree, verb: int, above: Clause) -> bool:
    """Return whether a pronoun cannot do what is joined: "you see it, but never finds"."""
    if tree.tag[verb] != "VBZ" or not above.subjects:
        return False
    return all(tree.lower[who] in ("you", "we", "they", "i") for who in above.subjects)


def _is_end_of_act(clause: Clause) -> bool:
    """Return whether a clause is what the reader reaches by what he uses."""
    above = clause.above
    return clause.origin is Origin.INFINITIVE and above is not None and above.reader


def is_duty(tree: Tree, verb: int) -> bool:
    """Return whether a gerund is what somebody has to do: "you are responsible for paying A"."""
    while tree.dep[verb] == "conj" and tree.tag[tree.head[verb]] == "VBG":
        verb = tree.head[verb]
    prep = tree.head[verb]
    adjective = tree.head[prep]
    led = tree.dep[verb] == "pcomp" and tree.lower[prep] == "for" and tree.dep[adjective] == "acomp"
    return led and tree.lower[adjective] == "responsible"


def leads_on(tree: Tree, prep: int, verb: int) -> bool:
    """Return whether a passive verb only leads to a gerund: "is used for", "is aimed at saving"."""
    aiming = tree.lower[prep] in _AIMING or (
        tree.lower[prep] == "on" and tree.lemma[verb] == "focus"
    )
    aims = (aiming and prep == verb + 1) or tree.lower[prep] == "for"
    return aims and any(tree.tag[act] == "VBG" for act in tree.within(prep, "pcomp"))


def means_behind(tree: Tree, prep: int) -> tuple[int, int] | None:
    """Return ("using", its object) behind a preposition: "created by using X"."""
    using = tree.first(prep, "pcomp")
    if using != prep + 1 or tree.lower[using] != "using":
        return None
    object_ = tree.first(using, "dobj")
    return None if object_ is None else (using, object_)


def means_of(tree: Tree, verb: int) -> int | None:
    """Return the object of "using", where it stands like a preposition: "created using X"."""
    if tree.lower[verb] != "using" or tree.dep[verb] not in ("advcl", "acl", "xcomp"):
        return None
    if tree.has(verb, "nsubj", "aux", "mark", "neg"):
        return None
    led = words("nonfactive_verbs", "negative_verbs")
    if tree.dep[verb] == "xcomp" and tree.lemma[tree.head[verb]].lower() in led:
        return None  # "recommends using X": what is recommended
    return tree.first(verb, "dobj")
