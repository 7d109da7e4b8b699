"""Login, the first page, notifications, search and the page about the application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slipway.html import (
    CLOSE,
    bare_page,
    button,
    dialog,
    esc,
    link,
    opens,
    post_button,
    submit,
    table,
    text_field,
)
from slipway.web import Request, Response, redirect, route

if TYPE_CHECKING:
    from slipway.site import Site


@route("GET", "/login", open_to_all=True)
def login(site: Site, request: Request) -> Response:
    """Show the form of the login."""
    wrong = '<p role="alert">Name or password is wrong.</p>' if "wrong" in request.query else ""
    fields = text_field("User name", "name", required=True)
    fields += text_field("Password", "password", kind="password", required=True)
    body = f'<main><h1>Sign in</h1>{wrong}<form method="post" action="/login">{fields}'
    return bare_page("Sign in - Slipway", f"{body}{submit('Sign in')}</form></main>")


@route("GET", "/")
def home(site: Site, request: Request) -> Response:
    """Show what waits, with cases that nobody has taken."""
    lists = site.data.lists
    held = sum(order["status"] == "Held" for order in lists["orders"])
    free = [case for case in lists["cases"] if not case["owner"]][:5]
    keys = "<p>Press N for a new order, C for a new case.</p>" + button("Close", CLOSE)
    tiles = (
        f"<p>{link(f'Held orders ({held})', '/sales/orders?status=Held')}</p>"
        '<div class="tile" data-goto="/stock/items?below=10">Low stock</div>'
        f"{button('Keyboard shortcuts', opens('shortcuts'))}"
    )
    rows = [
        (
            link(case["subject"], f"/service/cases/{case['id']}"),
            link("Take", f"/service/cases/{case['id']}?action=take"),
        )
        for case in free
    ]
    body = (
        f"<h1>Dashboard</h1><p>Good day, {esc(request.user)}.</p>{tiles}"
        f"<h2>Cases without an owner</h2>{table(('Case', 'Action'), rows)}"
        f"{dialog('shortcuts', 'Keyboard shortcuts', keys)}"
    )
    return site.page(request, "Dashboard", body)


@route("GET", "/notifications")
def notifications(site: Site, request: Request) -> Response:
    """Show the notifications."""
    rows = [
        (
            esc(notice["text"]),
            post_button("Dismiss", f"/notifications/{notice['id']}/dismiss", request),
        )
        for notice in site.data.lists["notices"]
    ]
    body = "<h1>Notifications</h1>" + table(("What happened", "Action"), rows)
    return site.page(request, "Notifications", body)


@route("POST", "/notifications/read", writes=True)
def read_all(site: Site, request: Request) -> Response:
    """Forget all notifications."""
    site.data.lists["notices"] = []
    return redirect("/notifications")


@route("POST", "/notifications/*/dismiss", writes=True)
def dismiss(site: Site, request: Request) -> Response:
    """Forget a notification."""
    site.data.remove("notices", request.keys[0])
    return redirect("/notifications")


@route("GET", "/search")
def search(site: Site, request: Request) -> Response:
    """Show customers whose name holds the words."""
    words = request.query.get("q", "")
    found = [
        (link(one["name"], f"/sales/customers/{one['id']}"),)
        for one in site.data.lists["customers"]
        if words and words.casefold() in one["name"].casefold()
    ]
    shown = table(("Customer",), found[:20]) if found else "<p>Nothing was found.</p>"
    return site.page(request, "Search", f"<h1>Search results</h1><p>{esc(words)}</p>{shown}")


@route("GET", "/about")
def about(site: Site, request: Request) -> Response:
    """Say what this is, on a page without headings and with buttons without names."""
    body = (
        "<p>Slipway is the web desk of Halvorn Valves.</p>"
        f"{button('', 'class=icon data-alert=Copied')}{button('', 'class=icon')}"
        f"{link('Halvorn Valves', 'https://www.halvorn.example/')}"
    )
    return site.page(request, "About Slipway", body)
