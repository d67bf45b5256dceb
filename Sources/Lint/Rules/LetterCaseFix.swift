import AppPackages
import PropertyLists

/// Writes the names of alternates as the sets of the catalog are spelled.
enum LetterCaseFix {
  private static let setting = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"

  /// nil where the setting is put together from others, or given on the command line: its text is nowhere to be replaced.
  static func fix(for package: AppPackage) -> Fix? {
    guard let build = package.build, let place = build.settings.location(of: setting),
      let written = build.settings.text(of: setting)
    else { return nil }
    let sets = build.catalog.names(of: .appIcon)
    var names: [String] = []
    for name in build.settings.list(setting) {
      guard !name.contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "'" || $0 == "\\" }) else { return nil }
      let isRight = sets.contains { ExactText.isSame($0, name) }
      let near = sets.filter { $0.lowercased() == name.lowercased() }
      // Of two sets that differ in letters only nobody knows which is meant.
      names.append(isRight || near.count != 1 ? name : near[0])
    }
    let mended = names.joined(separator: " ")
    guard mended != written, written == build.settings.list(setting).joined(separator: " ") else { return nil }
    return Fix(.safe, "Write the alternates as their sets are spelled", [.replace(written, with: mended, at: place)])
  }
}
