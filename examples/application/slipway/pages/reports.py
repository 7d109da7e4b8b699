"""Reports: a page around a frame of the same origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slipway.data import SITES
from slipway.html import (
    CLOSE,
    bare_page,
    button,
    dialog,
    does,
    link,
    opens,
    select_field,
    table,
    text_field,
)
from slipway.web import Request, Response, route

if TYPE_CHECKING:
    from slipway.site import Site


@route("GET", "/reports")
def reports(site: Site, request: Request) -> Response:
    """Show the frame, and buttons that change what is in it."""
    body = (
        f"<h1>Reports</h1>{button('Sales by month', does(frame='/reports/frame/sales'))}"
        f"{button('Stock value', does(frame='/reports/frame/stock'))}"
        '<iframe id="report" title="Report" src="/reports/frame/sales"></iframe>'
    )
    return site.page(request, "Reports", body)


@route("GET", "/reports/frame/sales")
def sales_frame(site: Site, request: Request) -> Response:
    """Show sales by month, with a dialog inside the frame."""
    settings = (
        select_field("Chart type", "type", ("Bars", "Lines"))
        + text_field("Show last year", "last", kind="checkbox")
        + button("Use settings", CLOSE)
    )
    rows = [(f"Month {at}", f"{at * 37 % 90}") for at in range(1, 13)]
    body = (
        f"<h2>Sales by month</h2>{button('Chart settings', opens('chart'))}"
        f"{table(('Month', 'Sales'), rows)}{dialog('chart', 'Chart settings', settings)}"
    )
    return bare_page("Sales by month", body)


@route("GET", "/reports/frame/stock")
def stock_frame(site: Site, request: Request) -> Response:
    """Show the value of the stock, with a link inside the frame."""
    detail = link("Value by site", "/reports/frame/stock/sites")
    chosen = select_field("Valued at", "basis", ("Cost", "List price"))
    return bare_page("Stock value", f"<h2>Stock value</h2>{chosen}{detail}")


@route("GET", "/reports/frame/stock/sites")
def sites_frame(site: Site, request: Request) -> Response:
    """Show the value by site."""
    rows = [(name, f"{at * 1000} EUR") for at, name in enumerate(SITES, 1)]
    back = link("Whole stock", "/reports/frame/stock")
    return bare_page(
        "Value by site", f"<h2>Value by site</h2>{back}{table(('Site', 'Value'), rows)}"
    )
