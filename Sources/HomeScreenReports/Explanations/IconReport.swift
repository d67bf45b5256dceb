internal import AppPackages
import Events
package import HomeScreenSimulator
import Lint
package import Platform
import PropertyLists

/// The text of `homescreen why` about one icon on one device. All of it comes from the simulator's explanation. For
/// several icons, see ``IconOverview``.
package enum IconReport {
  /// The maximum number of declared names in the report.
  private static let listedNames = 20

  /// Returns the whole report, with a line feed at the end.
  package static func text(_ explanation: IconExplanation) -> String {
    lines(explanation).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of the report.
  package static func lines(_ explanation: IconExplanation) -> [String] {
    let model = explanation.model.name
    var lines = [
      "\(wanted(explanation)) of \(TerminalText.line(explanation.label)) (\(TerminalText.line(explanation.bundleIdentifier))) on \(model), "
        + "iOS \(explanation.os)", "",
    ]
    lines += checks(explanation) + [""] + names(explanation) + [""]
    lines.append(explanation.decision.isRefused ? "The pictures now:" : "The pictures after the call:")
    for place in explanation.places where !place.surface.takesPictureOfHome {
      lines += self.lines(place.surface.rawValue, place.picture, of: explanation)
      if place.surface == .home { lines += asHome(explanation.places) }
    }
    if let preview = explanation.preview { lines += self.lines("alert", preview, of: explanation) }
    lines += ["", outcome(explanation)]
    lines += explanation.advice.map { "  • \(TerminalText.line($0.text)) (\($0.fact))\(rule(of: $0))" }
    return lines
  }

  private static func outcome(_ explanation: IconExplanation) -> String {
    if let doubt = explanation.doubt {
      return "It is not known whether the icon \(explanation.name == nil ? "is shown" : "changes"): "
        + "\(TerminalText.line(doubt)). What to do:"
    }
    if case .alreadySet = explanation.decision.result { return "The app already has this icon. Note:" }
    if explanation.changes { return "The icon changes. Note:" }
    guard explanation.apiExists, !explanation.decision.isRefused else { return "The icon does not change. What to do:" }
    let isPlaceholder = explanation.places.contains { $0.picture.isPlaceholder }
    return
      "The call succeeds, but \(isPlaceholder ? "the icon is a placeholder" : "the old picture stays"). What to do:"
  }

  /// Returns the code of the rule that finds the same problem, to print after the advice: ` [icon-file-missing]`.
  static func rule(of advice: IconExplanation.Advice) -> String { advice.code.map { " [\($0.rawValue)]" } ?? "" }

  private static func wanted(_ explanation: IconExplanation) -> String {
    explanation.name.map { "The icon “\(TerminalText.line($0))”" } ?? "The primary icon"
  }

  // MARK: Checks

  private static func checks(_ explanation: IconExplanation) -> [String] {
    guard explanation.apiExists else { return ["✗ iOS \(explanation.os) has no alternate icons (ICON-009)"] }
    var lines = explanation.decision.steps.map(line)
    switch explanation.decision.result {
    case .accepted: lines.append("→ the name is stored, the alert follows, the handler gets nil")
    case .alreadySet:
      lines.append("→ the handler gets nil at once, without an alert (\(explanation.decision.fact.cited))")
    case .refused(let error): lines.append("→ the handler gets \(TerminalText.line("\(error)"))")
    }
    return lines
  }

  /// Returns a line such as `✓ 1 alternate icons are supported (ICON-044)`.
  private static func line(_ step: AlternateIconDecision.Step) -> String {
    let (mark, note) =
      switch step.status {
      case .passed: ("✓", "")
      case .failed: ("✗", "")
      case .succeededAtOnce:
        ("✓", ": the name is the same, so the call ends here; one report saw the alert again (ICON-296)")
      case .skipped: ("–", ": not checked for the primary icon")
      case .notInThisVersion: ("–", ": not checked in this version")
      case .notReached where step.wouldFail: ("✗", ": not reached, would also fail")
      case .notReached: ("–", ": not reached")
      }
    return "\(mark) \(step.number) \(step.check.title)\(note) (\(step.check.fact))"
  }

  // MARK: Names

  private static func names(_ explanation: IconExplanation) -> [String] {
    let names = explanation.declaredNames
    let listed = names.prefix(listedNames).map { "“\(TerminalText.line($0))”" }.joined(separator: ", ")
    let rest = names.count > listedNames ? " and \(names.count - listedNames) more" : ""
    var lines = [
      names.isEmpty ? "\(explanation.key) declares no alternates" : "\(explanation.key) declares \(listed)\(rest)"
    ]
    if !explanation.nearNames.isEmpty {
      lines.append(
        "Did you mean \(explanation.nearNames.map { "“\(TerminalText.line($0))”" }.joined(separator: " or "))?")
    }
    return lines
  }

  // MARK: Pictures

  /// Returns one line with the places that use the Home Screen's picture.
  private static func asHome(_ places: [IconExplanation.Place]) -> [String] {
    let others = places.map(\.surface).filter(\.takesPictureOfHome).map(\.rawValue)
    return others.isEmpty ? [] : ["  \(others.joined(separator: ", ")): the same"]
  }

  private static func lines(_ place: String, _ picture: IconPicture, of explanation: IconExplanation) -> [String] {
    // A picture that is not in this copy has no known size.
    let isUnseen =
      explanation.changes && explanation.doubt != nil || explanation.lacksPrimary && picture.iconName == nil
    let (good, bad) = (isUnseen ? "?" : "✓", explanation.doubt != nil || picture.isUncertain ? "?" : "✗")
    let what =
      switch picture.source {
      case .placeholder: "\(bad) placeholder"
      case .unchanged: "\(bad) the old picture, \(TerminalText.line(picture.file ?? "unknown"))"
      case .catalog: "\(good) \(TerminalText.line(picture.file ?? "the catalog’s picture"))"
      case .loose: "\(good) \(TerminalText.line(picture.file ?? "a loose file"))"
      }
    let scaled = picture.isScaled && !isUnseen ? ", scaled" : ""
    return ["  \(place): \(what), \(picture.pixels) px\(scaled)"]
      + (isUnseen ? [] : picture.findings.map { "      \(TerminalText.line($0))" })
  }
}

/// The formats of `homescreen why`.
package enum IconFormats: ReportFormats {
  /// Makes the report of one judgement.
  package typealias Make = @Sendable (IconJudgement) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { judgement in
      let remarks = RemarkText.lines(judgement.remarks.map { Finding($0) })
      var text = remarks.reduce(into: StyledText("")) { $0 += "\($1)\n" }
      if !remarks.isEmpty { text += "\n" }
      text += StyledText(judgement.isAboutAlternates ? IconOverview.text(judgement) : reports(judgement))
      return .forPeople(text)
    },
    ReportFormat("json", "one object on one line for each icon and device") { judgement in
      .forPrograms(judgement.json.reduce(into: "") { $0 += SortedJSON.text($1) + "\n" }, as: .json)
    },
  ]

  private static func reports(_ judgement: IconJudgement) -> String {
    judgement.explanations.map(IconReport.text).joined(separator: "\n")
  }
}

/// The text of `homescreen why` about all alternates of an app: a table, and advice about those that fail.
package enum IconOverview {
  /// The maximum number of further icons listed after a piece of advice.
  private static let listedNames = 6
  private static let maximumNameWidth = 40

  /// Returns the whole report, with a line feed at the end.
  package static func text(_ judgement: IconJudgement) -> String { lines(judgement).joined(separator: "\n") + "\n" }

  /// Returns the lines of the report.
  package static func lines(_ judgement: IconJudgement) -> [String] {
    guard let first = judgement.explanations.first else { return ["The app runs on none of the devices."] }
    let app = "\(TerminalText.line(first.label)) (\(TerminalText.line(first.bundleIdentifier))), iOS \(first.os)"
    let hasAlternates = judgement.names.contains { $0 != nil }
    let subject = hasAlternates ? Counted.text(judgement.names.count, "alternate icon") : "The primary icon"
    var lines = ["\(subject) of \(app)", ""]
    lines += table(judgement) + [""]
    if !hasAlternates {
      let open = judgement.remarks.first(where: \.leavesMacrosOpen).map { TerminalText.line($0.clause) }
      lines.append(
        open.map { "It is not known whether the app declares alternate icons: \($0)." }
          ?? "The app declares no alternate icons: \(keys(judgement)).")
    }
    return lines + (judgement.allChange ? [success(judgement, hasAlternates)] : advice(judgement))
  }

  // MARK: The table

  private static func table(_ judgement: IconJudgement) -> [String] {
    let names = judgement.names.map(title)
    let nameWidth = min(maximumNameWidth, names.map(DisplayWidth.of).max() ?? 0)
    let count = judgement.models.count
    let rows = names.indices.map { row in
      judgement.explanations[row * count..<(row + 1) * count].map(cell)
    }
    let widths = judgement.models.indices.map { column in
      max(DisplayWidth.of(judgement.models[column].name), rows.map { DisplayWidth.of($0[column]) }.max() ?? 0)
    }
    func line(_ name: String, _ cells: [String]) -> String {
      let row = [DisplayWidth.clipped(name, to: nameWidth)] + cells
      return "  " + TextRow.text(row, widths: [nameWidth] + widths.dropLast(), gap: 2)
    }
    return [line("", judgement.models.map(\.name))] + zip(names, rows).map { line($0, $1) }
  }

  /// Returns a cell such as `✓ changes`, `✗ NSCocoaErrorDomain 4 (ICON-039)` or `✗ placeholder`.
  private static func cell(_ explanation: IconExplanation) -> String {
    if let doubt = explanation.doubt { return "? \(TerminalText.line(doubt))" }
    if explanation.changes { return explanation.name == nil ? "✓ shown" : "✓ changes" }
    guard explanation.apiExists else { return "✗ no alternate icons before iOS 10.3 (ICON-009)" }
    if case .refused(let error) = explanation.decision.result {
      return "✗ \(TerminalText.line(error.domain)) \(error.code) (\(explanation.decision.fact))"
    }
    return explanation.places.first?.picture.source == .unchanged
      ? "✗ the old picture stays" : "✗ placeholder: no picture"
  }

  private static func title(_ name: String?) -> String { name.map { TerminalText.line($0) } ?? "primary" }

  // MARK: What to say

  private static func success(_ judgement: IconJudgement, _ hasAlternates: Bool) -> String {
    let devices = judgement.models.map(\.name).joined(separator: " and ")
    if let problem = judgement.buildProblem {
      return
        "\(hasAlternates ? "All of them would change" : "It would be shown") on \(devices), but Xcode "
        + "\(problem.severity == .error ? "does" : "may") not build the app: \(TerminalText.line(problem.clause)). homescreen inspect shows where."
    }
    guard hasAlternates else { return "It is shown on \(devices)." }
    return "All of them change on \(devices): the package is correct. The call must come while the app is active "
      + "(ICON-041)."
  }

  private static func keys(_ judgement: IconJudgement) -> String {
    var keys: [String] = []
    for explanation in judgement.explanations where !keys.contains(explanation.key) { keys.append(explanation.key) }
    return "none in \(keys.map { TerminalText.line($0) }.joined(separator: " or "))"
  }

  /// Returns each piece of advice once, with the icons and devices that need it.
  private static func advice(_ judgement: IconJudgement) -> [String] {
    let failing = judgement.explanations.filter { !$0.changes || $0.doubt != nil }
    let icons = Set(failing.map { $0.name ?? "" }).count
    let devices = judgement.models.map(\.name).filter { name in failing.contains { $0.model.name == name } }
    let counts = devices.map { name in failing.count { $0.model.name == name } }
    let doubt = failing.allSatisfy { $0.doubt != nil } ? "may" : nil
    var lines = [
      counts.allSatisfy { $0 == icons }
        ? "\(icons) of \(judgement.names.count) \(doubt ?? (icons == 1 ? "does" : "do")) not change on "
          + "\(devices.joined(separator: " and ")). What to do:"
        : zip(devices, counts).map { "\($0): \($1) of \(judgement.names.count)" }.joined(separator: ", ")
          + " \(doubt == nil ? "" : "may ")fail. What to do:"
    ]
    var order: [FactID] = []
    var groups: [FactID: [Piece]] = [:]
    for explanation in failing {
      for advice in explanation.advice {
        if groups[advice.fact] == nil { order.append(advice.fact) }
        groups[advice.fact, default: []].append(Piece(explanation: explanation, advice: advice))
      }
    }
    for fact in order { lines += self.lines(of: groups[fact] ?? [], fact, on: judgement.models) }
    return lines + ["", "homescreen why APP NAME shows every check and every picture of one icon."]
  }

  /// A piece of advice for one icon on one device.
  private struct Piece {
    let explanation: IconExplanation
    let advice: IconExplanation.Advice
    var text: String { advice.text }
  }

  /// Returns the advice for the first icon, once for each device where it differs, and the names of the other icons
  /// that need it.
  private static func lines(of pieces: [Piece], _ fact: FactID, on models: [DeviceModel]) -> [String] {
    var lines: [String] = []
    var said: Set<String> = []
    var others: [String] = []
    func endGroup() {
      guard !others.isEmpty else { return }
      let shown = others.prefix(listedNames).map { "“\($0)”" }.joined(separator: ", ")
      let rest = others.count > listedNames ? " and \(others.count - listedNames) more" : ""
      lines.append("    the same for \(shown)\(rest)")
    }
    var subject: String??
    for model in models {
      // Advice already given for another device, or without an icon's name, is not repeated.
      let own = pieces.filter { $0.explanation.model.name == model.name && !said.contains($0.text) }
      guard let first = own.first else { continue }
      var names: [String] = []
      for piece in own where piece.text != first.text && piece.explanation.name != first.explanation.name {
        let name = title(piece.explanation.name)
        if names.last != name { names.append(name) }
      }
      if lines.isEmpty {
        lines.append("  • \(TerminalText.line(first.text)) (\(fact))\(IconReport.rule(of: first.advice))")
      } else {
        // Icons that are the same on all devices are listed once.
        if subject != first.explanation.name || names != others { endGroup() }
        lines.append("    on \(model.name): \(TerminalText.line(first.text))")
      }
      (subject, others) = (first.explanation.name, names)
      said.formUnion(own.map(\.text))
    }
    endGroup()
    return lines
  }
}
