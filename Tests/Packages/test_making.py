"""What scripts/package takes, and what it makes of odd settings."""

import io
import os
import sys
import zipfile

from support import ROOT, PackageTest


class Making(PackageTest):
    def test_arguments_that_make_no_sense_are_refused(self):
        for arguments in (
            ["--repository"],
            ["--repository", ""],
            ["--repo", "x"],
            ["--repository", "x", "y"],
            ["--reader"],
            ["--reader", ""],
            [""],
        ):
            with self.subTest(arguments):
                self.run_program(os.path.join(ROOT, "scripts", "package"), *arguments, code=64)

    def test_times_before_those_of_a_zip(self):
        for path in ("bin/homescreen", "share/doc/homescreen/README.md", "share/doc/homescreen/LICENSE"):
            self.write(f"usr/{path}", "# homescreen\n")
        self.write("usr/share/doc/homescreen/THIRD-PARTY", "terms\n")
        script = (
            "import sys; import about, wheel; "
            "name, data = wheel.make(about.Package(about.MAIN, '1', 'Linux', 'x86_64', sys.argv[1])); print(data.hex())"
        )
        for epoch, year in (("0", 1980), ("315532799", 1980), ("1000000000", 2001), ("", 2026)):
            with self.subTest(epoch):
                environment = {
                    **os.environ,
                    "SOURCE_DATE_EPOCH": epoch,
                    "PYTHONPATH": os.path.join(ROOT, "scripts", "lib", "package"),
                }
                data = bytes.fromhex(self.run_program(sys.executable, "-Bc", script, self.folder, env=environment))
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    self.assertEqual({entry.date_time[0] for entry in archive.infolist()}, {year})

    def test_a_package_that_can_be_done_without_ends_nothing(self):
        script = '. scripts/lib/packages.sh; require_packages() { echo why >&2; exit 69; }; want_package fish; echo on'
        text = self.run_program("sh", "-ec", script, cwd=ROOT)
        self.assertRegex(text, r"\A    skipped: .*fish.*\non\n\Z")
