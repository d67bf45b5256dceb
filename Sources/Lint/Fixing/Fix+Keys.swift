import AppPackages
package import Events
import HomeScreenSimulator
package import PropertyLists

/// Fixes for keys and values of an Info.plist. Each is nil unless it has a single right answer.
extension Fix {
  /// Copies the iPhone's alternates to the iPad's key, which keeps its entries. If a key for the iPad is in a wrong
  /// place or misspelt, its entries must be moved first. Omits an alternate without a picture for the iPad, and one that
  /// the build adds.
  package static func repeatAlternates(in subject: LintSubject) -> Fix? {
    let info = subject.package.infoPlist
    let key = "CFBundleAlternateIcons"
    guard let source = info.infoPlistKey(for: "CFBundleIcons", on: .iPhone),
      let target = info.infoPlistKey(for: "CFBundleIcons", on: .iPad), source != target,
      !subject.iconKeys.contains(where: { $0.misnestedKeys.contains { $0.hasSuffix("~ipad") } }),
      !subject.written.keys.contains(where: { DeviceClass(misspeltIn: $0) == .iPad })
    else { return nil }
    let written = subject.written
    // Generated alternates are not in the file and need no copy there.
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

  /// Moves a nested key to the place where the system reads it, and keeps existing values.
  ///
  /// - Parameters:
  ///   - key: `CFBundleAlternateIcons~ipad`
  ///   - place: the dictionary that contains it now.
  ///   - target: the dictionary where it belongs; empty for the top level.
  ///   - name: the new name, such as `CFBundleAlternateIcons`; nil to keep the name.
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

  /// Returns the edits that add missing values, or nil if two values conflict.
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

  static func removeKey(at steps: [PropertyListStep], in subject: LintSubject) -> Fix? {
    guard case .key(let key) = steps.last, PropertyListValue.dictionary(subject.written).value(at: steps) != nil else {
      return nil
    }
    return Fix(.safe, "Remove \(key)", [.remove(steps, file: subject.package.infoPlistFile)])
  }

  /// Removes hand-written alternates that the build adds from the catalog, if they say only what the build writes.
  package static func removeGeneratedAlternates(in subject: LintSubject) -> Fix? {
    let key = "CFBundleAlternateIcons", file = subject.package.infoPlistFile
    let edits = subject.package.alternatesDeclaredTwice.sorted { $0.key < $1.key }.flatMap { icons, names -> [Edit] in
      guard let written = subject.written[icons]?.dictionary?[key]?.dictionary else { return [] }
      let same = written.entries.filter { name, node in
        names.contains(ExactText(name)) && node.value.dictionary?.namesOnly(name) == true
      }
      let place: [PropertyListStep] = [.key(icons), .key(key)]
      if same.count == written.entries.count, !same.isEmpty { return [.remove(place, file: file)] }
      return same.map { .remove(place + [.key($0.key)], file: file) }
    }
    return edits.isEmpty ? nil : Fix(.safe, "Remove the hand-written alternates, which the build adds anyway", edits)
  }

  /// Removes repeated elements from an array, compared byte for byte.
  package static func removeRepeats(at steps: [PropertyListStep], in subject: LintSubject) -> Fix? {
    var seen: Set<ExactText> = []
    return remove(at: steps, in: subject, "Remove the names that are repeated") { text in
      !seen.insert(ExactText(text)).inserted
    }
  }

  /// Removes empty strings from an array; removes the key if nothing is left.
  package static func removeEmptyTexts(at steps: [PropertyListStep], in subject: LintSubject) -> Fix? {
    // Of an icon with nothing but empty values nothing stays.
    let icon = Array(steps.dropLast())
    if let content = PropertyListValue.dictionary(subject.written).value(at: icon)?.dictionary,
      icon.last == .key("CFBundlePrimaryIcon"), content.entries.allSatisfy({ $0.node.value.saysNothing })
    {
      return Fix(.safe, "Remove the empty icon", [.remove(icon, file: subject.package.infoPlistFile)])
    }
    return remove(at: steps, in: subject, "Remove the empty name", where: \.isEmpty)
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

  /// Removes the earlier one of two equal pairs with the same key.
  ///
  /// - Parameter later: the location of the repeated key, from the remark.
  package static func removeRepeatedKey(at later: SourceLocation, in subject: LintSubject) -> Fix? {
    guard ExactText.isSame(later.file, subject.package.infoPlistFile), let (key, steps) = subject.equalRepeats[later]
    else { return nil }
    return Fix(
      .safe, "Remove the first “\(key)”, because the second has the same value",
      [.removeRepeats(of: key, in: steps, file: subject.package.infoPlistFile)])
  }
}

/// Fixes for misspelt names.
extension Fix {
  /// The setting that lists the alternates of a catalog.
  package static let alternatesSetting = IconSetting.alternates.rawValue

  /// The setting that names the primary icon of a catalog.
  package static let primarySetting = IconSetting.primary.rawValue

  /// Corrects a name in a list of a build setting: in the project, in an xcconfig file, or in another setting that the
  /// list references.
  ///
  /// - Parameter safety: safe if only letter case differs, so that no other set can be meant; unsafe for a guess.
  /// - Returns: nil if no file has the name, for example if it was given on the command line.
  package static func correct(
    _ name: String, to right: String, inSetting setting: String = alternatesSetting, of subject: LintSubject,
    _ safety: Safety = .safe
  ) -> Fix? {
    guard let settings = subject.package.build?.settings, !ExactText.isSame(name, right) else { return nil }
    let places = settings.places(ofWord: name, in: setting)
    guard !places.isEmpty else { return nil }
    return Fix(safety, "Replace “\(name)” with “\(right)”", places.map { .replace(name, with: right, at: $0) })
  }

  /// Corrects a name in a build setting if one candidate is nearer than all others.
  package static func correct(
    _ name: String, toOneNear candidates: [String], inSetting setting: String = alternatesSetting,
    of subject: LintSubject
  ) -> Fix? {
    Spelling.onlyNearest(to: name, in: candidates).flatMap {
      correct(name, to: $0, inSetting: setting, of: subject, .unsafe)
    }
  }

  /// Corrects a string in the Info.plist.
  ///
  /// - Parameter safety: safe if only letter case differs; unsafe for a guess.
  package static func correct(
    at steps: [PropertyListStep], to right: String, in subject: LintSubject, _ safety: Safety
  ) -> Fix? {
    guard let text = PropertyListValue.dictionary(subject.written).value(at: steps)?.string,
      !ExactText.isSame(text, right)
    else { return nil }
    return Fix(
      safety, "Replace “\(Spelling.beginning(of: text))” with “\(right)”",
      [.set(steps, .string(right), file: subject.package.infoPlistFile)])
  }

  // MARK: All names of a setting

  /// Corrects the letter case of names in a setting to match the icon sets of the catalog. If two sets differ only in
  /// case, it is unknown which one is meant.
  static func correctLetterCase(inSetting setting: String, of subject: LintSubject) -> Fix? {
    correctUnknown(inSetting: setting, of: subject, .safe, "Match the letter case of the icon sets") { name, sets in
      let near = sets.filter { $0.lowercased() == name.lowercased() }
      return near.count == 1 ? correct(name, to: near[0], inSetting: setting, of: subject) : nil
    }
  }

  /// Replaces each alternate that is not in a catalog with the nearest icon set that the app does not use yet.
  static func correctUnknownAlternates(of subject: LintSubject) -> Fix? {
    let settings = subject.package.build?.settings
    let taken = Set([alternatesSetting, primarySetting].flatMap { settings?.list($0) ?? [] }.map(ExactText.init))
    return correctUnknown(
      inSetting: alternatesSetting, of: subject, .unsafe, "Replace the names with those of the nearest icon sets"
    ) { name, sets in
      // Names that differ only in case have a certain answer.
      guard !sets.contains(where: { $0.lowercased() == name.lowercased() }) else { return nil }
      return correct(name, toOneNear: sets.filter { !taken.contains(ExactText($0)) }, of: subject)
    }
  }

  /// The limit for wrong names, because each is compared with all sets.
  private static let maximumNames = 20

  private static func correctUnknown(
    inSetting setting: String, of subject: LintSubject, _ safety: Safety, _ summary: String,
    _ correct: (_ name: String, _ sets: [String]) -> Fix?
  ) -> Fix? {
    guard let build = subject.package.build else { return nil }
    let sets = build.catalog.names(of: .appIcon)
    let known = Set(sets.map(ExactText.init))
    let unknown = build.settings.list(setting).filter { name in
      !known.contains(ExactText(name))
        && (setting != alternatesSetting || subject.spelledAlternates[ExactText(name)] == nil)
    }
    let edits = unknown.prefix(maximumNames).flatMap { correct($0, sets)?.edits ?? [] }
    return edits.isEmpty ? nil : Fix(safety, summary, edits)
  }
}

extension PropertyListDictionary {
  /// Returns whether the entry of an icon names nothing but the set of this name.
  fileprivate func namesOnly(_ set: String) -> Bool {
    entries.allSatisfy { key, node in
      switch key {
      case "CFBundleIconFiles": (node.value.array ?? []).allSatisfy { ExactText.isSame($0.value.string ?? "", set) }
      case "CFBundleIconName": ExactText.isSame(node.value.string ?? "", set)
      default: node.value.saysNothing
      }
    }
  }
}

extension PropertyListValue {
  /// Whether the value is empty or false, so that removing it changes nothing for an icon.
  fileprivate var saysNothing: Bool {
    switch self {
    case .string(let text): text.isEmpty
    case .array(let elements): elements.allSatisfy { $0.value.saysNothing }
    case .boolean(let flag): !flag
    case .dictionary, .integer, .unsignedInteger, .real, .date, .data, .uid: false
    }
  }
}
