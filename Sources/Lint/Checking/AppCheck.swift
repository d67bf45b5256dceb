public import AppPackages
public import HomeScreenSimulator
import PropertyLists

/// Everything that an app declares, tried on simulated devices: each icon set and looked at on each surface in each
/// appearance, each quick action looked for in the menu in each language, over the versions that the app supports.
///
/// What the app's code does when a quick action is tapped is not part of it.
public struct AppCheck: Sendable {
  /// One icon or quick action, with what was seen of it on each kind of device.
  public struct Row: Sendable {
    /// What it is.
    public enum Subject: Sendable, Equatable {
      /// An icon; nil is the primary icon.
      case icon(String?)
      /// A quick action of the Info.plist: its type, or its place among the items where it has none.
      case action(String)
    }

    /// Which icon or quick action.
    public let subject: Subject
    /// For each model of the check the versions, ascending, in runs that show the same.
    public let spans: [[CheckSpan]]

    /// Whether nothing is lost anywhere.
    public var holds: Bool { spans.allSatisfy { $0.allSatisfy { $0.cell.verdict != .fails } } }
  }

  /// The app.
  public let package: AppPackage
  /// The kinds of device that the app is for.
  public let models: [DeviceModel]
  /// The versions that were tried, ascending: those that the app supports in which something changes.
  public let versions: [OSVersion]
  /// The languages that the app has texts for, and that of the device where it has none.
  public let languages: [String]
  /// The primary icon, then the alternates, then the quick actions.
  public let rows: [Row]
  /// What lint says of the app.
  public let findings: [Finding]

  /// Whether every row holds.
  public var holds: Bool { rows.allSatisfy(\.holds) }

  /// - Parameters:
  ///   - models: the kinds of device to try; those that the app is for by default.
  ///   - versions: those to try; by default all that the app supports in which something changes.
  ///   - findings: what lint says, for reports.
  public init(
    _ package: AppPackage, models: [DeviceModel]? = nil, versions: [OSVersion]? = nil, findings: [Finding] = []
  ) {
    let subject = LintSubject(package)
    let models = models ?? subject.families.map { $0 == .iPhone ? .iPhone : .iPad }
    let versions = versions ?? OSVersion.milestones(from: subject.oldestOS)
    self.package = package
    self.models = models
    self.versions = versions
    self.findings = findings
    let languages = package.localizedInfo.languages.filter { $0 != "Base" }
    self.languages = languages.isEmpty ? ["en"] : languages
    let prepared = PreparedPackage(package)
    let names = [nil] + (subject.judgement?.names ?? []).compactMap(\.self).map(Optional.some)
    let icons = names.map { name in
      Row(
        subject: .icon(name),
        spans: models.map { model in
          CheckSpan.spans(versions.map { ($0, IconTrial.run(name, of: prepared, on: model, os: $0)) })
        })
    }
    rows = icons
  }
}
