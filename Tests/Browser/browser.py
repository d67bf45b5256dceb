"""Chromium, driven over the pipe of its own protocol: no server, no driver, nothing beside Python.

Its messages are JSON with a zero byte behind each; it reads them from descriptor 3 and writes them to descriptor 4.
"""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def executable():
    """The browser's path; None where there is none."""
    return os.environ.get("HOMESCREEN_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


class ProtocolError(Exception):
    """The browser refused a command, or said nothing in time."""


class Browser:
    """A headless browser with one page at a time."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="homescreen-browser-")
        to_read, self.output = os.pipe()
        self.input, to_write = os.pipe()

        def take_descriptors():
            # By way of higher numbers: 3 and 4 may be among those that are there.
            one, other = os.dup(to_read), os.dup(to_write)
            high = os.dup2(one, 62), os.dup2(other, 63)
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        flags = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
            "--disable-dev-shm-usage", "--remote-debugging-pipe", f"--user-data-dir={self.folder}", "about:blank",
        ]
        self.process = subprocess.Popen(
            [executable(), *flags], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=take_descriptors, pass_fds=(3, 4))
        os.close(to_read)
        os.close(to_write)
        self.pending = b""
        self.number = 0
        self.session = None
        self.events = []
        try:
            targets = self.call("Target.getTargets", timeout=60)["targetInfos"]
            target = next(target for target in targets if target["type"] == "page")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Network", "Log", "Accessibility", "DOM"):
                self.call(domain + ".enable")
        except Exception:
            self.close()
            raise

    def close(self):
        """Ends the browser."""
        for descriptor in (self.output, self.input):
            os.close(descriptor)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Messages

    def call(self, method, timeout=30, **parameters):
        """Runs a command and gives its result; events that come meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session and not method.startswith("Target."):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        number, end = self.number, time.monotonic() + timeout
        while True:
            answer = self.receive(end)
            if answer is None:
                raise ProtocolError(f"{method} was not answered")
            if answer.get("id") == number:
                if "error" in answer:
                    raise ProtocolError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, end):
        """The next message; None when there is none until `end`."""
        while b"\0" not in self.pending:
            rest = end - time.monotonic()
            if rest <= 0 or not select.select([self.input], [], [], rest)[0]:
                return None
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise ProtocolError("the browser has gone")
            self.pending += piece
        line, self.pending = self.pending.split(b"\0", 1)
        return json.loads(line)

    # The page

    def open(self, path, fragment="", width=1300, height=900, scheme="light"):
        """Opens a file; what was said before is forgotten."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media="screen",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        # Another fragment of the same file would not load it again.
        self.call("Page.navigate", url="about:blank")
        self.events = []
        address = "file://" + os.path.abspath(path)
        self.call("Page.navigate", url=address + fragment)
        end = time.monotonic() + 30
        while self.run("location.href.split('#')[0] + document.readyState") != address + "complete":
            if time.monotonic() > end:
                raise ProtocolError(f"{address} was not loaded")

    def run(self, expression):
        """The value of an expression in the page; promises are waited for."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise ProtocolError(result["exceptionDetails"].get("exception", {}).get("description", expression))
        return result["result"].get("value")

    def settle(self):
        """Waits until what was requested is drawn."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    codes = {
        "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27, "Enter": 13, "Tab": 9,
        "Home": 36, "End": 35,
    }

    def press(self, key):
        """Presses a key as a person does."""
        code = self.codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        self.settle()

    def type(self, text):
        """Types into what has the focus."""
        self.call("Input.insertText", text=text)
        self.settle()

    def click(self, selector):
        """Clicks at the middle of the first element of a selector."""
        place = self.run(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (!element) return null;
            element.scrollIntoView({{ block: "center" }});
            const box = element.getBoundingClientRect();
            return [box.left + Math.min(box.width / 2, 20), box.top + Math.min(box.height / 2, 10)];
        }})()""")
        if place is None:
            raise ProtocolError(f"there is no {selector}")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
        self.settle()

    def back(self):
        """The browser's own back."""
        history = self.call("Page.getNavigationHistory")
        entry = history["entries"][history["currentIndex"] - 1]
        self.call("Page.navigateToHistoryEntry", entryId=entry["id"])
        self.settle()

    def text(self, selector):
        """What an element shows; None where there is none."""
        return self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")

    def fragment(self):
        """What stands behind the address."""
        return self.run("location.hash")

    # What must not happen

    def complaints(self):
        """Errors and warnings of the console, exceptions, and violations of the policy."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"].get("exception", {}).get("description")))
            if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(str(parameters["args"]))
            if method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"])
        return found

    def requests(self):
        """The addresses that the page asked for, but for itself and what stands in it."""
        sent = [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]
        own = self.run("location.href").split("#")[0]
        return [url for url in sent if url.split("#")[0] != own and not url.startswith(("data:", "about:"))]
