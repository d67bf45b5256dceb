"""Runs a command and prints its largest resident size, or that of a process it waited for, in MiB.

    memory.py COMMAND…
"""

import resource
import subprocess
import sys

if len(sys.argv) < 2:
    sys.exit(__doc__)
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
