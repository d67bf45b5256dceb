"""Adds the text of DocC's pages to their HTML, for search engines and browsers without JavaScript.

    site_text.py CATALOG SITE

CATALOG is the folder of Markdown that DocC read; SITE is the folder that it wrote. DocC has an option for this, but it
crashes on Linux.
"""

import html
import pathlib
import re
import subprocess
import sys

ROOT = "homescreen"
LINK = re.compile(r"<doc:(?P<name>[^>]+)>|\[(?P<label>[^\]]+)\]\(doc:(?P<target>[^)]+)\)")
DIRECTIVE = re.compile(r"^@\w+ \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
NOSCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


def title(text):
    return text.split("\n", 1)[0].removeprefix("# ").strip()


def abstract(text):
    paragraphs = text.split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else ""


def plain(markdown):
    return html.escape(re.sub(r"\\(.)", r"\1", markdown.replace("`", "")))


def linked(text, titles, up):
    """The text with links between pages, except in code blocks."""

    def link(match):
        name = match["name"] or match["target"]
        label = match["label"] or re.sub(r"([\[\]])", r"\\\1", titles[name])
        return f"[{label}]({up}{name.lower()}/)"

    parts, start = [], 0
    for code in FENCE.finditer(text):
        parts += [LINK.sub(link, text[start : code.start()]), code[0]]
        start = code.end()
    return "".join(parts + [LINK.sub(link, text[start:])])


def article(text, titles, is_root):
    body = linked(DIRECTIVE.sub("", text), titles, f"{ROOT}/" if is_root else "../")
    result = subprocess.run(
        ["cmark-gfm", "--extension", "table"], input=body, capture_output=True, text=True, check=True
    )
    way = "" if is_root else f'<p><a href="../">{ROOT}</a></p>\n'
    return f"<noscript><article>\n{way}{result.stdout}</article></noscript>"


def main(catalog, site):
    pages = {path.stem: path.read_text() for path in sorted(catalog.glob("*.md"))}
    titles = {name: title(text) for name, text in pages.items()}
    for name, text in pages.items():
        is_root = name == ROOT
        folder = site / "documentation" / ROOT / ("" if is_root else name.lower())
        path = folder / "index.html"
        shell = path.read_text()
        head = f'<title>{plain(titles[name])}</title><meta name="description" content="{plain(abstract(text))}">'
        whole, count = NOSCRIPT.subn(lambda _: article(text, titles, is_root), shell, count=1)
        if count != 1 or "<title>Documentation</title>" not in whole:
            sys.exit(f"error: {path} does not have the markup that DocC used to write; update {sys.argv[0]}")
        path.write_text(whole.replace("<title>Documentation</title>", head, 1))
    start = f"documentation/{ROOT}/"
    (site / "index.html").write_text(
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{ROOT}</title>\n'
        f'<meta http-equiv="refresh" content="0; url={start}">\n<p><a href="{start}">The documentation of {ROOT}</a></p></html>\n'
    )


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
