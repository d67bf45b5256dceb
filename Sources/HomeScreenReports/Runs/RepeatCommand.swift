import PropertyLists

/// The command line that repeats what failed, to be pasted into a shell.
enum RepeatCommand {
  /// The command that repeats a scenario. A hook is repeated by the scenarios of its block; what depends on what ran
  /// before it, by the whole file.
  static func text(_ header: RunHeader?, _ result: ScenarioResult) -> String {
    guard result.problem?.code != Problem.orderDependence else { return text(header, file: result.file) }
    return text(header, file: result.file, name: result.hook == nil ? result.name : result.name.dropLast())
  }

  /// - Parameter name: the names of a scenario and of its blocks; nil for the whole file.
  static func text(_ header: RunHeader?, file: String, name: [String]? = nil) -> String {
    var words = ["homescreen", "run"]
    if let header {
      words += header.arguments
      let saysSeed = header.arguments.contains { $0 == "--seed" || $0.hasPrefix("--seed=") }
      if !saysSeed, header.seed != RunHeader.defaultSeed { words += ["--seed", String(header.seed)] }
    }
    words.append(file.hasPrefix("-") ? "./\(file)" : file)
    if let filter = name.flatMap({ filter($0.joined(separator: " ")) }) {
      words += filter.hasPrefix("-") ? ["--filter=\(filter)"] : ["--filter", filter]
    }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// Longer names are of no use in a command line.
  private static let maximumFilterLength = 400

  /// A text by which `--filter` finds the name; nil where there is none. A part of the name is enough, so what an argument
  /// cannot hold is left out.
  private static func filter(_ name: String) -> String? {
    let pieces = name.utf8.split(separator: 0).map { String(decoding: $0.prefix(maximumFilterLength), as: UTF8.self) }
    guard var text = pieces.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    // The cut may have gone through a character.
    if name.utf8.count > maximumFilterLength, text.hasSuffix("\u{FFFD}") { text.removeLast() }
    // Between two slashes stands a pattern.
    if text.hasPrefix("/") { while text.hasSuffix("/") { text.removeLast() } }
    return text.isEmpty ? nil : text
  }
}

/// Words of a command line for a POSIX shell.
enum ShellWord {
  /// The text as one word, whatever it holds but for NUL. Nothing in the result moves a terminal or ends its line.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    if !ControlCharacters.areIn(text, orASCII: { $0 < 0x20 || $0 == 0x7F }) {
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
    var word = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": word += #"\'"#
      case "\\": word += #"\\"#
      case "\n": word += #"\n"#
      case "\r": word += #"\r"#
      case "\t": word += #"\t"#
      case _ where ControlCharacters.contains(scalar):
        for byte in UTF8.encode(scalar) ?? .init() { word += octal(byte) }
      default: word.unicodeScalars.append(scalar)
      }
    }
    return word + "'"
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }
}
