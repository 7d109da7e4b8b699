"""A project: a lake and the settings that it is built with. The public interface of the package.

    import graphwright

    if __name__ == "__main__":  # a build starts worker processes, which read this file too
        project = graphwright.open_project(".graphwright", folder="handbook")
        project.build()
        print(project.ask("Who approves purchase orders?").to_dict())

Each method calls one function of the package; heavy libraries are loaded when they are needed.
The command line and Dagster's assets are fronts of the same.
"""

from __future__ import annotations

import dataclasses
import datetime
import functools
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from graphwright.errors import SettingsError
from graphwright.settings import Settings, load_settings, parse_settings

if TYPE_CHECKING:
    import pyarrow as pa

    from graphwright.applications.crawl.planned import PlannedCrawl
    from graphwright.applications.crawl.report import CrawlReport
    from graphwright.dialogue.opened_help import OpenedHelp
    from graphwright.engine import BuildReport
    from graphwright.export.export import Export
    from graphwright.graph.entity_card import EntityCard
    from graphwright.graph.snapshot import Snapshot
    from graphwright.graph.validity import Validity
    from graphwright.guidance.opened_applications import OpenedApplications
    from graphwright.inspection.verification import Verification
    from graphwright.pages.show_evidence import Shown
    from graphwright.planning.forecast import BuildForecast
    from graphwright.publish.history.compare import Difference
    from graphwright.quiz.report import QuizCounts, QuizResult
    from graphwright.quiz.run import Answered
    from graphwright.retrieval import Context, Strategy
    from graphwright.review.session import ReviewSession
    from graphwright.store.lake import Lake
    from graphwright.ticket_retrieval.opened_tickets import OpenedTickets
    from graphwright.ticket_retrieval.readers_word import NotedSolution
    from graphwright.tickets.template_gaps import TemplateGap
    from graphwright.vectors.embedder import Embedder


DEFAULT_STRATEGY = "walk"
"""The retrieval strategy where none is named."""


@dataclasses.dataclass(frozen=True)
class Project:
    """A lake and its settings.

    ``root`` is the lake's folder. The settings are ``given``, or those of ``file``, or
    those of the last build, which the lake keeps.
    """

    root: Path
    file: Path | None = None
    given: Settings | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", self.root.absolute())

    @property
    def last_settings_file(self) -> Path:
        """Return the file in which the lake keeps the settings that it was last built with."""
        return self.root / "sources.yaml"

    @property
    def sources(self) -> Path:
        """Return the file that settings are read from where none are given."""
        return self.file or self.last_settings_file

    @property
    def settings(self) -> Settings:
        """Return the settings: those given, else those in the file as it is now.

        Raises ``SettingsError`` where there are none, or where they are wrong.
        """
        if self.given is not None:
            return self.given
        if self.file is None and not self.last_settings_file.is_file():
            raise self._without_settings()
        return read_settings(self.sources)

    @property
    def is_built(self) -> bool:
        """Whether a build has made something in the lake, with whatever settings."""
        return any((self.root / name).is_dir() for name in ("tables", "snapshots"))

    def _without_settings(self) -> SettingsError:
        if self.is_built:
            return SettingsError(
                f"The lake at {self.root} was built, but the settings that it was built with are "
                f"gone: there is no {self.last_settings_file}.",
                remedy="Build with --sources FILE or --source FOLDER: the lake keeps them again.",
            )
        return SettingsError(
            f"Nothing was built in the lake at {self.root}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )

    @property
    def lake(self) -> Lake:
        """Return the lake's tables; nothing is read or made yet."""
        from graphwright.store.lake import open_lake  # noqa: PLC0415  # heavy

        return open_lake(self.root)

    def build(
        self, *, quiet: bool = True, max_cost: float | None = None, allow_shrinking: bool = False
    ) -> BuildReport:
        """Build the graph, or bring it up to date, and publish it if every check passes.

        ``max_cost`` is the most that the LLM of this build may cost, in the currency of the
        prices; ``allow_shrinking`` says that documents which are gone since the last publication
        are meant to be. Raises ``GraphwrightError`` that says what stopped it; what was published
        stays.
        """
        from graphwright.engine import load_engine  # noqa: PLC0415

        return load_engine()(
            self.root,
            self.settings,
            quiet=quiet,
            max_cost=max_cost,
            allow_shrinking=allow_shrinking,
        )

    def plan(self) -> BuildForecast:
        """Return what a build would do now, why, and how long it would take; changes nothing."""
        from graphwright.planning.forecast import forecast_build  # noqa: PLC0415  # heavy

        return forecast_build(self.lake, self.settings)

    def crawl(self, names: Collection[str] = (), *, clean: bool = False) -> tuple[CrawlReport, ...]:
        """Crawl web applications of the settings, by name or all; a build then takes them in.

        ``clean`` takes nothing over from the last crawl. An application that fails stops no other:
        its report says why, and what was crawled before stays. Raises ``SettingsError`` for a name
        that there is not.
        """
        from graphwright.applications.crawl.planned import crawl_applications  # noqa: PLC0415

        return crawl_applications(self.lake, self.settings, names, clean=clean)

    def planned_crawls(self) -> tuple[PlannedCrawl, ...]:
        """Return what a crawl would do with each application; opens no browser."""
        from graphwright.applications.crawl.planned import planned_crawls  # noqa: PLC0415

        return planned_crawls(self.lake, self.settings)

    def quiz_build(self) -> QuizCounts:
        """Bring the quiz of the applications up to date with the tables, and count its questions.

        Needs the tables of a build. Raises ``LakeError`` where they are absent.
        """
        from graphwright.quiz.report import QuizCounts  # noqa: PLC0415  # heavy
        from graphwright.steps.quiz_tables import make_quiz  # noqa: PLC0415

        items, rejected = make_quiz(self.lake, self.settings)
        return QuizCounts.of(items, rejected, str(self.lake.path("quiz_items")))

    def quiz_run(
        self,
        contexts: Sequence[str] = (),
        *,
        llm: bool = False,
        orders: int = 4,
        most: int | None = None,
        told: Callable[[Answered], None] = lambda one: None,
    ) -> QuizResult:
        """Answer the quiz over the published graph with each context, and with none of it.

        ``contexts`` are names of ``graphwright.quiz.context.CONTEXTS``, by default all; ``llm``
        also asks the LLM of the settings, with its options in ``orders`` rotations; ``most`` takes
        the first questions by id. Raises ``SettingsError`` for a context that there is not,
        ``SnapshotError`` where no application is published, ``LakeError`` where there is no quiz,
        and ``ExtractorError`` for what concerns every call.
        """
        from graphwright.quiz.running import QuizParts, run_quiz  # noqa: PLC0415  # heavy
        from graphwright.vectors.embedder import make_embedder  # noqa: PLC0415

        settings, snapshot = self.settings, self.snapshot()
        embedder = make_embedder(settings.embedding, settings.worker_count)
        snapshot.check_embedder(embedder)
        parts = QuizParts(
            self.lake,
            settings,
            snapshot,
            embedder,
            lambda: self.strategy("dense", snapshot),
            orders if llm else 0,
            most,
        )
        return run_quiz(parts, contexts, told)

    def snapshot(self, snapshot_id: str | None = None, *, verify: bool | None = None) -> Snapshot:
        """Return the published snapshot, or one that is kept by its id; ``verify`` hashes files.

        By default the setting ``verify_snapshots`` says whether. Raises ``SnapshotError`` where
        nothing is published or a file is damaged.
        """
        from graphwright.graph.snapshot import open_snapshot  # noqa: PLC0415  # heavy

        if verify is None:  # a lake without settings can be read too
            known = self.given is not None or self.sources.is_file()
            verify = known and self.settings.verify_snapshots
        return open_snapshot(self.root, snapshot_id, verify=verify)

    def verify(self, *, repair: bool = False) -> Verification:
        """Read every byte of tables, snapshots, history, caches and views, and say what is damaged.

        ``repair`` builds, so that what is damaged is made anew, and looks again. Raises
        ``GraphwrightError`` where there is nothing to look at, and as ``build`` does; then no
        table was touched.
        """
        from graphwright.inspection.verification import (  # noqa: PLC0415  # heavy
            remove_damaged,
            verify_lake,
        )

        found = verify_lake(self.lake)
        if found.sound or not repair:
            return found
        _ = self.settings  # says now where there is nothing to build with
        with self.lake.exclusive():
            remove_damaged(self.lake, found)
        self.build()
        return verify_lake(self.lake)

    def strategy(
        self,
        name: str = DEFAULT_STRATEGY,
        snapshot: Snapshot | None = None,
        *,
        as_of: datetime.date | None = None,
        navigation: bool = False,
    ) -> Strategy:
        """Return a retrieval strategy over the published snapshot, for many questions.

        Documents are judged as of a day, by default that of each question: what another took the
        place of, what has ended or not begun is ranked below, or left out by
        ``retrieval.outdated``. Facts are those of the layer knowledge, with ``walk`` also what the
        steps of the first passages do; with ``navigation`` all that steps do, and which text
        refers to what.
        Raises ``SettingsError`` for a name that there is not, ``ModelError`` where its models are
        absent, and ``SnapshotError`` like ``snapshot``.
        """
        from graphwright.retrieval import RetrievalOptions, make_strategy  # noqa: PLC0415  # heavy
        from graphwright.vectors.embedder import make_embedder  # noqa: PLC0415

        settings, opened = self.settings, snapshot or self.snapshot()
        return make_strategy(
            name,
            opened,
            lambda: make_embedder(settings.embedding, settings.worker_count),
            settings.language,
            self._validity(opened, as_of),
            navigation=navigation,
            options=RetrievalOptions.of(settings),
        )

    def _validity(self, snapshot: Snapshot, as_of: datetime.date | None) -> Validity:
        from graphwright.graph.validity import Validity  # noqa: PLC0415  # heavy

        leave_out = self.settings.retrieval.outdated == "leave_out"
        return Validity(snapshot, as_of, leave_out=leave_out)

    def ask(
        self,
        question: str,
        *,
        strategy: str = DEFAULT_STRATEGY,
        k: int = 5,
        as_of: datetime.date | None = None,
        navigation: bool = False,
    ) -> Context:
        """Return what the published graph holds for a question: at most ``k`` chunks, with facts.

        Loads the models anew; ``strategy`` keeps them for many questions, and says what
        ``navigation`` adds.
        """
        return self.strategy(strategy, as_of=as_of, navigation=navigation).retrieve(question, k)

    def inspect(
        self,
        entity: str,
        *,
        facts: int = 25,
        as_of: datetime.date | None = None,
        navigation: bool = False,
    ) -> EntityCard:
        """Return an entity's names and at most ``facts`` facts of each direction, with quotes.

        A task has its steps too. Facts are those of the layer knowledge, with ``navigation`` of
        every layer.
        Raises ``SnapshotError`` where no entity has that name or alias.
        """
        from graphwright.graph.entity_card import inspect_entity  # noqa: PLC0415  # heavy

        snapshot = self.snapshot()
        validity = self._validity(snapshot, as_of)
        return inspect_entity(
            snapshot, entity, limit=facts, validity=validity, navigation=navigation
        )

    def tickets(self) -> OpenedTickets:
        """Return the published tickets, for many questions.

        Raises ``NotFoundError`` where none are published, and ``SnapshotError`` like ``snapshot``.
        """
        from graphwright.ticket_retrieval.opened_tickets import open_tickets  # noqa: PLC0415

        return open_tickets(self.snapshot(), self.settings, self._open_embedder)

    def help(self, *, internal: bool = False) -> OpenedHelp:
        """Return the published help pages, for many dialogues; those of the team if ``internal``.

        Raises ``NotFoundError`` where none are published, and ``SnapshotError`` like ``snapshot``.
        """
        from graphwright.dialogue.opened_help import open_help  # noqa: PLC0415  # heavy

        return open_help(self.snapshot(), self.settings, self._open_embedder, internal=internal)

    def guidance(self) -> OpenedApplications:
        """Return the published web applications, for many questions.

        Raises ``NotFoundError`` where none are published, and ``SnapshotError`` like ``snapshot``.
        """
        from graphwright.guidance.opened_applications import open_applications  # noqa: PLC0415

        return open_applications(self.snapshot(), self.settings, self._open_embedder)

    def _open_embedder(self) -> Embedder:
        from graphwright.vectors.embedder import make_embedder  # noqa: PLC0415  # heavy

        return make_embedder(self.settings.embedding, self.settings.worker_count)

    def template_gaps(self, least: int = 2) -> dict[str, list[TemplateGap]]:
        """Return by collection the headings and fields of tickets that no section takes.

        Those that ``least`` tickets have or more, the most frequent first. Raises ``LakeError``
        where no ticket was read.
        """
        from graphwright.inspection.template_coverage import lake_gaps  # noqa: PLC0415  # heavy

        return lake_gaps(self.lake, self.settings, least)

    def solved(self, ticket: str, solved_by: str) -> bool:
        """Note that a published ticket solved another, a link from the next build on.

        Return whether that is new. Raises ``NotFoundError`` for a ticket that there is not, and
        ``SettingsError`` where no file is named or the tickets are one.
        """
        from graphwright.ticket_retrieval.readers_word import note_solved  # noqa: PLC0415  # heavy

        return note_solved(self.settings, self.tickets().graph, ticket, solved_by)

    def solved_tickets(self) -> list[NotedSolution]:
        """Return what readers said of tickets, as the file of the settings holds it now.

        Raises ``SettingsError`` with the first wrong line, and like ``tickets``.
        """
        from graphwright.ticket_retrieval.readers_word import noted_solutions  # noqa: PLC0415

        return noted_solutions(self.settings, self.tickets().graph)

    def merge(self, one: str, other: str, **said: str | None) -> Path:
        """Note that two names are one thing, from the next build on; return the file.

        ``author``, ``date`` and ``note`` are kept with it. Raises ``SettingsError`` where no file
        is named, or the decision is there already or contradicts another.
        """
        from graphwright.review.decisions_file import Said, decide_one  # noqa: PLC0415

        return decide_one(self.settings, one, other, Said(**said))

    def unmerge(self, one: str, other: str, **said: str | None) -> Path:
        """Note that two names are two things; otherwise as ``merge``.

        Raises ``SettingsError`` for two names of one seed concept too.
        """
        from graphwright.review.decisions_file import Said, decide_two  # noqa: PLC0415

        return decide_two(self.settings, one, other, Said(**said))

    def rename(self, name: str, new: str, **said: str | None) -> Path:
        """Note what a thing is called; otherwise as ``merge``."""
        from graphwright.review.decisions_file import Said, decide_name  # noqa: PLC0415

        return decide_name(self.settings, name, new, Said(**said))

    def suggest_seeds(self, limit: int = 50) -> str:
        """Return a seed file of frequent, connected concepts that no seed names, as YAML.

        Raises ``LakeError`` where the lake has not been built.
        """
        from graphwright.inspection.seed_suggestions import (  # noqa: PLC0415  # heavy
            suggest_seeds,
            suggestions_yaml,
        )

        return suggestions_yaml(suggest_seeds(self.lake, limit))

    def review(self, author: str | None = None) -> ReviewSession:
        """Return a session over the pairs of names that wait for a person, with undo.

        Each decision is written at once, with its ``author``, and holds from the next build on.
        Raises ``SettingsError`` where no file is named for decisions, or it is wrong.
        """
        from graphwright.review.session import ReviewSession  # noqa: PLC0415  # heavy

        return ReviewSession(self.lake, self.settings, author)

    def sql(self, query: str) -> pa.Table:
        """Return the result of one SELECT over the tables of the lake; nothing can be written.

        Raises ``LakeError`` for what is no SELECT, fails, or reads anything else.
        """
        from graphwright.inspection.ad_hoc_query import run_sql  # noqa: PLC0415  # heavy

        return run_sql(self.lake, query)

    def show(self, evidence_id: str, out: Path | None = None) -> Shown:
        """Write the page of a PDF with a quote's box drawn, or the passage with it marked.

        ``evidence_id`` may be how the id starts; ``out`` ends with .png (PDF only) or .html. Of an
        action of a web application it is its element on the picture of its page (.png). Raises
        ``SnapshotError`` for an unknown id.
        """
        from graphwright.pages.show_action import action_of, show_action  # noqa: PLC0415  # heavy
        from graphwright.pages.show_evidence import show_evidence  # noqa: PLC0415

        snapshot = self.snapshot()
        action = action_of(snapshot, evidence_id)
        if action is not None:
            return show_action(self.lake, action, out)
        return show_evidence(self.lake, snapshot, self.settings, evidence_id, out)

    def report(self) -> str:
        """Return what the lake holds, what was left out and what changed, as one HTML page."""
        from graphwright.pages.report import report_html  # noqa: PLC0415  # heavy

        return report_html(self.lake, self.settings)

    def diff(self, old: str | None = None, new: str | None = None) -> Difference:
        """Return what changed from one kept snapshot to another, and why.

        By default from the one before to the published. Raises ``SnapshotError``.
        """
        from graphwright.publish.history.log import difference_of  # noqa: PLC0415  # heavy
        from graphwright.publish.publish import snapshot_pair  # noqa: PLC0415

        return difference_of(self.root, *snapshot_pair(self.root, old, new))

    def export(
        self,
        format: str,  # what the command calls it
        out: Path | str,
        *,
        layers: str = "knowledge",
        texts: bool = False,
        snapshot: Snapshot | None = None,
    ) -> Export:
        """Write the published snapshot, or one that is given, for other programs.

        ``format`` is graphml, jsonld or nquads (``out`` is a file), neo4j or parquet (a folder).
        ``layers`` is "knowledge" or "all"; ``texts`` adds the passages. What was at ``out`` is
        replaced at the end, or stays. Raises ``SettingsError`` where it is no earlier export, and
        for what there is not; ``SnapshotError`` where nothing is published.
        """
        from graphwright.export.export import export_snapshot  # noqa: PLC0415  # heavy

        opened = snapshot or self.snapshot()
        return export_snapshot(opened, format, Path(out).absolute(), layers=layers, texts=texts)

    def rollback(self, snapshot_id: str) -> str:
        """Point readers to an earlier snapshot until the next build, and return its id.

        Raises ``SnapshotError`` where it is not kept or is damaged.
        """
        from graphwright.publish.publish import rollback  # noqa: PLC0415  # heavy

        return rollback(self.root, snapshot_id, self.lake.storage)

    def view(self, groups: Collection[str], *, wait: bool = True) -> Project:
        """Return the project of what a caller of these groups may see: a graph of that alone.

        It answers as any project; nothing can be built with it. Where the caller may see all, it is
        this one. A view that is not there is made, or, without ``wait``, ``ViewNotReady`` raised.
        Ask again for each question: what is published, and who may see it, may have changed.
        Raises ``SnapshotError`` where nothing is published.
        """
        from graphwright.access.views import open_view  # noqa: PLC0415  # heavy

        return open_view(self, groups, wait=wait)

    def over(self, root: Path, settings: Settings) -> Project:
        """Return a project of another lake with these settings: this one's view."""
        return dataclasses.replace(self, root=root, file=None, given=settings)

    def keep_settings(self, settings: Settings) -> Path:
        """Keep settings in the lake, so that Dagster's page and later calls use the same."""
        path = self.last_settings_file
        text = yaml.safe_dump(settings.model_dump(mode="json"), sort_keys=False)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            with self.lake.storage.replacing(path) as temporary:
                temporary.write_text(text, encoding="utf-8")
        return path


def open_project(
    lake: Path | str = ".graphwright",
    *,
    sources: Path | str | None = None,
    folder: Path | str | None = None,
    settings: Settings | None = None,
) -> Project:
    """Return the project of a lake; nothing is read or made but the settings.

    The settings are those of ``sources`` (a ``sources.yaml``), of one ``folder`` of documents with
    every default, or ``settings`` themselves; without any, those that the lake was last built
    with. Raises ``SettingsError`` for wrong settings, where more than one is named, and for a lake
    that is a file.
    """
    named = {"sources": sources, "folder": folder, "settings": settings}
    given = [name for name, value in named.items() if value is not None]
    if len(given) > 1:
        raise SettingsError(
            f"The settings are named more than once: by {' and by '.join(given)}.",
            remedy="Name one of them.",
        )
    root = Path(lake)
    if root.is_file():
        raise SettingsError(
            f"The lake {root} is a file, but a folder was expected.",
            remedy="Name a folder, which is made where there is none.",
        )
    if sources is not None:
        project = Project(root, file=Path(sources).absolute())
        read_settings(project.sources)
        return project
    return Project(root, given=settings if folder is None else folder_settings(Path(folder)))


def folder_settings(folder: Path) -> Settings:
    """Return the settings of one collection, named after its folder, with every default."""
    place = folder.expanduser().resolve()
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", place.name).strip("-._") or "documents"
    collection = {"name": name, "folder": str(place)}
    return parse_settings({"collections": [collection]}, origin=place)


def read_settings(path: Path) -> Settings:
    """Return the settings of a file as it is now; raises like ``load_settings``."""
    try:
        content = path.read_bytes()
    except OSError:
        return load_settings(path)  # which says what is wrong with it
    return _read(path, content)


@functools.lru_cache(maxsize=8)
def _read(path: Path, _content: bytes) -> Settings:
    """Return the settings of a file that holds this; some fifty steps of a run ask for them."""
    return load_settings(path)
