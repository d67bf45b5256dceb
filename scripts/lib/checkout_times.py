"""Restores the modification times of unchanged files in a new checkout, so that a cached build stays valid.

Usage: python3 scripts/lib/checkout_times.py RECORD

A build uses the modification times of files to find changes, and a checkout sets them all to now. RECORD is a file in the
cache with git's hash and the time of each file. A file with the same hash gets its old time back. Every other file keeps
the time of this checkout, so it is newer than everything in the cache.
"""

import json
import os
import subprocess
import sys


def main(record):
    try:
        with open(record, encoding="utf-8") as file:
            known = json.load(file)
    except FileNotFoundError:
        known = {}

    listed = subprocess.run(["git", "ls-files", "--stage", "-z"], capture_output=True, text=True, check=True).stdout
    times = {}
    same = 0
    for entry in filter(None, listed.split("\0")):
        content, path = entry.split("\t", 1)
        before = known.get(path)
        if before and before[0] == content:
            os.utime(path, ns=(before[1], before[1]), follow_symlinks=False)
            same += 1
        times[path] = [content, os.lstat(path).st_mtime_ns]

    os.makedirs(os.path.dirname(record) or ".", exist_ok=True)
    with open(record, "w", encoding="utf-8") as file:
        json.dump(times, file)
    print(f"{same} of {len(times)} files are unchanged since the cached build")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
