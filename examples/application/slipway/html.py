"""HTML of Slipway: the shell around each page, and the parts that pages are made of.

Every text that comes from data or a request passes ``esc``; what a function returns is markup.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from slipway.options import Options
from slipway.web import Request, Response

Menu = tuple[str, str | None, tuple["Menu", ...]]
"""A name, an address or None, and the entries that show while the mouse is over it."""

PRICES: Menu = ("Price lists", "/sales/prices", ())


def menus(moved: bool) -> tuple[Menu, ...]:
    """Return the menus of the shell."""
    orders: tuple[Menu, ...] = (
        ("New order", "/sales/orders/new", ()),
        ("Import orders", "/sales/orders/import", ()),
    )
    transfers: tuple[Menu, ...] = (("New transfer", "/stock/transfers/new", ()),)
    return (
        (
            "Sales",
            None,
            (
                ("Orders", "/sales/orders", orders),
                ("Quotes", "/sales/quotes", ()),
                ("Customers", "/sales/customers", ()),
                *(() if moved else (PRICES,)),
            ),
        ),
        (
            "Stock",
            None,
            (
                ("Items", "/stock/items", ()),
                ("Transfers", "/stock/transfers", transfers),
                ("Stocktake", "/stock/stocktake", ()),
            ),
        ),
        (
            "Service",
            None,
            (
                ("Cases", "/service/cases", (("New case", "/service/cases/new", ()),)),
                ("Calendar", "/service/calendar", ()),
                ("Certificates", "/service/certificates", ()),
                ("Repair board", "/board", ()),
            ),
        ),
        ("Reports", "/reports", ()),
        (
            "Admin",
            None,
            (
                ("Users", "/admin/users", ()),
                ("Roles", "/admin/roles", ()),
                ("Settings", "/admin/settings", ()),
                ("Labels", "/admin/labels", ()),
                ("Audit log", "/admin/audit", ()),
                *((PRICES,) if moved else ()),
            ),
        ),
        (
            "Account",
            None,
            (
                ("Profile", "/account/profile", ()),
                ("Preferences", "/account/preferences", ()),
                ("Log out", "/logout", ()),
            ),
        ),
    )


def esc(value: object) -> str:
    """Return a value as text of HTML."""
    return html.escape(str(value), quote=True)


def link(name: str, address: str, more: str = "") -> str:
    """Return a link; ``more`` are further attributes as markup."""
    return f'<a href="{esc(address)}"{" " + more if more else ""}>{esc(name)}</a>'


def button(name: str, more: str = "") -> str:
    """Return a button that submits nothing."""
    return f'<button type="button"{" " + more if more else ""}>{esc(name)}</button>'


def _menu(entries: Sequence[Menu]) -> str:
    items = []
    for name, address, below in entries:
        shown = link(name, address) if address else f'<span class="top">{esc(name)}</span>'
        items.append(f"<li>{shown}{_menu(below) if below else ''}</li>")
    return f"<ul>{''.join(items)}</ul>"


def form(address: str, parts: Iterable[str], request: Request, *, label: str = "") -> str:
    """Return a form that posts, with the token of the session."""
    named = f' aria-label="{esc(label)}"' if label else ""
    hidden = f'<input type="hidden" name="token" value="{esc(request.token)}">'
    return f'<form method="post" action="{esc(address)}"{named}>{hidden}{"".join(parts)}</form>'


def post_button(name: str, address: str, request: Request, more: str = "") -> str:
    """Return a form of one button."""
    submit = f'<button type="submit"{" " + more if more else ""}>{esc(name)}</button>'
    return form(address, [submit], request)


def submit(name: str) -> str:
    """Return the button that submits its form."""
    return f'<button type="submit">{esc(name)}</button>'


def text_field(
    label: str, name: str, *, value: str = "", kind: str = "text", required: bool = False
) -> str:
    """Return a labelled field."""
    must = " required" if required else ""
    held = "" if kind in ("checkbox", "file") else f' value="{esc(value)}"'
    return f'<p><label>{esc(label)} <input type="{kind}" name="{name}"{held}{must}></label></p>'


def select_field(label: str, name: str, options: Sequence[str], chosen: str = "") -> str:
    """Return a labelled choice."""
    shown = "".join(
        f"<option{' selected' if option == chosen else ''}>{esc(option)}</option>"
        for option in options
    )
    return f'<p><label>{esc(label)} <select name="{name}">{shown}</select></label></p>'


def help_text(text: str) -> str:
    """Return a sentence below a field."""
    return f'<p class="help">{esc(text)}</p>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], more: str = "") -> str:
    """Return a list; heads and cells are markup, and ``more`` attributes of each row."""
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    opened = f"<tr {more}>" if more else "<tr>"
    body = "".join(opened + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def dialog(key: str, title: str, body: str) -> str:
    """Return a dialog that ``data-open`` of a button opens."""
    return (
        f'<dialog id="{key}" aria-labelledby="{key}-title"><h2 id="{key}-title">{esc(title)}</h2>'
        f"{body}</dialog>"
    )


def does(**acts: str) -> str:
    """Return the attributes by which ``slipway.js`` knows what a click does: name and value."""
    return " ".join(f'data-{name}="{esc(value)}"' for name, value in acts.items())


def opens(key: str) -> str:
    """Return the attribute by which a button opens a dialog or menu."""
    return does(open=key)


CLOSE = 'data-close="1"'


def tabs(key: str, panels: Sequence[tuple[str, str]]) -> str:
    """Return tabs that change without the server: names with their panels' markup."""
    heads = "".join(
        f'<button type="button" role="tab" id="{key}-{at}" aria-controls="{key}-panel-{at}"'
        f' aria-selected="{"false" if at else "true"}">{esc(name)}</button>'
        for at, (name, _) in enumerate(panels)
    )
    bodies = "".join(
        f'<div role="tabpanel" id="{key}-panel-{at}" aria-labelledby="{key}-{at}"'
        f"{' hidden' if at else ''}>{body}</div>"
        for at, (_, body) in enumerate(panels)
    )
    return f'<div role="tablist">{heads}</div>{bodies}'


def bare_page(title: str, body: str, scripts: Sequence[str] = ("slipway",)) -> Response:
    """Return a page without the shell."""
    loaded = "".join(f'<script src="/static/{one}.js" defer></script>' for one in scripts)
    return Response(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{esc(title)}</title>'
        f'<link rel="stylesheet" href="/static/slipway.css">{loaded}</head>'
        f"<body>{body}</body></html>".encode()
    )


def page(
    options: Options,
    request: Request,
    title: str,
    body: str,
    *,
    unread: int = 0,
    scripts: Sequence[str] = ("slipway",),
) -> Response:
    """Return a page in the shell: menus, search, notifications, a clock and a footer."""
    count = f" ({unread})" if unread else ""
    panel = (
        '<div id="notices" role="menu" aria-label="Notifications" hidden>'
        '<button type="button" role="menuitem" data-send="/notifications/read">Mark all as read'
        '</button><a role="menuitem" href="/notifications">All notifications</a></div>'
    )
    header = (
        f"<header>{link('Slipway', '/', 'class=brand')}"
        f'<nav aria-label="Main">{_menu(menus(options.moved_menu))}</nav>'
        '<form action="/search" role="search"><input name="q" aria-label="Search words">'
        '<button type="submit">Search</button></form>'
        f'<button type="button" aria-haspopup="menu" aria-expanded="false" {opens("notices")}>'
        f"Notifications{count}</button>{panel}"
        f'<span class="clock" data-clock>{options.now():%H:%M:%S}</span></header>'
    )
    footer = (
        f"<footer>{link('Help centre', 'https://help.halvorn.example/')} {link('About', '/about')}"
        f"</footer>"
    )
    token = f'<meta name="token" content="{esc(request.token)}">'
    return bare_page(f"{title} - Slipway", f"{token}{header}<main>{body}</main>{footer}", scripts)
