"""Writes every kind of package of one executable. Called by scripts/package, which has built and tried it.

Usage: python3 scripts/lib/package TREE TARGET VERSION SYSTEM MACHINE RESOLVED [RELEASES]
  TREE      the files as they are installed, below usr/
  TARGET    the folder for the packages
  SYSTEM, MACHINE   as uname says them
  RESOLVED  Package.resolved
  RELEASES  the address below which the packages will lie, for Homebrew's formula
"""

import hashlib
import os
import sys

import about
import archive
import bill
import debian
import formula
import image
import tarball
import wheel


def main(tree, target, version, system, machine, resolved, releases=None):
    package = about.Package(version, system, machine, tree)
    makers = [tarball.make, wheel.make]
    if system == "Linux":
        makers += [debian.make, image.make_bare, image.make_with_shell]
    with open(resolved, encoding="utf-8") as file:
        text = file.read()
    makers.append(lambda package: bill.make(package, text))

    # All are made before one is written: what cannot be made leaves the older ones as they are.
    sums = []
    for name, data in [maker(package) for maker in makers]:
        archive.write(os.path.join(target, name), data)
        sums.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")
        print(f"{os.path.join(target, name)} ({len(data)} bytes)")
    # One file for each system: those of several machines can lie in one folder.
    name = f"{package.stem}.sha256"
    archive.write(os.path.join(target, name), "".join(sorted(sums, key=lambda line: line.split()[1])).encode())
    print(os.path.join(target, name))
    if releases:
        name, data = formula.make(target, version, releases)
        archive.write(os.path.join(target, name), data)
        print(os.path.join(target, name))


if __name__ == "__main__":
    if len(sys.argv) not in (7, 8):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
