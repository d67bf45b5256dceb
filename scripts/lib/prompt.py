"""How long programs with a prompt take until they show it, at a terminal; prints the median in seconds.

    prompt.py RUNS PROMPT COMMAND…
"""

import os
import pty
import select
import signal
import statistics
import sys
import time

LIMIT = 30


def seconds(prompt, command):
    """From the start of the program until the prompt is there."""
    start = time.monotonic()
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    try:
        shown = b""
        while prompt not in shown:
            if not select.select([terminal], [], [], LIMIT)[0]:
                sys.exit(f"{command[0]} shows no prompt: {shown!r}")
            shown += os.read(terminal, 65536)
        return time.monotonic() - start
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


if len(sys.argv) < 4:
    sys.exit(__doc__)
os.environ["TERM"] = "xterm"
runs, prompt, command = int(sys.argv[1]), sys.argv[2].encode(), sys.argv[3:]
print(statistics.median(seconds(prompt, command) for _ in range(runs)))
