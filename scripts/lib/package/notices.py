"""Prints the file THIRD-PARTY: the licences of the software that is linked into an executable.

Usage: python3 scripts/lib/package/notices.py PROGRAM SYSTEM RESOLVED
  PROGRAM   homescreen or homescreen-sources
  RESOLVED  the Package.resolved of its build
"""

import glob
import os
import re
import shutil
import sys

from about import PROGRAMS
from bill import linked_libraries, linked_pins

COMMON = "/usr/share/common-licenses/"
RULE = "=" * 78


def make(program, system, resolved):
    """Returns the text. `resolved` is the text of Package.resolved."""
    pins = [pin["identity"] for pin in linked_pins(program, resolved)]
    parts = [("swift, " + ", ".join(pins), swift_terms())]
    parts += [(name, debian_terms(source)) for source, (name, _) in linked_libraries(program, system)]
    # Debian's copyright files refer to shared licence texts, which are appended.
    common = set(re.findall(re.escape(COMMON) + r"([\w.-]*\w)", "".join(terms for _, terms in parts)))
    parts += [(COMMON + name, read(COMMON + name)) for name in sorted(common)]
    text = f"The executable {program.name} contains the following software. The licences follow.\n"
    return text + "".join(f"\n{RULE}\n{title}\n{RULE}\n\n{terms.strip()}\n" for title, terms in parts)


def debian_terms(package):
    """The copyright file of an installed Debian package."""
    return read(f"/usr/share/doc/{package}/copyright")


def swift_terms():
    """The licence of Swift and its packages, from the toolchain or from a checkout of a package."""
    program = os.path.realpath(shutil.which("swift") or "/usr/bin/swift")
    places = [os.path.join(os.path.dirname(program), "..", "share", "swift", "LICENSE.txt")]
    places += sorted(glob.glob(".build/checkouts/swift-*/LICENSE.txt"))
    for path in places:
        if os.path.exists(path):
            return read(path)
    raise SystemExit(f"error: the licence of Swift is missing; looked for {', '.join(places)}")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise SystemExit(f"error: a licence for the file THIRD-PARTY could not be read: {error}") from None


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in PROGRAMS:
        raise SystemExit(__doc__)
    with open(sys.argv[3], encoding="utf-8") as opened:
        print(make(PROGRAMS[sys.argv[1]], sys.argv[2], opened.read()), end="")
