"""What is in the packages."""

import gzip
import hashlib
import json
import os
import re

import layouts
from support import FOLDER, ROOT, VERSION, PackageTest, can


class Layouts(PackageTest):
    def test_all_have_the_version_and_the_same_executable(self):
        name, data = self.read("homescreen-*.whl")
        files = layouts.wheel(name, data)
        program = files[f"homescreen-{VERSION}.data/scripts/homescreen"]
        fields, installed = layouts.debian(*self.read("homescreen_*.deb"))
        self.assertEqual(fields["Version"], VERSION)
        self.assertEqual(installed["usr/bin/homescreen"][1], program)
        name, data = self.read("*-linux-*.tar.gz")
        unpacked = layouts.tape_with_one_folder(gzip.decompress(data), name.removesuffix(".tar.gz"))
        self.assertEqual(unpacked["homescreen"][1], program)
        config, root = layouts.image(self.read("*[!l].oci.tar")[1])
        self.assertEqual(config["config"]["Labels"]["org.opencontainers.image.version"], VERSION)
        self.assertEqual(root["homescreen"][1], program)
        self.assertEqual(layouts.image(self.read("*-shell.oci.tar")[1])[1]["usr/bin/homescreen"][1], program)
        own = layouts.bill(self.read("homescreen-[0-9]*.spdx.json")[1])["homescreen"]
        self.assertEqual(own["versionInfo"], VERSION)
        self.assertEqual(own["checksums"][0]["checksumValue"], hashlib.sha256(program).hexdigest())

    def test_what_belongs_to_the_program_is_there(self):
        _, installed = layouts.debian(*self.read("homescreen_*.deb"))
        for path in (
            "usr/share/bash-completion/completions/homescreen",
            "usr/share/zsh/vendor-completions/_homescreen",
            "usr/share/fish/vendor_completions.d/homescreen.fish",
            "usr/share/man/man1/homescreen.1.gz",
            "usr/share/homescreen/types/homescreen.lua",
            "usr/share/homescreen/plugins/timeline.lua",
            "usr/share/doc/homescreen/copyright",
        ):
            self.assertTrue(installed[path][1], path)
        page = gzip.decompress(installed["usr/share/man/man1/homescreen.1.gz"][1]).decode()
        self.assertTrue(page.startswith(".TH HOMESCREEN 1 "))
        for text in (
            ".SS homescreen init [path]\n",
            "\\fB\\-\\-fail\\-on\\fR",
            ".SH EXIT STATUS\n.TP\n\\fB0\\fR\nsuccess\n",
            ".SH ENVIRONMENT\n",
            ".SH FILES\n",
            ".SH EXAMPLES\n",
            "\\fBhomescreen why App.xcodeproj NAME\\fR\n",
        ):
            self.assertTrue(text in page, text)
        _, data = self.read("*-linux-*.tar.gz")
        paths = {path.partition("/")[2] for path in layouts.tape(gzip.decompress(data))}
        for path in ("LICENSE", "THIRD-PARTY", "README.md", "CHANGELOG.md", "lua/types/homescreen.lua", "completions/_homescreen"):
            self.assertIn(path, paths)

    def test_the_terms_of_what_is_linked_are_everywhere(self):
        _, installed = layouts.debian(*self.read("homescreen_*.deb"))
        terms = installed["usr/share/doc/homescreen/THIRD-PARTY"][1]
        text = terms.decode()
        for title, words in (
            ("swift, ", "Runtime Library Exception"),
            ("lua", "PUC-Rio"),
            ("libedit", "Christos Zoulas"),
            ("zlib", "Jean-loup Gailly"),
            ("glibc", "Lesser General Public"),
            ("/usr/share/common-licenses/LGPL-2.1", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ):
            with self.subTest(title):
                # Behind its title, and before the next.
                part = re.split(rf"(?m)^=+\n{re.escape(title)}.*\n=+\n", text)
                self.assertEqual(len(part), 2)
                self.assertIn(words, re.split(r"(?m)^={78}$", part[1])[0])
        self.assertIn(b"THIRD-PARTY", installed["usr/share/doc/homescreen/copyright"][1])
        wheel = layouts.wheel(*self.read("homescreen-*.whl"))
        self.assertEqual(wheel[f"homescreen-{VERSION}.dist-info/licenses/THIRD-PARTY"], terms)
        self.assertEqual(layouts.image(self.read("*[!l].oci.tar")[1])[1]["THIRD-PARTY"][1], terms)
        shell = layouts.image(self.read("*-shell.oci.tar")[1])[1]
        self.assertEqual(shell["usr/share/doc/homescreen/THIRD-PARTY"][1], terms)
        self.assertTrue(shell["usr/share/doc/busybox/copyright"][1])

    def test_nothing_knows_the_folder_of_the_build(self):
        # The checkout may lie in a folder whose name is a word of its own.
        path = os.path.join(ROOT, ".build").encode()
        _, installed = layouts.debian(*self.read("homescreen_*.deb"))
        for name, (_, content) in installed.items():
            self.assertFalse(path in (content or b""), name)

    def test_the_wheel_is_for_older_installers_too(self):
        name, _ = self.read("homescreen-*.whl")
        self.assertRegex(name, r"-manylinux_2_17_(\w+)\.manylinux2014_\1\.musllinux_1_1_\1\.whl$")

    def test_only_what_belongs_to_the_sources_is_packed(self):
        if not can("git", "-C", ROOT, "ls-files", "--error-unmatch", "lua/types"):
            self.skipTest("this is no checkout of git's")
        known = self.run_program("git", "-C", ROOT, "ls-files", "lua/types", "lua/plugins").split()
        _, installed = layouts.debian(*self.read("homescreen_*.deb"))
        prefix = "usr/share/homescreen/"
        packed = [path for path, (_, data) in installed.items() if path.startswith(prefix) and data is not None]
        self.assertEqual(sorted("lua/" + path.removeprefix(prefix) for path in packed), sorted(known))

    def test_images_start_as_they_are_meant_to(self):
        bare, _ = layouts.image(self.read("*[!l].oci.tar")[1])
        self.assertEqual(bare["config"]["Entrypoint"], ["/homescreen"])
        shell, files = layouts.image(self.read("*-shell.oci.tar")[1])
        self.assertNotIn("Entrypoint", shell["config"])
        self.assertEqual(shell["config"]["Cmd"], ["/bin/sh"])
        self.assertEqual(files["bin/sh"][0].linkname, "busybox")
        self.assertEqual(files["tmp"][0].mode, 0o1777)

    def test_the_bill_names_what_is_linked(self):
        parts = layouts.bill(self.read("homescreen-[0-9]*.spdx.json")[1])
        swift = {"swift", "swift-argument-parser", "swift-collections"}
        self.assertLessEqual(swift | {"lua", "libedit", "zlib", "glibc", "busybox"}, set(parts))

    def test_the_sums_are_those_of_the_files(self):
        name, data = self.read("*.sha256")
        lines = data.decode().splitlines()
        named = {line.split("  ")[1] for line in lines}
        main = {file for file in named if re.match(r"homescreen[-_]\d", file)}
        self.assertEqual(len(main), 6)
        # Those of the reader are made where scripts/package gets one.
        self.assertIn(len(named - main), (0, 3))
        for line in lines:
            digest, file = line.split("  ")
            with open(os.path.join(FOLDER, file), "rb") as content:
                self.assertEqual(hashlib.sha256(content.read()).hexdigest(), digest, f"{name}: {file}")


class Readers(PackageTest):
    """Readers that let everything pass would prove nothing."""

    def assert_refused(self, reader, *arguments):
        with self.assertRaises(Exception) as caught:
            reader(*arguments)
        return str(caught.exception)

    def test_a_wheel_with_another_name_or_another_byte(self):
        name, data = self.read("homescreen-*.whl")
        self.assertIn("tags", self.assert_refused(layouts.wheel, name.replace("manylinux_2_17", "manylinux_2_5"), data))
        self.assert_refused(layouts.wheel, "homescreen.zip", data)
        changed = data.replace(b"homescreen-", b"homescrEEn-", 1)
        self.assert_refused(layouts.wheel, name, changed)

    def test_a_debian_package_that_is_cut_or_called_otherwise(self):
        name, data = self.read("homescreen_*.deb")
        self.assert_refused(layouts.debian, name, data[:-1000])
        self.assertIn("another package", self.assert_refused(layouts.debian, "other_1_amd64.deb", data))

    def test_an_image_with_a_blob_that_is_missing_changed_or_too_many(self):
        _, data = self.read("*[!l].oci.tar")
        for text in (b'"imageLayoutVersion":"1.0.0"', b'"schemaVersion":2', b'"diff_ids":["sha256:'):
            self.assertTrue(text in data, text)
            self.assert_refused(layouts.image, data.replace(text, text[:-1] + b"x"))
        index = re.search(rb'"digest":"sha256:([0-9a-f]{8})', data).group(1)
        self.assert_refused(layouts.image, data.replace(b"blobs/sha256/" + index, b"blobs/sha256/00000000"))

    def test_a_bill_that_names_what_is_not_there(self):
        _, data = self.read("homescreen-[0-9]*.spdx.json")
        document = json.loads(data)
        document["relationships"][0]["relatedSpdxElement"] = "SPDXRef-nothing"
        self.assertIn("nothing is called", self.assert_refused(layouts.bill, json.dumps(document)))
        del document["packages"]
        self.assert_refused(layouts.bill, json.dumps(document))
