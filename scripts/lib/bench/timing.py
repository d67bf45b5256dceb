"""Measures two commands in alternating pairs, and compares the pairs.

A command is a line of words that runs in the current folder, where its input files are. These words mean programs:
`homescreen` is the program that is measured, `homescreen-sources` the reader next to it, and `homescreen-debug` the debug
build. A last word `<FILE` is the standard input. `@FILE` is a file with commands, as a JSON list of lists.
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

# The numbers of pairs in a row. A row stops after ENOUGH_PAIRS if the noise is at most ENOUGH_NOISE.
ENOUGH_PAIRS, FEWEST_PAIRS, MOST_PAIRS, ENOUGH_NOISE = 30, 3, 500, 0.003
# The seconds that a program may take to show its prompt.
PROMPT_LIMIT = 30
# Prints the peak memory of a process and its children in MiB. A small Python process starts it, because the peak of a new
# process includes the memory of its parent.
PEAK = """import os, resource, sys
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (1048576 if sys.platform == "darwin" else 1024))
sys.exit(status)"""


class Missing(Exception):
    """Something that a section or a row needs is missing."""


class Failed(Exception):
    """A command could not be measured."""


class Runner:
    """Runs commands."""

    def __init__(self, root):
        self.debug = os.path.join(root, ".build", "debug", "homescreen")
        os.mkdir("home")
        # The user's settings must not influence the rows.
        self.environment = {**os.environ, "HOME": os.path.abspath("home"), "LC_ALL": "C.UTF-8", "TERM": "xterm"}

    def resolve(self, words, program):
        """The words with the names of programs replaced by paths."""
        reader = os.path.realpath(os.path.join(os.path.dirname(program), "homescreen-sources"))
        busted = shutil.which("busted")
        if "homescreen-sources" in words and (not os.path.exists(reader) or ".build-quick" in reader):
            raise Missing("needs the optimized reader next to homescreen; scripts/sources --release builds it")
        if "homescreen-debug" in words and not os.path.exists(self.debug):
            raise Missing("needs a debug build; scripts/homescreen version makes one")
        paths = {
            "homescreen": [program], "homescreen-sources": [reader], "homescreen-debug": [self.debug],
            "python3": [sys.executable],
            # Run with lua5.4, because the command itself uses any `lua`.
            "busted": ["lua5.4", busted] if busted else ["busted"],
        }
        first, *rest = (part for word in words for part in paths.get(word, [word]))
        if not shutil.which(first):
            raise Missing(f"needs {first}")
        return [shutil.which(first), *rest]

    def run(self, words, program, output=os.devnull, through=(), codes=(0,)):
        """Runs a command, by way of `through` if given, and returns the seconds that it takes."""
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
                raise Failed(f"{' '.join(argv)} exits with {code}: {' '.join(file.read().split()[-40:])}")
        return seconds

    def output(self, words, program, through=()):
        """Runs a command, and returns its output."""
        self.run(words, program, "output", through)
        with open("output", encoding="utf-8") as file:
            return file.read()


def commands(text):
    """The commands in a text, which may be empty."""
    if not text.startswith("@"):
        return [text.split()] if text else []
    with open(text[1:], encoding="utf-8") as file:
        return json.load(file)


@dataclass(frozen=True)
class Time:
    """The seconds of all commands in `full` minus those in `base`, divided by `count`."""

    full: str
    base: str = ""
    count: int = 1

    def take(self, runner, program):
        """Measures once."""
        full, base = (sum(runner.run(words, program) for words in commands(text)) for text in (self.full, self.base))
        return (full - base) / self.count


@dataclass(frozen=True)
class Memory:
    """The MiB of the largest command in `full` minus that in `base`. `first` runs before them."""

    full: str
    base: str = ""
    first: str = ""
    # Memory hardly changes between runs.
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
    """The seconds until a program in a terminal shows its prompt."""

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
                    raise Failed(f"{self.command} shows no prompt after {PROMPT_LIMIT} s; its output: {shown!r}")
                shown += os.read(terminal, 65536)
            return time.perf_counter() - start
        except OSError:
            raise Failed(f"{self.command} exits without a prompt; its output: {shown!r}") from None
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(terminal)


def noise(values):
    """Half of the median's 95 % confidence interval, relative to the median.

    The interval is taken from the order of the values; for few values it is their whole range.
    """
    values, middle = sorted(values), statistics.median(values)
    outside = max(0, int((len(values) - 1.96 * len(values) ** 0.5) / 2))
    return (values[-1 - outside] - values[outside]) / 2 / abs(middle) if middle else 0


def compared(taken):
    """The ratio of each pair, or the values if there is no reference."""
    if len(taken[0]) == 1:
        return [ours for ours, in taken]
    return [ours / reference if reference > 0 else float("inf") for ours, reference in taken]


def pairs(sides, runner, seconds):
    """Measures the sides alternately, until the time is up or the noise is low. Each side is a measure and a program."""
    most = getattr(sides[0][0], "samples", MOST_PAIRS)
    if most == MOST_PAIRS:
        # Warm up: the first run is slower, because it reads files from the disk.
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
