import Platform
import PropertyLists

extension LetterCase {
  /// A name that stands for a file which is spelled otherwise. Nothing is to be said where only the Unicode form is
  /// another, for no Mac and no iPhone tells the two apart.
  static func note(_ written: String, found: String, at place: SourceLocation?) -> PackageWarning? {
    // Strings of Swift are equal in every Unicode form.
    written == found
      ? nil
      : PackageWarning(
        .letterCase, "“\(written)” is spelled “\(found)” on the disk", severity: .note, location: place,
        hint: "a Mac's usual disk treats them as equal; Linux and case-sensitive volumes do not find the file")
  }

  /// One note for all of them, where the first one stands.
  static func merged(_ warnings: [PackageWarning]) -> [PackageWarning] {
    let notes = warnings.filter { $0.code == .letterCase }
    guard notes.count > 1, var all = notes.first, let place = warnings.firstIndex(where: { $0.code == .letterCase })
    else { return warnings }
    var messages: [String] = []
    var seen: Set<String> = []
    for note in notes where seen.insert(note.message).inserted {
      messages.append(note.message)
      if messages.count > 1, let location = note.location { all.otherLocations.append(location) }
    }
    if messages.count > 1 {
      let shown = messages.prefix(3).map { $0.replacingSuffix(" on the disk", with: "") }.joined(separator: ", ")
      let rest = messages.count > 3 ? " and \(messages.count - 3) more" : ""
      all.message = "names are spelled differently on the disk: \(shown)\(rest)"
    }
    var result = warnings.filter { $0.code != .letterCase }
    result.insert(all, at: warnings[..<place].count { $0.code != .letterCase })
    return result
  }
}

extension String {
  fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}
