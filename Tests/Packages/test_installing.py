"""The packages install, run and go away again, in file systems of their own."""

import glob
import gzip
import io
import os
import shutil
import sys
import tarfile
import unittest

import layouts
from support import CAN_CHANGE_ROOT, FIXTURE, PackageTest, can


class Installing(PackageTest):
    def in_root(self, root, *command, code=0):
        """Runs a program where `root` is everything, with /proc."""
        script = 'mount --rbind /proc "$1/proc" && root=$1 && shift && exec env -i /usr/sbin/chroot "$root" "$@"'
        return self.run_program("unshare", "-r", "--mount", "sh", "-c", script, "sh", root, *command, code=code)

    def unpacked(self, data, prefix=""):
        root = os.path.join(self.folder, "root")
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for info in archive:
                info.name = info.name.removeprefix(prefix)
                if info.name != prefix.rstrip("/"):
                    info.uid, info.gid = os.getuid(), os.getgid()
                    archive.extract(info, root)
        os.makedirs(os.path.join(root, "proc"), exist_ok=True)
        return root

    @unittest.skipUnless(can(sys.executable, "-m", "venv", "--help"), "there is no venv")
    def test_the_wheel_by_pip(self):
        place = os.path.join(self.folder, "venv")
        self.run_program(sys.executable, "-m", "venv", place)
        pip = [os.path.join(place, "bin", "python"), "-m", "pip", "--disable-pip-version-check"]
        self.run_program(*pip, "install", "--no-index", self.path_of("homescreen-*.whl"))
        program = os.path.join(place, "bin", "homescreen")
        self.assertIn(self.run_program(program, "--version").strip(), self.path_of("homescreen-*.whl"))
        found = self.run_program(program, "lint", FIXTURE, code=1)
        self.assertIn("[icon-file-missing]", found)
        self.run_program(*pip, "uninstall", "--yes", "homescreen")
        self.assertFalse(os.path.exists(program))

    @unittest.skipUnless(CAN_CHANGE_ROOT and shutil.which("dpkg"), "dpkg or unshare does not work here")
    def test_the_debian_package_comes_and_goes(self):
        root = os.path.join(self.folder, "root")
        for folder in ("info", "updates", "triggers"):
            os.makedirs(os.path.join(root, "var/lib/dpkg", folder))
        for file in ("status", "available", "diversions", "triggers/File"):
            self.write(f"root/var/lib/dpkg/{file}", "")

        def dpkg(*arguments):
            self.run_program(
                "unshare", "-r", "dpkg", f"--root={root}", "--force-not-root,bad-path", "--log=/dev/null", *arguments
            )

        dpkg("--install", self.path_of("homescreen_*.deb"))
        self.run_program(os.path.join(root, "usr/bin/homescreen"), "--version")
        self.assertTrue(os.path.exists(os.path.join(root, "usr/share/homescreen/types/homescreen.lua")))
        dpkg("--purge", "homescreen")
        left = [
            path for path in glob.glob(f"{root}/**", recursive=True) if "homescreen" in path.removeprefix(self.folder)
        ]
        self.assertEqual(left, [])

    @unittest.skipUnless(shutil.which("lintian"), "there is no lintian")
    def test_the_debian_package_pleases_lintian(self):
        self.run_program("lintian", "--fail-on", "error,warning", "--allow-root", self.path_of("homescreen_*.deb"))

    @unittest.skipUnless(CAN_CHANGE_ROOT, "unshare is not allowed here")
    def test_the_tarball_runs_where_only_proc_is(self):
        name, data = self.read("*-linux-*.tar.gz")
        root = self.unpacked(gzip.decompress(data), name.removesuffix(".tar.gz") + "/")
        self.assertIn("passed", self.in_root(root, "/homescreen", "run", "--built-in"))

    @unittest.skipUnless(CAN_CHANGE_ROOT, "unshare is not allowed here")
    def test_the_images_run(self):
        for pattern, command in (
            ("*[!l].oci.tar", ["/homescreen", "run", "--built-in"]),
            ("*-shell.oci.tar", ["/bin/sh", "-c", "cd /work && PATH=/usr/bin:/bin && homescreen run --built-in | tail -n 1"]),
        ):
            with self.subTest(pattern):
                _, files = layouts.image(self.read(pattern)[1])
                root = os.path.join(self.folder, "image")
                shutil.rmtree(root, ignore_errors=True)
                os.makedirs(root)
                for path, (info, content) in files.items():
                    place = os.path.join(root, path)
                    if info.isdir():
                        os.makedirs(place, exist_ok=True)
                    elif info.issym():
                        os.symlink(info.linkname, place)
                    else:
                        with open(place, "wb") as file:
                            file.write(content)
                        os.chmod(place, info.mode)
                self.assertRegex(self.in_root(root, *command), r"\d+ passed")

    def test_shells_take_the_completions(self):
        _, files = layouts.debian(*self.read("homescreen_*.deb"))
        for shell, path in (
            ("bash", "bash-completion/completions/homescreen"),
            ("zsh", "zsh/vendor-completions/_homescreen"),
            ("fish", "fish/vendor_completions.d/homescreen.fish"),
        ):
            with self.subTest(shell):
                if not shutil.which(shell):
                    self.skipTest(f"there is no {shell}")
                script = self.write(shell, files[f"usr/share/{path}"][1].decode())
                self.run_program(shell, "-n", script)

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_the_manual_page_is_one(self):
        _, files = layouts.debian(*self.read("homescreen_*.deb"))
        page = self.write("page.1", gzip.decompress(files["usr/share/man/man1/homescreen.1.gz"][1]).decode())
        text = self.run_program("sh", "-c", 'groff -K utf8 -man -Tutf8 -ww "$1" 2>&1', "sh", page)
        self.assertTrue("HOMESCREEN(1)" in text)
        self.assertEqual([line for line in text.splitlines() if "warning:" in line], [])
