import AppPackages
public import Events
import HomeScreenSimulator
public import PropertyLists

/// Fixes of names that are spelled otherwise than what they name.
extension Fix {
  /// The setting that lists the alternates of a catalog.
  public static let alternatesSetting = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"

  /// The setting that names the primary icon of a catalog.
  public static let primarySetting = "ASSETCATALOG_COMPILER_APPICON_NAME"

  /// Corrects a name in a list of a build setting, wherever it is written: in the project, in an xcconfig file, in another
  /// setting that this one names.
  ///
  /// - Parameter safety: safe when only letter case differs, for there is no other set; unsafe for a guess.
  /// - Returns: nil when no file has the name, as when it was given on the command line.
  public static func correct(
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
  public static func correct(
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
  public static func correct(
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
