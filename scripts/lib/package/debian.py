"""A Debian package: an `ar` archive of two tar archives, in the layout of dpkg-deb, which is not needed."""

import hashlib
import textwrap
from email.utils import formatdate

import release_notes
from about import AUTHORS, EPOCH, NAME
from archive import Entry, entries_below, gzipped, tar, with_parents, xzipped

# The project has no e-mail address yet.
MAINTAINER = f"{AUTHORS} <{NAME}@packages.invalid>"

# Debian keeps these in its own files: copyright and changelog.gz.
LEFT_OUT = ("LICENSE", "CHANGELOG.md")

# lintian overrides: the executable is static on purpose, and the package closes no Debian bug.
OVERRIDES = ("statically-linked-binary [usr/bin/{name}]", "initial-upload-closes-no-bugs")


def make(package):
    """Returns the file's name and bytes."""
    name = package.program.name
    documents = f"usr/share/doc/{name}"
    left_out = [f"{documents}/{file}" for file in LEFT_OUT]
    data = with_parents(
        [in_place(entry) for entry in entries_below(package.tree) if entry.path not in left_out]
        + [
            Entry(f"{documents}/copyright", copyright_file(package)),
            Entry(f"{documents}/changelog.gz", changelog(package)),
            Entry(f"usr/share/lintian/overrides/{name}", overrides(package)),
        ]
    )
    control = [
        Entry("control", control_file(package, data).encode()),
        Entry("md5sums", sums(data).encode()),
    ]
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", xzipped(tar(control, "./"))),
        ("data.tar.xz", xzipped(tar(data, "./"))),
    ]
    return f"{name}_{package.version}_{package.debian_architecture}.deb", ar(members)


def overrides(package):
    lines = package.filled(OVERRIDES + package.program.overrides)
    return "".join(f"{package.program.name}: {line}\n" for line in lines).encode()


def in_place(entry):
    """The entry as Debian installs it: manual pages are compressed."""
    if entry.data is None or not entry.path.startswith("usr/share/man/man1/"):
        return entry
    return Entry(entry.path + ".gz", gzipped(entry.data))


def ar(members):
    archive = b"!<arch>\n"
    for name, data in members:
        archive += f"{name:<16}{EPOCH:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode()
        archive += data + b"\n" * (len(data) % 2)
    return archive


def control_file(package, data):
    size = sum((len(entry.data) + 1023) // 1024 for entry in data if entry.data is not None)
    size += sum(1 for entry in data if entry.data is None)
    lines = [
        f"Package: {package.program.name}",
        f"Version: {package.version}",
        f"Architecture: {package.debian_architecture}",
        f"Maintainer: {MAINTAINER}",
        f"Installed-Size: {size}",
        *package.filled(package.program.debian_fields),
        "Section: devel",
        "Priority: optional",
        *([f"Homepage: {package.repository}"] if package.repository else []),
        f"Description: {package.program.summary.split(':')[0]}",
    ]
    lines += [f" {line}" for line in package.program.description.split("\n")]
    return "\n".join(lines) + "\n"


def sums(data):
    return "".join(
        f"{hashlib.md5(entry.data, usedforsecurity=False).hexdigest()}  {entry.path}\n"
        for entry in data
        if entry.data is not None
    )


def copyright_file(package):
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Comment: The licences of the libraries in the executable are in the file THIRD-PARTY in this folder.\n\n"
        f"Files: *\nCopyright: 2026 {AUTHORS}\nLicense: Expat\n"
        + "".join(
            f" {line}\n" if line else " .\n"
            for line in package.document("LICENSE").decode().rstrip("\n").split("\n")
        )
    ).encode()


def changelog(package):
    """The release notes in the format of a Debian changelog."""
    points = [""]
    for line in release_notes.section(package.document("CHANGELOG.md").decode(), package.version):
        text = line.strip()
        if not text or text.startswith("- "):
            points.append("")
        points[-1] = f"{points[-1]} {text.removeprefix('- ')}".strip()
    lines = [
        textwrap.fill(point, 78, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False)
        for point in points
        if point
    ]
    text = (
        f"{package.program.name} ({package.version}) unstable; urgency=medium\n\n"
        + "\n".join(lines)
        + f"\n\n -- {MAINTAINER}  {formatdate(EPOCH)}\n"
    )
    return gzipped(text.encode())
