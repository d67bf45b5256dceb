"""The terms of what is linked into the executable, in the words of those who wrote it: the file THIRD-PARTY.

Usage: python3 scripts/lib/package/notices.py SYSTEM RESOLVED
"""

import glob
import json
import os
import re
import shutil
import sys

from bill import LIBRARIES

COMMON = "/usr/share/common-licenses/"
RULE = "=" * 78


def make(system, resolved):
    """The text. `resolved` is the text of Package.resolved."""
    pins = sorted(pin["identity"] for pin in json.loads(resolved)["pins"])
    parts = [("swift, " + ", ".join(pins), swift_terms())]
    if system == "Linux":
        parts += [(name, debian_terms(source)) for source, (name, _) in sorted(LIBRARIES.items())]
    # Debian's files refer to texts that a machine has once.
    common = set(re.findall(re.escape(COMMON) + r"([\w.-]*\w)", "".join(terms for _, terms in parts)))
    parts += [(COMMON + name, read(COMMON + name)) for name in sorted(common)]
    text = "The executable homescreen has parts of the works below in it. Their terms follow.\n"
    return text + "".join(f"\n{RULE}\n{title}\n{RULE}\n\n{terms.strip()}\n" for title, terms in parts)


def debian_terms(package):
    """What an installed Debian package says of its terms."""
    return read(f"/usr/share/doc/{package}/copyright")


def swift_terms():
    """The licence of Swift and of its packages, from the toolchain or from one of the packages."""
    program = os.path.realpath(shutil.which("swift") or "/usr/bin/swift")
    places = [os.path.join(os.path.dirname(program), "..", "share", "swift", "LICENSE.txt")]
    places += sorted(glob.glob(".build/checkouts/swift-*/LICENSE.txt"))
    for path in places:
        if os.path.exists(path):
            return read(path)
    raise SystemExit(f"error: the licence of Swift is not there: {', '.join(places)}")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise SystemExit(f"error: no package without the terms of its parts: {error}") from None


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    with open(sys.argv[2], encoding="utf-8") as opened:
        print(make(sys.argv[1], opened.read()), end="")
