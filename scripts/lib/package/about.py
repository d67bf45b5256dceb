"""The names, descriptions, licences and architectures that all packages use."""

import dataclasses
import os
import subprocess

NAME = "homescreen"
LICENSE = "MIT"
# In usr/share/doc/PROGRAM: our licence, and those of the libraries that are linked in.
LICENSE_FILES = ("LICENSE", "THIRD-PARTY")
AUTHORS = "the homescreen authors"
SUMMARY = "iPhone Home Screen in one process: icons, quick actions and launches, scripted in Lua"
# Homebrew allows at most 80 characters.
SHORT_SUMMARY = "Linter and Home Screen simulator for app icons and quick actions"


@dataclasses.dataclass(frozen=True)
class Program:
    """An executable that has its own packages, and the metadata for them."""

    name: str
    summary: str
    description: str
    # More lines for the METADATA of a wheel, and for the control file of a Debian package.
    wheel_fields: tuple = ()
    debian_fields: tuple = ()
    # More lintian overrides.
    overrides: tuple = ()
    # The packages in Package.resolved that are not linked in.
    unlinked: tuple = ()

    @property
    def distribution(self):
        """The name in the file name of a wheel."""
        return self.name.replace("-", "_")


MAIN = Program(
    name=NAME,
    summary=SUMMARY,
    description="""\
homescreen reads an app's real configuration (an Xcode project, a built app
or an Info.plist) and shows what the Home Screen does with its icons and
quick actions on iOS 9 and later. It is a linter, a runner for scenarios in
Lua, and a REPL.""",
    wheel_fields=("Provides-Extra: sources", 'Requires-Dist: homescreen-sources=={version}; extra == "sources"'),
    debian_fields=("Suggests: homescreen-sources",),
    overrides=("embedded-library ncurses [usr/bin/{name}]", "embedded-library zlib [usr/bin/{name}]"),
)
READER = Program(
    name="homescreen-sources",
    summary="source reader for homescreen: finds what an app's code does with quick actions, links and icons",
    description="""\
homescreen-sources reads the Swift and Objective-C sources of an app and
reports to homescreen what they do with quick actions, links and icons. If it
is installed, homescreen runs it; there is no need to run it by hand.""",
    debian_fields=("Depends: homescreen (= {version})",),
    # Only homescreen runs it, so it has no manual page.
    overrides=("no-manual-page [usr/bin/{name}]",),
    # homescreen uses it; the reader does not.
    unlinked=("swift-argument-parser",),
)
PROGRAMS = {program.name: program for program in (MAIN, READER)}

# 2026-01-01 00:00:00 UTC, the start time of every simulated device.
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH") or "1767225600")

# A static executable needs no C library, so it runs on every Linux kernel from 3.2 on, the oldest that glibc supports.
# manylinux_2_17 is the oldest level of both architectures; older installers, such as pip 20.2, know it as
# manylinux2014. musllinux is for Alpine.
WHEEL_LEVELS = ["manylinux_2_17", "manylinux2014", "musllinux_1_1"]
# The names of an architecture for uname, for Debian and for container images.
ARCHITECTURES = {"x86_64": ("amd64", "amd64"), "aarch64": ("arm64", "arm64")}
# On a Mac, uname prints arm64. The version of macOS is the one in Package.swift.
MAC_PLATFORMS = {"x86_64": ["macosx_15_0_x86_64"], "arm64": ["macosx_15_0_arm64"]}


class Package:
    """The content of a package: a program and the files to install with it."""

    def __init__(self, program, version, system, machine, tree, repository=None):
        if system == "Linux" and machine not in ARCHITECTURES:
            raise SystemExit(
                f"error: the architecture {machine} is not supported; add it to scripts/lib/package/about.py"
            )
        self.program = program
        self.version = version
        self.system = system
        self.machine = machine
        # As installed: usr/bin/PROGRAM, usr/share/…
        self.tree = tree
        # The URL of the repository on GitHub, if known.
        self.repository = repository

    @property
    def platform(self):
        return f"{'macos' if self.system == 'Darwin' else 'linux'}-{self.machine}"

    @property
    def stem(self):
        return f"{self.program.name}-{self.version}-{self.platform}"

    @property
    def debian_architecture(self):
        return ARCHITECTURES[self.machine][0]

    @property
    def image_architecture(self):
        return ARCHITECTURES[self.machine][1]

    @property
    def wheel_platforms(self):
        if self.system == "Darwin":
            return MAC_PLATFORMS[self.machine]
        return [f"{level}_{self.machine}" for level in WHEEL_LEVELS]

    def read(self, path):
        with open(os.path.join(self.tree, path), "rb") as file:
            return file.read()

    def executable(self):
        return self.read(f"usr/bin/{self.program.name}")

    def document(self, name):
        """A document, such as LICENSE or CHANGELOG.md."""
        return self.read(f"usr/share/doc/{self.program.name}/{name}")

    def filled(self, lines):
        """The lines, with the program's name and version filled in."""
        return [line.format(name=self.program.name, version=self.version) for line in lines]


def debian_version(package):
    """The version of an installed Debian package; None if the package or dpkg is missing."""
    try:
        done = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None
