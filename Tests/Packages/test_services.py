"""The hooks, the steps of the Action, and the files that services read."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import FIXTURE, ROOT, PackageTest, can

ACTION = os.path.join(ROOT, "scripts", "action")
PROGRAM = os.path.join(ROOT, ".build", "release", "homescreen")


def tools(*packages):
    """A folder with programs from PyPI; None where they cannot be had."""
    folder = tempfile.mkdtemp(prefix="homescreen-tools-")
    unittest.addModuleCleanup(shutil.rmtree, folder, True)
    python = os.path.join(folder, "bin", "python")
    if can(sys.executable, "-m", "venv", folder) and can(python, "-m", "pip", "install", "--quiet", *packages):
        return os.path.join(folder, "bin")
    return None


class Action(PackageTest):
    """Each step as GitHub starts it: its line of action.yml in a shell, with the variables and files of the service."""

    def setUp(self):
        super().setUp()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.folder,
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": ACTION,
            "GITHUB_WORKSPACE": os.path.join(self.folder, "checkout"),
            "RUNNER_TEMP": self.folder,
        }
        for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
            self.environment[name] = self.write(name, "")
        shutil.copytree(FIXTURE, os.path.join(self.folder, "checkout", "A.app"))
        with open(os.path.join(ACTION, "action.yml"), encoding="utf-8") as file:
            self.steps = [line.strip("'") for line in re.findall(r"^      run: (.*)$", file.read(), re.MULTILINE)]
        self.assertEqual(len(self.steps), 3)

    def step(self, index, code=0, **inputs):
        return self.run_program(
            "sh",
            "-e",
            "-c",
            self.steps[index],
            code=code,
            env={**self.environment, **inputs},
            cwd=os.path.join(self.folder, "checkout"),
        )

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def install(self):
        self.step(0, HOMESCREEN_WHEEL=self.path_of("homescreen-*.whl"))
        self.environment["PATH"] = self.text("GITHUB_PATH").strip() + ":" + self.environment["PATH"]

    def outputs(self):
        return dict(line.split("=", 1) for line in self.text("GITHUB_OUTPUT").splitlines())

    def test_lint_annotates_sums_up_and_fails_at_the_end(self):
        self.install()
        written = self.step(1, INPUT_PATHS="A.app\n", INPUT_FAIL_ON="error", INPUT_ARGUMENTS="--no-pixels")
        self.assertRegex(written, r"(?m)^::error .*file=A\.app/Info\.plist,line=\d+")
        self.assertIn("icon-file-missing", self.text("GITHUB_STEP_SUMMARY"))
        outputs = self.outputs()
        self.assertEqual(outputs, {"exit-code": "1", "sarif": "homescreen.sarif"})
        log = json.loads(self.text("checkout/homescreen.sarif"))
        self.assertEqual(log["version"], "2.1.0")
        self.step(2, code=1, CODE=outputs["exit-code"])

    def test_what_is_found_need_not_fail(self):
        self.install()
        self.step(1, INPUT_COMMAND="check", INPUT_PATHS="A.app", INPUT_FAIL_ON="never", INPUT_SARIF="a b.sarif")
        self.assertEqual(self.outputs()["sarif"], "a b.sarif")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "checkout", "a b.sarif")))

    def test_scenarios(self):
        self.install()
        self.write("checkout/a b_spec.lua", "it('fails', function() error('x') end)")
        written = self.step(1, INPUT_COMMAND="run", INPUT_PATHS="a b_spec.lua")
        self.assertIn("::error ", written)
        self.assertIn("fails", self.text("GITHUB_STEP_SUMMARY"))
        self.assertEqual(self.outputs(), {"exit-code": "1", "sarif": ""})

    def test_mistakes_are_told(self):
        self.install()
        self.assertIn("::error::", self.step(1, INPUT_COMMAND="inspect"))
        self.assertEqual(self.outputs(), {"exit-code": "64", "sarif": ""})
        self.step(1, INPUT_COMMAND="lint", INPUT_PATHS="A.app", INPUT_FAIL_ON="everything")
        self.assertEqual(self.outputs(), {"exit-code": "64", "sarif": ""})

    def test_nothing_but_blanks_for_paths_is_the_folder(self):
        self.install()
        self.write("checkout/mine_spec.lua", "it('is mine', function() error('x') end)")
        self.step(1, INPUT_COMMAND="run", INPUT_PATHS=" \r\n\t\n")
        self.assertEqual(self.outputs(), {"exit-code": "1", "sarif": ""})
        self.assertIn("is mine", self.text("GITHUB_STEP_SUMMARY"))

    def test_blanks_around_a_line_are_none_of_its(self):
        self.install()
        self.step(1, INPUT_PATHS="  A.app \r\n\n", INPUT_ARGUMENTS=" --no-pixels \r\n \n")
        self.assertEqual(self.outputs()["exit-code"], "1")
        self.assertIn("A.app/Info.plist", self.text("checkout/homescreen.sarif"))

    def test_a_report_of_before_is_not_handed_on(self):
        self.install()
        self.write("checkout/old/lint.sarif", "{}")
        self.step(1, INPUT_PATHS="A.app", INPUT_FAIL_ON="everything", INPUT_SARIF="old/lint.sarif")
        self.assertEqual(self.outputs(), {"exit-code": "64", "sarif": ""})
        self.step(1, INPUT_PATHS="A.app", INPUT_SARIF="a/new folder/lint.sarif")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "checkout/a/new folder/lint.sarif")))

    def test_an_input_cannot_speak_to_the_runner(self):
        self.install()
        for inputs in (
            {"INPUT_COMMAND": "lint\n::set-output name=x::1"},
            {"INPUT_COMMAND": "x%0A::error::y"},
            {"INPUT_SARIF": "a.sarif\nexit-code=0"},
            {"INPUT_SARIF": "a.sarif\rexit-code=0"},
        ):
            with self.subTest(inputs):
                self.write("GITHUB_OUTPUT", "")
                written = self.step(1, INPUT_PATHS="A.app", **inputs)
                self.assertRegex(written, r"\A::error::The input “\w+” must be [^:%]*\n\Z")
                self.assertEqual(self.text("GITHUB_OUTPUT"), "exit-code=64\nsarif=\n")

    def test_no_wheel_is_a_mistake_and_not_a_download(self):
        with open(os.path.join(ACTION, "action.yml"), encoding="utf-8") as file:
            wheel = file.read().partition("  wheel:\n")[2].partition("\n  sources-wheel:")[0]
        self.assertIn("required: true", wheel)
        self.assertNotIn("default:", wheel)
        self.assertIn("::error::", self.step(0, code=64, HOMESCREEN_WHEEL=""))
        # An option of pip's is not a wheel either.
        self.step(0, code=69, HOMESCREEN_WHEEL="--help")
        self.step(0, code=69, HOMESCREEN_WHEEL=self.path_of("homescreen-*.whl"), HOMESCREEN_SOURCES_WHEEL="--help")
        self.assertEqual(self.text("GITHUB_PATH"), "")

    def test_a_wheel_that_is_not_there_is_told(self):
        self.step(0, code=69, HOMESCREEN_WHEEL=os.path.join(self.folder, "no.whl"))
        self.assertEqual(self.text("GITHUB_PATH"), "")


class Hooks(PackageTest):
    HOOK = os.path.join(ROOT, "scripts", "hook")

    def setUp(self):
        super().setUp()
        wheel = self.path_of("homescreen-*.whl")
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": self.folder, "HOMESCREEN_WHEEL": wheel}

    def test_a_wheel_is_installed_once(self):
        self.run_program(self.HOOK, "--version", env=self.environment)
        places = os.listdir(os.path.join(self.folder, ".cache/homescreen/wheels"))
        self.assertEqual(len(places), 1)
        mark = self.write(f".cache/homescreen/wheels/{places[0]}/mark", "")
        self.run_program(self.HOOK, "lint", FIXTURE, code=1, env=self.environment)
        self.assertTrue(os.path.exists(mark))
        self.assertEqual(os.listdir(os.path.join(self.folder, ".cache/homescreen/wheels")), places)

    def test_an_installation_that_was_broken_off_is_made_anew(self):
        self.run_program(self.HOOK, "--version", env=self.environment)
        wheels = os.path.join(self.folder, ".cache/homescreen/wheels")
        (place,) = os.listdir(wheels)
        os.remove(os.path.join(wheels, place, "bin/homescreen"))
        self.run_program(self.HOOK, "--version", env=self.environment)
        self.assertEqual(os.listdir(wheels), [place])

    def test_a_wheel_of_something_else_is_told(self):
        wheel = os.path.join(self.folder, "other-1-py3-none-any.whl")
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("other-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: other\nVersion: 1\n")
            archive.writestr("other-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            archive.writestr("other-1.dist-info/RECORD", "")
        self.run_program(self.HOOK, "--version", code=69, env={**self.environment, "HOMESCREEN_WHEEL": wheel})
        self.assertEqual(os.listdir(os.path.join(self.folder, ".cache/homescreen/wheels")), [])

    def test_without_one_the_program_of_the_path_runs(self):
        self.environment["HOMESCREEN_WHEEL"] = ""
        self.run_program(self.HOOK, "lint", code=69, env={**self.environment, "PATH": self.empty_path()})
        self.write("bin/homescreen", '#!/bin/sh\necho "mine: $*"\n')
        os.chmod(os.path.join(self.folder, "bin/homescreen"), 0o755)
        path = os.path.join(self.folder, "bin") + ":" + self.environment["PATH"]
        self.assertEqual(
            self.run_program(self.HOOK, "lint", "--fix", env={**self.environment, "PATH": path}), "mine: lint --fix\n"
        )

    def empty_path(self):
        """The programs that every system has, and no homescreen, wherever that may be installed."""
        folder = os.path.join(self.folder, "few")
        os.makedirs(folder)
        for name in ("dirname", "realpath", "sh"):
            os.symlink(shutil.which(name), os.path.join(folder, name))
        return folder

    def test_they_run_for_what_can_matter_to_the_app(self):
        with open(os.path.join(ROOT, ".pre-commit-hooks.yaml"), encoding="utf-8") as file:
            (pattern,) = re.findall(r"files: &files '([^']*)'", file.read())
        for path, matters in (
            ("App/Info.plist", True),
            ("App/icon@2x.png", True),
            ("App/icon@2X.PNG", True),
            ("App/Photo.JPeG", True),
            ("App/Prefix.pch", True),
            ("Keys.h", True),
            ("house.lua", True),
            ("App/homescreen.lua", True),
            ("App/Assets.xcassets/AppIcon.appiconset/Contents.json", True),
            ("App/other.lua", False),
            ("App/View.swift", False),
            ("png", False),
            ("README.md", False),
        ):
            with self.subTest(path):
                self.assertEqual(re.search(pattern, path) is not None, matters)

    def test_pre_commit_runs_both(self):
        programs = tools("pre-commit")
        if programs is None or not shutil.which("git"):
            self.skipTest("pre-commit cannot be installed here")
        if not can("git", "-C", ROOT, "rev-parse", "HEAD"):
            self.skipTest("this is no checkout of git's")
        identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
        clone = os.path.join(self.folder, "clone")
        self.run_program("git", "clone", "--quiet", ROOT, clone)
        revision = self.run_program("git", "-C", clone, "rev-parse", "HEAD").strip()
        project = os.path.join(self.folder, "project")
        shutil.copytree(FIXTURE, os.path.join(project, "A.app"))
        self.write(
            "project/.pre-commit-config.yaml",
            f"repos:\n- repo: {clone}\n  rev: {revision}\n  hooks:\n"
            "  - id: homescreen-lint\n    args: [A.app, --no-pixels]\n  - id: homescreen-check\n    args: [A.app]\n",
        )
        environment = {**self.environment, "PATH": f"{programs}:{os.environ['PATH']}"}

        def git(*arguments):
            self.run_program("git", *identity, *arguments, cwd=project, env=environment)

        def pre_commit(*arguments, code):
            return self.run_program("pre-commit", "run", *arguments, code=code, cwd=project, env=environment)

        git("init", "--quiet")
        git("add", ".")
        text = pre_commit(code=1)
        self.assertRegex(text, r"homescreen lint\.+Failed")
        self.assertRegex(text, r"homescreen check\.+Failed")
        self.assertEqual(text.count("[icon-file-missing]"), 2, text)
        git("commit", "--quiet", "-m", "all")
        # Nothing that matters has changed.
        self.write("project/README.md", "x")
        git("add", ".")
        text = pre_commit(code=0)
        self.assertEqual(text.count("Skipped"), 2, text)


def job_of_gitlab():
    with open(os.path.join(ROOT, "Sources/homescreen/homescreen.docc/Installing.md"), encoding="utf-8") as file:
        (job,) = re.findall(r"^## GitLab\n\n```yaml\n(.*?)```$", file.read(), re.MULTILINE | re.DOTALL)
    return job


class GitLab(PackageTest):
    """The job that the article about installing shows, line by line, as a runner does it."""

    def test_without_a_wheel_nothing_is_installed(self):
        (line,) = re.findall(r"(pip install .*)$", job_of_gitlab(), re.MULTILINE)
        for value in ({}, {"HOMESCREEN_WHEEL": ""}):
            done = subprocess.run(
                ["sh", "-ec", f"pip() {{ echo ran; }}; {line}"],
                env={"PATH": os.environ["PATH"], **value},
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stdout, "")
            self.assertIn("HOMESCREEN_WHEEL", done.stderr)

    def test_the_job_finds_reports_and_fails(self):
        project = os.path.join(self.folder, "project")
        shutil.copytree(os.path.join(os.path.dirname(FIXTURE), "FlatShape.app"), project)
        self.run_program(PROGRAM, "init", "--write", cwd=project)
        lines = re.findall(r"^    - (.*)$", job_of_gitlab(), re.MULTILINE)
        self.assertEqual(len(lines), 4)
        place = os.path.join(self.folder, "venv")
        self.run_program(sys.executable, "-m", "venv", place)
        environment = {
            "PATH": f"{place}/bin:/usr/bin:/bin",
            "HOME": self.folder,
            "CI": "true",
            "CI_PROJECT_DIR": project,
            "HOMESCREEN_WHEEL": self.path_of("homescreen-*.whl"),
        }
        self.run_program("sh", "-e", "-c", "\n".join(lines), code=1, env=environment, cwd=project)
        with open(os.path.join(project, "gl-code-quality-report.json"), encoding="utf-8") as file:
            found = json.load(file)
        self.assertIn("alternates-flat", [finding["check_name"] for finding in found])
        self.assertIn("Info.plist", [finding["location"]["path"] for finding in found])
        with open(os.path.join(project, "junit.xml"), encoding="utf-8") as file:
            self.assertIn("on iPhone › starts", file.read())


class Files(PackageTest):
    def test_services_take_their_files(self):
        programs = tools("check-jsonschema")
        if programs is None:
            self.skipTest("check-jsonschema cannot be installed here")
        for schema, path in (
            ("vendor.github-actions", os.path.join(ACTION, "action.yml")),
            ("vendor.github-workflows", os.path.join(ROOT, ".github/workflows/checks.yml")),
            ("vendor.github-workflows", os.path.join(ROOT, ".github/workflows/release.yml")),
            ("vendor.gitlab-ci", self.write("gitlab-ci.yml", job_of_gitlab())),
        ):
            with self.subTest(path):
                self.run_program(os.path.join(programs, "check-jsonschema"), "--builtin-schema", schema, path)
        wrong = self.write("wrong.yml", "on: push\njobs: {a: {steps: 1}}\n")
        check = os.path.join(programs, "check-jsonschema")
        self.run_program(check, "--builtin-schema", "vendor.github-workflows", wrong, code=1)

    @unittest.skipUnless(shutil.which("ruby"), "there is no ruby")
    def test_the_formula_is_ruby(self):
        path = self.path_of("homescreen.rb")
        self.run_program("ruby", "-wc", path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertLess(len(re.search(r'desc "(.*)"', text).group(1)), 80)
        self.assertRegex(text, r'url "https://\S+/homescreen-[\d.]+-linux-\w+\.tar\.gz"')
        with open(self.path_of("*.sha256"), encoding="utf-8") as file:
            sums = file.read()
        for digest in re.findall(r'sha256 "(\w+)"', text):
            self.assertIn(digest, sums)
