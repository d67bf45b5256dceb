internal import CEmbedded
import Platform
import PropertyLists
internal import Rendering

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
  let data: [(name: String, value: JSONTree?)]
  /// For a browser that runs no programs.
  let words: [String]

  /// The whole page.
  var text: String {
    let head: [(name: String, value: JSONTree?)] = [
      ("kind", .text(kind.rawValue)), ("title", .shown(title)), ("version", .text(Homescreen.version)),
    ]
    let body: [String] =
      ["<noscript>", StaticPage.text(title) + "<pre>"]
      + words.map { XMLText.escaped($0).replacing("\t", with: "    ") }
      + [
        #"</pre></noscript>"#, #"<div id="page"></div>"#,
        #"<svg class="hidden" aria-hidden="true" width="0" height="0"><defs id="parts"></defs></svg>"#,
        #"<script type="application/json" id="data">\#(JSONTree.members(head + data).pageLine)</script>"#,
      ]
    return StaticPage(
      title: title, style: Self.style, script: Self.program, body: body.joined(separator: "\n")
    ).markup
  }

  // MARK: What every page has

  private static let style = hs_report_style().text

  /// All of the program in one function, so that it leaves nothing behind.
  private static let program: String = {
    var count = 0
    let files = UnsafeBufferPointer(start: hs_page_scripts(&count), count: count)
    return "\"use strict\";\n(() => {\nconst data = JSON.parse(document.getElementById(\"data\").textContent);\n"
      + files.map(\.text).joined() + "})();\n"
  }()
}

extension hs_page_file {
  /// What stands in it.
  var text: String { String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self) }
}
