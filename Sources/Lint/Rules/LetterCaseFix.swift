import AppPackages
import PropertyLists

/// Writes the names of alternates as the sets of the catalog are spelled.
enum LetterCaseFix {
  /// nil where no file says the names, as when they are given on the command line.
  static func fix(for subject: LintSubject) -> Fix? {
    guard let build = subject.package.build else { return nil }
    let sets = build.catalog.names(of: .appIcon)
    let edits = build.settings.list(Fix.alternatesSetting).flatMap { name -> [Fix.Edit] in
      let near = sets.filter { $0.lowercased() == name.lowercased() }
      // Of two sets that differ in letters only nobody knows which is meant.
      guard !sets.contains(where: { ExactText.isSame($0, name) }), near.count == 1 else { return [] }
      return Fix.correct(name, to: near[0], of: subject)?.edits ?? []
    }
    return edits.isEmpty ? nil : Fix(.safe, "Write the alternates as their sets are spelled", edits)
  }
}
