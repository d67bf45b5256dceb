import PropertyLists

/// Text of unknown origin (an app's name, a path, what a script prints) on its way to a person.
public enum TerminalText {
  /// The text with everything written out that a terminal would obey, or that would change the order of what is beside
  /// it (``ControlCharacters``). `\u{1B}` stands for the escape character.
  ///
  /// The only function of its kind; ``StyledText`` calls it for all that leaves.
  ///
  /// - Parameter isOneLine: line feeds and tabs are written out too.
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

  /// Text of any origin that takes no more than its place in a line.
  package static func line(_ text: String) -> String { visible(text, isOneLine: true) }

  /// The same, cut off behind so many columns: names from files can be very long.
  package static func line(_ text: String, width: Int) -> String { DisplayWidth.clipped(line(text), to: width) }

  /// Of what stands in a line of its own nobody reads more, in columns.
  package static let longLine = 400
}

/// Words of a command line for a POSIX shell.
public enum ShellWord {
  /// The text as one word, whatever it holds but for NUL; this is how every command is quoted that a person may paste.
  ///
  /// Nothing in the result moves a terminal or ends its line, and every shell of POSIX reads it alike. Line feeds at the
  /// end get lost where there are any.
  public static func quoted(_ text: String) -> String {
    // zsh takes a word that begins with “=” for the name of a program.
    if !text.isEmpty, text.utf8.allSatisfy(isPlain), text.utf8.first != UInt8(ascii: "=") { return text }
    guard ControlCharacters.areIn(text, orASCII: { $0 < 0x20 || $0 == 0x7F }) else { return inQuotes(text) }
    // $'…' is not a word of POSIX: dash ends it at the first quote, and runs what follows.
    var word = #""$(printf %b '"#
    for scalar in text.unicodeScalars {
      let isShown = scalar.isASCII ? scalar == " " || isPlain(UInt8(scalar.value)) : !ControlCharacters.contains(scalar)
      if isShown { word.unicodeScalars.append(scalar) } else { for byte in String(scalar).utf8 { word += octal(byte) } }
    }
    return word + #"')""#
  }

  /// A path as one word that no program takes for an option.
  public static func path(_ path: String) -> String {
    quoted(path.utf8.first == UInt8(ascii: "-") ? "./\(path)" : path)
  }

  /// The text as one word of any shell, byte for byte: for a shell that takes it, and not for a person who reads it.
  public static func inQuotes(_ text: String) -> String {
    var word = "'"
    // By scalars: with a mark behind it, a quote is a part of another character, and ends the word all the same.
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

/// Lines of Markdown, made of text that says nothing to its reader's renderer.
package struct MarkdownText {
  package private(set) var lines: [String] = []
  package private(set) var bytes = 0

  /// What a summary of a job may take, in bytes: GitHub takes none of more than 1 MiB.
  package static let maximumSummaryBytes = 900_000

  /// No lines yet.
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

  /// Lines as they are; the fence is longer than each of theirs.
  package mutating func codeBlock(_ texts: [String]) {
    let all = texts.flatMap(TextLines.of)
    let fence = String(repeating: "`", count: max(3, (all.map(Self.longestRun).max() ?? 0) + 1))
    line("\(fence)text")
    for text in all { line(TerminalText.visible(text)) }
    line(fence)
  }

  /// One line of text with a backslash in front of whatever could mean something. Addresses, mentions and numbers of
  /// issues get an empty comment inside: GitHub makes links of them after any backslash, and notifies the people who
  /// are mentioned.
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

  /// Nobody sees it, and the text before and after it is not read as one word.
  private static let gap = "<!-- -->"

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Whether a text ends with a word, in whatever letters.
  private static func ends(_ text: ArraySlice<Unicode.Scalar>, with word: String) -> Bool {
    text.suffix(word.utf8.count).elementsEqual(word.unicodeScalars) { $0.properties.lowercaseMapping == String($1) }
  }

  /// One line of text as code.
  package static func code(_ text: String) -> String {
    let text = TerminalText.visible(text, isOneLine: true)
    let ticks = String(repeating: "`", count: longestRun(in: text) + 1)
    // With a tick at its edge, or nothing but spaces, it needs spaces of its own.
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
  /// `::error file=a.lua,line=3,title=…::message`; an attribute without a value is left out.
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

  /// The text with a backslash wherever the runner would find a command.
  public static func harmless(_ text: String) -> String {
    var commands = CommandGuard()
    return commands.harmless(text, as: .lines)
  }
}

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
