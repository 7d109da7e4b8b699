"""What crawls found, and what one would do, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphwright.applications.crawl.planned import PlannedCrawl
from graphwright.applications.crawl.report import CrawlReport
from graphwright.display.printable import one_line


def crawl_summary(reports: Iterable[CrawlReport]) -> str:
    """Return what each crawl found: counts by outcome, seconds a state, what was limited."""
    return "\n".join(line for report in reports for line in _lines(report))


def _lines(report: CrawlReport) -> Iterator[str]:
    name = report.application
    if report.error is not None:
        yield f"{name}: nothing was crawled; what was there before stays."
        return
    pace = f"{report.seconds:.1f} s, {report.seconds_a_state:.2f} s a state"
    yield f"{name}: {report.states:,} states, {sum(report.outcomes.values()):,} actions; {pace}"
    counts = (f"{count:,} {outcome}" for outcome, count in report.outcomes.items() if count)
    yield f"  actions: {', '.join(counts) or 'none'}"
    yield (
        f"  done now {report.tried:,}, "
        f"answered as before {report.spared:,}, taken over {report.taken_over:,}, "
        f"from a crawl that stopped {report.resumed:,}"
    )
    if report.tools:
        yield f"  change what a field holds, never pressed: {report.tools:,}"
    for limit, count in report.limited.items():
        yield f"  left by the limit '{limit}': {count:,} actions"
    for request in report.unlisted:
        yield f"  stopped when a page opened: {one_line(request)}"
    if report.unlisted:
        yield "  (list under 'reads' what of these only reads)"
    if report.browsers > 1:
        yield f"  the browser was started {report.browsers} times"


def planned_summary(planned: Iterable[PlannedCrawl]) -> str:
    """Return what a crawl of each application would do."""
    lines = []
    for crawl in planned:
        known = "" if crawl.states is None else f" ({crawl.states:,} states known)"
        lines.append(f"Application {crawl.application}{known}: {crawl.why}")
    if lines:
        lines.append("A build reads what was crawled; 'graphwright crawl' looks at applications.")
    return "\n".join(lines)
