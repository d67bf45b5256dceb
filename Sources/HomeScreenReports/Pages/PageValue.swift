import PropertyLists

/// What a page gets as its data: JSON inside of HTML.
indirect enum PageValue {
  case nothing
  case flag(Bool)
  case number(Int)
  /// Text as the page shows it. What would turn the order of a line, or be obeyed by a terminal, is written out.
  case text(String)
  /// Text that the program itself made, as it is.
  case own(String)
  case list([PageValue])
  /// The elements of a list as they are written: of many values that need not be looked at again.
  case written(PageList)
  /// Members without a value are left out.
  case object([(name: String, value: PageValue?)])

  /// A text, or nothing.
  static func text(_ text: String?) -> PageValue? { text.map { .text($0) } }

  /// A number, or nothing.
  static func number(_ number: Int?) -> PageValue? { number.map { .number($0) } }

  /// Texts; nil for none.
  static func texts(_ texts: [String]) -> PageValue? { texts.isEmpty ? nil : .list(texts.map { .text($0) }) }

  /// Numbers.
  static func numbers(_ numbers: [Int]) -> PageValue { .list(numbers.map { .number($0) }) }

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .nothing, .flag, .number: 5
    case .text(let text), .own(let text): text.utf8.count + 3
    case .list(let values): values.reduce(2) { $0 + $1.size }
    case .written(let list): 2 + list.json.utf8.count
    case .object(let members): members.reduce(2) { $0 + ($1.value.map { 4 + $0.size } ?? 0) }
    }
  }

  /// JSON on one line, in which nothing can end the element around it, or begin a comment there: no `</` and no `<!`.
  var json: String {
    var json = ""
    write(to: &json)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count + 64)
    var last = UInt8(0)
    for byte in json.utf8 {
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

  fileprivate func write(to json: inout String) {
    switch self {
    case .nothing: json += "null"
    case .flag(let flag): json += flag ? "true" : "false"
    case .number(let number): json += String(number)
    case .text(let text): JSONText.quote(TerminalText.visible(text), into: &json)
    case .own(let text): JSONText.quote(text, into: &json)
    case .list(let values):
      json += "["
      for (index, value) in values.enumerated() {
        if index > 0 { json += "," }
        value.write(to: &json)
      }
      json += "]"
    case .written(let list):
      json += "["
      json += list.json
      json += "]"
    case .object(let members):
      json += "{"
      var isFirst = true
      for (name, value) in members {
        guard let value else { continue }
        if !isFirst { json += "," }
        isFirst = false
        JSONText.quote(name, into: &json)
        json += ":"
        value.write(to: &json)
      }
      json += "}"
    }
  }
}

/// A list that is written while it grows, so that it takes no more memory than its text.
struct PageList {
  fileprivate private(set) var json = ""

  mutating func append(_ value: PageValue) {
    if !json.isEmpty { json += "," }
    value.write(to: &json)
  }
}
