internal import AppPackages
import PropertyLists

/// Why an app's icon changes to a name, or does not: the checks, the names, the pictures, and what to change. A value
/// that reports are rendered from.
public struct IconExplanation: Sendable {
  /// One place with the picture that it would show.
  public struct Place: Sendable {
    /// Where the icon is seen, such as the Home Screen.
    public let surface: IconSurface
    /// What is seen there, with the reasons.
    public let picture: IconPicture
  }

  /// The app whose icon it is about.
  public let bundleIdentifier: String
  /// The text under the icon (ICON-167).
  public let label: String
  /// The model that was asked; iPhone and iPad may read different keys and files.
  public let model: DeviceModel
  /// The version that was asked.
  public let os: OSVersion
  /// The name that was asked for; nil is the primary icon.
  public let name: String?
  /// Whether this version has alternate icons at all (ICON-009).
  public let apiExists: Bool
  /// The checks in their order. A process is taken to be active if the app does not run.
  public let decision: AlternateIconDecision
  /// The variant of the key that this class of device reads, as it is written: `CFBundleIcons~ipad` (ICON-106).
  public let key: String
  /// The names that it declares, in the order of the file.
  public let declaredNames: [String]
  /// Declared names that are nearly the one that was asked for.
  public let nearNames: [String]
  /// Where the icon is shown; after a change if it is accepted, else as it is now.
  public let places: [Place]
  /// What the alert shows; nil when there is none.
  public let preview: IconPicture?
  /// What to change; empty when there is nothing to say.
  public let advice: [Advice]

  /// Whether the request succeeds, and the Home Screen shows a picture of that icon.
  public var changes: Bool {
    guard apiExists, let home = places.first?.picture else { return false }
    return !decision.isRefused && !home.isPlaceholder
      && home.iconName.map { ExactText($0) } == target.map { ExactText($0) }
  }

  /// The icon that is meant: nil for the literal that acts like nil too (ICON-031).
  var target: String? { name == AlternateIconQuestion.primaryLiteral ? nil : name }
}

extension InstalledApp {
  /// What `setAlternateIconName` would decide if the app asked for `name` now, check by check. Nothing changes, and
  /// the app need not run: without a process the question is asked as if it were active.
  public func iconDecision(for name: String?) throws -> AlternateIconDecision {
    AlternateIconDecision(device.iconQuestionOfNow(try live(), name: name))
  }

  /// Explains what a request for `name` leads to on this device; nil asks for the primary icon. Nothing changes, and the app
  /// does not need to run.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`.
  public func explainIcon(_ name: String?) throws -> IconExplanation {
    let record = try live()
    return device.explainIcon(name, of: record)
  }
}

extension AlternateIconDecision {
  /// Whether the handler gets an error.
  public var isRefused: Bool { result.isRefusal }
}

extension Device {
  fileprivate func iconQuestionOfNow(_ record: AppRecord, name: String?) -> AlternateIconQuestion {
    iconQuestion(record, name: name, assumeActive: record.process == nil)
  }

  func explainIcon(_ name: String?, of record: AppRecord) -> IconExplanation {
    // A name stands in many lines.
    Work.count((name?.utf8.count ?? 0) * 4)
    let question = iconQuestionOfNow(record, name: name)
    let decision = AlternateIconDecision(question, looksAhead: true)
    let apiExists = os >= .alternateIcons
    let icons = record.prepared.icons(on: deviceClass)
    let accepted = apiExists && !decision.isRefused
    let places = IconSurface.allCases.filter { $0.exists(in: os) }.map { surface in
      IconExplanation.Place(
        surface: surface,
        picture: accepted
          ? picture(of: record, on: surface, after: question.targetName) : picture(of: record, on: surface))
    }
    let near = name.map { icons.declares($0) ? [] : icons.names(near: $0) } ?? []
    var isAlerted = accepted
    if case .alreadySet = decision.result { isAlerted = false }
    let advisor = IconAdvisor(
      question: question, decision: decision, prepared: record.prepared, home: places[0].picture,
      isAccepted: accepted, near: near)
    return IconExplanation(
      bundleIdentifier: record.bundleIdentifier, label: label(of: record), model: model, os: os, name: name,
      apiExists: apiExists, decision: decision, key: icons.key, declaredNames: icons.names,
      nearNames: advisor.meansPrimary ? [] : near,
      places: places,
      preview: isAlerted
        ? pictureResolver(for: record).preview(of: question.targetName, appearance: iconAppearance) : nil,
      advice: advisor.advice)
  }

  /// The picture that an accepted request for `name` would lead to, on a device without faults.
  func picture(of record: AppRecord, on surface: IconSurface, after name: String?) -> IconPicture {
    let resolver = pictureResolver(for: record)
    guard surface != .appStore, let kept = reasonToKeepPicture(of: record, for: name) else {
      return resolver.picture(of: name, on: surface)
    }
    var picture = resolver.picture(of: record.icon.shownName, on: surface)
    // What was looked for in vain says more than what stays.
    if kept.fact == "ICON-123" {
      picture.reasons = resolver.picture(of: name, on: surface).reasons.dropLast() + picture.reasons.dropFirst()
    }
    return picture.unchanged(because: kept.reason)
  }
}
