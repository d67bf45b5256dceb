"""The manual page, made from the output of homescreen --experimental-dump-help."""

import json
import sys
import time

from about import EPOCH, NAME


def make(help_text, version):
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
    with open(sys.argv[1], encoding="utf-8") as file:
        print(make(file.read(), sys.argv[2]), end="")
