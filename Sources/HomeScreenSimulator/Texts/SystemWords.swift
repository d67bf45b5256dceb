/// Words with places for values, as Apple's string tables write them: `%@` stands for the next value, `%2$@` for the
/// second.
struct SystemWords: ExpressibleByStringLiteral, Sendable {
  private enum Piece {
    case text(String)
    /// The value with this index.
    case place(Int)
  }

  /// Taken apart once: menus and alerts fill the same words again and again.
  private let pieces: [Piece]

  init(stringLiteral words: String) {
    var pieces: [Piece] = []
    var text = ""
    var rest = words[...]
    var next = 0
    func add(_ index: Int) {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.place(index))
    }
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
      text += rest[..<mark]
      let behind = rest[mark...].dropFirst()
      if behind.hasPrefix("@") {
        add(next)
        next += 1
        rest = behind.dropFirst()
      } else if let number = behind.first?.wholeNumberValue, behind.dropFirst().hasPrefix("$@") {
        add(number - 1)
        rest = behind.dropFirst(3)
      } else {
        text += "%"
        rest = behind
      }
    }
    text += rest
    if !text.isEmpty { pieces.append(.text(text)) }
    self.pieces = pieces
  }

  /// Most words have one place at most.
  func filled(with value: String) -> String {
    if pieces.count == 1, case .text(let text) = pieces[0] { return text }
    return filled(with: [value])
  }

  /// A value that is not given leaves its place empty; one too many is left out.
  func filled(with values: [String]) -> String {
    if pieces.count == 1, case .text(let text) = pieces[0] { return text }
    return pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .place(let index): if values.indices.contains(index) { result += values[index] }
      }
    }
  }
}
