import Platform
import PropertyLists

/// What a page gets as its data: JSON inside of HTML.
extension JSONTree {
  /// Text as the page shows it. What would turn the order of a line, or be obeyed by a terminal, is written out.
  static func shown(_ text: String) -> JSONTree { .text(TerminalText.visible(text)) }

  /// A text, or nothing.
  static func shown(_ text: String?) -> JSONTree? { text.map { .shown($0) } }

  /// Texts; nil for none.
  static func shown(_ texts: [String]) -> JSONTree? { texts.isEmpty ? nil : .list(texts.map { .shown($0) }) }

  /// The same with texts as the page shows them.
  var shown: JSONTree {
    switch self {
    case .text(let text): .shown(text)
    case .list(let values): .list(values.map(\.shown))
    case .object(let members): .object(members.map { ($0.name, $0.value.shown) })
    case .null, .number, .flag, .written: self
    }
  }

  /// An object; members without a value are left out.
  static func members(_ members: [(name: String, value: JSONTree?)]) -> JSONTree {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The object with one more member.
  func with(_ name: String, _ value: JSONTree?) -> JSONTree {
    guard case .object(let members) = self, let value else { return self }
    return .object(members + [(name, value)])
  }

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .null, .flag, .number: 5
    case .text(let text): text.utf8.count + 3
    case .list(let values): values.reduce(2) { $0 + $1.size }
    case .written(let json): 2 + json.utf8.count
    case .object(let members): members.reduce(2) { $0 + 4 + $1.value.size }
    }
  }

  /// The line, in which nothing can end the element around it, or begin a comment there: no `</` and no `<!`.
  var pageLine: String {
    var bytes: [UInt8] = []
    let line = line
    bytes.reserveCapacity(line.utf8.count + 64)
    var last = UInt8(0)
    for byte in line.utf8 {
      if last == UInt8(ascii: "<") {
        switch byte {
        case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "!"):
          bytes.removeLast()
          bytes += Array(#"\u003c"#.utf8)
        default: break
        }
      }
      bytes.append(byte)
      last = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
