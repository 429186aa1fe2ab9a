"""Asks a Kerbside dashboard, with Python's own library.

KERBSIDE_URL and, with sign-in, KERBSIDE_TOKEN are set.

    python3 docs/examples/kerbside.py area 52.37,4.90 2000
    python3 docs/examples/kerbside.py record <vehicle id>
    python3 docs/examples/kerbside.py look-up <our_ref>
    python3 docs/examples/kerbside.py arrived [version]
    python3 docs/examples/kerbside.py live 52.37,4.90 2000
"""

import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


def open_path(path, **parameters):
    address = os.environ["KERBSIDE_URL"] + path
    if parameters:
        address += "?" + urlencode(parameters)
    token = os.environ.get("KERBSIDE_TOKEN", "")
    return urlopen(Request(address, headers={"Authorization": f"Bearer {token}"}))


def ask(path, **parameters):
    with open_path(path, **parameters) as response:
        return json.load(response)["data"]


def area(position, radius):
    """All vehicles, page after page."""
    cursor = None
    while True:
        page = {"cursor": cursor} if cursor else {}
        data = ask("/api/vehicles", position=position, radius=radius, limit=100, **page)
        for vehicle in data["vehicles"]:
            print(vehicle["id"], vehicle["status"], vehicle["position"])
        cursor = data["next_cursor"]
        if cursor is None:
            return


def record(vehicle_id):
    print(json.dumps(ask("/api/vehicles/" + quote(vehicle_id, safe=""))["record"], indent=2))


def look_up(our_ref):
    print(ask("/api/vehicles/by-our-ref", our_ref=our_ref)["record"]["id"])


def arrived(version=None):
    """The newest bookings, or those that changed since an earlier answer."""
    data = ask("/api/bookings/arrived", **({"after": version} if version else {}))
    for booking in data["bookings"]:
        print(booking["ourRef"], booking["status"])
    print("next time:", data["version"])


def live(position, radius):
    """Server-sent events, until it is interrupted."""
    with open_path("/api/live", position=position, radius=radius) as stream:
        name = None
        for line in stream:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data" and name == "changes":
                changes = json.loads(value)
                counts = (f"{len(changes[kind])} {kind}" for kind in ("added", "removed", "moved"))
                print(", ".join(counts), flush=True)


commands = {"area": area, "record": record, "look-up": look_up, "arrived": arrived, "live": live}

try:
    commands[sys.argv[1]](*sys.argv[2:])
except HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{problem['title']}: {problem['detail']}")
except (BrokenPipeError, KeyboardInterrupt):
    os._exit(0)
