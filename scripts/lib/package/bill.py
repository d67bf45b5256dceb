"""The software bill of materials of an executable, in SPDX 2.3."""

import hashlib
import json
import re
import subprocess
import time

from about import EPOCH, LICENSE, MAIN, NAME, debian_version

# The libraries that are linked in from Debian packages: the name and the licence, by package.
LIBRARIES = {
    "liblua5.4-dev": ("lua", "MIT"),
    "libedit-dev": ("libedit", "BSD-3-Clause"),
    "libncurses-dev": ("ncurses", "X11-distribute-modifications-variant"),
    "libbsd-dev": ("libbsd", "BSD-3-Clause"),
    "libmd-dev": ("libmd", "BSD-3-Clause"),
    "zlib1g-dev": ("zlib", "Zlib"),
}
# The libraries that are linked into every Swift program.
RUNTIME = {
    "libc6-dev": ("glibc", "LGPL-2.1-or-later"),
    "libstdc++-12-dev": ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1"),
}
SWIFT_LICENSE = "Apache-2.0 WITH Swift-exception"


def linked_pins(program, resolved):
    """The Swift packages in the executable, from the text of Package.resolved."""
    pins = [pin for pin in json.loads(resolved)["pins"] if pin["identity"] not in program.unlinked]
    return sorted(pins, key=lambda pin: pin["identity"])


def linked_libraries(program, system):
    """The libraries in the executable, as rows of the tables above."""
    if system != "Linux":
        return []
    return sorted((RUNTIME | LIBRARIES if program is MAIN else RUNTIME).items())


def make(package, resolved):
    """Returns the file's name and bytes.

    `resolved` is the text of Package.resolved, with the versions of the Swift packages that were built.
    """
    program = package.program
    digest = hashlib.sha256(package.executable()).hexdigest()
    parts = []
    for pin in linked_pins(program, resolved):
        state = pin["state"]
        parts.append(
            (
                pin["identity"],
                state.get("version", state["revision"]),
                SWIFT_LICENSE,
                f"git+{pin['location']}@{state['revision']}",
            )
        )
    parts.append(("swift", swift_version(), SWIFT_LICENSE, None))
    for source, (name, terms) in linked_libraries(program, package.system):
        parts.append((name, debian_version(source), terms, None))

    packages = [described(program.name, package.version, LICENSE, None)]
    packages[0]["packageFileName"] = f"usr/bin/{program.name}"
    packages[0]["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    packages += [described(*part) for part in parts]
    own = packages[0]["SPDXID"]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own)]
    if package.system == "Linux" and program is MAIN:
        # busybox is not in the executable, but next to it in one of the images.
        image = described(f"{package.stem}-shell.oci.tar", package.version, "MIT AND GPL-2.0-only", None)
        busybox = described("busybox", debian_version("busybox-static"), "GPL-2.0-only", None)
        relations += [(image["SPDXID"], "CONTAINS", part["SPDXID"]) for part in (packages[0], busybox)]
        extra = [image, busybox]
    else:
        extra = []
    relations += [
        (own, "STATIC_LINK" if package.system == "Linux" else "DEPENDS_ON", part["SPDXID"]) for part in packages[1:]
    ]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": package.stem,
        "documentNamespace": f"https://spdx.org/spdxdocs/{package.stem}-{digest}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH)),
            "creators": [f"Tool: {NAME}-scripts-package"],
        },
        "packages": packages + extra,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations
        ],
    }
    return f"{package.stem}.spdx.json", (json.dumps(document, indent=2) + "\n").encode()


def described(name, version, terms, location):
    part = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "downloadLocation": location or "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": terms,
        "copyrightText": "NOASSERTION",
    }
    if version:
        part["versionInfo"] = version
    return part


def swift_version():
    try:
        done = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    found = re.search(r"Swift version ([\w.]+)", done.stdout + done.stderr)
    return found and found.group(1)
