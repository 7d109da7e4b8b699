"""A page is read when it has settled: what is about to come is waited for."""

from __future__ import annotations

from collections.abc import Callable

from crawl_site import Seen, Site, serving

from graphwright.applications.crawl.report import CrawlReport
from graphwright.tables.applications import ActionOutcome

Crawl = Callable[..., tuple[Seen, CrawlReport]]

_ADD = """const add = (name) => {
  const button = document.createElement("button");
  button.textContent = name;
  document.querySelector("main").append(button);
};"""
_GATHERS = f"""<title>Gathers</title><main><h1>Gathers</h1></main><script>{_ADD}
setTimeout(() => {{ add("First"); setTimeout(add, 250, "Second"); }}, 250);
clearTimeout(setTimeout(add, 300, "Never"));
setTimeout('add("Told as text")', 0);
</script>"""
_OPENS = """<title>Opens</title><main><h1>Opens</h1><button>More</button></main><script>
document.querySelector("button").onclick = () => setTimeout(() => {
  document.title = "Opened";
  document.querySelector("main").innerHTML = "<h1>Opened</h1><button>Deep inside</button>";
}, 400);
</script>"""
_TURNS = f"""<title>Turns</title><style>@keyframes turn {{ to {{ rotate: 1turn }} }}
i {{ display: inline-block; animation: turn 1s infinite }}</style>
<main><h1>Turns</h1><i>o</i></main><script>{_ADD}
setTimeout(() => {{ document.querySelector("i").remove(); add("Come at last"); }}, 900);
</script>"""
_ROUND = """<title>Round</title><style>@keyframes pulse { to { opacity: 0 } }
i { animation: pulse 1s infinite }</style><main><h1>Round</h1><i>o</i>
<button>Stop</button></main><script>
let count = 0;
const round = () => { count += 1; setTimeout(round, 90); };
round();
</script>"""


def test_what_is_about_to_come_is_read_and_what_goes_round_is_not_waited_for(crawl: Crawl) -> None:
    pages = {"/": "<title>Home</title><h1>Home</h1>", "/gathers": _GATHERS, "/opens": _OPENS}
    pages |= {"/round": _ROUND, "/turns": _TURNS}
    site = Site(pages=dict(pages), shell=tuple(pages))
    with serving(site):
        seen, _ = crawl(site)
    assert buttons(seen, "Gathers") == {"First", "Second", "Told as text"}
    assert seen.target("Opens", "More") == "Opened"
    assert buttons(seen, "Opened") == {"Deep inside"}
    assert buttons(seen, "Turns") == {"Come at last"}
    assert buttons(seen, "Round") == {"Stop"}
    assert seen.action("Round", "Stop").outcome is ActionOutcome.NO_EFFECT


def buttons(seen: Seen, title: str) -> set[str]:
    elements = seen.capture(seen.state(title)).elements
    return {one.name for one in elements if one.role == "button"}


def test_a_page_has_the_title_that_it_gave_itself(crawl: Crawl) -> None:
    own = "<title>App</title><main><h1>Own</h1><button>Away</button></main><script>{}</script>"
    first = own.format('document.title = "Ants"; document.title = "App";')
    late = own.format("""document.title = "App";
document.title = "Bees";
setTimeout(() => { document.title = "App"; }, 50);""")
    away = own.format("""document.title = "Cows";
document.querySelector("button").onclick = () => {
  history.pushState(null, "", "/elsewhere");
  document.querySelector("h1").textContent = "Elsewhere";
  document.querySelector("button").textContent = "Here";
  document.title = "App";
};""")
    pages = {"/": "<title>Home</title><h1>Home</h1>", "/ants": first, "/bees": late, "/cows": away}
    site = Site(pages=dict(pages), shell=tuple(pages))
    with serving(site):
        seen, _ = crawl(site)
    assert seen.titles == ["Ants", "App", "Bees", "Cows", "Home"]
    assert seen.target("Cows", "Away") == "App"
