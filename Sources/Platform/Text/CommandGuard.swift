import PropertyLists

/// Makes text harmless for services of continuous integration, which read commands from what a job prints: GitHub's runner
/// takes `::` at the beginning of a line and `##[` anywhere, Azure Pipelines `##vso[`, TeamCity `##teamcity[`.
///
/// The runner compares texts as people do, who see no characters without a width; so what is between is not looked at.
public struct CommandGuard: Sendable {
  /// How many visible characters of ASCII the line has so far; 2 means more.
  private var count = 0
  private var beginsWithColon = false
  /// 1 after `#`, 2 after `##`, 3 after `##` and letters.
  private var mark = 0
  /// The last eight characters of a document of markup, and whether a script's text follows, in which `&#58;` means nothing.
  private var recent: UInt64 = 0
  private var isInScript = false

  /// At the beginning of a line.
  public init() {}

  /// The text, of which nothing is a command: what would be one is written in another way that means the same in its form.
  /// A text that comes in pieces is looked at as a whole.
  public mutating func harmless(_ text: String, as form: TextForm) -> String {
    switch form {
    case .commands: return text
    case .diff:
      var copy = self
      return copy.harmless(text, as: .lines) == text ? text : Self.framed(text)
    case .lines, .json, .markup: break
    }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if form == .markup { note(scalar) }
      switch scalar {
      case "\n", "\r": (count, beginsWithColon, mark) = (0, false, 0)
      case "!"..."~":
        if isCommand(scalar) {
          result += isInScript ? Self.escaped(scalar, as: .json) : Self.escaped(scalar, as: form)
          continue
        }
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Whether a command would begin with this character.
  private mutating func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    let begins = count == 1 && beginsWithColon && scalar == ":"
    let opens = mark >= 2 && scalar == "["
    if count == 0 { beginsWithColon = scalar == ":" }
    count = min(count + 1, 2)
    switch scalar {
    case "#": mark = mark == 3 ? 1 : min(mark + 1, 2)
    case "a"..."z", "A"..."Z": mark = mark >= 2 ? 3 : 0
    default: mark = 0
    }
    return begins || opens
  }

  private mutating func note(_ scalar: Unicode.Scalar) {
    let byte = scalar.isASCII ? UInt64(scalar.value) | (scalar.properties.isAlphabetic ? 0x20 : 0) : 0
    recent = recent << 8 | byte
    // `</script`, and its last seven letters with `<` in front.
    if recent == 0x3C2F_7363_7269_7074 { isInScript = false }
    if recent & 0xFF_FFFF_FFFF_FFFF == 0x3C_7363_7269_7074 { isInScript = true }
  }

  private static func escaped(_ scalar: Unicode.Scalar, as form: TextForm) -> String {
    switch form {
    case .json: "\\u00" + String(scalar.value, radix: 16)
    case .markup: "&#\(scalar.value);"
    case .lines, .diff, .commands: "\\\(scalar)"
    }
  }

  /// A patch between two lines that switch commands off and on again. What applies patches skips both, as it skips any text
  /// around them. The word that switches on is nowhere in the text, so nothing in it can.
  private static func framed(_ text: String) -> String {
    let folded = text.lowercased()
    var hash = FNV1a64()
    for byte in text.utf8 { hash.feed(byte) }
    var word: String
    repeat {
      hash.feed(UInt8(0))
      word = "homescreen-\(hash.hexadecimal)"
    } while folded.contains(word)
    return "::stop-commands::\(word)\n\(text)\(text.utf8.last == UInt8(ascii: "\n") ? "" : "\n")::\(word)::\n"
  }
}
