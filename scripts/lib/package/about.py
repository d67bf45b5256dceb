"""What every kind of package says about homescreen: one place for names, licences and architectures."""

import os
import subprocess

NAME = "homescreen"
LICENSE = "MIT"
# Below usr/share/doc/homescreen: our terms, and those of what is linked in.
LICENSE_FILES = ("LICENSE", "THIRD-PARTY")
AUTHORS = "the homescreen authors"
SUMMARY = "iPhone's Home Screen in one process: icons, quick actions and launches, scripted in Lua"
# Homebrew takes up to 80 characters.
SHORT_SUMMARY = "Home Screen of iPhone: lints and tries icons and quick actions"
DESCRIPTION = """\
homescreen reads an app's real configuration (an Xcode project, a built app,
an Info.plist) and tells what the Home Screen makes of its icons and quick
actions, on every iOS from 9 on: as a linter, as a runner of scenarios in
Lua, and in a REPL."""

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
    """What is packed: the executable and the tree of files around it."""

    def __init__(self, version, system, machine, tree):
        if system == "Linux" and machine not in ARCHITECTURES:
            raise SystemExit(
                f"error: nobody has said what packages for {machine} are called; see scripts/lib/package/about.py"
            )
        self.version = version
        self.system = system
        self.machine = machine
        # As installed: usr/bin/homescreen, usr/share/…
        self.tree = tree

    @property
    def platform(self):
        return f"{'macos' if self.system == 'Darwin' else 'linux'}-{self.machine}"

    @property
    def stem(self):
        return f"{NAME}-{self.version}-{self.platform}"

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


def debian_version(package):
    """The version of an installed Debian package; None where there is no dpkg, or no such package."""
    try:
        done = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None
