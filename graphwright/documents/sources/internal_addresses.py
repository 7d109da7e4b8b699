"""Addresses that are not those of the public internet, by kind.

A page of the internet must not be able to send a build to what only the build's own machine or
network can reach: its answers would stand in the graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_KINDS: tuple[tuple[str, tuple[Network, ...]], ...] = tuple(
    (kind, tuple(map(ip_network, networks)))
    for kind, networks in (
        # Where clouds tell a machine its keys. Before the ranges that hold these.
        ("metadata", ("169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16",
                      "192.0.0.192", "fd00:ec2::254", "fd20:ce::254")),
        ("loopback", ("127.0.0.0/8", "0.0.0.0/8", "::1", "::")),
        ("link-local", ("169.254.0.0/16", "fe80::/10")),
        ("private", ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10")),
        ("shared", ("100.64.0.0/10",)),
        ("reserved", ("192.0.0.0/24", "198.18.0.0/15", "224.0.0.0/3", "ff00::/8", "100::/64",
                      "64:ff9b:1::/48")),
    )
)  # fmt: skip
_EMBEDDED = {
    ip_network("64:ff9b::/96"): 0,  # NAT64
    ip_network("2002::/16"): 80,  # 6to4
    ip_network("::/96"): 0,  # IPv4-compatible
}
"""Networks whose addresses hold one of IPv4, and how many bits follow it."""


def parsed_address(text: str) -> Address:
    """Return an address as it leads: an IPv6 address that stands for one of IPv4 is that one."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.teredo is not None:
        return address.teredo[1]
    if int(address) > 1:
        for network, bits in _EMBEDDED.items():
            if address in network:
                return IPv4Address(int(address) >> bits & 0xFFFFFFFF)
    return address


def kind_of(address: Address) -> str | None:
    """Return what kind of internal address it is; None for one of the public internet."""
    for kind, networks in _KINDS:
        if any(address in network for network in networks):
            return kind
    return None if address.is_global else "reserved"


def is_within(address: Address, networks: Iterable[str]) -> bool:
    """Say whether an address lies in one of these networks."""
    return any(address in ip_network(network, strict=False) for network in networks)
