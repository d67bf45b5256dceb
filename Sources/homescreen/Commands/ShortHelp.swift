import ArgumentParser

/// The help of `run` with the options that people use most. The parser could hide the others, but then shells would not
/// complete them.
enum ShortHelp {
  /// What the parser says, for a person who gave the arguments.
  static func text(for error: any Error, _ arguments: [String]) -> String {
    var text = HomescreenCommand.fullMessage(for: error)
    if text.hasPrefix("Error: ") { text = "homescreen: \(text.dropFirst("Error: ".count))" }
    guard !arguments.contains(RunArguments.helpAll), text == HomescreenCommand.helpMessage(for: RunCommand.self) else {
      return text
    }
    let sections = text.split(separator: "\n\n").compactMap { shortened($0, to: RunCommand.commonOptions) }
    return sections.joined(separator: "\n\n") + "\n\nAll options: homescreen run \(RunArguments.helpAll)"
  }

  /// A section with some of its options; nil where none is left.
  private static func shortened(_ section: Substring, to names: Set<String>) -> String? {
    let lines = section.split(separator: "\n")
    var isKept = true
    let kept = lines.filter { line in
      if line.hasPrefix("  -") { isKept = !names.isDisjoint(with: line.split { " ,".contains($0) }.map(String.init)) }
      return isKept
    }
    return kept.count == 1 && lines.count > 1 ? nil : kept.joined(separator: "\n")
  }
}
