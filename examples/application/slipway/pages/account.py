"""What users say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slipway.html import esc, form, help_text, link, select_field, submit, text_field
from slipway.web import Request, Response, redirect, route

if TYPE_CHECKING:
    from slipway.site import Site


@route("GET", "/account/profile")
def profile(site: Site, request: Request) -> Response:
    """Show the profile."""
    fields = [
        text_field("Display name", "name", value=request.user or ""),
        text_field("Telephone", "telephone", kind="tel"),
        submit("Save profile"),
    ]
    body = f"<h1>Profile</h1><p>{esc(request.user)}</p>{form('/account/profile', fields, request)}"
    return site.page(request, "Profile", body + link("Change password", "/account/password"))


@route("GET", "/account/password")
def password(site: Site, request: Request) -> Response:
    """Show the form of a new password."""
    fields = [
        text_field("Current password", "current", kind="password", required=True),
        text_field("New password", "new", kind="password", required=True),
        help_text("At least twelve characters."),
        submit("Set password"),
    ]
    body = f"<h1>Change password</h1>{form('/account/password', fields, request)}"
    return site.page(request, "Change password", body)


@route("GET", "/account/preferences")
def preferences(site: Site, request: Request) -> Response:
    """Show the preferences."""
    fields = [
        select_field("Start page", "start", ("Dashboard", "Orders", "Cases")),
        select_field("Rows in lists", "rows", ("50", "100", "200")),
        text_field("Dark colours", "dark", kind="checkbox"),
        submit("Save preferences"),
    ]
    body = f"<h1>Preferences</h1>{form('/account/preferences', fields, request)}"
    return site.page(request, "Preferences", body)


@route("POST", "/account/*", writes=True)
def save(site: Site, request: Request) -> Response:
    """Keep what was sent; a password is not kept."""
    names = sorted(name for name in request.form if name != "token")
    site.data.settings[request.path] = str(names)
    return redirect("/account/profile")
