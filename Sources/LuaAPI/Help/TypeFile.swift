package import Platform

/// The type file in LuaCATS notation, with which lua-language-server completes and checks scenario scripts.
package enum TypeFile {
  /// Returns the content of `lua/types/homescreen.lua`.
  package static func text() -> String {
    var lines = [
      "---@meta homescreen", "-- Written by scripts/generate from the API data. Do not edit.", "",
    ]
    for type in APICatalog.homescreen.types { lines += classLines(type) }
    for entry in APICatalog.homescreen.globals { lines += globalLines(entry) }
    // The modules of luassert are written in Lua, and so are their types.
    return lines.joined(separator: "\n") + "\n"
      + String(decoding: BundledFiles.bytes("prelude/luassert/types.lua") ?? .init(start: nil, count: 0), as: UTF8.self)
  }

  private static func classLines(_ type: APIType) -> [String] {
    let members = APICatalog.homescreen.members(of: type)
    var lines = comment(type.summary) + ["---@class \(type.className)"]
    if let element = type.element { lines.append("---@field [integer] \(element)") }
    for entry in members where isField(entry) {
      lines.append("---@field \(entry.name) \(entry.returns?.type ?? "any") \(entry.summary)")
    }
    if type.className == "homescreen.Assert" { lines += spellings(of: members) }
    let local = localName(type)
    lines.append("local \(local) = {}")
    lines.append("")
    for entry in members where !isField(entry) {
      lines += documentation(entry)
      let separator = entry.kind == .method || entry.kind == .callback ? ":" : "."
      lines.append("function \(local)\(separator)\(entry.name)(\(parameterNames(entry))) end")
      lines.append("")
    }
    return lines
  }

  /// Returns fields for other spellings of assertions: `is_not_nil`, `has_no_error`.
  private static func spellings(of assertions: [APIEntry]) -> [String] {
    let words = ["is", "is_not", "not", "are", "are_not", "has", "has_no", "no", "was", "was_not", "does_not"]
    let names = Set(assertions.map(\.name))
    return assertions.flatMap { entry in
      let parameters = entry.parameters.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.declaredType)" }
      let bare = entry.name.hasPrefix("is_") ? String(entry.name.dropFirst(3)) : entry.name
      return (words.map { "\($0)_\(bare)" } + [bare.prefix(1).uppercased() + bare.dropFirst()]).filter {
        !names.contains($0)
      }
      .map { "---@field \($0) fun(\(parameters.joined(separator: ", ")))" }
    }
  }

  private static func globalLines(_ entry: APIEntry) -> [String] {
    if entry.kind == .namespace {
      return comment(entry.summary) + ["---@type \(entry.returns?.type ?? "any")", "\(entry.name) = nil", ""]
    }
    return documentation(entry) + ["function \(entry.name)(\(parameterNames(entry))) end", ""]
  }

  private static func documentation(_ entry: APIEntry) -> [String] {
    var lines = comment(entry.summary)
    if !entry.discussion.isEmpty { lines += comment(entry.discussion) }
    if entry.summary.contains("deprecated since") { lines.append("---@deprecated") }
    for parameter in entry.parameters {
      let mark = parameter.isOptional ? "?" : ""
      lines.append(
        "---@param \(parameter.name)\(mark) \(parameter.declaredType) \(oneLine(parameter.documentation))".trimmedEnd)
    }
    if let returns = entry.returns {
      let type = entry.name == "matrix" ? "fun(): homescreen.Cell" : returns.type
      lines.append("---@return \(type) \(oneLine(returns.documentation))".trimmedEnd)
    }
    return lines
  }

  private static func comment(_ text: String) -> [String] { text.split(separator: "\n").map { "---\($0)" } }

  private static func oneLine(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }

  private static func isField(_ entry: APIEntry) -> Bool { if case .property = entry.kind { true } else { false } }

  private static func parameterNames(_ entry: APIEntry) -> String {
    entry.parameters.map(\.name).joined(separator: ", ")
  }

  private static func localName(_ type: APIType) -> String {
    // The name must differ from that of the global constructor, which follows in the same file.
    "_" + String(type.className.split(separator: ".").last ?? "Type")
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// The reference of the Lua API as Markdown.
package enum APIReference {
  /// Returns all globals, and all types with their members, each with its parameters, facts and example.
  package static func markdown() -> String {
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

/// The output formats of the Lua API.
package enum APIFormats: ReportFormats {
  /// Returns the text of the whole API.
  package typealias Make = @Sendable () -> OutputText

  /// `markdown`, which is the default, and `luacats`.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("markdown", "a reference") { .forPrograms(APIReference.markdown()) },
    ReportFormat("luacats", "a type file for editors") { .forPrograms(TypeFile.text()) },
  ]
}
