from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Open the page and choose Copy to Clipboard.", "Copy to Clipboard"),
        ("Open the order and choose Save as Draft.", "Save as Draft"),
    ],
)
def test_a_label_behind_an_order_stays_whole(extract, text, label):
    found = extract(f"# Post an Invoice\n{text}")
    objects = {triple.object for triple in found.triples if triple.rule == "instruction"}
    assert label in objects


def test_a_label_before_its_kind_stays_whole(extract):
    found = extract(
        "# Post an Invoice\nOpen the Manage Orders After Upgrade tile in the launchpad."
    )
    objects = {triple.object for triple in found.triples if triple.rule == "instruction"}
    assert objects == {"Manage Orders After Upgrade tile"}


def test_capitals_before_a_common_noun_are_a_part_of_its_name(extract):
    found = extract("# Post an Invoice\nEnter the Northwind account number.")
    assert {triple.object for triple in found.triples} == {"Northwind account number"}


def test_what_stands_in_single_quotes_stays_whole(extract):
    found = extract("The command deploys the archive 'order service' to the cluster.")
    assert {triple.object for triple in found.triples} >= {"archive 'order service'"}
