"""What every kind of package says about our programs: one place for names, licences and architectures."""

import dataclasses
import os
import subprocess

NAME = "homescreen"
LICENSE = "MIT"
# Below usr/share/doc/PROGRAM: our terms, and those of what is linked in.
LICENSE_FILES = ("LICENSE", "THIRD-PARTY")
AUTHORS = "the homescreen authors"
SUMMARY = "iPhone's Home Screen in one process: icons, quick actions and launches, scripted in Lua"
# Homebrew takes up to 80 characters.
SHORT_SUMMARY = "Home Screen of iPhone: lints and tries icons and quick actions"


@dataclasses.dataclass(frozen=True)
class Program:
    """An executable with packages of its own, and what they say of it."""

    name: str
    summary: str
    description: str
    # More lines of the METADATA of a wheel, and of the control file of a Debian package.
    wheel_fields: tuple = ()
    debian_fields: tuple = ()
    # More of what lintian cannot know, for Debian.
    overrides: tuple = ()
    # What Package.resolved names, and the linker does not take.
    unlinked: tuple = ()

    @property
    def distribution(self):
        """The name, as files of wheels spell it."""
        return self.name.replace("-", "_")


MAIN = Program(
    name=NAME,
    summary=SUMMARY,
    description="""\
homescreen reads an app's real configuration (an Xcode project, a built app,
an Info.plist) and shows what the Home Screen does with its icons and quick
actions, on every iOS from 9 on: as a linter, as a runner of scenarios in
Lua, and in a REPL.""",
    wheel_fields=("Provides-Extra: sources", 'Requires-Dist: homescreen-sources=={version}; extra == "sources"'),
    debian_fields=("Suggests: homescreen-sources",),
    overrides=("embedded-library ncurses [usr/bin/{name}]", "embedded-library zlib [usr/bin/{name}]"),
)
READER = Program(
    name="homescreen-sources",
    summary="reader of an app's sources for homescreen: what its code does with quick actions, links and icons",
    description="""\
homescreen-sources reads the Swift and Objective-C sources of an app and
tells homescreen what they do with quick actions, links and icons. homescreen
runs it by itself where it is installed; nobody needs to do so by hand.""",
    debian_fields=("Depends: homescreen (= {version})",),
    # It has nothing to say to a person.
    overrides=("no-manual-page [usr/bin/{name}]",),
    # For the commands of the package around it.
    unlinked=("swift-argument-parser",),
)
PROGRAMS = {program.name: program for program in (MAIN, READER)}

# 2026-01-01 00:00:00 UTC, when time begins on every simulated device.
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH") or "1767225600")

# By the name that uname has: those of Debian and of container images.
#
# A static executable asks nothing of the C library, so it runs wherever the kernel is Linux 3.2 or later, which glibc
# wants. manylinux_2_17 is the oldest level of both architectures; installers older than that way of naming levels, such
# as pip 20.2, know it as manylinux2014. musllinux lets it into Alpine.
WHEEL_LEVELS = ["manylinux_2_17", "manylinux2014", "musllinux_1_1"]
ARCHITECTURES = {"x86_64": ("amd64", "amd64"), "aarch64": ("arm64", "arm64")}
# On a Mac uname says arm64. The version is that of Package.swift.
MAC_PLATFORMS = {"x86_64": ["macosx_15_0_x86_64"], "arm64": ["macosx_15_0_arm64"]}


class Package:
    """What is packed: the executable of a program and the tree of files around it."""

    def __init__(self, program, version, system, machine, tree, repository=None):
        if system == "Linux" and machine not in ARCHITECTURES:
            raise SystemExit(
                f"error: nobody has said what packages for {machine} are called; see scripts/lib/package/about.py"
            )
        self.program = program
        self.version = version
        self.system = system
        self.machine = machine
        # As installed: usr/bin/PROGRAM, usr/share/…
        self.tree = tree
        # Its page on GitHub, if it has one.
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
        """A file for people: LICENSE, CHANGELOG.md …"""
        return self.read(f"usr/share/doc/{self.program.name}/{name}")

    def filled(self, lines):
        """Lines of a program, with the version in them."""
        return [line.format(name=self.program.name, version=self.version) for line in lines]


def debian_version(package):
    """The version of an installed Debian package; None where there is no dpkg, or no such package."""
    try:
        done = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None
