"""The sections of scripts/bench and their cases."""

from dataclasses import dataclass

import inputs
from pages import Page, has_browser
from timing import Memory, Prompt, Time

UNITS = {"ms": 1e3, "µs": 1e6, "MiB": 1, "KB": 1e-3}


@dataclass(frozen=True)
class Case:
    """A row of the table: the measures `ours` and `reference`; text means the time of a command.

    The target is either the largest ratio, or the largest value of `ours` in the row's unit.
    """

    name: str
    ours: object
    reference: object = None
    unit: str = "ms"
    ratio: float = 0
    limit: float = 0

    @property
    def measures(self):
        """One or two measures."""
        return [Time(side) if isinstance(side, str) else side for side in (self.ours, self.reference) if side]

    @property
    def aim(self):
        """The target as text."""
        return f"≤ {self.limit:g} {self.unit}" if self.limit else f"≤ {self.ratio:g}" if self.ratio else "–"


def run(file):
    """The command that runs a script, with a sufficient budget of instructions for all scripts here."""
    return f"homescreen run --budget 100000000000 {file}"


def per_it(name, count=inputs.SCENARIOS, command=run):
    """The time of one scenario: the difference between specs with one and with many scenarios."""
    return Time(command(f"{name}-{count + 1}_spec.lua"), command(f"{name}-1_spec.lua"), count)


def per_turn(name, first=0, command=run):
    """The time of one turn of a loop: the difference between scripts with few and with many turns."""
    return Time(command(f"{name}-{first + inputs.TURNS}.lua"), command(f"{name}-{first}.lua"), inputs.TURNS)


def lua(file):
    """The command that runs a script in stock Lua."""
    return f"lua5.4 {file}"


def stories(jobs):
    """The time of one story of explore."""
    command = f"homescreen explore story.lua --jobs {jobs} --depth 0 --walk-length 1 --walks"
    return Time(f"{command} {inputs.STORIES + 1}", f"{command} 1", inputs.STORIES)


def tenfold(name, command, low, high):
    """A case that compares a command for ten times the input with the same command for the input."""
    return Case(name, command.replace("#", high), command.replace("#", low), ratio=12)


BUSTED_IT = per_it("empty", inputs.BUSTED_SCENARIOS, "busted {}".format)
PROMPT, LUA_PROMPT = "homescreen repl --no-init", Prompt("lua5.4 -i", "> ")
UNDO = f"{PROMPT} <undo-{inputs.UNDONE}"

# Each section's name, the function that writes its inputs, and its cases.
SECTIONS = {
    "start": (inputs.start, [
        Case("process start with a one-line script (lua5.4)", run("one-line.lua"), lua("one-line.lua"), ratio=3),
    ]),
    "builds": (None, [
        Case("built-in scenarios (debug build)", "homescreen run --built-in", "homescreen-debug run --built-in"),
    ]),
    "scenario": (inputs.scenario, [
        Case("device, app, icon change, assertion (empty it of busted)", per_it("device"), BUSTED_IT, "µs", ratio=0.5),
        Case("empty it (busted)", per_it("empty"), BUSTED_IT, "µs"),
    ]),
    "coldstart": (inputs.coldstart, [
        Case("cold start by quick action (empty it of busted)", per_it("cold"), BUSTED_IT, "µs", limit=100),
    ]),
    "apps": (inputs.apps, [
        Case("launch, icon change, end among 100 apps (among 1)", per_turn("apps-100"), per_turn("apps-1"), "µs", ratio=1.1),
    ]),
    # In both scripts, each picture is read for the first time.
    "icons": (inputs.icons, [
        Case("icon change and five pictures among 100 alternates (among 10)",
             per_turn("icons-100", 1000), per_turn("icons-10", 1000), "µs", ratio=1.1),
        Case("icon change and five pictures among 1 000 alternates (among 10)",
             per_turn("icons-1000", 1000), per_turn("icons-10", 1000), "µs", ratio=1.1),
    ]),
    "pairs": (inputs.pairs, [
        Case("pairs over a sequence of 1 000 (lua5.4)", per_turn("numbers"), per_turn("numbers", command=lua), "µs"),
        Case("pairs over 1 000 string keys (lua5.4)", per_turn("strings"), per_turn("strings", command=lua), "µs"),
    ]),
    "runner": (inputs.runner, [
        Case("2 000 empty its, whole run (busted)", "homescreen run empty-2000_spec.lua", "busted empty-2000_spec.lua",
             ratio=0.033),
        Case("specs of the assertions, whole run (busted)", "homescreen run specs", "busted -C specs .", ratio=0.2),
        Case("10 000 device scenarios, two workers (one)", "homescreen run --jobs 2 devices",
             "homescreen run --jobs 1 devices", ratio=0.56),
        Case("memory of 40 000 its in blocks of one file (10 000)", Memory("homescreen run blocks-400_spec.lua"),
             Memory("homescreen run blocks-100_spec.lua"), "MiB", ratio=1.05),
        Case("memory of 40 000 its in 40 files (10 000 in 10)", Memory("homescreen run files-40"),
             Memory("homescreen run files-10"), "MiB", ratio=1.05),
    ]),
    "corpus": (inputs.corpus, [
        Case("inspect --json of all projects (plistlib, their property lists)", "@inspect",
             Time("python3 parse.py plists", "python3 -c 0"), ratio=1),
        Case("memory of the largest project", Memory("@inspect"), unit="MiB", limit=150),
    ]),
    "lint": (inputs.corpus, [
        Case("lint without pixels, a process for each app (inspect)", "@lint-plain", "@inspect", ratio=2),
        Case("lint, a process for each app (inspect)", "@lint", "@inspect"),
        Case("lint without pixels, all apps in one process", "@lint-all-plain", limit=500),
        Case("lint, all apps in one process", "@lint-all", limit=1500),
    ]),
    "sources": (inputs.sources, [
        Case("5 000 sources on one processor (swiftc -frontend -parse)", "taskset -c 0 homescreen-sources <cold.json",
             "taskset -c 0 sh parse.sh", limit=5000),
        Case("5 000 sources", "homescreen-sources <cold.json", limit=5000),
        Case("5 000 sources, nothing changed", "homescreen-sources <kept.json", limit=500),
        Case("5 000 sources, one changed (all)", "sh change.sh homescreen-sources", "homescreen-sources <cold.json",
             ratio=1),
    ]),
    # `m>` is only in the prompt; the greeting also contains `>`.
    "repl": (inputs.repl, [
        Case("prompt of the REPL (lua5.4 -i)", Prompt(f"env -C no-app {PROMPT}", "m>"), LUA_PROMPT, limit=20),
        Case("prompt with an app (lua5.4 -i)", Prompt(f"{PROMPT} ToolBox.app", "m>"), LUA_PROMPT, limit=20),
        Case("prompt with 1 000 alternates (lua5.4 -i)", Prompt(f"{PROMPT} Many.app", "m>"), LUA_PROMPT, limit=50),
        Case(":undo after 1 000 lines of 700 additions", Time(UNDO, f"{PROMPT} <undo-0", inputs.UNDONE), limit=100),
    ]),
    "explore": (inputs.explore, [
        Case("story with a cold start, one process", stories(1), unit="µs", limit=20),
        Case("story with a cold start, two processes", stories(2), unit="µs", limit=20),
        Case("all stories of six steps, two processes (one)", *(
            f"homescreen explore explore.lua --depth 6 --walks 0 --jobs {jobs}" for jobs in (2, 1)), ratio=1),
    ]),
    "sheets": (inputs.sheets, [
        Case("icon sheet of 36 icons in loose files", "homescreen inspect Loose.app --format html=page", limit=1000),
        Case("icon sheet of 36 icons of 1024 pixels", "homescreen inspect Catalog/Info.plist --format html=page",
             limit=1000),
    ]),
    "pages": (has_browser, [
        Case("report page without steps", Page("empty size"), unit="KB", limit=150),
        Case("report page of 500 events and 30 icons", Page("story size"), unit="KB", limit=300),
        Case("report page of 10 000 passing scenarios", Page("passing size"), unit="KB", limit=5000),
        Case("first paint of the page without steps", Page("empty paint"), limit=200),
        Case("first paint of the page of 500 events", Page("story paint"), limit=200),
        Case("first paint of the page of 10 000 scenarios", Page("passing paint"), limit=200),
        Case("step by key in the page of 500 events", Page("step"), limit=16),
        Case("longest of 200 steps", Page("longest step"), limit=16),
    ]),
    "scale": (inputs.scale, [
        tenfold("10 000 piped lines (1 000)", f"{PROMPT} <lines-#", "1000", "10000"),
        tenfold("one key 10 000 times (1 000)", "homescreen inspect one-#.plist", "1000", "10000"),
        tenfold("10 000 keys twice (1 000)", "homescreen inspect many-#.plist", "1000", "10000"),
        tenfold("check of 3 000 alternates (300)", "homescreen check --fail-on never Alternates#.app", "300", "3000"),
    ]),
}
