"""Writes all packages of one build. scripts/package builds and tests the program, then calls this."""

import argparse
import hashlib
import os

import about
import archive
import bill
import debian
import formula
import image
import tarball
import wheel

# The packages of each program: on every system, and on Linux only.
MAKERS = {
    about.MAIN: ([tarball.make, wheel.make], [debian.make, image.make_bare, image.make_with_shell]),
    about.READER: ([wheel.make], [debian.make]),
}


def packages(program, version, system, machine, tree, resolved, repository):
    """Returns the names and bytes of all packages of a program."""
    package = about.Package(program, version, system, machine, tree, repository)
    everywhere, on_linux = MAKERS[program]
    with open(resolved, encoding="utf-8") as file:
        text = file.read()
    made = [maker(package) for maker in everywhere + (on_linux if system == "Linux" else [])]
    return [*made, bill.make(package, text)]


def main(options):
    build = (options.version, options.system, options.machine)
    # All packages are made before the first is written, so that a failure leaves the old ones unchanged.
    made = packages(about.MAIN, *build, options.tree, options.resolved, options.repository)
    if options.reader:
        made += packages(about.READER, *build, *options.reader, options.repository)

    sums = []
    for name, data in made:
        sums.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")
        write(options.target, name, data)
    # One file per system, so that the packages of several systems can share a folder.
    stem = about.Package(about.MAIN, *build, options.tree).stem
    write(options.target, f"{stem}.sha256", "".join(sorted(sums, key=lambda line: line.split()[1])).encode())
    if options.repository:
        write(options.target, *formula.make(options.target, options.version, options.repository))


def write(target, name, data):
    path = os.path.join(target, name)
    archive.write(path, data)
    print(f"{path} ({len(data)} bytes)")


def arguments():
    parser = argparse.ArgumentParser(prog="python3 scripts/lib/package", description=__doc__, allow_abbrev=False)
    parser.add_argument("tree", help="the folder with the files to install, in usr/")
    parser.add_argument("target", help="the folder for the packages")
    parser.add_argument("version")
    parser.add_argument("system", help="the output of uname -s")
    parser.add_argument("machine", help="the output of uname -m")
    parser.add_argument("resolved", help="the Package.resolved of the build")
    parser.add_argument(
        "--reader", nargs=2, metavar=("TREE", "RESOLVED"), help=f"also package {about.READER.name}, from its own tree"
    )
    parser.add_argument("--repository", help="the URL of the repository on GitHub; also write the Homebrew formula")
    return parser.parse_args()


if __name__ == "__main__":
    main(arguments())
