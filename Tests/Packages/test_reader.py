"""The packages of the reader, made of a script that stands in for it: building the real one takes too long here."""

import glob
import hashlib
import json
import os
import shutil
import sys
import unittest

import layouts
from support import FOLDER, ROOT, VERSION, PackageTest, can

READER = "homescreen-sources"
PINS = [
    {"identity": name, "location": f"https://example.com/{name}", "state": {"revision": "0" * 40, "version": version}}
    for name, version in (("swift-syntax", "603.0.1"), ("swift-collections", "1"), ("swift-argument-parser", "1"))
]

README = '# homescreen\n\n[a](b/c.md) [d](https://lua.org) [e](#f) <img src="g.svg"> <img src="https://lua.org/h.svg">\n'
REPOSITORY = "https://example.com/me/homescreen"


class ReaderTest(PackageTest):
    """With trees of files and with packages of stand-ins."""

    def tree(self, place, name, version):
        """The files of a program as scripts/package lays them out; a script that tells its version stands for it."""
        self.write_program(f"{place}/usr/bin/{name}", f"echo {name} {version} document 1")
        documents = f"{place}/usr/share/doc/{name}"
        self.write(f"{documents}/LICENSE", "terms\n")
        self.write(f"{documents}/THIRD-PARTY", f"terms of others in {name}\n")
        self.write(f"{documents}/CHANGELOG.md", f"# Changelog\n\n## {version}\n\n- It is there.\n")
        return os.path.join(self.folder, place)

    def made(self, place, *options, version=VERSION, system="Linux"):
        """The folder of the packages of both programs."""
        main = self.tree(f"{place}/main", "homescreen", version)
        self.write(f"{place}/main/usr/share/doc/homescreen/README.md", README)
        reader = self.tree(f"{place}/reader", READER, version)
        resolved = self.write(f"{place}/reader.resolved", json.dumps({"pins": PINS}))
        resolved_main = self.write(f"{place}/main.resolved", json.dumps({"pins": PINS[1:]}))
        target = os.path.join(self.folder, place, "packages")
        os.makedirs(target)
        command = [sys.executable, "-B", os.path.join(ROOT, "scripts/lib/package"), main, target, version]
        options = options or ("--reader", reader, resolved)
        self.run_program(*command, system, "x86_64", resolved_main, *options)
        return target

    def path_in(self, folder, pattern):
        (path,) = glob.glob(os.path.join(folder, pattern))
        return path

    def read_in(self, folder, pattern):
        path = self.path_in(folder, pattern)
        with open(path, "rb") as file:
            return os.path.basename(path), file.read()


class Packing(ReaderTest):
    def test_the_wheel_has_the_executable_and_the_terms(self):
        name, data = self.read_in(self.made("a"), "homescreen_sources-*.whl")
        self.assertRegex(name, r"-manylinux_2_17_(\w+)\.manylinux2014_\1\.musllinux_1_1_\1\.whl$")
        stem = f"homescreen_sources-{VERSION}"
        files = layouts.wheel(name, data)
        parts = ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE", "licenses/THIRD-PARTY")
        info = {f"{stem}.dist-info/{part}" for part in parts}
        self.assertEqual(set(files), {f"{stem}.data/scripts/{READER}"} | info)
        self.assertIn(b"document 1", files[f"{stem}.data/scripts/{READER}"])
        self.assertIn(READER.encode(), files[f"{stem}.dist-info/licenses/THIRD-PARTY"])
        self.assertNotIn(b"Provides-Extra", files[f"{stem}.dist-info/METADATA"])

    def test_the_debian_package_needs_the_main_one_of_its_version(self):
        made = self.made("a")
        fields, files = layouts.debian(*self.read_in(made, "homescreen-sources_*.deb"))
        self.assertEqual(fields["Depends"], f"homescreen (= {VERSION})")
        regular = {path for path, (_, content) in files.items() if content is not None}
        documents = {f"usr/share/doc/{READER}/{name}" for name in ("THIRD-PARTY", "changelog.gz", "copyright")}
        self.assertEqual(regular, {f"usr/bin/{READER}", f"usr/share/lintian/overrides/{READER}", *documents})
        self.assertEqual(files[f"usr/bin/{READER}"][0].mode, 0o755)
        _, main = layouts.debian(*self.read_in(made, "homescreen_*.deb"))
        both = {path for path, (_, content) in main.items() if content is not None} & regular
        self.assertEqual(both, set(), "dpkg would refuse the second")

    def test_the_bill_names_what_is_linked_and_nothing_else(self):
        made = self.made("a")
        parts = layouts.bill(self.read_in(made, "homescreen-sources-*.spdx.json")[1])
        linked = {"swift", "swift-syntax", "swift-collections", "glibc", "libstdc++"}
        self.assertEqual(set(parts), {READER, *linked})
        self.assertEqual(parts["swift-syntax"]["versionInfo"], "603.0.1")
        self.assertEqual(parts["swift-syntax"]["licenseDeclared"], "Apache-2.0 WITH Swift-exception")
        _, files = layouts.debian(*self.read_in(made, "homescreen-sources_*.deb"))
        digest = hashlib.sha256(files[f"usr/bin/{READER}"][1]).hexdigest()
        self.assertEqual(parts[READER]["checksums"][0]["checksumValue"], digest)

    def test_the_terms_are_those_of_what_is_linked(self):
        notices = os.path.join(ROOT, "scripts/lib/package/notices.py")
        resolved = self.write("resolved", json.dumps({"pins": PINS}))
        text = self.run_program(sys.executable, "-B", notices, READER, "Linux", resolved, cwd=ROOT)
        self.assertIn("\nswift, swift-collections, swift-syntax\n", text)
        self.assertIn("Runtime Library Exception", text)
        self.assertIn("Lesser General Public", text)
        self.assertNotIn("PUC-Rio", text)
        self.run_program(sys.executable, "-B", notices, "other", "Linux", resolved, code=1)

    def test_the_sums_are_those_of_all_files(self):
        made = self.made("a")
        _, data = self.read_in(made, "*.sha256")
        sums = dict(reversed(line.split("  ")) for line in data.decode().splitlines())
        files = {name for name in os.listdir(made) if not name.endswith(".sha256")}
        self.assertEqual(set(sums), files)
        self.assertEqual(len([name for name in files if name.startswith(("homescreen-sources", "homescreen_s"))]), 3)
        for name in files:
            self.assertEqual(hashlib.sha256(self.read_in(made, name)[1]).hexdigest(), sums[name], name)

    def test_without_a_reader_none_is_packed(self):
        names = os.listdir(self.made("a", "--repository", REPOSITORY))
        self.assertEqual([name for name in names if "sources" in name], [])
        self.assertIn("homescreen.rb", names)

    def test_packages_name_the_repository(self):
        made = self.made("a", "--repository", REPOSITORY)
        (metadata,) = (
            text.decode() for path, text in layouts.wheel(*self.read_in(made, "*.whl")).items() if path.endswith("/METADATA")
        )
        self.assertIn(f"\nProject-URL: Source, {REPOSITORY}\n", metadata)
        files, pictures = (f"{REPOSITORY}/{kind}/v{VERSION}/" for kind in ("blob", "raw"))
        links = f'[a]({files}b/c.md) [d](https://lua.org) [e](#f) <img src="{pictures}g.svg"> <img src="https://lua.org/h.svg">'
        self.assertIn(links, metadata)
        self.assertEqual(layouts.debian(*self.read_in(made, "*.deb"))[0]["Homepage"], REPOSITORY)
        for pattern in ("*[!l].oci.tar", "*-shell.oci.tar"):
            config, _ = layouts.image(self.read_in(made, pattern)[1])
            self.assertEqual(config["config"]["Labels"]["org.opencontainers.image.source"], REPOSITORY)
        formula = self.read_in(made, "homescreen.rb")[1].decode()
        self.assertIn(f'homepage "{REPOSITORY}"\n', formula)
        self.assertIn(f'url "{REPOSITORY}/releases/download/v{VERSION}/homescreen-{VERSION}-linux-x86_64.tar.gz"\n', formula)

    def test_without_a_repository_links_stay(self):
        files = layouts.wheel(*self.read_in(self.made("a"), "homescreen-*.whl"))
        self.assertIn(README, files[f"homescreen-{VERSION}.dist-info/METADATA"].decode())

    def test_a_mac_gets_the_wheel(self):
        made = self.made("a", system="Darwin")
        name, data = self.read_in(made, "homescreen_sources-*.whl")
        self.assertIn("-macosx_", name)
        layouts.wheel(name, data)
        self.assertEqual(glob.glob(os.path.join(made, "*.deb")), [])

    def test_the_same_files_give_the_same_bytes(self):
        one = self.made("a")
        before = os.umask(0o077)
        self.addCleanup(os.umask, before)
        other = self.made("longer/b")
        names = sorted(os.listdir(one))
        self.assertEqual(names, sorted(os.listdir(other)))
        for name in names:
            self.assertEqual(self.read_in(one, name), self.read_in(other, name))

    def test_what_the_main_package_says_of_it(self):
        _, data = self.read("homescreen_*.deb")
        fields, _ = layouts.debian(os.path.basename(self.path_of("homescreen_*.deb")), data)
        self.assertEqual(fields["Suggests"], READER)
        self.assertNotIn("Depends", fields)
        files = layouts.wheel(*self.read("homescreen-*.whl"))
        lines = files[f"homescreen-{VERSION}.dist-info/METADATA"].decode().partition("\n\n")[0].splitlines()
        self.assertIn("Provides-Extra: sources", lines)
        needs = [line for line in lines if line.startswith("Requires-Dist:")]
        self.assertEqual(needs, [f'Requires-Dist: {READER}=={VERSION}; extra == "sources"'])

    def test_a_real_one_that_was_packed(self):
        with open(self.path_of("*.sha256"), encoding="utf-8") as file:
            if READER not in file.read():
                self.skipTest("scripts/package had no --reader")
        name, data = self.read("homescreen_sources-*.whl")
        program = layouts.wheel(name, data)[f"homescreen_sources-{VERSION}.data/scripts/{READER}"]
        _, files = layouts.debian(*self.read("homescreen-sources_*.deb"))
        self.assertEqual(files[f"usr/bin/{READER}"][1], program)
        path = os.path.join(ROOT, "Sources", READER, ".build").encode()
        for name, (_, content) in files.items():
            self.assertFalse(path in (content or b""), name)
        if shutil.which("lintian"):
            path = self.path_of("homescreen-sources_*.deb")
            self.run_program("lintian", "--fail-on", "error,warning", "--allow-root", path)


class Refusing(ReaderTest):
    def refused(self, path, **options):
        """What scripts/package says; it says so before it builds anything."""
        script = 'exec "$0" --reader "$1" 2>&1'
        command = ("sh", "-c", script, os.path.join(ROOT, "scripts/package"), path)
        return self.run_program(*command, code=1, **options)

    def test_what_is_not_there(self):
        path = os.path.join(self.folder, "nowhere")
        self.assertEqual(
            self.refused(path),
            f"error: {path} does not exist; scripts/sources --release builds the reader and prints its path\n",
        )
        self.assertIn(f"error: {self.folder}/nowhere does not exist;", self.refused("nowhere", cwd=self.folder))

    def test_what_may_not_be_run(self):
        self.assertIn("is not an executable file", self.refused(self.write("reader", "#!/bin/sh\n")))
        self.assertIn("is not an executable file", self.refused(self.folder))

    def test_another_version(self):
        for says in (
            f"{READER} {VERSION}.1 document 1",
            f"{READER} 1{VERSION} document 1",
            f"{READER} {VERSION} document",
            f"homescreen {VERSION} document 1",
            VERSION,
            "",
        ):
            with self.subTest(says):
                text = self.refused(self.write_program("reader", f"echo '{says}'"))
                self.assertIn(f"has another version ({says}) than homescreen {VERSION}", text)

    def test_a_quick_one(self):
        says = f"{READER} {VERSION} document 1 (debug, parser of the toolchain)"
        path = self.write_program("reader", f"echo '{says}'")
        text = f"error: {path} is not a release build ({says}); scripts/sources --release builds one\n"
        self.assertEqual(self.refused(path), text)

    def test_what_fails_when_it_is_asked(self):
        text = self.refused(self.write_program("reader", f"echo {READER} {VERSION} document 1; exit 3"))
        self.assertIn("--version failed", text)


@unittest.skipUnless(can(sys.executable, "-m", "venv", "--help"), "there is no venv")
class InstallingByPip(ReaderTest):
    """The main wheel is the one that was built."""

    def setUp(self):
        super().setUp()
        self.place = os.path.join(self.folder, "venv")
        self.run_program(sys.executable, "-m", "venv", self.place)
        self.links = os.path.join(self.folder, "links")
        os.makedirs(self.links)
        shutil.copy(self.path_of(f"homescreen-{VERSION}-py3-*.whl"), self.links)

    def install(self, what, code=0):
        pip = [os.path.join(self.place, "bin", "python"), "-m", "pip", "--disable-pip-version-check", "install"]
        return self.run_program(*pip, "--no-index", "--find-links", self.links, what, code=code)

    def add_reader(self, version):
        made = self.made(f"reader-{version}", version=version)
        shutil.copy(self.path_in(made, "homescreen_sources-*.whl"), self.links)

    def programs(self):
        return {name for name in os.listdir(os.path.join(self.place, "bin")) if name.startswith("homescreen")}

    def test_the_extra_brings_it(self):
        self.add_reader(VERSION)
        self.install("homescreen")
        self.assertEqual(self.programs(), {"homescreen"})
        self.install("homescreen[sources]")
        self.assertEqual(self.programs(), {"homescreen", READER})
        for name, says in (("homescreen", VERSION), (READER, f"{READER} {VERSION} document 1")):
            self.assertEqual(self.run_program(os.path.join(self.place, "bin", name), "--version").strip(), says)

    def test_the_extra_takes_no_other_version(self):
        self.add_reader("9.9.9")
        self.install("homescreen[sources]", code=1)
        self.assertEqual(self.programs(), set())


@unittest.skipUnless(shutil.which("dpkg") and can("unshare", "-r", "true"), "dpkg or unshare does not work here")
class InstallingByDpkg(ReaderTest):
    def dpkg(self, *arguments, code=0):
        root = os.path.join(self.folder, "root")
        for folder in ("info", "updates", "triggers"):
            os.makedirs(os.path.join(root, "var/lib/dpkg", folder), exist_ok=True)
        for file in ("status", "available", "diversions", "triggers/File"):
            if not os.path.exists(os.path.join(root, "var/lib/dpkg", file)):
                self.write(f"root/var/lib/dpkg/{file}", "")
        command = ("unshare", "-r", "dpkg", f"--root={root}", "--force-not-root,bad-path", "--log=/dev/null")
        self.run_program(*command, *arguments, code=code)
        return {name for name in ("homescreen", READER) if os.path.exists(os.path.join(root, "usr/bin", name))}

    def test_it_comes_behind_the_main_one_and_goes_before_it(self):
        made = self.made("a")
        main, reader = (self.path_in(made, pattern) for pattern in ("homescreen_*.deb", "homescreen-sources_*.deb"))
        self.assertEqual(self.dpkg("--install", main, reader), {"homescreen", READER})
        self.dpkg("--purge", "homescreen", code=1)
        self.assertEqual(self.dpkg("--purge", READER), {"homescreen"})

    def test_it_is_not_set_up_beside_another_version(self):
        self.dpkg("--install", self.path_in(self.made("old", version="0.0.9"), "homescreen_*.deb"))
        self.dpkg("--install", self.path_in(self.made("new"), "homescreen-sources_*.deb"), code=1)
