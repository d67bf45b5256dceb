internal import CReportPage
import PropertyLists

/// A report as one page that a browser opens from the disk: no server, no request, nothing beside it.
///
/// The page's policy allows its own style and program, named by their hashes, and pictures that stand in it; nothing
/// else. The data stands in it as JSON, which no browser runs. Where programs are not allowed, such as in the pages that
/// Jenkins shows, the page says in words what there is to say.
struct HTMLPage {
  /// What it shows; the raw values are known to the page's program.
  enum Kind: String {
    case run, lint, check, facts
  }

  let kind: Kind
  let title: String
  /// Beside what every page has.
  let data: [(name: String, value: PageValue?)]
  /// For a browser that runs no programs.
  let words: [String]

  /// The lines of the page, without their ends.
  var lines: [String] {
    let head: [(name: String, value: PageValue?)] = [
      ("kind", .own(kind.rawValue)), ("title", .text(title)), ("version", .own(Homescreen.version)),
    ]
    return [
      "<!doctype html>",
      #"<html lang="en">"#,
      "<head>",
      #"<meta charset="utf-8">"#,
      #"<meta http-equiv="Content-Security-Policy" content="\#(Self.policy)">"#,
      #"<meta name="viewport" content="width=device-width, initial-scale=1">"#,
      #"<meta name="referrer" content="no-referrer">"#,
      #"<meta name="generator" content="homescreen \#(Homescreen.version)">"#,
      "<title>\(XMLText.escaped(title, isOneLine: true))</title>",
    ] + Self.element("style", Self.style) + ["</head>", "<body>", "<noscript>"]
      + [XMLText.escaped(title, isOneLine: true) + "<pre>"]
      + words.flatMap { TextLines.of(XMLText.escaped($0)).map { $0.replacing("\t", with: "    ") } }
      + ["</pre></noscript>", #"<div id="page"></div>"#]
      + [#"<svg class="hidden" aria-hidden="true" width="0" height="0"><defs id="parts"></defs></svg>"#]
      + [#"<script type="application/json" id="data">\#(PageValue.object(head + data).json)</script>"#]
      + Self.element("script", Self.program) + ["</body>", "</html>"]
  }

  /// The whole page.
  var text: String { lines.map { $0 + "\n" }.joined() }

  // MARK: What every page has

  /// The text between the tags, with the line ends that lie between them: that is what a browser hashes.
  private static func element(_ name: String, _ text: String) -> [String] {
    ["<\(name)>"] + TextLines.of(String(text.dropLast())) + ["</\(name)>"]
  }

  private static let style = read(hs_page_style())

  /// All of the program in one function, so that it leaves nothing behind.
  private static let program: String = {
    var count = 0
    let files = UnsafeBufferPointer(start: hs_page_scripts(&count), count: count)
    return "\"use strict\";\n(() => {\nconst data = JSON.parse(document.getElementById(\"data\").textContent);\n"
      + files.map(read).joined() + "})();\n"
  }()

  private static let policy =
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(program))'; img-src data:"

  /// The line end behind the start tag belongs to the text.
  private static func hash(_ text: String) -> String {
    "sha256-" + Base64.encode(SHA256.hash(Array(("\n" + text).utf8)))
  }

  private static func read(_ file: hs_page_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
  }
}
