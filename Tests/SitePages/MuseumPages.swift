import AppPackages
import LuaAPI
import Platform

/// A page for each exhibit of the museum: faults that people have reported, as reported and repaired.
enum MuseumPages {
  private static let folder = "scenarios/museum/"

  /// In the order of their paths.
  static func all() -> [DocumentationPage] {
    BundledFiles.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".lua") }.compactMap { path in
      BundledFiles.bytes(path).map {
        page(String(path.dropFirst(folder.count).dropLast(4)), String(decoding: $0, as: UTF8.self))
      }
    }
  }

  private static func page(_ place: String, _ script: String) -> DocumentationPage {
    // What the exhibit is about stands above its first line of code.
    let comment = script.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("--") }
      .map { String($0.drop { $0 == "-" || $0 == " " }) }.joined(separator: " ")
    let words = FileTreePath.lastComponent(place).replacing("-", with: " ")
    return DocumentationPage(
      "museum-\(DocumentationPage.name(place))", title: "Museum: \(words)",
      abstract: comment.isEmpty ? "A fault that people have reported, as reported and repaired." : comment,
      [
        "## Overview\n\nThe scenarios are built in: `homescreen run --built-in` runs them, with all others.",
        DocumentationPage.code(script, "lua"),
      ])
  }
}
