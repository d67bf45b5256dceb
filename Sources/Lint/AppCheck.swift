package import AppPackages
package import AppSources
package import Events
package import HomeScreenSimulator
import PropertyLists

/// A trial of everything that an app declares on simulated devices: each icon on each surface in each appearance, and
/// each quick action in the menu in each language, over the supported versions.
///
/// With the document of its sources, it also tries each quick action, URL, link and notification that the code handles.
package struct AppCheck: Sendable {
  /// An icon or quick action, with its results on each kind of device.
  package struct Row: Sendable {
    /// The subject of a row.
    package enum Subject: Sendable, Equatable {
      /// An icon; nil for the primary icon.
      case icon(String?)
      /// A quick action of the Info.plist: its type, or its index among the items if it has none.
      case action(String)
      /// The reaction of the app's code to an event.
      case code(CodeEvent, CodeTrial.Launch)

      /// The code with which `--ignore` accepts a failure of the row, such as `check:paint://open`.
      package var code: String {
        switch self {
        case .icon(let name): "\(RuleSelector.rows):\(name ?? "primary")"
        case .action(let type): "\(RuleSelector.rows):\(type)"
        case .code(let event, _): "\(RuleSelector.rows):\(event.name)"
        }
      }

      /// The codes that accept a failure of the row: that of its subject, and for the app's code also that of its subject in
      /// one state, such as `check:paint://open:cold`.
      package var codes: [String] {
        if case .code(_, let launch) = self { [code, "\(code):\(launch.rawValue)"] } else { [code] }
      }
    }

    /// The icon or quick action.
    package let subject: Subject
    /// For each model of the check, the ranges of versions with the same result; several for the same versions if a
    /// quick action differs by language.
    package let spans: [[CheckSpan]]

    /// Whether nothing is lost on any kind of device.
    package var holds: Bool { spans.allSatisfy { $0.allSatisfy { $0.cell.verdict != .fails } } }
  }

  package let package: AppPackage
  /// The kinds of device in the check.
  package let models: [DeviceModel]
  /// The versions for icons, in ascending order: supported versions in which something changes.
  package let versions: [OSVersion]
  /// Whether only these versions were wanted, so that nothing is known about those between them.
  package let isListed: Bool
  /// The wanted versions on which no user has the app, because it needs a newer one (LAUNCH-238).
  package let olderVersions: [OSVersion]
  /// The languages for quick actions.
  package let languages: [String]
  /// The behaviour of the app's sources, if they were read.
  package let sources: SourceDocument?
  /// The Xcode that builds the app.
  package let xcode: XcodeChoice
  /// The primary icon, then the alternates, then the quick actions, then the results of the code.
  package private(set) var rows: [Row]

  /// The reason why nothing was tried on some versions; nil if everything was tried.
  package var refusal: String? { OSVersion.refusal(of: package, on: olderVersions) }

  /// The place where the code sets an alternate whose name it computes, so that no rule compares it, and the computed
  /// names that no icon has, unless they may stand for the primary icon; nil without such code.
  package var computedName: (place: String, undeclared: [String])? {
    let declared = Set(rows.compactMap { if case .icon(let name?) = $0.subject { ExactText(name) } else { nil } })
    let changes = sources?.iconChanges ?? []
    guard !declared.isEmpty, let change = changes.first(where: \.isComputed) else { return nil }
    let names = (change.composed ?? []).map { ExactText($0) }
    let isCertain = !declared.subtracting(names).isEmpty || !changes.contains { $0.names.contains(.null) }
    let undeclared = isCertain ? names.filter { !declared.contains($0) }.map(\.text) : []
    return ("\(change.place.file):\(change.place.line)", undeclared)
  }

  package var holds: Bool { rows.allSatisfy(\.holds) }

  /// Returns the check with some rules ignored: losses that only they explain do not count.
  ///
  /// - Parameter isKnown: whether only findings that are not reported explain a loss for which no rule is known.
  package func ignoring(
    _ isSilent: (RuleCode) -> Bool, isKnown: (Row, CheckCell) -> Bool = { _, _ in false }
  ) -> AppCheck {
    var check = self
    check.rows = rows.map { row in
      let codes = ([RuleSelector.rows] + row.subject.codes).map { RuleCode(rawValue: $0) }
      return Row(
        subject: row.subject,
        spans: row.spans.map { $0.map { span in span.ignoring(isSilent, codes) { isKnown(row, span.cell) } } })
    }
    return check
  }

  /// Tries everything that an app declares.
  ///
  /// - Parameters:
  ///   - models: the kinds of device; by default those that the app supports.
  ///   - versions: by default all supported versions in which something changes.
  ///   - languages: by default all languages of the app's texts.
  ///   - sources: the behaviour of the app's code; nil if it was not read.
  ///   - xcode: the version of Xcode that builds it; nil for the one that its files name.
  package init(
    _ package: AppPackage, models: [DeviceModel]? = nil, versions: [OSVersion]? = nil, languages: [String]? = nil,
    sources: SourceDocument? = nil, xcode: XcodeVersion? = nil
  ) {
    self.init(
      LintSubject(package, sources: sources, xcode: xcode),
      CheckMatrix(models: models, versions: versions, languages: languages))
  }

  /// Tries everything that an app declares, and reuses results that the rules have already computed.
  init(_ subject: LintSubject, _ matrix: CheckMatrix) {
    package = subject.package
    sources = subject.sources
    xcode = subject.xcode
    models = matrix.models ?? IconJudgement.models(for: package)
    let oldest = subject.oldestOS
    let wanted = matrix.versions.map { Set($0).sorted() }
    versions = wanted?.filter { $0 >= oldest } ?? OSVersion.milestones(from: oldest)
    olderVersions = wanted?.filter { $0 < oldest } ?? []
    isListed = wanted != nil
    let own = package.localizedInfo.languages.filter { $0 != "Base" }
    languages = matrix.languages ?? (own.isEmpty ? ["en"] : own)
    rows = []
    if versions.isEmpty { return }
    let prepared = PreparedPackage(package)
    let actions = ActionJudgement(
      package, on: models, versions: matrix.versions.map { _ in versions }, languages: matrix.languages)
    rows = icons(of: subject, prepared) + self.actions(actions)
    let items = actions.actions.compactMap { $0.outcomes.lazy.compactMap(\.item).first }
    let requirement = xcode.requiresScenes ? subject.sceneRequirement : nil
    // What ends at launch reaches no entry point, whatever its code is.
    let unread = requirement?.answer == .ends ? SubjectCode(SourceDocument(program: ""), of: package) : nil
    if let code = subject.code ?? unread { rows += events(items, of: subject, code, prepared, requirement) }
  }

  private func icons(of subject: LintSubject, _ prepared: PreparedPackage) -> [Row] {
    let faults = subject.judgement?.faults ?? [:]
    let foreign = Set(subject.iconKeys.flatMap(\.foreignKeys))
    let alternates = (subject.judgement?.names ?? []).compactMap(\.self).filter { !foreign.contains($0) }
    return ([nil] + alternates.map(Optional.some)).map { name in
      row(.icon(name)) { model, os in
        var cell = subject.cell(ofIcon: name, prepared, on: model, os: os)
        if cell.verdict == .fails { cell.rules = faults[IconOnDevice(name, model)] ?? [] }
        return cell
      }
    }
  }

  private func actions(_ judgement: ActionJudgement) -> [Row] {
    let last = versions.last ?? .newest
    return judgement.actions.map { action in
      Row(
        subject: .action(action.type ?? "item \(action.position)"),
        spans: models.map { model in CheckSpan.spans(action.outcomes.filter { $0.model.name == model.name }, last) })
    }
  }

  private func events(
    _ items: [ShortcutItem], of subject: LintSubject, _ code: SubjectCode, _ prepared: PreparedPackage,
    _ requirement: SceneRequirement?
  ) -> [Row] {
    CodeCheck.events(items, of: package, code).flatMap { event in
      CodeTrial.Launch.allCases.map { launch in
        row(.code(event, launch)) {
          CodeCheck.cell(event, launch, of: prepared, code, on: $0, os: $1, requirement: requirement)
        }
      }
    }
  }

  private func row(_ subject: Row.Subject, _ cell: (DeviceModel, OSVersion) -> CheckCell) -> Row {
    Row(
      subject: subject,
      spans: models.map { model in
        let cells = versions.filter { model.runs($0) }.map { os in (os, cell(model, os)) }
        return isListed ? cells.map { CheckSpan(from: $0, to: $0, cell: $1) } : CheckSpan.spans(cells)
      })
  }
}

extension LintSubject {
  /// Tries an icon on a device, and returns its cell without rules.
  fileprivate func cell(
    ofIcon name: String?, _ prepared: PreparedPackage, on model: DeviceModel, os: OSVersion
  ) -> CheckCell {
    var cell = IconTrial.run(name, of: prepared, on: model, os: os)
    if let doubt = cell.doubt(about: name, in: self) { cell = doubt }
    // What this copy lacks may be there where the app is built.
    let isUnknown =
      cell.verdict == .fails
      ? cell.fact == IconTrial.pictureFact && lacksPicture(of: name, on: model.deviceClass)
      : lacksEveryPicture(of: name, on: model.deviceClass)
    return isUnknown ? CheckCell(.unknown, "its picture is not in this copy") : cell
  }

  /// Returns a judgement of the app in which everything that `check` does not know is not known.
  package func doubting(_ judgement: IconJudgement) -> IconJudgement {
    let prepared = PreparedPackage(package)
    var judgement = judgement
    for (index, icon) in judgement.explanations.enumerated() {
      judgement.explanations[index].lacksPrimary = lacksEveryPicture(of: nil, on: icon.model.deviceClass)
      let cell = cell(ofIcon: icon.name, prepared, on: icon.model, os: icon.os)
      // A refused name is refused, whatever the other device declares.
      guard cell.verdict == .unknown, !icon.decision.isRefused || package.openMacros != nil else { continue }
      judgement.explanations[index].doubt = icon.doubt ?? cell.text
      guard icon.changes else { continue }
      let text = "Fetch the pictures of the icon; for those in Git LFS: git lfs pull."
      judgement.explanations[index].advice = [IconExplanation.Advice(text: text, fact: "ICON-121")]
    }
    return judgement
  }
}

/// The devices, versions and languages on which an app is tried; nil selects those that the app supports.
package struct CheckMatrix: Sendable {
  /// The kinds of device; by default those that the app supports.
  package var models: [DeviceModel]?
  /// The versions; by default all supported ones in which something changes.
  package var versions: [OSVersion]?
  /// The languages; by default all that the app has texts for.
  package var languages: [String]?

  /// Creates a matrix; without arguments, it covers everything that the app supports.
  package init(models: [DeviceModel]? = nil, versions: [OSVersion]? = nil, languages: [String]? = nil) {
    (self.models, self.versions, self.languages) = (models, versions, languages)
  }
}

extension CheckSpan {
  /// Returns the results of a quick action on one device, grouped by languages without a problem and by equal problems.
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

private struct IconOnDevice: Hashable {
  private let name: ExactText?
  private let device: DeviceClass

  init(_ name: String?, _ model: DeviceModel) {
    self.name = name.map { ExactText($0) }
    device = model.deviceClass
  }
}

extension IconJudgement {
  /// The rules that find the problems of each icon on each kind of device.
  fileprivate var faults: [IconOnDevice: [RuleCode]] {
    var codes: [IconOnDevice: Set<String>] = [:]
    for explanation in explanations {
      let rules = explanation.advice.compactMap(\.code?.rawValue)
      codes[IconOnDevice(explanation.name, explanation.model), default: []].formUnion(rules)
    }
    return codes.mapValues { $0.sorted().map { RuleCode(rawValue: $0) } }
  }
}

/// Languages with the same result of a quick action on one device. A picture that differs from the Info.plist counts as
/// lost.
private struct ActionGroup {
  let from: OSVersion
  let to: OSVersion
  private(set) var languages: [String]
  private let verdict: CheckCell.Verdict
  /// The loss, such as `not in the menu`; the title if there is none.
  private var text: String
  private var reason: String?
  private var fact: FactID?
  /// The rules that find the problem.
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

  /// Returns whether the results are equal, ignoring titles if nothing is lost.
  func isSame(as other: ActionGroup) -> Bool {
    from == other.from && to == other.to && verdict == other.verdict
      && (verdict == .holds
        || text == other.text && reason == other.reason && fact == other.fact && rules == other.rules)
  }

  mutating func add(_ other: ActionGroup) {
    languages += other.languages
    if verdict == .holds { text = "in the menu" }
  }

  /// The number of languages that fit in a cell.
  private static let listedLanguages = 3

  /// - Parameter count: the number of languages in these versions.
  func cell(ofLanguages count: Int) -> CheckCell {
    let isListed = languages.count <= Self.listedLanguages && text != "in the menu"
    let audience =
      languages.isEmpty || languages.count == count && verdict != .holds
      ? "" : isListed ? " (\(languages.joined(separator: ", ")))" : " in \(languages.count) languages"
    return CheckCell(verdict, text + audience + (reason.map { ": \($0)" } ?? ""), fact: fact, rules: rules)
  }
}

/// Sets an icon on a new device, as the app would, and checks it on all surfaces.
enum IconTrial {
  /// The fact about icons without a picture.
  static let pictureFact: FactID = "ICON-123"

  /// - Parameter name: nil for the primary icon, which is not set.
  static func run(_ name: String?, of package: PreparedPackage, on model: DeviceModel, os: OSVersion) -> CheckCell {
    if name != nil, os < .alternateIcons {
      return CheckCell(.absent, "no alternate icons before iOS 10.3", fact: "ICON-009")
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

  /// Sets the icon and returns the cell of a failure; nil if it succeeds.
  private static func set(_ name: String, of app: InstalledApp, on device: Device) throws -> CheckCell? {
    app.code = ClosureCode()
    try device.launch(app)
    let decision = try app.iconDecision(for: name)
    var error: NSErrorValue?
    try app.run { try $0.setAlternateIconName(name) { error = $0 } }
    while let alert = device.alert, let button = alert.buttons.last { try alert.tap(button) }
    return error.map { error in
      var cell = CheckCell(.fails, "\(error.domain) \(error.code)", fact: decision.fact)
      cell.loss = .refused
      return cell
    }
  }

  private static func look(at name: String?, of app: InstalledApp, on device: Device) throws -> CheckCell {
    let icon = try device.springboard.icon(for: app)
    var places: [String] = []
    var loss: IconLoss?
    for surface in IconSurface.allCases {
      // The store shows the primary icon, and its artwork is part of the upload.
      if surface == .appStore || surface.takesPictureOfHome { continue }
      for appearance in IconAppearance.allCases where appearance.exists(in: device.os) {
        let picture = try icon.picture(on: surface, appearance: appearance)
        let isShown =
          picture.iconName.map { ExactText($0) } == name.map { ExactText($0) } && picture.source != .unchanged
        guard picture.isPlaceholder || !isShown else { continue }
        let place = appearance == .light ? surface.rawValue : "\(surface.rawValue), \(appearance.rawValue)"
        let found = picture.isPlaceholder ? IconLoss.placeholder : .unchanged
        loss = loss ?? found
        places.append("\(found.rawValue) (\(place))")
        // An icon lost in the light appearance is also lost in the others.
        break
      }
    }
    guard let first = places.first else { return CheckCell(.holds, name == nil ? "shown" : "changes") }
    let rest = places.count > 1 ? " and \(places.count - 1) more" : ""
    var cell = CheckCell(.fails, first + rest, fact: pictureFact)
    cell.loss = loss
    return cell
  }
}

extension CheckCell {
  /// Returns an unknown or absent cell, which fails no check, if the loss of the icon is uncertain; otherwise nil.
  func doubt(about name: String?, in subject: LintSubject) -> CheckCell? {
    guard let loss else { return nil }
    let package = subject.package
    if let name, loss == .refused, subject.alternatesWithoutSet.contains(ExactText(name)) {
      return CheckCell(.absent, "no catalog has this set", fact: "ICON-274")
    }
    if loss == .refused, let open = package.openMacros { return CheckCell(.unknown, "not known: \(open.clause)") }
    if let name = name.map(ExactText.init), loss == .refused {
      let (phone, pad) = (subject.declaredIcons(on: .iPhone), subject.declaredIcons(on: .iPad))
      if pad.contains(name), !phone.contains(name) {
        return CheckCell(.unknown, "only CFBundleIcons~ipad declares it", fact: fact)
      }
      if phone.contains(name), !pad.contains(name), subject.hasSeparateIPadIcons {
        return CheckCell(.unknown, "an iPad has its own alternates", fact: fact)
      }
    }
    if loss == .unchanged, let name,
      package.alternatesDeclaredTwice.values.contains(where: { $0.contains(ExactText(name)) })
    {
      return CheckCell(.unknown, "changes; one report says that the old picture stays", fact: "ICON-140")
    }
    if let part = package.warnings.first(where: { $0.code == .partOfProject }) {
      return CheckCell(.unknown, "not known: \(part.message)")
    }
    guard loss == .placeholder else { return nil }
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

extension IconChange {
  /// Whether the code computes the name, or one of the names.
  var isComputed: Bool { names.isEmpty || names.contains { $0.literal == nil && $0 != .null } }
}
