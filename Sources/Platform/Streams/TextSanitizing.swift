import PropertyLists

/// Text from unknown sources (an app's name, a path, the output of a script) on its way to a person.
public enum TerminalText {
  /// Returns the text with all characters escaped that control a terminal or change the order of the text around them
  /// (``ControlCharacters``). `\u{1B}` is the escape character.
  ///
  /// The only function for this; ``StyledText`` calls it for all output.
  ///
  /// - Parameter isOneLine: whether to escape line feeds and tabs too.
  public static func visible(_ text: String, isOneLine: Bool = false) -> String {
    func isKept(_ value: UInt32) -> Bool { !isOneLine && (value == 0x0A || value == 0x09) }
    let isFound = ControlCharacters.areIn(text) { byte in
      (byte < 0x20 || byte == 0x7F) && !isKept(UInt32(byte))
    }
    guard isFound else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard ControlCharacters.contains(scalar), !isKept(scalar.value) else {
        clean.append(scalar)
        continue
      }
      switch scalar {
      case "\n": clean.append(contentsOf: "\\n".unicodeScalars)
      case "\t": clean.append(contentsOf: "\\t".unicodeScalars)
      case "\r": clean.append(contentsOf: "\\r".unicodeScalars)
      default: clean.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(clean)
  }

  /// Returns text from any source on one line.
  package static func line(_ text: String) -> String { visible(text, isOneLine: true) }

  /// Returns the text on one line, clipped to a width: names from files can be very long.
  package static func line(_ text: String, width: Int) -> String { DisplayWidth.clipped(line(text), to: width) }

  /// The maximum useful width of a text on its own line, in columns.
  package static let longLine = 400
}

/// Words of a command line for a POSIX shell.
public enum ShellWord {
  /// Returns the text as one word, whatever characters but NUL it has; all commands for people to paste are quoted like
  /// this.
  ///
  /// The result contains no control characters or line ends, and all POSIX shells read it alike. Line feeds at its end
  /// are lost.
  public static func quoted(_ text: String) -> String {
    // zsh replaces a word that begins with “=” by the path of a program.
    if !text.isEmpty, text.utf8.allSatisfy(isPlain), text.utf8.first != UInt8(ascii: "=") { return text }
    guard ControlCharacters.areIn(text, orASCII: { $0 < 0x20 || $0 == 0x7F }) else { return inQuotes(text) }
    // $'…' is not POSIX: dash ends the word at the first quote, and runs the rest.
    var word = #""$(printf %b '"#
    for scalar in text.unicodeScalars {
      let isShown = scalar.isASCII ? scalar == " " || isPlain(UInt8(scalar.value)) : !ControlCharacters.contains(scalar)
      if isShown { word.unicodeScalars.append(scalar) } else { for byte in String(scalar).utf8 { word += octal(byte) } }
    }
    return word + #"')""#
  }

  /// Returns a path as one word that no program takes for an option.
  public static func path(_ path: String) -> String {
    quoted(path.utf8.first == UInt8(ascii: "-") ? "./\(path)" : path)
  }

  /// Returns the text as one word of any shell, byte for byte: for a shell, and not for a person.
  public static func inQuotes(_ text: String) -> String {
    var word = "'"
    // By scalars: a quote with a combining mark is another character, but it still ends the word.
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += #"'\''"# } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\0" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }
}

/// Lines of Markdown with escaped text.
package struct MarkdownText {
  package private(set) var lines: [String] = []
  package private(set) var bytes = 0

  /// The maximum size of a job's summary in bytes: GitHub refuses more than 1 MiB.
  package static let maximumSummaryBytes = 900_000

  /// Creates an empty text.
  package init() {}

  private mutating func line(_ text: String) {
    lines.append(text)
    bytes += text.utf8.count + 1
  }

  package mutating func add(_ other: MarkdownText) {
    lines += other.lines
    bytes += other.bytes
  }

  /// - Parameter text: Markdown.
  package mutating func heading(_ text: String) {
    line("")
    line("### \(text)")
    line("")
  }

  /// Adds lines unchanged, in a fence that is longer than any of theirs.
  package mutating func codeBlock(_ texts: [String]) {
    let all = texts.flatMap(TextLines.of)
    let fence = String(repeating: "`", count: max(3, (all.map(Self.longestRun).max() ?? 0) + 1))
    line("\(fence)text")
    for text in all { line(TerminalText.visible(text)) }
    line(fence)
  }

  /// Returns one line of text with backslashes before special characters. Addresses, mentions and issue numbers get an
  /// empty comment inside: GitHub links them even after a backslash, and notifies mentioned people.
  package static func escaped(_ text: String) -> String {
    let scalars = Array(TerminalText.visible(text, isOneLine: true).unicodeScalars)
    var escaped = ""
    for (index, scalar) in scalars.enumerated() {
      func follows(_ test: (Unicode.Scalar) -> Bool) -> Bool { index + 1 < scalars.count && test(scalars[index + 1]) }
      let before = scalars[..<index]
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "@": escaped += follows(isOfWord) ? "&#64;\(gap)" : "&#64;"
      case "#" where follows(isDigit): escaped += "\\#\(gap)"
      case ":" where follows({ $0 == "/" }) || ends(before, with: "mailto") || ends(before, with: "xmpp"):
        escaped += ":\(gap)"
      case "." where ends(before, with: "www"): escaped += "\(gap)."
      case "-" where ends(before, with: "gh") && follows(isDigit): escaped += "\(gap)-"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "|", "~", "!", "$":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// An invisible comment that separates the text before and after it into two words.
  private static let gap = "<!-- -->"

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Returns whether a text ends with a word, ignoring case.
  private static func ends(_ text: ArraySlice<Unicode.Scalar>, with word: String) -> Bool {
    text.suffix(word.utf8.count).elementsEqual(word.unicodeScalars) { $0.properties.lowercaseMapping == String($1) }
  }

  /// Returns one line of text as code.
  package static func code(_ text: String) -> String {
    let text = TerminalText.visible(text, isOneLine: true)
    let ticks = String(repeating: "`", count: longestRun(in: text) + 1)
    // A tick at its edge, or only spaces, needs extra spaces.
    return ticks.utf8.count > 1 || text.isEmpty ? "\(ticks) \(text) \(ticks)" : "\(ticks)\(text)\(ticks)"
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

/// Commands that GitHub's runner reads from standard output, and text that it must not take for one.
public enum WorkflowCommand {
  /// Returns `::error file=a.lua,line=3,title=…::message`; an attribute without a value is left out.
  package static func text(_ name: String, _ properties: KeyValuePairs<String, String?> = [:], _ message: String = "")
    -> String
  {
    var list: [String] = []
    for (key, value) in properties {
      if let value { list.append("\(key)=\(escaped(TerminalText.visible(value, isOneLine: true), isProperty: true))") }
    }
    let head = list.isEmpty ? name : "\(name) \(list.joined(separator: ","))"
    return "::\(head)::\(escaped(TerminalText.visible(message)))"
  }

  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the text with a backslash wherever the runner would find a command.
  public static func harmless(_ text: String) -> String {
    var commands = CommandGuard()
    return commands.harmless(text, as: .lines)
  }
}

/// Neutralises text that CI services would read as commands in the output of a job: GitHub's runner takes `::` at the
/// beginning of a line and `##[` anywhere, Azure Pipelines `##vso[`, TeamCity `##teamcity[`.
///
/// The runner ignores characters without a width when it compares texts, and so does this type.
public struct CommandGuard: Sendable {
  /// The number of visible ASCII characters in the line so far; 2 means more.
  private var count = 0
  private var beginsWithColon = false
  /// 1 after `#`, 2 after `##`, 3 after `##` and letters.
  private var mark = 0
  /// The last eight characters of a markup document, and whether it is in a script, where `&#58;` has no meaning.
  private var recent: UInt64 = 0
  private var isInScript = false

  /// Starts at the beginning of a line.
  public init() {}

  /// Returns the text without commands: they are written in another way that means the same in the given form. Text
  /// that comes in pieces is treated as one text.
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

  /// Returns whether a command would begin with this character.
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

  /// Returns a patch between two lines that switch commands off and on again. Tools that apply patches skip both, as any text
  /// around a patch. The text does not contain the word that switches commands on, so it cannot switch them on itself.
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
