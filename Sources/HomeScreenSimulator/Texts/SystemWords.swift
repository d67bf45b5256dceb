/// Words with places for values, as Apple's string tables write them: `%@` stands for the next value, `%2$@` for the
/// second.
struct SystemWords: ExpressibleByStringLiteral, Sendable {
  private let text: String
  private var hasPlaces: Bool { text.utf8.contains(UInt8(ascii: "%")) }

  init(stringLiteral text: String) { self.text = text }

  /// Most words have one place at most.
  func filled(with value: String) -> String { hasPlaces ? filled(with: [value]) : text }

  /// A value that is not given leaves its place empty; one too many is left out.
  func filled(with values: [String]) -> String {
    guard hasPlaces else { return text }
    var result = ""
    var rest = text[...]
    var next = 0
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
      result += rest[..<mark]
      let behind = rest[mark...].dropFirst()
      if behind.hasPrefix("@") {
        result += next < values.count ? values[next] : ""
        next += 1
        rest = behind.dropFirst()
      } else if let number = behind.first?.wholeNumberValue, behind.dropFirst().hasPrefix("$@") {
        result += values.indices.contains(number - 1) ? values[number - 1] : ""
        rest = behind.dropFirst(3)
      } else {
        result += "%"
        rest = behind
      }
    }
    return result + rest
  }
}
