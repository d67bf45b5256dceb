import AppPackages
package import Events
import HomeScreenSimulator
package import PropertyLists

/// Fixes of keys and values of an Info.plist. Each is nil where there is no one right answer, or nothing to mend.
extension Fix {
  /// Repeats the alternates that an iPhone reads under the key that an iPad reads, which keeps what it has. While a key
  /// for the iPad lies in a wrong place, what it holds has to be moved first. An alternate whose picture an iPad does not
  /// find is left out, and so is one that the build adds by itself.
  package static func repeatAlternates(in subject: LintSubject) -> Fix? {
    let info = subject.package.infoPlist
    let key = "CFBundleAlternateIcons"
    guard let source = info.infoPlistKey(for: "CFBundleIcons", on: .iPhone),
      let target = info.infoPlistKey(for: "CFBundleIcons", on: .iPad), source != target,
      !subject.iconKeys.contains(where: { $0.misnestedKeys.contains { $0.hasSuffix("~ipad") } })
    else { return nil }
    let written = subject.written
    // What the build generates is not in the file, and needs no copy there.
    guard let alternates = written[source]?.dictionary?[key]?.dictionary, !alternates.isEmpty else { return nil }
    if let value = written[target], value.dictionary == nil { return nil }
    let present = written[target]?.dictionary?[key]
    if let present, present.dictionary == nil { return nil }
    let built = info.value(at: target, key)?.dictionary
    let hasPicture = Set(subject.alternatesWithPictureOnIPad(in: source).map(ExactText.init))
    let missing = alternates.entries.filter { name, _ in
      present?.dictionary?.contains(name) != true && built?.contains(name) != true
        && hasPicture.contains(ExactText(name))
    }
    let file = subject.package.infoPlistFile
    guard !missing.isEmpty else { return nil }
    let edits: [Edit] =
      present == nil
      ? [
        .set(
          [.key(target), .key(key)], .dictionary(PropertyListDictionary(missing.map { ($0.key, $0.node.value) })),
          file: file)
      ]
      : missing.map { .set([.key(target), .key(key), .key($0.key)], $0.node.value, file: file) }
    return Fix(.safe, "Repeat the alternates under \(target)", edits)
  }

  /// Moves a key that stands inside of another one to where the system reads it; what is there already stays.
  ///
  /// - Parameters:
  ///   - key: `CFBundleAlternateIcons~ipad`
  ///   - place: the dictionary that holds it now.
  ///   - target: the dictionary where it belongs; the outermost one when empty.
  ///   - name: how it is called there: `CFBundleAlternateIcons`; as it is when not given.
  package static func move(
    _ key: String, outOf place: [PropertyListStep], to target: [PropertyListStep] = [], as name: String? = nil,
    in subject: LintSubject
  ) -> Fix? {
    let root = PropertyListValue.dictionary(subject.written)
    guard let value = root.value(at: place + [.key(key)]) else { return nil }
    let file = subject.package.infoPlistFile
    let there = target + [.key(name ?? key)]
    guard let sets = merge(value, into: root.value(at: there), at: there, file: file) else { return nil }
    let title = target.isEmpty ? "the outermost dictionary" : PropertyListStep.place(of: target, root: "the Info.plist")
    return Fix(
      .safe, place == target ? "Rename \(key) to \(name ?? key)" : "Move \(key) to \(title)",
      sets + [.remove(place + [.key(key)], file: file)])
  }

  /// The edits that put in what is not there; nil when both say something about the same, and not the same.
  private static func merge(
    _ value: PropertyListValue, into present: PropertyListValue?, at steps: [PropertyListStep], file: String
  ) -> [Edit]? {
    guard let present else { return [.set(steps, value, file: file)] }
    if present == value { return [] }
    guard let new = value.dictionary, let old = present.dictionary else { return nil }
    var edits: [Edit] = []
    for (key, node) in new.entries {
      guard let inner = merge(node.value, into: old[key], at: steps + [.key(key)], file: file) else { return nil }
      edits += inner
    }
    return edits
  }

  /// Takes a key out.
  static func removeKey(at steps: [PropertyListStep], in subject: LintSubject) -> Fix? {
    guard case .key(let key) = steps.last, PropertyListValue.dictionary(subject.written).value(at: steps) != nil else {
      return nil
    }
    return Fix(.safe, "Remove \(key)", [.remove(steps, file: subject.package.infoPlistFile)])
  }

  /// Takes out of an array what stands in it before, byte for byte.
  package static func removeRepeats(at steps: [PropertyListStep], in subject: LintSubject) -> Fix? {
    var seen: Set<ExactText> = []
    return remove(at: steps, in: subject, "Remove the names that are repeated") { text in
      !seen.insert(ExactText(text)).inserted
    }
  }

  /// Takes the empty texts out of an array; one that holds nothing else goes with its key.
  package static func removeEmptyTexts(at steps: [PropertyListStep], in subject: LintSubject) -> Fix? {
    remove(at: steps, in: subject, "Remove the empty name", where: \.isEmpty)
  }

  private static func remove(
    at steps: [PropertyListStep], in subject: LintSubject, _ summary: String, where isTooMuch: (String) -> Bool
  ) -> Fix? {
    guard let elements = PropertyListValue.dictionary(subject.written).value(at: steps)?.array else { return nil }
    let indices = elements.indices.filter { elements[$0].value.string.map(isTooMuch) ?? false }
    let file = subject.package.infoPlistFile
    guard !indices.isEmpty else { return nil }
    if indices.count == elements.count { return Fix(.safe, summary, [.remove(steps, file: file)]) }
    return Fix(.safe, summary, indices.map { .remove(steps + [.index($0)], file: file) })
  }

  /// Removes the earlier one of two equal pairs of one key.
  ///
  /// - Parameter later: where the key stands a second time, as the remark says.
  package static func removeRepeatedKey(at later: SourceLocation, in subject: LintSubject) -> Fix? {
    guard ExactText.isSame(later.file, subject.package.infoPlistFile), let (key, steps) = subject.equalRepeats[later]
    else { return nil }
    return Fix(
      .safe, "Remove the first “\(key)”, which has the same value",
      [.removeRepeats(of: key, in: steps, file: subject.package.infoPlistFile)])
  }
}

/// Fixes of names that are spelled otherwise than what they name.
extension Fix {
  /// The setting that lists the alternates of a catalog.
  package static let alternatesSetting = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"

  /// The setting that names the primary icon of a catalog.
  package static let primarySetting = "ASSETCATALOG_COMPILER_APPICON_NAME"

  /// Corrects a name in a list of a build setting, wherever it is written: in the project, in an xcconfig file, in another
  /// setting that this one names.
  ///
  /// - Parameter safety: safe when only letter case differs, for there is no other set; unsafe for a guess.
  /// - Returns: nil when no file has the name, as when it was given on the command line.
  package static func correct(
    _ name: String, to right: String, inSetting setting: String = alternatesSetting, of subject: LintSubject,
    _ safety: Safety = .safe
  ) -> Fix? {
    guard let settings = subject.package.build?.settings, !ExactText.isSame(name, right) else { return nil }
    let places = settings.places(ofWord: name, in: setting)
    guard !places.isEmpty else { return nil }
    return Fix(
      safety, "Write “\(right)” in place of “\(name)”", places.map { .replace(name, with: right, at: $0) })
  }

  /// Corrects a name in a build setting when one is nearer to it than all others.
  package static func correct(
    _ name: String, toOneNear candidates: [String], inSetting setting: String = alternatesSetting,
    of subject: LintSubject
  ) -> Fix? {
    Spelling.onlyNearest(to: name, in: candidates).flatMap {
      correct(name, to: $0, inSetting: setting, of: subject, .unsafe)
    }
  }

  /// Corrects a text of the Info.plist.
  ///
  /// - Parameter safety: safe when only letter case differs; unsafe for a guess.
  package static func correct(
    at steps: [PropertyListStep], to right: String, in subject: LintSubject, _ safety: Safety
  ) -> Fix? {
    guard let text = PropertyListValue.dictionary(subject.written).value(at: steps)?.string,
      !ExactText.isSame(text, right)
    else { return nil }
    return Fix(
      safety, "Write “\(right)” in place of “\(Spelling.beginning(of: text))”",
      [.set(steps, .string(right), file: subject.package.infoPlistFile)])
  }

  // MARK: All names of a setting

  /// Writes the names of a setting as the icon sets of the catalog are spelled. Of two sets that differ in letters only
  /// nobody knows which is meant.
  static func correctLetterCase(inSetting setting: String, of subject: LintSubject) -> Fix? {
    correctUnknown(inSetting: setting, of: subject, .safe, "Write the names as the sets are spelled") { name, sets in
      let near = sets.filter { $0.lowercased() == name.lowercased() }
      return near.count == 1 ? correct(name, to: near[0], inSetting: setting, of: subject) : nil
    }
  }

  /// Writes the nearest icon set that is no icon of the app yet in place of each alternate that no catalog has.
  static func correctUnknownAlternates(of subject: LintSubject) -> Fix? {
    let settings = subject.package.build?.settings
    let taken = Set([alternatesSetting, primarySetting].flatMap { settings?.list($0) ?? [] }.map(ExactText.init))
    return correctUnknown(
      inSetting: alternatesSetting, of: subject, .unsafe, "Write the sets with the nearest names"
    ) { name, sets in
      // What is right but for its letters has a sure answer.
      guard !sets.contains(where: { $0.lowercased() == name.lowercased() }) else { return nil }
      return correct(name, toOneNear: sets.filter { !taken.contains(ExactText($0)) }, of: subject)
    }
  }

  /// Nobody has more wrong names, and each is looked for among all sets.
  private static let maximumNames = 20

  private static func correctUnknown(
    inSetting setting: String, of subject: LintSubject, _ safety: Safety, _ summary: String,
    _ correct: (_ name: String, _ sets: [String]) -> Fix?
  ) -> Fix? {
    guard let build = subject.package.build else { return nil }
    let sets = build.catalog.names(of: .appIcon)
    let known = Set(sets.map(ExactText.init))
    let unknown = build.settings.list(setting).filter { !known.contains(ExactText($0)) }
    let edits = unknown.prefix(maximumNames).flatMap { correct($0, sets)?.edits ?? [] }
    return edits.isEmpty ? nil : Fix(safety, summary, edits)
  }
}
