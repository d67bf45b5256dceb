import AppPackages
import HomeScreenSimulator
public import PropertyLists

/// Fixes of names that are spelled otherwise than what they name.
extension Fix {
  /// The setting that lists the alternates of a catalog.
  public static let alternatesSetting = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"

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

  /// Corrects a text of the Info.plist when one is nearer to it than all others.
  public static func correct(
    at steps: [PropertyListStep], toOneNear candidates: [String], in subject: LintSubject
  ) -> Fix? {
    guard let text = PropertyListValue.dictionary(subject.written).value(at: steps)?.string,
      let right = Spelling.onlyNearest(to: text, in: candidates), !ExactText.isSame(text, right)
    else { return nil }
    return Fix(
      .unsafe, "Write “\(right)” in place of “\(text)”",
      [.set(steps, .string(right), file: subject.package.infoPlistFile)])
  }
}
