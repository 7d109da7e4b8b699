from __future__ import annotations

from graphwright.extraction.explain import explain, parse_lines, render_rules
from graphwright.extraction.rules.registry import all_rules
from graphwright.extraction.scoring.features import declared_features
from graphwright.extraction.standalone import read_texts


def test_the_page_of_rules_shows_each_rule_with_its_triples():
    page = render_rules()
    for rule in all_rules():
        assert f"### {rule.name}\n" in page
        assert all(f"- ({', '.join(triple)})" in page for triple in rule.example.triples)


def test_the_page_of_rules_shows_each_feature_with_its_meaning():
    page = render_rules()
    assert all(f"| `{feature.name}` |" in page for feature in declared_features())


def test_the_tree_has_a_line_for_each_word(nlp):
    (read,) = read_texts(nlp, ["The clerk posts invoices."])
    lines = list(parse_lines(read, nlp.vocab))
    assert lines[0] == "posts  VBZ ROOT"
    assert "├─ clerk  NN nsubj" in lines
    assert "│  └─ The  DT det" in lines
    assert len(lines) == 5


def test_the_sentence_of_the_readme_is_read(nlp):
    (read,) = read_texts(nlp, ["The clerk posts invoices in March."])
    shown = explain(read, nlp.vocab, 0.6)
    assert "posts  VBZ ROOT  (the parser: NNS ROOT)\n" in shown
    assert "\nclerk posts invoices\n   (clerk, post, invoices)\n   object, score" in shown
    assert shown.count("accepted") == 1
    assert "time (1): in March" in shown


def test_explain_prints_rule_score_features_and_why_a_triple_is_rejected(nlp):
    (read,) = read_texts(nlp, ["The manager may delete old invoices in March. It hides them."])
    shown = explain(read, nlp.vocab, 0.6)
    assert "\nmanager may delete old invoices\n   (manager, delete, old invoices)\n" in shown
    assert "rules.object" in shown
    assert "modality: may" in shown
    assert "in March" in shown
    assert "rejected: unresolved_pronoun" in shown


def test_explain_says_what_is_not_read(nlp):
    (read,) = read_texts(nlp, ["Invoices and orders."])
    assert explain(read, nlp.vocab, 0.6).endswith(
        "Not read: Invoices and orders. (no_verb_phrase)\n\nNo triples."
    )
