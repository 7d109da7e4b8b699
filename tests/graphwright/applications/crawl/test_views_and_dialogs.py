"""A crawl of a page that keeps its view in the browser, of a dialog without Escape, of an icon."""

from __future__ import annotations

import pytest
from crawl_site import Seen, Site, crawl_site, serving

from graphwright.applications.observation import ObservedAction
from graphwright.store.lake import open_lake
from graphwright.tables.applications import ActionOutcome

# Each group that is unfolded is kept in the browser, and the address is replaced, not added to.
_BOARD = """<title>Board</title><main><h1>Board</h1>
<button id="a">Oak</button><button id="b">Elm</button>
<button onclick="show(true)">Facets</button><button id="bin">Bin</button>
<div id="list"></div></main>
<div id="d" role="dialog" aria-modal="true" aria-label="Facets" hidden
 style="position:fixed;inset:0;background:white">
<button>Colour</button><button onclick="draw()">Apply</button>
<button onclick="show(false)">Cancel</button></div>
<script>
const list = document.querySelector("#list");
const show = (shown) => {
  document.querySelector("#d").hidden = !shown;
};
const open = new Set(JSON.parse(localStorage.getItem("open") || "[]"));
const draw = () => {
  list.innerHTML = [...open].map((one) => `<button>In ${one}</button>`).join("");
};
const unfold = (name) => () => {
  open.add(name);
  localStorage.setItem("open", JSON.stringify([...open]));
  history.replaceState(null, "", "?open=" + [...open].join(","));
  draw();
};
document.querySelector("#a").onclick = unfold("oak");
document.querySelector("#b").onclick = unfold("elm");
document.querySelector("#bin").onclick = () => {
  list.innerHTML = '<img src="/icons/delete.svg" alt=""><button>Empty it</button>';
};
draw();
</script>"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    site = Site(pages={"/": _BOARD}, shell=("/",))
    with serving(site):
        return crawl_site(open_lake(tmp_path_factory.mktemp("lake")), site)[0]


def _of_home(found: Seen) -> dict[str, ObservedAction]:
    seen = found.observation
    home = next(one for one in seen.states if one.identity == seen.home_state)
    names = {one.key: one.name for one in seen.captures[home.capture].elements}
    return {names[a.element]: a for a in seen.actions if a.state == home.identity}


def _shown(found: Seen, action: ObservedAction) -> set[str]:
    seen = found.observation
    state = next(one for one in seen.states if one.identity == action.target)
    return {one.name for one in seen.captures[state.capture].elements}


def test_a_view_that_is_kept_in_the_browser_is_not_found_again(found: Seen) -> None:
    did = _of_home(found)
    assert "In oak" in _shown(found, did["Oak"])
    assert "In oak" not in _shown(found, did["Elm"])
    assert "In elm" in _shown(found, did["Elm"])


def test_what_stands_behind_a_dialog_is_tried_after_it(found: Seen) -> None:
    did = _of_home(found)
    assert "Cancel" in _shown(found, did["Facets"])
    assert did["Bin"].outcome is ActionOutcome.DONE


def test_an_icon_that_is_called_delete_makes_no_write(found: Seen) -> None:
    assert "Empty it" in _shown(found, _of_home(found)["Bin"])
