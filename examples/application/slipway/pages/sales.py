"""Quotes, customers and price lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slipway.data import SITES, Row
from slipway.html import (
    CLOSE,
    button,
    dialog,
    does,
    esc,
    form,
    help_text,
    link,
    opens,
    post_button,
    select_field,
    submit,
    table,
    text_field,
)
from slipway.pages.lists import filters, paged, pager, sort_link
from slipway.web import Request, Response, redirect, route

if TYPE_CHECKING:
    from slipway.site import Site

_TABS = {"": "Overview", "contacts": "Contacts", "terms": "Terms"}


@route("GET", "/sales/quotes")
def quotes(site: Site, request: Request) -> Response:
    """List quotes; a row opens on a double click, and no role says so."""
    rows = "".join(
        f'<tr data-double="/sales/quotes/{one["id"]}"><td>{one["id"]}</td>'
        f"<td>{esc(one['customer'])}</td><td>{esc(one['valid'])}</td></tr>"
        for one in site.data.lists["quotes"]
    )
    body = (
        "<h1>Quotes</h1><p>Double-click a quote to open it.</p><table><thead><tr><th>Quote</th>"
        f"<th>Customer</th><th>Valid until</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    return site.page(request, "Quotes", body)


@route("GET", "/sales/quotes/*")
def quote(site: Site, request: Request) -> Response:
    """Show a quote: to accept, send by mail, or delete after a question."""
    row = site.data.row("quotes", request.keys[0])
    if row is None:
        return redirect("/sales/quotes")
    address = f"/sales/quotes/{row['id']}"
    body = (
        f"<h1>Quote {row['id']}</h1><p>{esc(row['customer'])}</p>"
        f"{post_button('Accept quote', f'{address}/accept', request)}"
        f"{link('Send by e-mail', 'mailto:sales@halvorn.example')}"
        f"{button('Delete quote', does(ask='Really delete?', send=f'{address}/delete'))}"
    )
    return site.page(request, f"Quote {row['id']}", body)


@route("POST", "/sales/quotes/*/accept", writes=True)
@route("POST", "/sales/quotes/*/delete", writes=True)
def end_quote(site: Site, request: Request) -> Response:
    """Take a quote away."""
    site.data.remove("quotes", request.keys[0])
    return redirect("/sales/quotes")


@route("GET", "/sales/customers")
def customers(site: Site, request: Request) -> Response:
    """List customers; the dialog of a new one has a role and is no dialog of the browser."""
    words = request.query.get("name", "").casefold()
    rows = [one for one in site.data.lists["customers"] if words in one["name"].casefold()]
    if request.query.get("sort") in ("name", "site"):
        rows.sort(key=lambda row: (row[request.query["sort"]], row["id"]))
    shown = [
        (link(one["name"], f"/sales/customers/{one['id']}"), esc(one["site"]))
        for one in paged(rows, request.query, 200)
    ]
    fields = [
        text_field("Company name", "name", required=True),
        text_field("VAT number", "vat"),
        help_text("Needed for customers in the European Union."),
        select_field("Delivering site", "site", SITES),
        submit("Create customer"),
        button("Cancel", CLOSE),
    ]
    heads = [sort_link("/sales/customers", "name"), sort_link("/sales/customers", "site")]
    body = (
        f"<h1>Customers</h1>{button('New customer', opens('new-customer'))}"
        f"{filters('/sales/customers', [text_field('Name', 'name')])}{table(heads, shown)}"
        f"{pager('/sales/customers', request.query, len(rows), 200)}"
        '<div id="new-customer" class="box" role="dialog" aria-modal="true"'
        ' aria-label="New customer" hidden>'
        f"<h2>New customer</h2>{form('/sales/customers', fields, request)}</div>"
    )
    return site.page(request, "Customers", body)


@route("POST", "/sales/customers", writes=True)
def create_customer(site: Site, request: Request) -> Response:
    """Add a customer."""
    said = request.form
    site.data.add("customers", {"name": said.get("name", ""), "site": said.get("site", "")})
    return redirect("/sales/customers")


@route("GET", "/sales/customers/*")
def customer(site: Site, request: Request) -> Response:
    """Show a customer under tabs that are links."""
    row = site.data.row("customers", request.keys[0])
    if row is None:
        return redirect("/sales/customers")
    address = f"/sales/customers/{row['id']}"
    chosen = request.query.get("tab", "")
    heads = "".join(
        link(
            name,
            f"{address}?tab={tab}" if tab else address,
            f'role="tab" aria-selected="{str(tab == chosen).lower()}"',
        )
        for tab, name in _TABS.items()
    )
    panels = {"contacts": _contacts, "terms": _terms}
    panel = panels.get(chosen, _overview)(request, address)
    body = f'<h1>{esc(row["name"])}</h1><div role="tablist">{heads}</div>{panel}'
    return site.page(request, "Customer", body)


def _overview(request: Request, address: str) -> str:
    return (
        f"{link('Orders of this customer', '/sales/orders?customer=Bright')}"
        f"{link('New case', '/service/cases/new')}"
    )


def _contacts(request: Request, address: str) -> str:
    fields = [
        text_field("Contact's name", "contact", required=True),
        text_field("E-mail", "mail", kind="email"),
        submit("Add contact"),
    ]
    return form(f"{address}/contacts", fields, request, label="Contacts")


def _terms(request: Request, address: str) -> str:
    fields = [
        select_field("Payment terms", "terms", ("N30", "N60", "Prepaid")),
        text_field("Credit limit", "limit", kind="number"),
        help_text("Orders above the credit limit are held."),
        submit("Save terms"),
    ]
    return form(f"{address}/terms", fields, request, label="Terms")


@route("POST", "/sales/customers/*/contacts", writes=True)
@route("POST", "/sales/customers/*/terms", writes=True)
def save_customer(site: Site, request: Request) -> Response:
    """Keep what was said of a customer."""
    said = {name: value for name, value in request.form.items() if name != "token"}
    site.data.settings[request.path] = str(sorted(said.items()))
    return redirect(f"/sales/customers/{request.keys[0]}")


@route("GET", "/sales/prices")
def prices(site: Site, request: Request) -> Response:
    """Show prices on a page without headings, whose filter opens by a button without a name."""
    rows = [(esc(one["name"]), f"{one['id'] * 3 % 400 + 20} EUR") for one in _distinct(site)]
    chosen = (
        select_field("Currency", "currency", ("EUR", "GBP", "SEK"))
        + text_field("Valid on", "day", kind="date")
        + button("Show", CLOSE)
    )
    body = (
        f"<p>Prices without tax.</p>{button('', 'class=icon ' + opens('price-filter'))}"
        f"{table(('Product', 'Price'), rows)}{dialog('price-filter', 'Filter prices', chosen)}"
    )
    return site.page(request, "Price lists", body)


def _distinct(site: Site) -> list[Row]:
    return list({one["name"]: one for one in site.data.lists["items"]}.values())
