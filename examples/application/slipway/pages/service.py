"""Cases, the calendar without an end, and certificates to download."""

from __future__ import annotations

import calendar as months
import datetime
from typing import TYPE_CHECKING

from slipway.data import PEOPLE
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
    select_field,
    submit,
    table,
    text_field,
)
from slipway.pages.lists import filters, paged, pager
from slipway.web import Request, Response, download, redirect, route

if TYPE_CHECKING:
    from slipway.site import Site


@route("GET", "/service/cases")
def cases(site: Site, request: Request) -> Response:
    """List cases; "Take" is a link that writes."""
    words = request.query.get("subject", "").casefold()
    rows = [one for one in site.data.lists["cases"] if words in one["subject"].casefold()]
    shown = [
        (
            link(one["subject"], f"/service/cases/{one['id']}"),
            esc(one["owner"]),
            link("Take", f"/service/cases/{one['id']}?action=take"),
        )
        for one in paged(rows, request.query, 200)
    ]
    body = (
        f"<h1>Cases</h1>{link('Open a case', '/service/cases/new')}"
        f"{filters('/service/cases', [text_field('Subject', 'subject')])}"
        f"{table(('Case', 'Owner', 'Action'), shown)}"
        f"{pager('/service/cases', request.query, len(rows), 200)}"
    )
    return site.page(request, "Cases", body)


@route("GET", "/service/cases/new")
def new_case(site: Site, request: Request) -> Response:
    """Show the form of a new case."""
    fields = [
        text_field("Subject", "subject", required=True),
        select_field("Priority", "priority", ("Low", "Normal", "High")),
        help_text("High is for a plant that stands still."),
        text_field("Serial number of the meter", "serial"),
        submit("Create case"),
    ]
    posted = form("/service/cases", fields, request, label="New case")
    return site.page(request, "New case", f"<h1>New case</h1>{posted}")


@route("POST", "/service/cases", writes=True)
def create_case(site: Site, request: Request) -> Response:
    """Add a case."""
    site.data.add("cases", {"subject": request.form.get("subject", ""), "owner": ""})
    return redirect("/service/cases")


@route("GET", "/service/cases/*")
def case(site: Site, request: Request) -> Response:
    """Show a case; with ``action=take`` this writes, though it is asked for by GET."""
    row = site.data.row("cases", request.keys[0])
    if row is None:
        return redirect("/service/cases")
    address = f"/service/cases/{row['id']}"
    if request.query.get("action") == "take":
        site.writes.append(f"GET {address}?action=take")
        row["owner"] = request.user
        return redirect(address)
    reply = [
        '<p><label>Reply <textarea name="reply"></textarea></label></p>',
        text_field("Internal note only", "internal", kind="checkbox"),
        submit("Send reply"),
    ]
    body = (
        f"<h1>Case {row['id']}</h1><p>{esc(row['subject'])}</p>"
        f"{link('Take', f'{address}?action=take')}{link('Close case', f'{address}/close')}"
        f"{button('Call back', does(alert='Telephone: +46 555 0140'))}"
        f"{button('Escalate', does(ask='Escalate?', send=f'{address}/escalate'))}"
        f"{form(f'{address}/replies', reply, request, label='Reply')}"
    )
    return site.page(request, f"Case {row['id']}", body)


@route("GET", "/service/cases/*/close", writes=True)
@route("POST", "/service/cases/*/escalate", writes=True)
@route("POST", "/service/cases/*/replies", writes=True)
def change_case(site: Site, request: Request) -> Response:
    """Keep what was done to a case."""
    if row := site.data.row("cases", request.keys[0]):
        row["last"] = request.path
    return redirect(f"/service/cases/{request.keys[0]}")


@route("GET", "/service/calendar")
def this_month(site: Site, request: Request) -> Response:
    """Show the month that it is."""
    return _month(site, request, site.options.now().date().replace(day=1))


@route("GET", "/service/calendar/*")
def calendar(site: Site, request: Request) -> Response:
    """Show a month, or a day where the address names one."""
    try:
        asked = request.keys[0]
        day = datetime.date.fromisoformat(asked if len(asked) > 7 else f"{asked}-01")
    except ValueError:
        return redirect("/service/calendar")
    return _day(site, request, day) if len(asked) > 7 else _month(site, request, day)


def _month(site: Site, request: Request, first: datetime.date) -> Response:
    last = months.monthrange(first.year, first.month)[1]
    before = max(first.toordinal() - 1, datetime.date(1, 1, 1).toordinal())
    after = min(first.toordinal() + last, datetime.date(9999, 12, 1).toordinal())
    earlier, later = datetime.date.fromordinal(before), datetime.date.fromordinal(after)
    weeks = [
        [
            link(str(day.day), f"/service/calendar/{day.isoformat()}") if day is not None else ""
            for day in week
        ]
        for week in _weeks(first, last)
    ]
    body = (
        f"<h1>Calendar</h1><p>{first:%B %Y}</p>"
        f"{link('Previous month', f'/service/calendar/{earlier.isoformat()[:7]}')}"
        f"{link('Next month', f'/service/calendar/{later.isoformat()[:7]}')}"
        f"{table(('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'), weeks)}"
    )
    return site.page(request, "Calendar", body)


def _weeks(first: datetime.date, last: int) -> list[list[datetime.date | None]]:
    days: list[datetime.date | None] = [None] * first.weekday()
    days += [first.replace(day=day) for day in range(1, last + 1)]
    days += [None] * (-len(days) % 7)
    return [days[at : at + 7] for at in range(0, len(days), 7)]


def _day(site: Site, request: Request, day: datetime.date) -> Response:
    fields = [
        select_field("Engineer", "engineer", PEOPLE),
        text_field("Starts at", "time", kind="time"),
        text_field("Customer's site", "place"),
        submit("Book visit"),
        button("Cancel", CLOSE),
    ]
    body = (
        f"<h1>Day plan</h1><p>{day.isoformat()}</p>{button('Plan a visit', opens('visit'))}"
        f"{link('Whole month', f'/service/calendar/{day.isoformat()[:7]}')}"
        f"{dialog('visit', 'Plan a visit', form('/service/visits', fields, request))}"
    )
    return site.page(request, "Day plan", body)


@route("POST", "/service/visits", writes=True)
def book(site: Site, request: Request) -> Response:
    """Add a visit."""
    site.data.add("visits", {"engineer": request.form.get("engineer", "")})
    return redirect("/service/calendar")


@route("GET", "/service/certificates")
def certificates(site: Site, request: Request) -> Response:
    """List certificates; with a changed page one can be asked for."""
    rows = [
        (
            esc(one["meter"]),
            link("Download", f"/service/certificates/{one['id']}/certificate.pdf", "download"),
        )
        for one in site.data.lists["certificates"]
    ]
    fields = [text_field("Number of the meter", "meter"), submit("Request")]
    asked = form("/service/certificates", fields, request)
    changed = (
        button("Request a certificate", opens("request"))
        + dialog("request", "Request a certificate", asked + button("Cancel", CLOSE))
        if site.options.changed_page
        else ""
    )
    body = (
        f"<h1>Certificates</h1>{link('Download all', '/service/certificates/all.zip', 'download')}"
        f"{link('Calibration laboratory', 'https://laboratory.halvorn.example/')}{changed}"
        f"{table(('Meter', 'File'), rows)}"
    )
    return site.page(request, "Certificates", body)


@route("POST", "/service/certificates", writes=True)
def request_certificate(site: Site, request: Request) -> Response:
    """Ask for a certificate."""
    site.data.add("certificates", {"meter": request.form.get("meter", "")})
    return redirect("/service/certificates")


@route("GET", "/service/certificates/all.zip")
def all_certificates(site: Site, request: Request) -> Response:
    """Send all certificates as a file."""
    return download("all.zip", "PK\x05\x06" + "\0" * 18, "application/zip")


@route("GET", "/service/certificates/*/certificate.pdf")
def certificate(site: Site, request: Request) -> Response:
    """Send a certificate as a file."""
    return download("certificate.pdf", "%PDF-1.4\n%%EOF\n", "application/pdf")
