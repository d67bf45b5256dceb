"""Measures two commands in alternating pairs, and compares the pairs.

A command is a line of words, run in the current folder, where the files are that it names. These words stand for
programs: `homescreen` for the one that is measured, `homescreen-sources` for the reader next to it, `homescreen-debug`
for the debug build. A last word `<FILE` is the standard input. `@FILE` names a file of commands, a JSON list of lists.
"""

import json
import os
import pty
import select
import shutil
import signal
import statistics
import sys
import time
from dataclasses import dataclass

# Pairs of a row; the first number is for short ones that are precise early.
ENOUGH_PAIRS, FEWEST_PAIRS, MOST_PAIRS, ENOUGH_NOISE = 30, 3, 500, 0.003
# Seconds that a program may take to show its prompt.
PROMPT_LIMIT = 30
# Prints the peak of a process and of those that it waited for, in MiB. A small Python starts it, because a new process
# counts the memory of the one that starts it.
PEAK = """import os, resource, sys
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (1048576 if sys.platform == "darwin" else 1024))
sys.exit(status)"""


class Missing(Exception):
    """Something that a section or a row needs."""


class Failed(Exception):
    """A command that cannot be measured."""


class Runner:
    """Runs commands."""

    def __init__(self, root):
        self.debug = os.path.join(root, ".build", "debug", "homescreen")
        os.mkdir("home")
        # Nothing of the user's reaches a row.
        self.environment = {**os.environ, "HOME": os.path.abspath("home"), "LC_ALL": "C.UTF-8", "TERM": "xterm"}

    def resolve(self, words, program):
        """The words with the paths of programs."""
        reader = os.path.realpath(os.path.join(os.path.dirname(program), "homescreen-sources"))
        busted = shutil.which("busted")
        if "homescreen-sources" in words and (not os.path.exists(reader) or ".build-quick" in reader):
            raise Missing("needs the optimized reader next to homescreen; scripts/sources --release builds it")
        if "homescreen-debug" in words and not os.path.exists(self.debug):
            raise Missing("needs a debug build; scripts/homescreen version makes one")
        paths = {
            "homescreen": [program], "homescreen-sources": [reader], "homescreen-debug": [self.debug],
            "python3": [sys.executable],
            # By its Lua: the bare command takes whatever `lua` is.
            "busted": ["lua5.4", busted] if busted else ["busted"],
        }
        first, *rest = (part for word in words for part in paths.get(word, [word]))
        if not shutil.which(first):
            raise Missing(f"needs {first}")
        return [shutil.which(first), *rest]

    def run(self, words, program, output=os.devnull, through=(), codes=(0,)):
        """The seconds that a command takes, which `through` starts."""
        source = os.devnull
        if words[-1].startswith("<"):
            words, source = words[:-1], words[-1][1:]
        argv, new = [*through, *self.resolve(words, program)], os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, source, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, output, new, 0o600),
            (os.POSIX_SPAWN_OPEN, 2, "errors", new, 0o600)]
        start = time.perf_counter()
        process = os.posix_spawn(argv[0], argv, self.environment, file_actions=actions)
        try:
            status = os.waitpid(process, 0)[1]
        except BaseException:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            raise
        seconds, code = time.perf_counter() - start, os.waitstatus_to_exitcode(status)
        if code not in codes:
            with open("errors", encoding="utf-8", errors="replace") as file:
                raise Failed(f"{' '.join(argv)} ends with {code}: {' '.join(file.read().split()[-40:])}")
        return seconds

    def output(self, words, program, through=()):
        """What a command prints."""
        self.run(words, program, "output", through)
        with open("output", encoding="utf-8") as file:
            return file.read()


def commands(text):
    """The commands of a text, which may have none."""
    if not text.startswith("@"):
        return [text.split()] if text else []
    with open(text[1:], encoding="utf-8") as file:
        return json.load(file)


@dataclass(frozen=True)
class Time:
    """Seconds of all commands of `full` minus those of `base`, divided by `count`."""

    full: str
    base: str = ""
    count: int = 1

    def take(self, runner, program):
        """Measures once."""
        full, base = (sum(runner.run(words, program) for words in commands(text)) for text in (self.full, self.base))
        return (full - base) / self.count


@dataclass(frozen=True)
class Memory:
    """MiB of the largest command of `full` minus that of `base`. `first` runs before."""

    full: str
    base: str = ""
    first: str = ""
    # It hardly changes from run to run.
    samples = 3

    def take(self, runner, program):
        """Measures once."""
        for words in commands(self.first):
            runner.run(words, program)
        through = [sys.executable, "-ISc", PEAK]
        full, base = (
            max((float(runner.output(words, program, through).split()[-1]) for words in commands(text)), default=0)
            for text in (self.full, self.base))
        return full - base


@dataclass(frozen=True)
class Prompt:
    """Seconds until a program at a terminal shows its prompt."""

    command: str
    prompt: str

    def take(self, runner, program):
        """Measures once."""
        argv, shown = runner.resolve(self.command.split(), program), b""
        start = time.perf_counter()
        process, terminal = pty.fork()
        if process == 0:
            os.execve(argv[0], argv, runner.environment)
        try:
            while self.prompt.encode() not in shown:
                if not select.select([terminal], [], [], PROMPT_LIMIT)[0]:
                    raise Failed(f"{self.command} shows no prompt: {shown!r}")
                shown += os.read(terminal, 65536)
            return time.perf_counter() - start
        except OSError:
            raise Failed(f"{self.command} ends without a prompt: {shown!r}") from None
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(terminal)


def noise(values):
    """How far their median may be off, as a part of it: half of the interval that holds the true one 95 times in 100.

    The order of the values gives that interval; of few values it is the whole spread.
    """
    values, middle = sorted(values), statistics.median(values)
    outside = max(0, int((len(values) - 1.96 * len(values) ** 0.5) / 2))
    return (values[-1 - outside] - values[outside]) / 2 / abs(middle) if middle else 0


def compared(taken):
    """The ratio of each pair, or the values themselves where there is no reference."""
    if len(taken[0]) == 1:
        return [ours for ours, in taken]
    return [ours / reference if reference > 0 else float("inf") for ours, reference in taken]


def pairs(sides, runner, seconds):
    """Measures the sides in turns, until the time is up or they are precise enough; each is a measure and a program."""
    most = getattr(sides[0][0], "samples", MOST_PAIRS)
    if most == MOST_PAIRS:
        # What comes first is slower: it reads files from the disk.
        for measure, program in sides:
            measure.take(runner, program)
    taken, start = [], time.monotonic()
    while len(taken) < most:
        taken.append([measure.take(runner, program) for measure, program in sides])
        count, used = len(taken), time.monotonic() - start
        if count >= FEWEST_PAIRS and used * (count + 1) / count > seconds:
            break
        if count >= ENOUGH_PAIRS and count % 10 == 0 and noise(compared(taken)) < ENOUGH_NOISE:
            break
    return taken
