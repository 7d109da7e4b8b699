"""Request Tracker 5 as Debian packages it, on a database of its own, filled with a desk's work.

It needs the packages request-tracker5, rt5-db-sqlite and rt5-standalone, and nothing that they
have set up: settings, database, caches and sessions all lie in the folder given.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from crawl_targets import DATA, Target, TargetError, free_port, serving
from table_digests import Left, digests

from graphwright.settings import (
    ApplicationSettings,
    CrawlLimits,
    LoginSettings,
    ReadRequests,
)

SERVER = Path("/usr/share/request-tracker5/libexec/rt-server")
SETUP = "rt-setup-database-5"
PASSWORD = "root-of-a-test"  # of a database that ends with the benchmark
USERNAME_ENV, PASSWORD_ENV = "RT_USERNAME", "RT_PASSWORD"

READING_POSTS = (
    # Forms that seek in a list; none of these pages writes.
    r"^/Admin/(Users|Groups|Queues|CustomRoles)/(index\.html)?$",
    r"^/Reports/\w+\.html$",
)
WRITING_LINKS = (
    # Links that RT's pages open by GET and that write: "Take", bookmarks, order of fields, resets.
    r"/Ticket/Display\.html\?.*\b(Action|Status)=",
    r"/Helpers/(Toggle|AddTimer|SpawnLinkedTicket|PermanentlyDelete)",
    r"[?&;](Delete\w*|Move\w*(Up|Down)|Reset\w*|MarkAsSeen|Sync)=",
    r"/NoAuth/(?!css|js|images)",
)

_SITE = """\
Set($rtname, 'college.example');
Set($Organization, 'college.example');
Set($WebDomain, '127.0.0.1');
Set($WebPort, {port});
Set($WebPath, '');
Set($DatabaseType, 'SQLite');
Set($DatabaseName, '{folder}/rt.sqlite');
Set($LogToSyslog, undef);
Set($LogToSTDERR, 'warning');
Set($MailCommand, 'testfile');
Set($Timezone, 'UTC');
$RT::MasonDataDir = '{folder}/mason';
$RT::MasonSessionDir = '{folder}/sessions';
1;
"""

_TRACES = Left(
    # What RT writes down of who looks: pages and searches seen last, and a token for feeds, which
    # it gives to whoever sees a list for the first time.
    columns={"Users": ("LastUpdated", "LastUpdatedBy", "AuthToken")},
    rows={
        "Attributes": "Name IN ('RecentlyViewedTickets', 'SearchHistory', 'QueryHistory')",
        "Transactions": "Field = 'AuthToken'",
    },
)


def missing_packages() -> str | None:
    """Return what keeps Request Tracker from running here; None: nothing."""
    if SERVER.exists() and shutil.which(SETUP):
        return None
    return "Request Tracker 5 (packages request-tracker5 rt5-db-sqlite rt5-standalone) is absent"


@contextlib.contextmanager
def request_tracker(folder: Path) -> Iterator[Target]:
    """Run a filled Request Tracker in a folder."""
    if (problem := missing_packages()) is not None:
        raise TargetError(problem)
    port = free_port()
    environment = _prepared(folder, port)
    address = f"http://127.0.0.1:{port}/"
    command = [str(SERVER), "--host", "127.0.0.1", "--port", str(port), "--max-workers", "3"]
    with serving(command, address, folder / "server.log", environment):
        yield Target(
            settings=settings(address),
            secrets={USERNAME_ENV: "root", PASSWORD_ENV: PASSWORD},
            fingerprint=lambda: digests(folder / "rt.sqlite", _TRACES),
            change=lambda: run_perl(DATA / "request_tracker_change.pl", environment),
        )


def settings(address: str) -> ApplicationSettings:
    """Return what a crawl is told of it."""
    return ApplicationSettings.model_validate(
        {
            "name": "request_tracker",
            "home": address,
            "login": LoginSettings(
                kind="form", username_env=USERNAME_ENV, password_env=PASSWORD_ENV
            ),
            "reads": ReadRequests(posts=READING_POSTS),
            "deny": WRITING_LINKS,
            "limits": CrawlLimits(states_of_a_template=3),
        }
    )


def _prepared(folder: Path, port: int) -> Mapping[str, str]:
    """Write settings, make the database and fill it; return the variables that name them."""
    for name in ("mason", "sessions", "tmp"):
        (folder / name).mkdir(parents=True)
    site = folder / "site.pm"
    site.write_text(_SITE.format(port=port, folder=folder), encoding="utf-8")
    environment = {
        "RT_SITE_CONFIG": str(site),
        "RT_SITE_CONFIG_DIR": os.devnull,
        "TMPDIR": str(folder / "tmp"),
        "RT_ROOT_PASSWORD": PASSWORD,
    }
    run([SETUP, "--action", "init", "--skip-create"], environment)
    run_perl(DATA / "request_tracker_filling.pl", environment)
    return environment


def run_perl(script: Path, environment: Mapping[str, str]) -> None:
    """Run a script against a database by RT's own interface."""
    run(["perl", str(script)], environment)


def run(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run a command to its end; what it printed is told where it fails."""
    ended = subprocess.run(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if ended.returncode:
        raise TargetError(f"{' '.join(command)} failed:\n{ended.stdout}{ended.stderr}")
