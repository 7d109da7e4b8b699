"""The pages of Slipway, one module for each part; importing them registers their routes."""

from slipway.pages import (
    account,
    admin,
    board,
    home,
    orders,
    reports,
    sales,
    service,
    static_files,
    stock,
)

__all__ = [
    "account",
    "admin",
    "board",
    "home",
    "orders",
    "reports",
    "sales",
    "service",
    "static_files",
    "stock",
]
