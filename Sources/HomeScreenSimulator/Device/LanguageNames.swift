internal import CEmbedded
import PropertyLists

/// The languages and regions that exist, for devices that testers make, from `CEmbedded/tables/language-names.txt`: the
/// two-letter codes of ISO 639-1 and ISO 3166-1, and additional ones of Apple's systems.
enum LanguageNames {
  private static let parts = String(cString: hs_language_names()).split(separator: "\n\n").map { part in
    part.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  static let codes = Set(parts[0].joined())

  /// With Kosovo and the regions of pseudo-languages.
  static let regions = Set(parts[1].joined())

  /// The names of common languages, in English and in the languages themselves, with their codes.
  private static let names = Dictionary(uniqueKeysWithValues: parts[2].map { ($0[0], $0[1]) })

  /// Returns the code of a language that was named in words, or by the code of its country.
  static func code(for name: String) -> String? {
    let name = name.lowercased()
    return names[name]
      ?? (name.utf8.count < 4 ? nil : Spelling.nearest(to: name, in: names.keys.sorted()).first.flatMap { names[$0] })
  }
}
