import Events
import Platform
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
    // “-” alone is standard input.
    words.append(file != "-" && begins(file, "-") ? "./\(file)" : file)
    if let filter = name.flatMap({ filter($0.joined(separator: " ")) }) {
      words += begins(filter, "-") ? ["--filter=\(filter)"] : ["--filter", filter]
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
    if name.utf8.count > maximumFilterLength, text.unicodeScalars.last == "\u{FFFD}" {
      text.unicodeScalars.removeLast()
    }
    // A shell drops them where it reads a text with control characters.
    while text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
    // Between two slashes stands a pattern.
    if begins(text, "/") { while text.unicodeScalars.last == "/" { text.unicodeScalars.removeLast() } }
    return text.isEmpty ? nil : text
  }

  /// By its first sign, which a mark behind it makes no other one for a program.
  private static func begins(_ text: String, _ sign: Unicode.Scalar) -> Bool { text.unicodeScalars.first == sign }
}
