package import AppPackages
package import AppSources
package import Events
package import HomeScreenSimulator
import PropertyLists

/// Everything that an app declares, tried on simulated devices: each icon set and looked at on each surface in each
/// appearance, each quick action looked for in the menu in each language, over the versions that the app supports.
///
/// With the document of its sources also each quick action, URL, link and notification, given to a shadow of its code.
package struct AppCheck: Sendable {
  /// One icon or quick action, with what was seen of it on each kind of device.
  package struct Row: Sendable {
    /// What it is.
    package enum Subject: Sendable, Equatable {
      /// An icon; nil is the primary icon.
      case icon(String?)
      /// A quick action of the Info.plist: its type, or its place among the items where it has none.
      case action(String)
      /// What the app's code does with an event.
      case code(CodeEvent, CodeTrial.Launch)
    }

    /// Which icon or quick action.
    package let subject: Subject
    /// For each model of the check the versions in runs that show the same; of a quick action that differs by language
    /// several for the same versions.
    package let spans: [[CheckSpan]]

    /// Whether nothing is lost anywhere.
    package var holds: Bool { spans.allSatisfy { $0.allSatisfy { $0.cell.verdict != .fails } } }
  }

  /// The app.
  package let package: AppPackage
  /// The kinds of device that were tried.
  package let models: [DeviceModel]
  /// The versions in which icons were tried, ascending: those that the app supports in which something changes.
  package let versions: [OSVersion]
  /// The languages in which quick actions were looked for.
  package let languages: [String]
  /// What its sources do, where they were read.
  package let sources: SourceDocument?
  /// The primary icon, then the alternates, then the quick actions, then what the code does.
  package private(set) var rows: [Row]

  /// Whether every row holds.
  package var holds: Bool { rows.allSatisfy(\.holds) }

  /// The same, where nobody wants to hear of some rules: what is lost because of them alone is ignored.
  package func ignoring(_ isSilent: (RuleCode) -> Bool) -> AppCheck {
    var check = self
    check.rows = rows.map { row in
      Row(subject: row.subject, spans: row.spans.map { $0.map { $0.ignoring(isSilent) } })
    }
    return check
  }

  /// Tries everything that an app declares.
  ///
  /// - Parameters:
  ///   - models: the kinds of device to try; those that the app is for by default.
  ///   - versions: those to try; by default all that the app supports in which something changes.
  ///   - languages: those to try; by default all that the app has texts for.
  ///   - sources: what the app's code does; nil where nobody has read it.
  package init(
    _ package: AppPackage, models: [DeviceModel]? = nil, versions: [OSVersion]? = nil, languages: [String]? = nil,
    sources: SourceDocument? = nil
  ) {
    let subject = LintSubject(package, sources: sources)
    let models = models ?? IconJudgement.models(for: package)
    let all = versions ?? OSVersion.milestones(from: OSVersion(oldestOf: package))
    let own = package.localizedInfo.languages.filter { $0 != "Base" }
    self.package = package
    self.sources = sources
    self.models = models
    self.versions = all
    self.languages = languages ?? (own.isEmpty ? ["en"] : own)
    let prepared = PreparedPackage(package)
    let faults = subject.judgement?.faults ?? [:]
    let foreign = Set(subject.iconKeys.flatMap(\.foreignKeys))
    let names =
      [nil]
      + (subject.judgement?.names ?? []).compactMap(\.self).filter { !foreign.contains($0) }.map(Optional.some)
    let icons = names.map { name in
      Row(
        subject: .icon(name),
        spans: models.map { model in
          CheckSpan.spans(
            all.filter { model.runs($0) }.map { os in
              var cell = IconTrial.run(name, of: prepared, on: model, os: os)
              if let doubt = cell.doubt(about: name, in: subject) { cell = doubt }
              guard cell.verdict == .fails else { return (os, cell) }
              // What this copy lacks may be there where the app is built.
              if cell.fact == IconTrial.pictureFact, subject.lacksPicture(of: name, on: model.deviceClass) {
                return (os, CheckCell(.unknown, "its picture is not in this copy"))
              }
              cell.rules = faults[IconOnDevice(name, model)] ?? []
              return (os, cell)
            })
        })
    }
    let judgement = ActionJudgement(package, on: models, versions: versions, languages: languages)
    let last = all.last ?? .newest
    rows =
      icons
      + judgement.actions.map { action in
        Row(
          subject: .action(action.type ?? "item \(action.position)"),
          spans: models.map { model in CheckSpan.spans(action.outcomes.filter { $0.model.name == model.name }, last) })
      }
    guard let code = subject.code else { return }
    let items = judgement.actions.compactMap { $0.outcomes.lazy.compactMap(\.item).first }
    for event in CodeCheck.events(items, of: package, code.document) {
      rows += CodeTrial.Launch.allCases.map { launch in
        Row(
          subject: .code(event, launch),
          spans: models.map { model in
            CheckSpan.spans(
              all.filter { model.runs($0) }.map { os in
                (os, CodeCheck.cell(event, launch, of: prepared, code, on: model, os: os))
              })
          })
      }
    }
  }
}

extension CheckSpan {
  /// What one device shows of a quick action: languages in which all is well stand together, and so do those in which the
  /// same is wrong.
  fileprivate static func spans(_ outcomes: [JudgedAction.Outcome], _ last: OSVersion) -> [CheckSpan] {
    var groups: [ActionGroup] = []
    for outcome in outcomes {
      let group = ActionGroup(outcome, last)
      if let place = groups.firstIndex(where: { $0.isSame(as: group) }) {
        groups[place].add(group)
      } else {
        groups.append(group)
      }
    }
    return groups.map { group in
      let count = groups.filter { $0.from == group.from && $0.to == group.to }.reduce(0) { $0 + $1.languages.count }
      return CheckSpan(from: group.from, to: group.to, cell: group.cell(ofLanguages: count))
    }
  }
}

/// An icon on a kind of device.
private struct IconOnDevice: Hashable {
  private let name: ExactText?
  private let device: DeviceClass

  init(_ name: String?, _ model: DeviceModel) {
    self.name = name.map { ExactText($0) }
    device = model.deviceClass
  }
}

extension IconJudgement {
  /// The rules that find what is wrong with each icon on each kind of device.
  fileprivate var faults: [IconOnDevice: [RuleCode]] {
    var codes: [IconOnDevice: Set<String>] = [:]
    for explanation in explanations {
      let rules = explanation.advice.compactMap(\.code?.rawValue)
      codes[IconOnDevice(explanation.name, explanation.model), default: []].formUnion(rules)
    }
    return codes.mapValues { $0.sorted().map { RuleCode(rawValue: $0) } }
  }
}

/// Languages in which one device shows the same of a quick action. A picture that is not as the Info.plist wants it is
/// lost, too.
private struct ActionGroup {
  let from: OSVersion
  let to: OSVersion
  private(set) var languages: [String]
  private let verdict: CheckCell.Verdict
  /// What is lost: `not in the menu`; of what holds the title.
  private var text: String
  /// Why, in words.
  private var reason: String?
  private var fact: FactID?
  /// The rules that find what is wrong.
  private var rules: [RuleCode] = []

  init(_ outcome: JudgedAction.Outcome, _ last: OSVersion) {
    from = outcome.since
    to = outcome.until ?? last
    languages = outcome.languages
    if !outcome.hasMenu {
      (verdict, text, fact) = (.absent, "no menu on this device", ActionObstacle.noMenu.fact)
    } else if let obstacle = outcome.obstacles.first {
      (verdict, text, reason, fact) = (.fails, "not in the menu", obstacle.text, obstacle.fact)
      rules = outcome.obstacles.compactMap(\.rule).map { RuleCode(rawValue: $0) }
    } else if let fault = outcome.pictureFault {
      (verdict, text, reason, fact) = (.fails, "in the menu without its picture", fault.text, fault.fact)
      rules = [RuleCode(rawValue: fault.rule)]
    } else {
      (verdict, text) = (.holds, "“\(Spelling.beginning(of: outcome.item?.localizedTitle ?? ""))”")
    }
  }

  /// Titles differ by language where all is well.
  func isSame(as other: ActionGroup) -> Bool {
    from == other.from && to == other.to && verdict == other.verdict
      && (verdict == .holds
        || text == other.text && reason == other.reason && fact == other.fact && rules == other.rules)
  }

  mutating func add(_ other: ActionGroup) {
    languages += other.languages
    if verdict == .holds { text = "in the menu" }
  }

  /// As many as a cell has room for.
  private static let listedLanguages = 3

  /// - Parameter count: how many languages were tried in these versions.
  func cell(ofLanguages count: Int) -> CheckCell {
    let isListed = languages.count <= Self.listedLanguages && text != "in the menu"
    let audience =
      languages.isEmpty || languages.count == count && verdict != .holds
      ? "" : isListed ? " (\(languages.joined(separator: ", ")))" : " in \(languages.count) languages"
    return CheckCell(verdict, text + audience + (reason.map { ": \($0)" } ?? ""), fact: fact, rules: rules)
  }
}

/// Sets an icon on a fresh device, as the app would, and looks at it everywhere.
enum IconTrial {
  /// What a cell begins with where a person sees nothing of the icon.
  static let placeholder = "placeholder", unchanged = "the old picture stays"
  /// What people see if an icon has no picture.
  static let pictureFact: FactID = "ICON-123"

  /// - Parameter name: nil for the primary icon, which is only looked at.
  static func run(_ name: String?, of package: PreparedPackage, on model: DeviceModel, os: OSVersion) -> CheckCell {
    if name != nil, os < .alternateIcons {
      return CheckCell(.absent, "no alternate icons in this iOS", fact: "ICON-009")
    }
    do {
      let device = try Device(model: model, os: os)
      let app = try device.install(package)
      if let name, let refusal = try set(name, of: app, on: device) { return refusal }
      return try look(at: name, of: app, on: device)
    } catch let error as SimulatorError {
      return CheckCell(.fails, error.message, fact: error.fact)
    } catch {
      return CheckCell(.fails, "\(error)")
    }
  }

  /// What keeps the icon from being set; nil when nothing does.
  private static func set(_ name: String, of app: InstalledApp, on device: Device) throws -> CheckCell? {
    app.code = ClosureCode()
    try device.launch(app)
    let decision = try app.iconDecision(for: name)
    var error: NSErrorValue?
    try app.run { try $0.setAlternateIconName(name) { error = $0 } }
    while let alert = device.alert, let button = alert.buttons.last { try alert.tap(button) }
    return error.map { CheckCell(.fails, "\($0.domain) \($0.code)", fact: decision.fact) }
  }

  private static func look(at name: String?, of app: InstalledApp, on device: Device) throws -> CheckCell {
    let icon = try device.springboard.icon(for: app)
    var places: [String] = []
    for surface in IconSurface.allCases {
      // The store shows the primary icon, and its artwork comes with the upload.
      if surface == .appStore || surface.takesPictureOfHome { continue }
      for appearance in IconAppearance.allCases where appearance.exists(in: device.os) {
        let picture = try icon.picture(on: surface, appearance: appearance)
        let isShown =
          picture.iconName.map { ExactText($0) } == name.map { ExactText($0) } && picture.source != .unchanged
        guard picture.isPlaceholder || !isShown else { continue }
        let place = appearance == .light ? surface.rawValue : "\(surface.rawValue), \(appearance.rawValue)"
        places.append("\(picture.isPlaceholder ? placeholder : unchanged) (\(place))")
        // What is lost in the light is lost in the dark, too.
        break
      }
    }
    guard let first = places.first else { return CheckCell(.holds, name == nil ? "shown" : "changes") }
    let rest = places.count > 1 ? " and \(places.count - 1) more" : ""
    return CheckCell(.fails, first + rest, fact: pictureFact)
  }
}

extension CheckCell {
  /// The same if it is not sure that the icon is lost: it fails no check. Nil if it is sure.
  func doubt(about name: String?, in subject: LintSubject) -> CheckCell? {
    guard verdict == .fails else { return nil }
    let package = subject.package
    let isUnchanged = text.hasPrefix(IconTrial.unchanged), isPlaceholder = text.hasPrefix(IconTrial.placeholder)
    if let name, !isUnchanged, !isPlaceholder, subject.alternatesWithoutSet.contains(ExactText(name)) {
      return CheckCell(.absent, "no catalog has this set", fact: "ICON-274")
    }
    if isUnchanged, let name, package.alternatesDeclaredTwice.values.contains(where: { $0.contains(ExactText(name)) }) {
      return CheckCell(.unknown, "changes; one report says that the old picture stays", fact: "ICON-140")
    }
    guard isPlaceholder else { return nil }
    if name == nil, package.warnings.contains(where: { $0.code == .emptyIconSet && $0.severity == .note }),
      package.build?.iconDoubt?.isSure != false
    {
      return CheckCell(.unknown, "no picture yet, as in Xcode’s template")
    }
    switch package.build?.iconDoubt {
    case .mayBeThere(let reason): return CheckCell(.unknown, "not in this copy: \(reason)")
    case .helper(let reason): return name == nil ? CheckCell(.unknown, "no icon: \(reason)") : nil
    case .excluded, nil: return nil
    }
  }
}
