"""What the tests of packages share. HOMESCREEN_PACKAGES names the folder of the packages; .build/package by default."""

import glob
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
FOLDER = os.environ.get("HOMESCREEN_PACKAGES", os.path.join(ROOT, ".build", "package"))
FIXTURE = os.path.join(ROOT, "lua", "scenarios", "seeds", "fixtures", "ChangeIcon.app")


with open(os.path.join(ROOT, "Sources/Platform/Homescreen.swift"), encoding="utf-8") as opened:
    VERSION = re.search(r'version = "(.*)"', opened.read()).group(1)


class PackageTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="homescreen-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path_of(self, pattern):
        """The newest package of a pattern."""
        found = sorted(glob.glob(os.path.join(FOLDER, pattern)), key=os.path.getmtime)
        self.assertTrue(found, f"{FOLDER} has no {pattern}; scripts/package makes it")
        return found[-1]

    def read(self, pattern):
        """The name and the bytes of a package."""
        path = self.path_of(pattern)
        with open(path, "rb") as file:
            return os.path.basename(path), file.read()

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def write_program(self, path, text):
        """A script that can be run."""
        path = self.write(path, f"#!/bin/sh\n{text}\n")
        os.chmod(path, 0o755)
        return path

    def run_program(self, *command, code=0, **options):
        """Runs a program to its end, which has to be `code`, and gives what it wrote."""
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL, **options
        )
        self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout


def can(*command):
    """Whether a program runs here and ends well."""
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=120).returncode == 0
    except OSError:
        return False


# Whether a file system of one's own can be made the root.
CAN_CHANGE_ROOT = can("unshare", "-r", "--mount", "true")
