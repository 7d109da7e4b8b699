"""The benchmarks of names: scores of clusters as published, and what was read of the tiers."""

from __future__ import annotations

from pathlib import Path

import entity_scores as clusters
import entity_tiers as tiers
import pytest

from graphwright.store.lake import Lake
from graphwright.tables import EntityMerge, NameGroup, NamePair, WrittenName, table_of

GOLD = [["tulane", "tulane university"], ["fiber|1", "fiber|2"], ["dickey|3"]]


def test_scores_count_clusters_mentions_and_pairs() -> None:
    apart = {name: name for name in ("tulane", "tulane university", "fiber", "dickey")}
    # Pure clusters: 4 of 4; gold clusters in one piece: 2 of 3. One of two pairs is found.
    assert clusters.scores(GOLD, apart) == {
        "macro": 0.8,
        "micro": 0.889,
        "pairwise": 0.667,
        "mean": 0.785,
    }
    joined = apart | {"tulane university": "tulane"}
    assert clusters.scores(GOLD, joined)["mean"] == 1.0
    assert clusters.scores(GOLD, dict.fromkeys(apart, "one"))["mean"] < 0.6


@pytest.mark.parametrize(
    ("likeness", "one", "other", "expected"),
    [
        (clusters.ratio, "abcd", "abcd", 100),
        (clusters.ratio, "lewenstein", "levenshtein", 85.714),
        (clusters.ratio, "abc", "xyz", 0),
        (clusters.token_set, "fiber bundle", "fiber", 100),
        (clusters.token_set, "red apple", "green apple", 80),
    ],
)
def test_likeness_is_that_of_rapidfuzz(likeness, one: str, other: str, expected: float) -> None:
    assert likeness(one, other) == pytest.approx(expected, abs=0.001)
    assert likeness(other, one) == pytest.approx(expected, abs=0.001)


def test_no_alike_pair_is_left_out() -> None:
    names = ["event type", "event types", "type of event", "data", "date", "dates", "x"]
    found = set(clusters.alike(names, 75, clusters.ratio))
    assert found == {
        (one, other)
        for other in range(len(names))
        for one in range(other)
        if clusters.ratio(names[one], names[other]) >= 75
    }
    assert found


def test_every_way_clusters_every_name(tmp_path: Path) -> None:
    (tmp_path / "ent2id.txt").write_text("3\ntime zone\t0\ntimezone\t1\nfibre\t2\n")
    (tmp_path / "gold_npclust.txt").write_text("c\t2\ttime zone\ttimezone\n")
    names, gold = clusters.read_names(tmp_path), clusters.read_gold(tmp_path)
    found = dict(clusters.methods(names))
    assert list(found) == ["same string", "ratio 90", "token_sort 85", "token_set 90"]
    assert all(set(made) == set(names) for made in found.values())
    assert clusters.scores(gold, found["same string"])["pairwise"] == 0


def test_what_was_read_is_enough_and_right_enough() -> None:
    read = tiers.verdicts()
    assert set(read) == {*tiers.TIERS, tiers.STOPPED}
    for sample, of_pairs in read.items():
        assert len(of_pairs) >= (200 if sample == tiers.STOPPED else 100)
        right = sum(same != (sample == tiers.STOPPED) for same in of_pairs.values())
        if sample in tiers.TIERS:
            assert right / len(of_pairs) >= 0.97


def test_a_sample_stays_where_other_pairs_come(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    names = [f"name {number}" for number in range(30)]
    rows = [NameGroup(f"{name}s", name, "same letters", 1.0, "") for name in names]
    lake.write("name_groups", table_of(NameGroup).from_rows(rows), key="k")
    acronym = EntityMerge("po", "purchase order", "acronym", True, 0.99, "", None)
    lake.write("entity_merges", table_of(EntityMerge).from_rows([acronym]), key="k")
    pairs = [NamePair("a", "b", "same letters", 1.0, "signs", "", None)]
    lake.write("name_pairs", table_of(NamePair).from_rows(pairs), key="k")
    lake.write(
        "names", table_of(WrittenName).from_rows([WrittenName("a", "A", 1, "noun")]), key="k"
    )
    before = tiers.samples(lake, 10, 1)
    assert before[tiers.STOPPED] == [("a", "b")]
    assert before[tiers.ACRONYM] == [("po", "purchase order")]
    fewer = set(before["same letters"])
    lake.write("name_groups", table_of(NameGroup).from_rows(rows[:20]), key="l")
    after = set(tiers.samples(lake, 10, 1)["same letters"])
    kept = {pair for pair in fewer if pair.one in {row.name_key for row in rows[:20]}}
    assert kept <= after
