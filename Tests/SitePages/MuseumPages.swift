import AppPackages
import LuaAPI
import Platform

/// A page for each exhibit of the museum: reported problems, as reported and fixed.
enum MuseumPages {
  private static let folder = "scenarios/museum/"

  /// The pages by path.
  static func all() -> [DocumentationPage] {
    BundledFiles.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".lua") }.compactMap { path in
      BundledFiles.bytes(path).map {
        page(String(path.dropFirst(folder.count).dropLast(4)), String(decoding: $0, as: UTF8.self))
      }
    }
  }

  private static func page(_ place: String, _ script: String) -> DocumentationPage {
    // The comment above the first code line describes the exhibit.
    let comment = script.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("--") }
      .map { String($0.drop { $0 == "-" || $0 == " " }) }.joined(separator: " ")
    let words = FileTreePath.lastComponent(place).replacing("-", with: " ")
    return DocumentationPage(
      "museum-\(DocumentationPage.name(place))", title: "Museum: \(words)",
      abstract: comment.isEmpty ? "A reported fault, in the reported and the repaired app." : comment,
      [
        "## Overview\n\nThe scenarios are built in: `homescreen run --built-in` runs them, with all others.",
        DocumentationPage.code(script, "lua"),
      ])
  }
}
