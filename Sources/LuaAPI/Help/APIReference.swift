public import Platform

/// The reference of the Lua API as Markdown.
public enum APIReference {
  /// All globals, then all types with their members, each with its parameters, facts and example.
  public static func markdown() -> String {
    var lines = ["# The Lua API of homescreen \(Homescreen.version)", ""]
    lines += ["## Globals", ""]
    for entry in APICatalog.homescreen.globals { lines += section(entry) }
    for type in APICatalog.homescreen.types {
      lines += ["## \(type.name)", "", type.summary, ""]
      for entry in APICatalog.homescreen.members(of: type) { lines += section(entry) }
    }
    return lines.joined(separator: "\n")
  }

  package static func section(_ entry: APIEntry) -> [String] {
    var lines = ["### `\(entry.signature)`", "", entry.summary]
    if !entry.discussion.isEmpty { lines += ["", entry.discussion] }
    let parameters = entry.parameters.flatMap { $0.walk() }
    if !parameters.isEmpty {
      lines.append("")
      lines += parameters.map { parameter, depth in
        String(repeating: "  ", count: depth)
          + "- `\(parameter.name)` (`\(parameter.type)`): \(parameter.documentation)"
      }
    }
    if let returns = entry.returns {
      lines += ["", "Gives `\(returns.type)`" + (returns.documentation.isEmpty ? "." : ": \(returns.documentation).")]
    }
    if let availability = entry.availability { lines += ["", "Available from \(availability)."] }
    if !entry.facts.isEmpty { lines += ["", "Facts: \(entry.facts.joined(separator: ", "))."] }
    if !entry.example.isEmpty { lines += ["", "```lua", entry.example, "```"] }
    return lines + [""]
  }
}

/// The formats in which the Lua API is printed.
public enum APIFormats: ReportFormats {
  /// Makes the text of the whole API.
  public typealias Make = @Sendable () -> OutputText

  /// `markdown`, which is the default, and `luacats`.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("markdown", "a reference") { .forPrograms(APIReference.markdown()) },
    ReportFormat("luacats", "a type file for editors") { .forPrograms(TypeFile.text()) },
  ]
}
