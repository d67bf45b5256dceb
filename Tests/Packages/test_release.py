"""scripts/release-check, in a repository of its own, and what the workflow of releases shares with documents."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from support import ROOT, PackageTest

SCRIPTS = ("release-check", "release-notes", "lib/build.sh", "lib/package/release_notes.py")


@unittest.skipUnless(shutil.which("git"), "there is no git")
class ReleaseCheck(PackageTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="homescreen-test-")
        cls.addClassCleanup(shutil.rmtree, folder)
        for path in SCRIPTS:
            place = os.path.join(folder, "scripts", path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            shutil.copy(os.path.join(ROOT, "scripts", path), place)
        subprocess.run(["git", "init", "--quiet", "--template=", "--initial-branch=main", folder], check=True)
        cls.repository = folder

    def setUp(self):
        super().setUp()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.folder,
            "PYTHONDONTWRITEBYTECODE": "1",
            **{f"GIT_{who}_{what}": "test@localhost" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        shutil.copytree(self.repository, self.folder, dirs_exist_ok=True)
        self.commit("1.2.3")

    def git(self, *arguments):
        return self.run_program("git", *arguments, cwd=self.folder, env=self.environment).strip()

    def commit(self, version, reader=None, changelog=None):
        self.write("Sources/Platform/Homescreen.swift", f'  static let version = "{version}"\n')
        self.write(
            "Sources/homescreen-sources/Sources/SourceReading/SourceReader.swift",
            f'  public static let version = "{reader or version}"\n',
        )
        self.write("CHANGELOG.md", changelog or f"# Changelog\n\n## {version} (2026-01-02)\n\n- New.\n\n## 1.0.0\n\n- Old.\n")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message=all")

    def check(self, *arguments, code=1):
        """What the script prints, with its errors."""
        command = 'exec scripts/release-check "$@" 2>&1'
        return self.run_program("sh", "-c", command, "sh", *arguments, code=code, cwd=self.folder, env=self.environment)

    def assert_one_fault(self, words, *arguments):
        text = self.check(*arguments)
        self.assertEqual(text.count("error: "), 1, text)
        self.assertIn(words, text)

    def test_a_commit_that_is_ready(self):
        self.assertIn("v1.2.3 can be released", self.check(code=0))
        self.git("tag", "--annotate", "--message=x", "v1.2.3")
        self.assertIn("v1.2.3 can be released", self.check("v1.2.3", code=0))

    def test_tags(self):
        self.assert_one_fault("the tag is v1.2.4, but", "v1.2.4")
        self.assertIn("“v01.2.3” must have the form vX.Y.Z", self.check("v01.2.3"))
        self.assertIn("“1.2.3” must have the form vX.Y.Z", self.check("1.2.3"))
        self.assertIn("usage: ", self.check("--tag", code=64))
        self.assertIn("usage: ", self.check("v1.2.3", "v1.2.3", code=64))

    def test_a_tag_of_another_commit(self):
        self.git("tag", "v1.2.3")
        self.write("new", "")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message=more")
        self.assert_one_fault("already exists")

    def test_versions(self):
        self.commit("1.2.4-beta")
        self.assert_one_fault("“v1.2.4-beta” must have the form vX.Y.Z")
        self.commit("1.2.4", reader="1.2.3")
        self.assert_one_fault("homescreen-sources says 1.2.3")

    def test_changelogs(self):
        for changelog, words in (
            ("## 1.2.3 (unreleased)\n\n- New.\n", "calls the version unreleased"),
            ("## 1.2.3\n\n## 1.0.0\n\n- Old.\n", "no notes for"),
            ("## 1.2.30\n\n- Newer.\n\n## 1.2.3\n\n- New.\n", "starts with “## 1.2.30”"),
        ):
            with self.subTest(words):
                self.commit("1.2.3", changelog=changelog)
                self.assert_one_fault(words)

    def test_what_is_not_on_main(self):
        self.write("CHANGELOG.md", "x")
        self.git("checkout", "--quiet", "-b", "other")
        self.git("commit", "--quiet", "--all", "--message=x", "--allow-empty")
        self.git("revert", "--no-edit", "HEAD")
        self.assert_one_fault("is not part of main")
        # What the server has not got yet was not tested there.
        self.git("update-ref", "refs/remotes/origin/main", "main")
        self.git("branch", "--force", "main", "other")
        self.assert_one_fault("is not part of origin/main")

    def test_uncommitted_changes(self):
        self.write("new file", "")
        self.assert_one_fault("new file")


class Workflow(PackageTest):
    def only(self, pattern, path):
        """What the one group of a pattern holds, which must match once."""
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            found = re.findall(pattern, file.read(), re.MULTILINE)
        self.assertEqual(len(found), 1, path)
        return found[0]

    def test_every_job_of_scripts_test_runs(self):
        run = self.only(r"^        job: \[(.*,.*)\]$", ".github/workflows/checks.yml")
        self.assertEqual(sorted(run.split(", ")), sorted(self.only(r'^all_jobs="(.*)"$', "scripts/test").split()))

    def test_documents_name_the_tag_of_the_action(self):
        tag = self.only(r"^  ACTION_TAG: (\S+)$", ".github/workflows/release.yml")
        path = "Sources/homescreen/homescreen.docc/Installing.md"
        self.assertEqual(self.only(r"/scripts/action@(\w+)", path), tag)
