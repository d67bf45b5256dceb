"""Measures the size of report pages, the time until a browser shows them, and the time of a step."""

import os
import plistlib
import statistics
import sys
from dataclasses import dataclass
from functools import lru_cache

import inputs
from timing import Failed, Missing

sys.path.append(os.path.join(inputs.ROOT, "Tests", "Browser"))
import browser  # noqa: E402 - it is in another folder

# How often each page is opened, and the number of steps each time.
TURNS, STEPS = 7, 200
# The scripts for the pages of one passing scenario, and of many.
EMPTY = "it('passes', function() end)\n"
PASSING = """
for number = 1, 10000 do it("is chosen in every appearance, on each device, number " .. number, function() end) end
"""
# Thirty apps with different icons on the Home Screen. One of them is opened, left and long-pressed until there are 500
# events, which takes half as many commands.
STORY = """
it("fails after 500 events", function()
  local device = Device { os = "26.1" }
  local apps = {}
  for number = 1, 30 do
    apps[number] = device:install("App" .. number .. ".app")
  end
  while #device.trace < 500 do
    device:launch(apps[1])
    device:pressHome()
    device.springboard:icon(apps[1]):press()
    device:pressHome()
  end
  error "enough"
end)
"""
# The seconds until the first paint, or null.
PAINT = """(async () => {
    for (let wait = 0; wait < 100; wait += 1) {
        const [entry] = performance.getEntriesByName("first-contentful-paint");
        if (entry) return entry.startTime / 1000;
        await new Promise(done => setTimeout(done, 20));
    }
    return null;
})()"""
# The seconds of each step, including layout.
WALK = """(async () => {
    const times = [];
    for (let step = 0; step < COUNT; step += 1) {
        await new Promise(done => requestAnimationFrame(done));
        const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        document.body.getBoundingClientRect();
        times.push((performance.now() - start) / 1000);
    }
    return times;
})()""".replace("COUNT", str(STEPS))


@dataclass(frozen=True)
class Page:
    """A size in bytes or a time in seconds for a page. All numbers are measured together."""

    name: str
    browser: str = "chromium"
    samples = TURNS

    def take(self, runner, program):
        """The next sample."""
        return next(measured(runner, program)[self.name])


def has_browser():
    """Raises Missing if there is no browser."""
    if not browser.executable():
        raise Missing("needs Chromium, or its path in HOMESCREEN_CHROMIUM")


@lru_cache(maxsize=None)
def measured(runner, program):
    """Makes the pages, opens them, and returns the samples of each number."""
    for number in range(1, 31):
        inputs.write(f"App{number}.app/Icon@3x.png", inputs.png(180, number))
        inputs.write(f"App{number}.app/Info.plist", plistlib.dumps({
            "CFBundleIdentifier": f"com.example.app{number}", "CFBundleName": f"App {number}",
            "CFBundleIcons": {"CFBundlePrimaryIcon": {"CFBundleIconFiles": ["Icon"]}},
        }))
    samples = {}
    opened = browser.Browser()
    try:
        for name, script, fragment in (("empty", EMPTY, ""), ("story", STORY, "#s=0"), ("passing", PASSING, "")):
            inputs.write(f"{name}.lua", script)
            path = os.path.abspath(f"{name}.html")
            # The story fails, because only failures have their events in the page.
            runner.run(["homescreen", "run", f"{name}.lua", "--format", f"html={path}"], program, codes=(0, 1))
            samples[f"{name} size"] = [os.path.getsize(path)] * TURNS
            samples[f"{name} paint"] = [paint(opened, path, fragment) for _ in range(TURNS)]
        walks = [walk(opened, os.path.abspath("story.html")) for _ in range(TURNS)]
    finally:
        opened.close()
    samples["step"] = [statistics.median(times) for times in walks]
    samples["longest step"] = [max(times) for times in walks]
    return {name: iter(numbers) for name, numbers in samples.items()}


def paint(opened, path, fragment):
    """The seconds until the first paint."""
    opened.open(path, fragment)
    opened.settle()
    seconds = opened.run(PAINT)
    if seconds is None:
        raise Failed(f"the browser does not show {path}")
    return seconds


def walk(opened, path):
    """The seconds of each step, starting with the first."""
    opened.open(path, "#s=0&e=0")
    return opened.run(WALK)
