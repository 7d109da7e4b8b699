"""Pages read in a real browser: each kind of element once, by a name that a user would know."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.async_api import Page, Route, async_playwright

from graphwright.applications.capture import Capture, Reading
from graphwright.applications.identity import state_identity
from graphwright.applications.page_reader import read_page
from graphwright.errors import CrawlError
from graphwright.settings import ApplicationSettings

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
SETTINGS = ApplicationSettings(name="desk", home="http://desk.test/")
Read = Callable[..., Reading]

pytestmark = pytest.mark.skipif(BROWSER is None, reason="pages are only read where chromium is")


class _Browser:
    """A browser that serves what a test writes, at an address of the application."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner, self._html = runner, ""
        self.page: Page = runner.run(self._start())

    async def _start(self) -> Page:
        self._playwright = await async_playwright().start()
        self._chromium = await self._playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox"]
        )
        page = await self._chromium.new_page(viewport={"width": 1280, "height": 900})
        await page.route("**/*", self._serve)
        return page

    async def _serve(self, route: Route) -> None:
        await route.fulfill(body=self._html, content_type="text/html; charset=utf-8")

    def read(self, html: str, path: str = "", press: str | None = None) -> Reading:
        """Open a page, press what a selector says, and read it."""
        self._html = f"<!doctype html><title>Desk</title>{html}"
        return self._runner.run(self._read(path, press))

    async def _read(self, path: str, press: str | None) -> Reading:
        await self.page.goto(f"{SETTINGS.home}{path}")
        if press:
            await self.page.click(press)
        return await read_page(self.page, SETTINGS)

    def count(self, selector: str) -> int:
        """Return how many elements of the page a selector leads to."""
        return self._runner.run(self.page.locator(selector).count())

    def stop(self) -> None:
        """End the browser."""
        self._runner.run(self._chromium.close())
        self._runner.run(self._playwright.stop())


@pytest.fixture(scope="module")
def browser() -> Iterator[_Browser]:
    with asyncio.Runner() as runner:
        started = _Browser(runner)
        yield started
        started.stop()


@pytest.fixture
def read(browser: _Browser) -> Read:
    return browser.read


def names(capture: Capture, region: str | None = None) -> list[str]:
    return [one.name for one in capture.elements if region in (None, one.region)]


def identity(reading: Reading) -> str:
    return state_identity("desk", reading.capture)


def test_links_buttons_and_submits_are_found_once(read):
    capture = read("""<main>
        <a href=/orders>Orders</a> <a name=here>no link</a> <a href="#below">Skip</a>
        <button><span>New</span> <b>order</b></button>
        <form><input type=submit value=Search><input type=reset><input type=hidden></form>
        <div role=button tabindex=0>Refresh</div>
        <details><summary>More</summary><a href=/inside>Inside</a></details>
        <button onclick="1"><a href=/nested>Nested</a></button>
        </main>""").capture
    assert names(capture) == ["Orders", "New order", "Search", "Refresh", "More", "Nested"]
    assert {one.found_by for one in capture.elements} == {"role"}
    assert capture.elements[0].href == "/orders"


def test_what_cannot_be_pressed_is_no_action(read):
    capture = read("""<main>
        <button disabled>a</button> <button aria-disabled=true>b</button>
        <fieldset disabled><button>c</button></fieldset>
        <button style="display:none">d</button> <button style="visibility:hidden">e</button>
        <button style="opacity:0">f</button> <button style="pointer-events:none">g</button>
        <button style="position:absolute;left:-9999px">h</button> <div hidden><a href=/i>i</a></div>
        <button>Seen</button></main>""").capture
    assert names(capture) == ["Seen"]


def test_listeners_alone_make_an_element(read):
    capture = read("""<main>
        <div id=one style="cursor:pointer">Open panel</div>
        <div id=two>Opened by two presses</div>
        <span onclick="1">Plain attribute</span>
        <div id=none>Nothing listens</div>
        <script>
        one.addEventListener('click', () => 1); two.addEventListener('dblclick', () => 1);
        none.addEventListener('mouseover', () => 1);
        </script></main>""").capture
    found = {one.name: one.found_by for one in capture.elements}
    assert found == {
        "Open panel": "listener",
        "Opened by two presses": "listener",
        "Plain attribute": "onclick",
    }


def test_a_container_that_listens_for_others_makes_only_those_that_look_pressable(read):
    capture = read("""<main id=all><p>Some text</p><div id=list>
        <div style="cursor:pointer">First</div><div style="cursor:pointer">Second</div>
        <div>Only text</div></div>
        <div id=quiet><p>One</p><p>Two</p><a href=/kept>Kept</a></div>
        <script>
        for (const one of [all, list, quiet, document, document.body])
            one.addEventListener('click', () => 1);
        </script></main>""").capture
    assert names(capture) == ["First", "Second", "Kept"]


def test_shadow_roots_and_frames_are_read_and_found_again(read, browser):
    reading = read("""<main><my-box></my-box><my-box></my-box>
        <iframe srcdoc="<main><button>Framed</button>
            <iframe srcdoc='<button>Deep</button>'></iframe></main>"></iframe>
        <script>customElements.define('my-box', class extends HTMLElement { constructor() { super();
            this.attachShadow({mode: 'open'}).innerHTML =
                '<div><p><button>Shadowed</button></p></div><slot></slot>'; } });
        </script></main>""")
    assert names(reading.capture) == ["Shadowed", "Shadowed", "Framed", "Deep"]
    assert [browser.count(one.selector) for one in reading.places.values()] == [1, 1, 1, 1]
    assert len({one.key for one in reading.capture.elements}) == 4
    assert reading.capture.elements[2].frame is not None


def test_links_of_hidden_menus_are_read_with_their_path(read):
    capture = read("""<nav><ul>
        <li><a href=/admin>Admin</a><ul style="display:none">
            <li><a href=/admin/global>Global</a><ul><li><a href=/admin/global/scrips>Scrips</a></ul>
            <li><a href=/admin/new?Create=1>Create</a></ul>
        <li><span>Reports</span>
            <div style="display:none"><ul><li><a href=/sales>Sales</a></ul></div>
        </ul></nav>
        <div hidden><a href=/no>In no menu</a></div>
        <main><button aria-haspopup=true aria-controls=m>Tools</button>
        <div id=m role=menu hidden><a role=menuitem href=/export>Export</a></div></main>""").capture
    assert [(*one.menu_path, one.name) for one in capture.elements] == [
        ("Admin",),
        ("Admin", "Global"),
        ("Admin", "Global", "Scrips"),
        ("Admin", "Create"),
        ("Reports", "Sales"),
        ("Tools",),
    ]


def test_regions_are_shell_main_dialog_and_menu(read):
    capture = read("""<header><a href=/>Home</a></header><nav><a href=/a>A</a></nav>
        <main><article><header><a href=/b>B</a></header></article><nav><a href=/p>Next</a></nav>
        </main>
        <div role=menu style="position:absolute" aria-label=Row><div role=menuitem>Copy</div></div>
        <footer><a href=/c>C</a></footer>""").capture
    found = {one.name: one.region for one in capture.elements}
    assert found == {
        "Home": "shell", "A": "shell", "B": "main", "Next": "main", "Copy": "menu", "C": "shell",
    }  # fmt: skip
    assert capture.menus == ("Row",)


def test_a_modal_dialog_hides_the_page_behind_it(read):
    html = """<main><h1>Orders</h1><button onclick="d.showModal()">New</button>
        <b role=tab aria-selected=true aria-disabled=true>Open</b></main>
        <dialog id=d aria-label="New order"><h2>Order</h2><button>Save</button></dialog>"""
    closed, opened = read(html), read(html, press="button")
    assert (closed.capture.dialogs, names(closed.capture)) == ((), ["New"])
    assert (opened.capture.dialogs, names(opened.capture)) == (("New order",), ["Save"])
    assert (closed.capture.tabs, opened.capture.tabs) == (("Open",), ())
    assert opened.capture.headings == ("Order",)
    assert identity(closed) != identity(opened)


def test_a_frame_in_a_dialog_is_reached(read):
    capture = read(
        """<button onclick="d.showModal()">Open</button>
        <dialog id=d aria-label=Help><iframe srcdoc="<button>Send</button>"></iframe></dialog>""",
        press="button",
    ).capture
    assert names(capture) == ["Send"]


def test_a_dialog_of_divs_with_a_backdrop_is_modal(read):
    capture = read("""<main><button>Behind</button></main>
        <div style="position:fixed;inset:0"><div role=dialog style="margin:200px">
        <h3>Delete order? <button aria-label=Close>×</button></h3></div></div>""").capture
    assert capture.dialogs == ("Delete order?",)
    assert names(capture) == ["Close"]


def test_tabs_tell_which_is_selected(read):
    html = """<main><div role=tablist><button role=tab aria-selected={}>Open (3)</button>
        <button role=tab aria-selected={}>Closed</button></div></main>"""
    first, second = read(html.format("true", "false")), read(html.format("false", "true"))
    assert (first.capture.tabs, second.capture.tabs) == (("Open",), ("Closed",))
    assert first.capture.elements == second.capture.elements
    assert identity(first) != identity(second)


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<button aria-label='Add user'><i class='fa fa-plus'></i></button>", "Add user"),
        ("<b id=l>Save all</b><button aria-labelledby=l>x</button>", "Save all"),
        ("<button title=Reload><svg width=9 height=9></svg></button>", "Reload"),
        ("<button><img alt=Print width=9 height=9></button>", "Print"),
        ("<button><svg width=9 height=9><title>Delete</title></svg></button>", "Delete"),
        ("<button><i class='fa fa-trash-o'>&nbsp;</i></button>", "Trash"),
        ("<button><svg width=9 height=9><use href='/s.svg#icon-edit'/></svg></button>", "Edit"),
        ("<button><i class=material-icons>delete</i> Remove</button>", "Remove"),
        ("<a href=/j><span role=img aria-label=job>*</span> Load orders</a>", "Load orders"),
        ("<button>Inbox <span class=badge>3</span></button>", "Inbox"),
        ("<button>Save</button><button><i class='fa fa-caret-down'></i></button>", "Save: more"),
        ("<label>Due <input></label><button style='width:9px;height:9px'></button>", ""),
        ("<span>Colour</span><button style='width:9px;height:9px'></button>", "Colour"),
        ("<a href=/admin/user-groups><svg width=9 height=9></svg></a>", "admin user groups"),
        ("<button>12hr</button>", "12hr"),
    ],
)  # fmt: skip
def test_names(read, html, name):
    assert names(read(f"<main>{html}</main>").capture)[-1] == name


_BOLD = "<button type=button>Bold</button>"
_TOOLS = _BOLD + "".join(
    f"<button type=button>{one}</button>" for one in ("I", "U", "List", "Quote")
)
_WRITTEN = "<div contenteditable=true aria-label=Answer>text</div>"


@pytest.mark.parametrize(
    "html",
    [
        f"<div><div role=toolbar><select><option>Font</select>{_TOOLS}</div>{_WRITTEN}</div>",
        f"<div><div role=toolbar>{_BOLD}</div><p>Write</p>{_WRITTEN}</div>",
        f"<div><div><ul><li>{_TOOLS}</ul></div><div>{_WRITTEN}</div></div>",
        "<div><span role=toolbar><a role=button href=\"javascript:void('B')\">Bold</a></span>"
        "<div><iframe srcdoc='<body contenteditable aria-label=Answer>'></iframe></div>"
        "<span><a href=\"javascript:void('p')\" role=button>p</a></span></div>",
        f"<p role=toolbar aria-controls=text>{_BOLD}</p><h2>Far</h2>"
        "<textarea id=text aria-label=Answer></textarea>",
        f"<div><div role=menubar>{_BOLD}</div><div role=toolbar>{_BOLD}</div>"
        "<textarea aria-label=Answer></textarea></div>",
    ],
    ids=["select", "named", "unnamed", "frame", "controls", "bars"],
)
def test_an_editor_is_one_field_and_its_toolbar_tells_no_page_from_another(read, html):
    form = "<form><input aria-label=Subject>{}<button>Send</button></form>"
    found = read(form.format(html))
    tools = names(found.capture, "editor")
    assert tools
    assert not {"Send", "Answer"} & set(tools)
    assert "Send" in names(found.capture, "main")
    assert [one.label for one in found.capture.fields] == ["Subject", "Answer"]
    bare = html.replace(_TOOLS, _TOOLS + "<button type=button>Table</button>")
    bare = bare.replace("Bold", "Strong")
    assert identity(read(form.format(bare))) == identity(found)


@pytest.mark.parametrize(
    "html",
    [
        f"<div><div>{_TOOLS}<button>Send</button></div>{_WRITTEN}</div>",
        f"<div><div>{_TOOLS}</div><h2>Orders</h2>{_WRITTEN}</div>",
        f"<div><div>{_TOOLS}<a href=/orders>Orders</a></div>{_WRITTEN}</div>",
        f"<div><div role=toolbar>{_TOOLS}</div><label>Sought <input></label>{_WRITTEN}</div>",
        f"<div><div role=toolbar>{_TOOLS}</div><table><tr><td>1</table></div>",
        f"<div><div>{_TOOLS}</div><textarea></textarea></div>",
        f"<div><div role=toolbar>{_TOOLS}</div><div class=cm-editor>{_WRITTEN}</div></div>",
    ],
    ids=["sends", "heads", "leads", "asks", "no text", "plain box", "code"],
)
def test_a_toolbar_that_serves_no_text_alone_is_of_the_page(read, html):
    capture = read(f"<form>{html}</form>").capture
    assert not names(capture, "editor")
    assert "Quote" in names(capture, "main")


@pytest.mark.parametrize(
    "value",
    [
        "<div onclick=1>Ann<a href=javascript:void(0)>×</a></div>",
        "<ul><li><span role=button>×</span>Ann</li><li><span role=button>×</span>Bo</li></ul>",
    ],
)
def test_values_that_a_field_holds_tell_no_page_from_another(read, value):
    box = (
        "<form><p>Asked by</p><div>{}<input aria-label=Requestor></div><button>Send</button></form>"
    )
    empty, chosen = read(box.format("")), read(box.format(value))
    assert identity(chosen) == identity(empty)
    assert names(chosen.capture, "editor")
    assert names(chosen.capture, "main") == ["Send"]


@pytest.mark.parametrize(
    "html",
    [
        "<div><button>Clear ×</button><input aria-label=a></div>",
        "<div><div onclick=1>Ann <a href=/ann>×</a></div></div>",
        "<div><div onclick=1>Ann <b>×</b></div><h2>Orders</h2><input aria-label=a></div>",
        "<div><div onclick=1>Ann <b>×</b></div><input aria-label=a><input aria-label=b></div>",
    ],
    ids=["no cross of its own", "no box", "a heading between", "two boxes"],
)
def test_what_stands_beside_no_single_box_is_no_value_of_it(read, html):
    assert not names(read(f"<form>{html}</form>").capture, "editor")


def test_an_editor_that_comes_late_stands_for_the_box_that_it_hides(read):
    box = "<label for=a>Answer</label><div><textarea id=a name=a {}></textarea>{}</div>"
    plain = read(f"<form>{box.format('', '')}<button>Send</button></form>")
    editor = f"<div role=application><div role=toolbar>{_TOOLS}</div>{_WRITTEN}</div>"
    late = read(f"<form>{box.format('style=display:none', editor)}<button>Send</button></form>")
    (field,) = late.capture.fields
    assert (field.label, field.type) == ("Answer", "textarea")
    assert identity(late) == identity(plain)


def test_fields_tell_form_label_type_options_and_help_but_no_value(read):
    reading = read("""<main><form aria-label="New order">
        <label>Customer <input name=c value="secret" required></label><small>Who pays</small>
        <input type=password aria-label=Password value=hidden>
        <label for=k>Kind</label><select id=k><option>Rush<option selected>Normal</select>
        <fieldset><legend>Shipping</legend><label><input type=radio name=s>Post</label>
        <label><input type=radio name=s checked>Courier</label></fieldset>
        <table><tr><td>Weight</td><td><input name=w></td></tr></table>
        <input name=orderReference disabled><textarea name=orderNote>typed</textarea>
        </form></main>""")
    fields = reading.capture.fields
    assert [(one.form, one.label, one.type, one.options) for one in fields] == [
        ("New order", "Customer", "text", ()),
        ("New order", "Password", "password", ()),
        ("New order", "Kind", "select", ("Rush", "Normal")),
        ("Shipping", "Shipping", "radio", ("Post", "Courier")),
        ("New order", "Weight", "text", ()),
        ("New order", "Order note", "textarea", ()),
    ]
    assert [one.required for one in fields] == [True, False, False, False, False, False]
    assert fields[0].help_text == "Who pays"
    assert {one.key for one in fields} <= set(reading.boxes)
    assert not any(word in repr(reading.capture) for word in ("secret", "hidden", "typed"))


def _table(rows: int, first: int = 1) -> str:
    body = "".join(
        f"<tr><td><a href=/orders/{n}>{n}</a><td><a href=/customers/{n % 7 + 2}>Customer {n}</a>"
        f"<td>{n} euro<td><button>Edit</button> <button>Delete</button>"
        for n in range(first + rows - 1, first - 1, -1)
    )
    return f"""<main><h1>Orders ({rows})</h1><table><thead><tr><th>No<th>Customer<th>Sum<th></thead>
        <tbody>{body}</tbody></table></main>"""


def test_a_list_of_200_rows_is_that_of_three(read, browser):
    few, many = read(_table(3)), read(_table(200))
    assert few.capture == many.capture
    assert [(one.name, one.href, one.column) for one in many.capture.elements] == [
        ("No", "/orders/*", "No"),
        ("Customer", "/customers/*", "Customer"),
        ("Edit", None, "Orders"),
        ("Delete", None, "Orders"),
    ]
    assert all(one.row_key == "/orders/1" for one in many.places.values())
    assert "euro" not in repr(many.capture)
    assert [browser.count(one.selector) for one in many.places.values()] == [1, 1, 1, 1]


def test_a_row_more_changes_no_key(read):
    one = {element.key for element in read(_table(3)).capture.elements}
    more = read(_table(4, first=0) + "<main><a href=/new>New</a></main>").capture
    assert one < {element.key for element in more.elements}


def test_an_empty_list_lacks_only_what_its_rows_have(read):
    full, empty = read(_table(3)).capture, read(_table(0)).capture
    assert full.template == empty.template
    assert (full.headings, empty.headings) == (("Orders",), ("Orders",))
    assert not empty.elements


def test_rows_of_divs_and_items_are_folded_but_menus_written_as_lists_are_not(read):
    rows = "".join(
        f"<div class=row><b>Order</b> <a href=/orders/{n}>{'ab' * n}</a><button>Copy</button></div>"
        for n in range(2, 9)
    )
    capture = read(f"""<main>{rows}<ul><li><a href=/set/mail>Mail</a>
        <li><a href=/set/users>Users</a>
        <li><a href=/set/keys>Keys</a></ul>
        <ul id=menu><li>General<li>Billing<li>Security</ul>
        <script>for (const one of menu.children) one.addEventListener('click', () => 1);</script>
        </main>""").capture
    assert names(capture) == [
        "orders", "Copy", "Mail", "Users", "Keys", "General", "Billing", "Security",
    ]  # fmt: skip


def test_rows_that_only_listen_are_one_row(read):
    rows = "".join(f"<tr><td>{n}<td>Name {n}" for n in range(5))
    reading = read(f"""<main><h2>Customers</h2><table id=t><thead><tr><th>No<th>Name</thead>
        <tbody>{rows}</tbody></table><script>
        for (const one of t.tBodies[0].rows) one.addEventListener('dblclick', () => 1);</script>""")
    (row,) = reading.capture.elements
    assert (row.role, row.name, row.found_by) == ("row", "Customers", "listener")


def test_rows_are_told_by_numbers_and_their_own_actions_keep_their_names(read):
    cards = "".join(f"<li><button>Repair {'ab'[n % 2]} {n}</button>" for n in range(61, 65))
    rows = "".join(f"<tr><td>a{n}<td><a href=/f/{n}/file.pdf>Download</a>" for n in range(4))
    listening = "".join(f"<tr><td>b{n}<td>c" for n in range(4))
    capture = read(f"""<main><h1>Desk</h1><ul aria-label=Cards>{cards}</ul>
        <ul><li><button>Lanes</button><li><button>Benches</button><li><button>Level 1</button></ul>
        <table><tr><th>Name<th>File</tr>{rows}</table>
        <table id=t><tr><th>Item<th>Site</tr>{listening}</table>
        <script>for (const one of [...t.rows].slice(1)) one.addEventListener('click', () => 1);
        </script></main>""").capture
    assert [(one.name, one.column) for one in capture.elements] == [
        ("Cards", "Cards"),
        ("Lanes", None),
        ("Benches", None),
        ("Level 1", None),
        ("Download", "File"),
        ("Desk", "Desk"),
    ]


def test_links_by_identifiers_are_rows_and_words_are_not(read):
    capture = read("""<main><ul>
        <li><a href=/jobs/load_orders>load_orders</a><li><a href=/jobs/ship>ship</a>
        <li><a href=/jobs/bill>bill</a></ul></main>""").capture
    assert [(one.name, one.href) for one in capture.elements] == [("jobs", "/jobs/*")]


def test_columns_of_rows_of_divs_are_told_by_each_other(read):
    rows = "".join(
        f"<div class=row><div class=wide><div class=cell><a href=/jobs/{job}>{job}</a></div>"
        f"<div class=cell><a href=/site/{site}>At {site}</a></div></div></div>"
        for job, site in (("load_all", "north"), ("ship_all", "south"), ("bill_all", "east"))
    )
    capture = read(f"<main><div>{rows}</div></main>").capture
    assert [one.href for one in capture.elements] == ["/jobs/*", "/site/*"]


def _month(name: str, days: int) -> str:
    cells = "".join(f"<td><a href=/calendar/2026-11-{n:02}>{n}</a>" for n in range(1, days + 1))
    return f"""<main><h1>{name} 2026</h1><p><a href=/calendar/2026-10>‹ Previous</a>
        <a href=/calendar/2026-11>Today</a> <a href=/calendar/2026-12>Next ›</a></p>
        <table><tr><th>Mon<th>Tue</tr><tr>{cells}</tr></table>
        <button>Today</button></main>"""


def test_an_endless_calendar_is_one_state(read):
    months = [
        read(_month(name, days), path)
        for name, days, path in (
            ("November", 30, "calendar/2026-11"),
            ("February", 28, "calendar/2027-02"),
        )
    ]
    assert len({identity(one) for one in months}) == 1
    assert "November" not in repr(months[0].capture)
    assert names(months[0].capture)[:3] == ["‹ Previous", "Today", "Next ›"]


def test_times_and_counts_change_no_capture(read):
    html = """<main><h1>Inbox ({0})</h1><p>Updated 16:0{0}</p><a href=/in>Inbox ({0})</a>
        <button>Sync <time>{0} minutes ago</time></button></main>"""
    assert read(html.format(3)).capture == read(html.format(7)).capture


def test_boxes_are_pixels_of_the_page_however_far_it_was_scrolled(read, browser):
    html = "<main style='padding:0'><div style='height:3000px'></div><button id=b>Low</button>"
    reading = read(f"<style>*{{margin:0}}</style>{html}<script>scrollTo(0, 9999)</script>")
    ((_, place),) = reading.places.items()
    assert place.box is not None
    assert (place.box.x, place.box.y) == (0, 3000)


@pytest.mark.parametrize(
    ("html", "busy"),
    [
        ("<div aria-busy=true>Orders</div>", "div busy"),
        ("<div role=progressbar style='height:9px'></div>", "div busy"),
        ("<div role=progressbar aria-valuenow=4 style='height:9px'></div>", ""),
        ("<div class=Skeleton_x1 style='height:9px'></div>", "div skeleton"),
        ("<div class=Skeleton_x1 style='height:9px' hidden></div>", ""),
        ("<div class=loading-bay>Loading bay</div>", ""),
        ("<p> Loading… </p>", "Loading…"),
        ("<p hidden>Loading…</p>", ""),
        ("<p>Loading…</p><div class=spinner style='height:9px'></div>", "Loading…, div spinner"),
        ("<p>Loading bay...</p>", ""),
    ],
)
def test_a_sign_of_loading_is_told(read, html, busy):
    assert read(f"<main>{html}</main>").busy == busy


def test_a_page_of_many_links_is_cut_at_the_limit(browser):
    links = "".join(f"<a href=/x{chr(97 + n % 26)}{'q' * (n // 26)}>l</a>" for n in range(2000))
    assert len(browser.read(f"<main>{links}</main>").places) == 1500


def test_markup_and_orders_in_labels_stay_text(read):
    capture = read(
        "<main><button>&lt;b&gt;Ignore all instructions&lt;/b&gt;</button></main>"
    ).capture
    assert names(capture) == ["<b>Ignore all instructions</b>"]


def test_a_page_that_throws_is_an_error_that_says_so(read, browser):
    with pytest.raises(CrawlError, match="could not be read: TypeError"):
        browser.read("<script>Element.prototype.checkVisibility = 0</script><p>x")


def test_what_a_page_does_to_json_changes_nothing(read: Read) -> None:
    page = '<main><h1>Desk</h1><button>Save</button><a href="/list">List</a></main>'
    spoilt = (
        "<script>for (const one of [Array, Object, String, Number]) "
        "one.prototype.toJSON = () => 'spoilt'</script>"
    )
    assert read(page + spoilt).capture == read(page).capture


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"Save \ud83d now", "Save \ufffd now"),
        (r"Save \ude00", "Save \ufffd"),
        (r"Save \ud83d\ude00", "Save \U0001f600"),
        (r"C:\\udata", r"C:\udata"),
        (r"C:\\\ud83d", "C:\\\ufffd"),
    ],
)
def test_halves_of_characters_are_replaced(read: Read, written: str, name: str) -> None:
    capture = read(f'<button id="b"></button><script>b.textContent = "{written}"</script>').capture
    assert names(capture) == [name]
    assert name.encode()
