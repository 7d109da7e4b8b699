"""Hand-made rows for tests of the global tables: documents, sentences and resolved triples.

Keys are the lower-cased names here, so that a test can be read without the normaliser.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import sql
from graphwright.ids import bucket_of, content_id, document_id, sha256_text
from graphwright.tables import (
    TABLES,
    Block,
    Chunk,
    DependencyTriple,
    ParsedDocument,
    ResolvedTriple,
    SeedAlias,
    Sentence,
    SourceDocument,
    to_record,
)

GAP = "\n\n"


@dataclasses.dataclass
class GraphRows:
    """Collects documents and triples; each distinct sentence of a document is its own block."""

    texts: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    triples: list[ResolvedTriple] = dataclasses.field(default_factory=list)
    seeds: list[SeedAlias] = dataclasses.field(default_factory=list)

    def say(self, text: str, path: str = "a.md") -> int:
        """Add a sentence to a document, once, and return its number there."""
        said = self.texts.setdefault(path, [])
        if text not in said:
            said.append(text)
        return said.index(text)

    def fact(
        self,
        subject: str,
        predicate: str,
        object_: str,
        *,
        text: str | None = None,
        path: str = "a.md",
        confidence: float = 0.8,
        rule: str = "subject_verb_object",
        **changes: object,
    ) -> ResolvedTriple:
        """Add a triple with the sentence that states it, and return it."""
        text = text or f"{subject} {predicate} {object_}."
        number = self.say(text, path)
        start = sum(len(said) + len(GAP) for said in self.texts[path][:number])
        document = document_id("test", path)
        chunk = content_id("chunk", document, number)
        sentence = content_id("sentence", chunk)
        left, right = start + text.index(subject), start + text.rindex(object_)
        plain = ResolvedTriple(
            triple_id=content_id("triple", sentence, rule, subject, predicate, object_),
            sentence_id=sentence,
            chunk_id=chunk,
            document_id=document,
            extractor="dependency",
            rule=rule,
            version="1",
            subject=subject,
            subject_start=left,
            subject_end=left + len(subject),
            subject_phrase_start=left,
            subject_phrase_end=left + len(subject),
            subject_type=None,
            predicate=predicate,
            predicate_text="",
            predicate_start=start,
            predicate_end=start,
            object=object_,
            object_start=right,
            object_end=right + len(object_),
            object_phrase_start=right,
            object_phrase_end=right + len(object_),
            object_type=None,
            voice="active",
            negated=False,
            modality=None,
            condition=None,
            attribution=None,
            qualifiers=(),
            confidence=confidence,
            subject_name=subject,
            subject_key=subject.lower(),
            subject_resolved=False,
            object_name=object_,
            object_key=object_.lower(),
            object_resolved=False,
            rejection=None,
        )
        triple = dataclasses.replace(plain, **changes)  # type: ignore[arg-type]
        self.triples.append(triple)
        return triple

    def acronym(
        self, expansion: str, acronym: str, *, path: str = "a.md", confidence: float = 0.9
    ) -> ResolvedTriple:
        """Add a sentence that introduces an acronym, and its triple."""
        return self.fact(
            expansion,
            "be abbreviated as",
            acronym,
            text=f"{expansion} ({acronym}).",
            path=path,
            confidence=confidence,
            rule="acronym",
        )

    def seed(self, name: str, *aliases: str, type_: str = "Product") -> None:
        """Add a seed concept; its own name is one of its aliases."""
        for alias in (name, *aliases):
            self.seeds.append(
                SeedAlias(name.lower(), name, type_, f"About {name}.", alias, alias.lower())
            )

    def rows(self) -> dict[str, list[object]]:
        """Return the rows of every table that comes before the global ones."""
        rows: dict[str, list[object]] = {name: [] for name in TABLES}
        for path, said in sorted(self.texts.items()):
            self._document(rows, path, said)
        rows["resolved_triples"] = list(self.triples)
        fields = [field.name for field in dataclasses.fields(DependencyTriple)]
        rows["dependency_triples"] = [
            DependencyTriple(**{name: getattr(triple, name) for name in fields})
            for triple in self.triples
        ]
        rows["seed_concepts"] = list(self.seeds)
        return rows

    def _document(self, rows: dict[str, list[object]], path: str, said: Sequence[str]) -> None:
        document, start, blocks = document_id("test", path), 0, []
        for number, text in enumerate(said):
            end, heading = start + len(text), (f"Section {number}",)
            chunk = content_id("chunk", document, number)
            blocks.append(
                Block(number, "paragraph", 0, start, end, heading, None, None, number + 1,
                      (0.0, float(number), 100.0, number + 1.0), "pt", ())
            )  # fmt: skip
            rows["chunks"].append(
                Chunk(chunk, document, number, start, end, text, sha256_text(text), heading,
                      None, number + 1)
            )  # fmt: skip
            rows["sentences"].append(
                Sentence(content_id("sentence", chunk), chunk, document, 0, start, end, text,
                         "paragraph", len(text.split()), None)
            )  # fmt: skip
            start = end + len(GAP)
        source = SourceDocument(
            document, "test", path, f"https://docs.test/{path}", path, "md", "dependency", 1,
            None, sha256_text(path), None,
        )  # fmt: skip
        rows["source_documents"].append(source)
        rows["parsed_documents"].append(
            ParsedDocument(
                document, "test", path, source.uri, "md", "dependency", source.sha256,
                f"Title of {path}", GAP.join(said), tuple(blocks), len(blocks), "ok", (), (),
            )
        )  # fmt: skip


def write_rows(
    folder: Path, rows: Mapping[str, Sequence[object]], *, buckets: int = 1
) -> dict[str, list[Path]]:
    """Write the rows as Parquet, bucketed tables in ``buckets`` files, and return the paths."""
    views = {}
    for name, of_table in rows.items():
        count = buckets if TABLES[name].bucketed else 1
        parts: list[list[object]] = [[] for _ in range(count)]
        for row in of_table:
            parts[bucket_of(row.document_id, count) if count > 1 else 0].append(row)  # type: ignore[attr-defined]
        views[name] = [
            write_part(folder / f"{name}.{number}.parquet", name, part)
            for number, part in enumerate(parts)
        ]
    return views


def write_part(path: Path, name: str, rows: Sequence[object]) -> Path:
    """Write rows of a table in the order given (the declaration would sort them)."""
    records = [to_record(row) for row in rows]
    pq.write_table(pa.Table.from_pylist(records, schema=TABLES[name].schema), path)
    return path


class Built(Mapping[str, list[Path]]):
    """Paths of tables by name: a global one is made, with those before it, when it is asked for."""

    def __init__(self, views: Mapping[str, list[Path]], folder: Path, threads: int) -> None:
        self._made, self._folder, self._threads = dict(views), folder, threads

    def __getitem__(self, name: str) -> list[Path]:
        if name not in self._made and name in sql.READS:
            path = self._folder / f"{name}.parquet"
            rows = sql.run_select(name, self, threads=self._threads)
            pq.write_table(rows, path, compression="zstd")
            self._made[name] = [path]
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._made, **dict.fromkeys(sql.READS)})

    def __len__(self) -> int:
        return len({*self._made, *sql.READS})

    def __contains__(self, name: object) -> bool:
        return name in self._made or name in sql.READS

    def __or__(self, others: Mapping[str, list[Path]]) -> dict[str, list[Path]]:
        """Return all tables, with others in their place."""
        return {**self, **others}


def build(views: dict[str, list[Path]], folder: Path, *, threads: int = 1) -> Built:
    """Return the views with every global table, each made when it is asked for."""
    without = {name: paths for name, paths in views.items() if name not in sql.READS}
    return Built(without, folder, threads)


def read(views: Mapping[str, Sequence[Path]], name: str) -> list[dict[str, object]]:
    """Return a table's rows as dictionaries."""
    return [row for path in views[name] for row in pq.read_table(path).to_pylist()]


def built_apart(rows: Mapping[str, Sequence[object]], folder: Path) -> ReadRows:
    """Return all tables of these rows, built in a folder of their own below one."""
    own = Path(tempfile.mkdtemp(dir=folder))
    return ReadRows(build(write_rows(own, rows), own))


class ReadRows(Mapping[str, list[dict[str, object]]]):
    """The rows of tables by name, each read, and a global one made, when it is asked for."""

    def __init__(self, views: Mapping[str, Sequence[Path]]) -> None:
        self._views = views

    def __getitem__(self, name: str) -> list[dict[str, object]]:
        return read(self._views, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._views)

    def __len__(self) -> int:
        return len(self._views)


__all__ = ["GraphRows", "ReadRows", "build", "built_apart", "read", "write_part", "write_rows"]
