from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.linked_documents import link_documents, open_links, write_links

rows = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=20)
sizes = st.lists(st.integers(0, 3), min_size=6, max_size=6)


@given(rows, sizes)
def test_each_document_leads_to_others_once(links: list[tuple[int, int]], sizes: list[int]) -> None:
    ends = np.array(links, np.int64).reshape(-1, 2)
    owners = np.repeat(np.arange(6), sizes)
    linked = link_documents(ends[:, 0], ends[:, 1], owners, 6)
    for document in range(6):
        others = sorted({end for start, end in links if start == document != end})
        assert linked.linked_from(document).tolist() == others
        chunks, of = linked.chunks_of(np.array([document, 5 - document]))
        assert owners[chunks].tolist() == np.array([document, 5 - document])[of].tolist()
        assert len(chunks) == sizes[document] + sizes[5 - document]
    assert [linked.document_of(chunk) for chunk in range(len(owners))] == owners.tolist()
    assert bool(linked) == any(start != end for start, end in links)


def test_links_are_read_as_they_were_written(tmp_path: Path) -> None:
    ends = np.array([[0, 1], [2, 0]])
    linked = link_documents(ends[:, 0], ends[:, 1], np.array([0, 1, 1, 2]), 3)
    assert open_links(tmp_path, ()) is None
    write_links(tmp_path, linked)
    read = open_links(tmp_path, [path.name for path in tmp_path.iterdir()])
    assert read is not None
    assert [read.linked_from(row).tolist() for row in range(3)] == [[1], [], [0]]
    assert read.chunks_of(np.array([1]))[0].tolist() == [1, 2]
