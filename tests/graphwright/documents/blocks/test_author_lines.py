"""Author lines: short lines that name who wrote or published a document, and nothing else."""

from __future__ import annotations

import pytest

from graphwright.documents.blocks.author_lines import is_author_line, without_author_lines
from graphwright.documents.blocks.raw import RawBlock
from graphwright.tables import BlockKind


@pytest.mark.parametrize(
    "line",
    [
        "By Jane Doe",
        "by Ludwig van Beethoven and Anna Magdalena Bach, March 3, 2021",
        "Author: Jane Doe",
        "Authors: Jane Doe, John Q. Public",
        "Written by Jane Doe | 2021-03-04",
        "Posted by John Public on 4 March 2021",
        "Last updated: 2024-11-30",
        "Last updated 4 March 2021 by Jane Doe",
        "Reviewed by María López-García.",
        "Created by Jane Doe, last modified by John Public on Mar 04, 2021",
        "Created by Jane Doe, last modified on 4 March 2021",
        "Last modified by Jane on 4 March 2021",
        "Modified at 2021-03-04 10:15 by Jane Doe",
        "This page was last edited on 3 March 2021, at 10:00.",
    ],
)
def test_author_lines(line: str) -> None:
    assert is_author_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "By default, the service starts.",
        "By Friday the order must be sent.",
        "The report was written by Jane Doe.",
        "Published by the supplier in the portal, the order is binding.",
        "Created by default, the role is empty.",
        "Created by the clerk on 4 March 2021",
        "The order was last changed on 4 March 2021.",
        "Author roles are set by the administrator.",
        "Author",
        "Date of delivery: 2024-11-30 at the latest",
        "Date: 2024-11-30",
        "Purchase Orders",
    ],
)
def test_other_lines(line: str) -> None:
    assert not is_author_line(line)


def test_only_paragraphs_near_the_start_or_the_end() -> None:
    def block(text: str, kind: BlockKind = BlockKind.PARAGRAPH) -> RawBlock:
        return RawBlock(kind, text)

    heading = block("By Jane Doe", BlockKind.HEADING)
    body = [block(f"The plant ships order {n}.") for n in range(30)]
    middle = [*body, block("By John Doe"), *body]
    blocks = [heading, block("By Jane Doe"), *middle, block("Last updated: 2024-11-30")]
    kept, count = without_author_lines(blocks)
    assert kept == (heading, *middle)
    assert count == 2
