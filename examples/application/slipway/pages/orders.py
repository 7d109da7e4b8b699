"""Orders: list, one order, the wizard of a new one, and the import from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slipway.data import CARRIERS, PRODUCTS, STATUSES
from slipway.html import (
    CLOSE,
    button,
    dialog,
    esc,
    form,
    help_text,
    link,
    opens,
    post_button,
    select_field,
    submit,
    table,
    tabs,
    text_field,
)
from slipway.pages.lists import filters, paged, pager, sort_link
from slipway.web import Request, Response, download, redirect, route

if TYPE_CHECKING:
    from slipway.site import Site

_HEADS = ("number", "customer", "status", "total")
_PAGE = 200


@route("GET", "/sales/orders")
def orders(site: Site, request: Request) -> Response:
    """List orders with filters, sorting and pages."""
    query = request.query
    rows = [
        order
        for order in site.data.lists["orders"]
        if query.get("status", "Any") in ("Any", order["status"])
        and query.get("customer", "").casefold() in order["customer"].casefold()
    ]
    key = {"number": "id"}.get(query.get("sort", ""), query.get("sort", "id"))
    if key in ("id", "customer", "status", "total"):
        rows.sort(key=lambda row: (row[key], row["id"]))
    shown = [
        (
            link(str(order["id"]), f"/sales/orders/{order['id']}"),
            esc(order["customer"]),
            esc(order["status"]),
            esc(order["total"]),
            post_button(
                "Delete",
                f"/sales/orders/{order['id']}/delete",
                request,
                'data-confirm="Delete this order?"',
            ),
        )
        for order in paged(rows, query, _PAGE)
    ]
    columns = "".join(text_field(head.title(), head, kind="checkbox") for head in _HEADS)
    choose = columns + button("Apply", CLOSE) + button("Cancel", CLOSE)
    search = [
        select_field("Status", "status", ("Any", *STATUSES)),
        text_field("Customer", "customer"),
    ]
    body = (
        f"<h1>Orders</h1>{link('New order', '/sales/orders/new')}"
        f"{link('Export as CSV', '/sales/orders/export.csv', 'download')}"
        f"{button('Choose columns', opens('columns'))}"
        f"{filters('/sales/orders', search)}"
        f"{table([*(sort_link('/sales/orders', head) for head in _HEADS), 'Action'], shown)}"
        f"{pager('/sales/orders', query, len(rows), _PAGE)}"
        f"{dialog('columns', 'Choose columns', choose)}"
    )
    return site.page(request, "Orders", body)


@route("GET", "/sales/orders/export.csv")
def export(site: Site, request: Request) -> Response:
    """Send all orders as a file."""
    lines = [f"{one['id']},{one['customer']},{one['total']}" for one in site.data.lists["orders"]]
    return download("orders.csv", "\n".join(lines) + "\n")


@route("GET", "/sales/orders/new")
def new_order(site: Site, request: Request) -> Response:
    """Show the wizard, whose steps are changed by the page itself."""
    steps = (
        (
            "Customer",
            text_field("Customer number", "customer", required=True)
            + text_field("Customer's reference", "reference")
            + help_text("The customer's own number; it stands on the invoice."),
            button("Next", 'data-step="1"'),
        ),
        (
            "Order lines",
            select_field("Product", "product", PRODUCTS)
            + text_field("Quantity", "quantity", kind="number"),
            button("Back", 'data-step="0"') + button("Next", 'data-step="2"'),
        ),
        (
            "Review",
            text_field("Send a confirmation", "confirm", kind="checkbox"),
            button("Back", 'data-step="1"') + submit("Place order"),
        ),
    )
    parts = [
        f"<section data-wizard{' hidden' if at else ''}><h2>{esc(name)}</h2>{fields}{ends}"
        "</section>"
        for at, (name, fields, ends) in enumerate(steps)
    ]
    body = "<h1>New order</h1>" + form("/sales/orders", parts, request, label="New order")
    return site.page(request, "New order", body)


@route("POST", "/sales/orders", writes=True)
def place(site: Site, request: Request) -> Response:
    """Add an order."""
    said = request.form
    site.data.add(
        "orders",
        {
            "customer": said.get("customer", ""),
            "status": "Open",
            "total": "0.00 EUR",
            "product": said.get("product", ""),
        },
    )
    return redirect("/sales/orders")


@route("GET", "/sales/orders/import")
def import_orders(site: Site, request: Request) -> Response:
    """Ask for the lines to import; the next step is asked for by POST and changes nothing."""
    fields = [
        text_field("Lines of the file", "lines"),
        text_field("First line holds names", "names", kind="checkbox"),
        submit("Next"),
    ]
    sample = link("Sample file", "/sales/orders/sample.csv", "download")
    posted = form("/sales/orders/import/preview", fields, request, label="Import")
    return site.page(request, "Import orders", f"<h1>Import orders</h1>{sample}{posted}")


@route("GET", "/sales/orders/sample.csv")
def sample(site: Site, request: Request) -> Response:
    """Send a file as the import reads it."""
    return download("sample.csv", "customer,product,quantity\n")


@route("POST", "/sales/orders/import/preview")
def import_preview(site: Site, request: Request) -> Response:
    """Show what would be imported."""
    fields = [
        select_field("Orders that exist already", "existing", ("Skip them", "Replace them")),
        submit("Import now"),
    ]
    posted = form("/sales/orders/import/run", fields, request, label="Check the import")
    back = link("Start over", "/sales/orders/import")
    return site.page(request, "Import orders", f"<h1>Check the import</h1>{posted}{back}")


@route("POST", "/sales/orders/import/run", writes=True)
def import_run(site: Site, request: Request) -> Response:
    """Import the lines."""
    return place(site, request)


@route("GET", "/sales/orders/*")
def order(site: Site, request: Request) -> Response:
    """Show an order with its tabs and its menu."""
    row = site.data.row("orders", request.keys[0])
    if row is None:
        return redirect("/sales/orders")
    address = f"/sales/orders/{row['id']}"
    lines = table(("Product", "Total"), [(esc(row["product"]), esc(row["total"]))])
    delivery = form(
        f"{address}/delivery",
        [
            select_field("Carrier", "carrier", CARRIERS),
            text_field("Delivery date", "date", kind="date"),
            submit("Save delivery"),
        ],
        request,
        label="Delivery",
    )
    history = f"<p>{esc(row['status'])} since yesterday.</p>{link('Full log', '/admin/audit')}"
    menu = (
        '<div id="more" role="menu" aria-label="More" hidden>'
        '<a role="menuitem" href="/sales/orders/new">Duplicate</a>'
        f'<button type="button" role="menuitem" data-popup="{address}/slip">Packing slip</button>'
        f'<a role="menuitem" href="{address}/hold?do=hold">Put on hold</a>'
        f'<button type="button" role="menuitem" {opens("cancel")}>Cancel order</button></div>'
    )
    cancel = form(
        f"{address}/cancel",
        [text_field("Reason", "reason", required=True), submit("Cancel the order")],
        request,
    )
    heads = (("Lines", lines), ("Delivery", delivery), ("History", history))
    body = (
        f"<h1>Order {row['id']}</h1><p>{esc(row['customer'])}</p>{link('Edit', f'{address}/edit')}"
        f"{link('Order as PDF', f'{address}/order.pdf', 'download')}"
        f'<button type="button" aria-haspopup="menu" aria-expanded="false" {opens("more")}>More'
        f"</button>{menu}{tabs('order', heads)}"
        f"{dialog('cancel', 'Cancel this order?', cancel + button('Keep it', CLOSE))}"
    )
    return site.page(request, f"Order {row['id']}", body)


@route("GET", "/sales/orders/*/edit")
def edit(site: Site, request: Request) -> Response:
    """Show an order's form."""
    row = site.data.row("orders", request.keys[0])
    if row is None:
        return redirect("/sales/orders")
    address = f"/sales/orders/{row['id']}"
    fields = [
        text_field("Customer", "customer", value=row["customer"]),
        select_field("Status", "status", STATUSES, row["status"]),
        text_field("Discount in percent", "discount", kind="number"),
        submit("Save"),
    ]
    body = f"<h1>Edit order</h1>{form(address, fields, request, label='Order')}"
    return site.page(request, "Edit order", body + link("Back to the order", address))


@route("GET", "/sales/orders/*/hold", writes=True)
def hold(site: Site, request: Request) -> Response:
    """Hold an order: a link that writes."""
    if row := site.data.row("orders", request.keys[0]):
        row["status"] = "Held"
    return redirect(f"/sales/orders/{request.keys[0]}")


@route("GET", "/sales/orders/*/slip")
def slip(site: Site, request: Request) -> Response:
    """Show what a pop-up window prints."""
    return site.page(request, "Packing slip", "<h1>Packing slip</h1>")


@route("GET", "/sales/orders/*/order.pdf")
def as_pdf(site: Site, request: Request) -> Response:
    """Send an order as a file."""
    return download("order.pdf", "%PDF-1.4\n%%EOF\n", "application/pdf")


@route("POST", "/sales/orders/*", writes=True)
def save(site: Site, request: Request) -> Response:
    """Save an order's form."""
    if row := site.data.row("orders", request.keys[0]):
        row["status"] = request.form.get("status", row["status"])
        row["customer"] = request.form.get("customer", row["customer"])
    return redirect(f"/sales/orders/{request.keys[0]}")


@route("POST", "/sales/orders/*/delivery", writes=True)
def save_delivery(site: Site, request: Request) -> Response:
    """Save carrier and date."""
    if row := site.data.row("orders", request.keys[0]):
        row["carrier"] = request.form.get("carrier", "")
    return redirect(f"/sales/orders/{request.keys[0]}")


@route("POST", "/sales/orders/*/cancel", writes=True)
@route("POST", "/sales/orders/*/delete", writes=True)
def remove(site: Site, request: Request) -> Response:
    """Take an order away."""
    site.data.remove("orders", request.keys[0])
    return redirect("/sales/orders")
