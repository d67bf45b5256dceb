/// A word as the preprocessor sees it: what it is, where its bytes are, and how it stands to its neighbours.
struct PreprocessorToken: Sendable {
  enum Kind: UInt8, Sendable {
    case identifier
    /// What looks like a number to the preprocessor: `1.2.beta` is one, and no macro in it is replaced.
    case number
    /// A string or character constant with both of its quotes.
    case literal
    case punctuator
    /// A character that means nothing in C, or a quote that is not closed, with the whole rest of its line: no macro in
    /// that is replaced (ICON-219).
    case other
    /// White space where it is kept.
    case blank
    /// A comment where it is kept.
    case comment
    /// What stands for an empty argument while tokens are pasted.
    case placemarker
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let startsLine = Flags(rawValue: 1)
    static let followsBlank = Flags(rawValue: 2)
    /// The name of a macro that met itself: it is never replaced any more.
    static let isFinal = Flags(rawValue: 4)
  }

  let kind: Kind
  var flags: Flags
  /// Which text holds the bytes.
  let text: Int32
  let start: UInt32
  let end: UInt32
  /// For an identifier the number of its name, for a punctuator its bytes.
  let value: UInt32

  /// The bytes of a punctuator as one number.
  static func punctuator(_ text: StaticString) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<text.utf8CodeUnitCount { value = value << 8 | UInt32(text.utf8Start[index]) }
    return value
  }

  func isPunctuator(_ text: StaticString) -> Bool {
    kind == .punctuator && value == Self.punctuator(text)
  }

  /// `#`, which has a second spelling.
  var isHash: Bool { isPunctuator("#") || isPunctuator("%:") }

  /// `##`, likewise.
  var isPaste: Bool { isPunctuator("##") || isPunctuator("%:%:") }

  /// Whether two tokens stand side by side in their text.
  func touches(_ next: PreprocessorToken) -> Bool { text == next.text && end == next.start }
}

/// The names of a text as numbers, so that tokens stay small.
struct PreprocessorNames {
  private var numbers: [String: UInt32] = [:]
  private(set) var texts: [String] = []

  mutating func number(of name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let number = UInt32(texts.count)
    numbers[name] = number
    texts.append(name)
    return number
  }

  subscript(_ number: UInt32) -> String { texts[Int(number)] }
}

/// How a text is taken apart, which flags of the preprocessor can change.
struct PreprocessorStyle: Sendable {
  /// `-traditional`: white space stays as it is, `//` begins no comment, and blanks may hide a directive (ICON-220).
  var isTraditional = false
  /// `-C`.
  var keepsComments = false
  /// No flag: `//` is kept in text, to read what a build would refuse.
  var keepsLineComments = false
}
