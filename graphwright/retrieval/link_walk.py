"""What the documents of the first chunks link to: where an author sends who reads on.

It is one step, taken beside the walk: a link says where more stands, whatever both mention.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.weighted_rows import NOTHING, Weighted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.linked_documents import LinkedDocuments
    from graphwright.retrieval.cosines import Cosines
    from graphwright.retrieval.parameters import WalkParameters

    Rows = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclasses.dataclass(frozen=True, slots=True)
class Linked:
    """Chunks with their weights, and for each the row of the document that links to its own."""

    chunks: Weighted
    sources: Rows

    def source_of(self, chunk: int) -> int | None:
        """Return the document whose link leads to a chunk, by row; None where none does."""
        place = int(np.searchsorted(self.chunks.rows, chunk))
        found = place < len(self.chunks.rows) and self.chunks.rows[place] == chunk
        return int(self.sources[place]) if found else None


_NO_LINKS = Linked(NOTHING, NOTHING.rows)


class LinkWalk:
    """The step from documents to those that they link to."""

    def __init__(self, links: LinkedDocuments | None, parameters: WalkParameters) -> None:
        """Take the links of a snapshot, None where it has none."""
        self._links, self._most = links, parameters.most_links
        linked = np.bincount(links.targets) if links else np.zeros(0)
        self._rarity = 1 / np.sqrt(np.maximum(linked, 1))

    def linked_from(self, ranked: Rows, cosines: Cosines, plus: Floats) -> Linked:
        """Return the best chunk of each document that the documents of some chunks link to.

        The chunks are given best first; the best of a document is that by cosine with what ``plus``
        adds to each. The weight is 1 / the rank of the document that links, of several the first,
        and 1 / the root of how many documents link there.
        """
        if not self._links:
            return _NO_LINKS
        documents, sources, weights = self._targets(self._links, ranked)
        rows, owners = self._links.chunks_of(documents)
        best = cosines.best_of_each(rows, owners, plus)
        order = np.argsort(rows[best])
        of, rows = owners[best][order], rows[best][order]
        return Linked(Weighted(rows, weights[of]), sources[of])

    def _targets(self, links: LinkedDocuments, ranked: Rows) -> tuple[Rows, Rows, Floats]:
        """Return linked documents, ascending, each with the first that links there, and weights."""
        targets, sources, weights = [NOTHING.rows], [NOTHING.rows], [NOTHING.weights]
        documents = dict.fromkeys(map(links.document_of, ranked.tolist()))
        for rank, document in enumerate(documents, start=1):
            found = links.linked_from(document)
            if len(found) <= self._most:
                targets.append(found)
                sources.append(np.full(len(found), document))
                weights.append(self._rarity[found] / rank)
        distinct, first = np.unique(np.concatenate(targets), return_index=True)
        return distinct, np.concatenate(sources)[first], np.concatenate(weights)[first]
