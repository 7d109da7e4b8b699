"""Items, transfers and stocktake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slipway.data import SITES
from slipway.html import (
    CLOSE,
    button,
    dialog,
    esc,
    form,
    help_text,
    link,
    select_field,
    submit,
    table,
    text_field,
)
from slipway.pages.lists import filters, paged, pager, sort_link
from slipway.web import Request, Response, redirect, route

if TYPE_CHECKING:
    from slipway.site import Site


@route("GET", "/stock/items")
def items(site: Site, request: Request) -> Response:
    """List items; only a listener shows that a row can be clicked."""
    below = request.query.get("below", "")
    limit = int(below) if below.isdecimal() and len(below) < 6 else 10**6
    rows = [one for one in site.data.lists["items"] if one["stock"] < limit]
    if request.query.get("sort") in ("name", "stock"):
        rows.sort(key=lambda row: (row[request.query["sort"]], row["id"]))
    shown = "".join(
        f'<tr data-goto="/stock/items/{one["id"]}"><td>{esc(one["name"])}</td>'
        f"<td>{one['stock']}</td><td>{esc(one['site'])}</td></tr>"
        for one in paged(rows, request.query, 200)
    )
    heads = [sort_link("/stock/items", "name"), sort_link("/stock/items", "stock"), "Site"]
    head = "".join(f"<th>{one}</th>" for one in heads)
    body = (
        f"<h1>Items</h1>{filters('/stock/items', [text_field('Stock below', 'below')])}"
        f"<table><thead><tr>{head}</tr></thead><tbody>{shown}</tbody></table>"
        f"{pager('/stock/items', request.query, len(rows), 200)}"
    )
    return site.page(request, "Items", body)


@route("GET", "/stock/items/*")
def item(site: Site, request: Request) -> Response:
    """Show an item; its gauge and the button in it stand in an open shadow root."""
    row = site.data.row("items", request.keys[0])
    if row is None:
        return redirect("/stock/items")
    fields = [
        text_field("Quantity to reserve", "quantity", kind="number", required=True),
        text_field("For order", "order"),
        submit("Reserve now"),
        button("Cancel", CLOSE),
    ]
    posted = form(f"/stock/items/{row['id']}/reserve", fields, request)
    body = (
        f"<h1>{esc(row['name'])}</h1><stock-gauge data-stock={row['stock']}></stock-gauge>"
        f"{link('Transfer this item', '/stock/transfers/new')}"
        f"{dialog('reserve', 'Reserve stock', posted)}"
    )
    return site.page(request, "Item", body, ("slipway", "gauge"))


@route("POST", "/stock/items/*/reserve", writes=True)
def reserve(site: Site, request: Request) -> Response:
    """Take stock for an order."""
    if row := site.data.row("items", request.keys[0]):
        row["stock"] -= 1
    return redirect(f"/stock/items/{request.keys[0]}")


@route("GET", "/stock/transfers")
def transfers(site: Site, request: Request) -> Response:
    """List transfers."""
    rows = [(esc(one["source"]), esc(one["target"])) for one in site.data.lists["transfers"]]
    shown = table(("From", "To"), rows) if rows else "<p>No transfers are on their way.</p>"
    start = link("Start a transfer", "/stock/transfers/new")
    return site.page(request, "Transfers", f"<h1>Transfers</h1>{start}{shown}")


@route("GET", "/stock/transfers/new")
def new_transfer(site: Site, request: Request) -> Response:
    """Ask for the sites; the next step is asked for by POST and changes nothing."""
    fields = [
        select_field("From site", "source", SITES),
        select_field("To site", "target", SITES),
        submit("Continue"),
    ]
    posted = form("/stock/transfers/new/lines", fields, request, label="Sites")
    return site.page(request, "New transfer", f"<h1>New transfer</h1>{posted}")


@route("POST", "/stock/transfers/new/lines")
def transfer_lines(site: Site, request: Request) -> Response:
    """Ask what is transferred."""
    fields = [
        text_field("Item number", "item"),
        text_field("Pieces", "pieces", kind="number"),
        help_text("A transfer of more than 500 pieces goes by lorry."),
        submit("Send transfer"),
    ]
    posted = form("/stock/transfers", fields, request, label="Items to transfer")
    back = link("Change the sites", "/stock/transfers/new")
    return site.page(request, "New transfer", f"<h1>Items to transfer</h1>{posted}{back}")


@route("POST", "/stock/transfers", writes=True)
def send_transfer(site: Site, request: Request) -> Response:
    """Add a transfer."""
    site.data.add("transfers", {"source": "", "target": ""})
    return redirect("/stock/transfers")


@route("GET", "/stock/stocktake")
def stocktake(site: Site, request: Request) -> Response:
    """Show counts behind a menu whose rows have listeners and no role."""
    sheet = (
        select_field("Site to count", "site", SITES)
        + text_field("Counted by", "person")
        + button("Print sheet", 'data-alert="The sheet is printed."')
        + button("Close", CLOSE)
    )
    body = (
        '<h1>Stocktake</h1><div class="side"><div class="row" data-show="open-counts">Open counts'
        '</div><div class="row" data-show="closed-counts">Closed counts</div>'
        '<div class="row" data-double-open="sheet">Count sheet</div></div>'
        f'<section id="open-counts"><h2>Open counts</h2>{button("Post count", _POST)}</section>'
        '<section id="closed-counts" hidden><h2>Closed counts</h2>'
        f"{text_field('Closed after', 'after', kind='date')}</section>"
        f"{dialog('sheet', 'Count sheet', sheet)}"
    )
    return site.page(request, "Stocktake", body)


_POST = 'data-send="/stock/stocktake/post"'


@route("POST", "/stock/stocktake/post", writes=True)
def post_count(site: Site, request: Request) -> Response:
    """Take the counted stock for the stock."""
    site.data.settings["stocktake"] = "posted"
    return redirect("/stock/stocktake")
