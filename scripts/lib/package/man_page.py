"""The manual page, made from the output of homescreen --experimental-dump-help, help exit-codes and docs Choosing."""

import json
import re
import sys
import time

from about import EPOCH, NAME


ENVIRONMENT = [
    ("CI", "If it is set, run stores no snapshots; missing and unused ones fail."),
    ("HOME", "The user's folder, below which the files of the next section are."),
    ("LUA_PATH", "More places for modules, with run --lua-path."),
    ("NO_COLOR", "If it is set, no colours are used."),
    ("PAGER", "Shows long help of the REPL; less by default."),
    ("XDG_CACHE_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "Other folders for the cache, the settings and the history."),
]
FILES = [
    ("homescreen.lua", "The settings of a project, in its root."),
    (".busted", "Settings of busted, in the working directory; run reads them."),
    ("~/.config/homescreen/init.lua", "A plugin that only the REPL loads."),
    ("~/.local/state/homescreen", "The history of the REPL."),
    ("~/.cache/homescreen", "What the reader found in unchanged sources, and the last failures. It can be deleted."),
]


def make(help_text, version, exit_codes, choosing):
    """Returns the page in man's markup."""
    root = json.loads(help_text)["command"]
    date = time.strftime("%Y-%m-%d", time.gmtime(EPOCH))
    lines = [f'.TH {NAME.upper()} 1 "{date}" "{NAME} {version}" "User Commands"', ".SH NAME"]
    lines += [rf"{NAME} \- {escaped(root['abstract'].rstrip('.'))}"]
    lines += [".SH SYNOPSIS", rf".B {NAME}", r".I command", r"[\fIarguments\fR]", ".SH DESCRIPTION"]
    lines += [
        line(root["abstract"]),
        ".PP",
        f"To show the help for a command, run \\fB{NAME} help\\fR \\fIcommand\\fR.",
    ]
    lines.append(".SH OPTIONS")
    for argument in shown(root.get("arguments", [])):
        lines += described(argument)
    lines.append(".SH COMMANDS")
    for command in shown(root.get("subcommands", [])):
        if command["commandName"] != "help":
            lines += section(command)
            for part in shown(command.get("subcommands", [])):
                lines += section(part, command["commandName"] + " ")
    lines.append(".SH EXIT STATUS")
    for code, meaning in re.findall(r"^ +(\d+)  (.*)$", exit_codes, re.MULTILINE):
        lines += [".TP", rf"\fB{code}\fR", line(meaning)]
    for title, rows in (("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        lines.append(f".SH {title}")
        for name, text in rows:
            lines += [".TP", rf"\fB{escaped(name)}\fR", line(text)]
    lines.append(".SH EXAMPLES")
    for question, command in re.findall(r"^\| ([^|]*) \| `(homescreen[^`]*)`", choosing, re.MULTILINE):
        lines += [".TP", rf"\fB{escaped(command)}\fR", line(question.replace("`", ""))]
    lines += [".SH SEE ALSO", line(f"{NAME} docs prints the articles of the documentation.")]
    return "\n".join(lines) + "\n"


def section(command, before=""):
    """The section of a command; `before` is the name of its parent command, if it has one."""
    usage = " ".join(placeholder(argument) for argument in shown(command.get("arguments", [])) if positional(argument))
    lines = [f".SS {escaped(NAME)} {escaped(before + command['commandName'])} {escaped(usage)}".rstrip()]
    lines.append(line(command.get("abstract", "")))
    for paragraph in filter(None, command.get("discussion", "").split("\n\n")):
        lines += [".PP", line(paragraph)]
    for argument in shown(command.get("arguments", [])):
        if argument.get("preferredName", {}).get("name") not in ("help", "version"):
            lines += described(argument)
    return lines


def shown(items):
    return [item for item in items if item.get("shouldDisplay", True)]


def positional(argument):
    return argument["kind"] == "positional"


def placeholder(argument):
    more = "…" if argument.get("isRepeating") else ""
    return f"[{argument['valueName']}{more}]" if argument.get("isOptional") else f"{argument['valueName']}{more}"


def described(argument):
    if positional(argument):
        title = rf"\fI{escaped(argument['valueName'])}\fR"
    else:
        names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
        title = ", ".join(rf"\fB{escaped(name)}\fR" for name in names)
        if argument["kind"] == "option":
            title += rf" \fI{escaped(argument['valueName'])}\fR"
    text = argument.get("abstract", "")
    if argument.get("defaultValue"):
        text += f" (default: {argument['defaultValue']})"
    return [".TP", title, line(text)]


def line(text):
    """A paragraph. Lines that start with a full stop or an apostrophe, which man reads as commands, are escaped."""
    return "\n".join((r"\&" if part[:1] in (".", "'") else "") + part for part in escaped(text).split("\n"))


def escaped(text):
    return text.replace("\\", r"\e").replace("-", r"\-")


if __name__ == "__main__":
    texts = [open(path, encoding="utf-8").read() for path in sys.argv[2:5]]
    print(make(texts[0], sys.argv[1], *texts[1:]), end="")
