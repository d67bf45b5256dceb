internal import AppPackages
public import HomeScreenSimulator
internal import Platform
import PropertyLists

/// What `homescreen why` prints for people about one icon on one device; everything in it comes from the simulator's
/// explanation. Of several icons ``IconOverview`` tells.
public enum IconReport {
  /// How many declared names are listed.
  private static let listedNames = 20

  /// The whole report, with a line feed at its end.
  public static func text(_ explanation: IconExplanation) -> String {
    lines(explanation).joined(separator: "\n") + "\n"
  }

  /// The lines of the report.
  public static func lines(_ explanation: IconExplanation) -> [String] {
    let model = explanation.model.name
    var lines = [
      "\(wanted(explanation)) of \(TerminalText.line(explanation.label)) (\(TerminalText.line(explanation.bundleIdentifier))) on \(model), "
        + "iOS \(explanation.os)", "",
    ]
    lines += checks(explanation) + [""] + names(explanation) + [""]
    lines.append(explanation.decision.isRefused ? "The pictures as they are:" : "The pictures then:")
    for place in explanation.places where !place.surface.takesPictureOfHome {
      lines += self.lines(place.surface.rawValue, place.picture)
      if place.surface == .home { lines += asHome(explanation.places) }
    }
    if let preview = explanation.preview { lines += self.lines("alert", preview) }
    lines += ["", outcome(explanation)]
    lines += explanation.advice.map { "  • \(TerminalText.line($0.text)) (\($0.fact))\(rule(of: $0))" }
    return lines
  }

  private static func outcome(_ explanation: IconExplanation) -> String {
    if case .alreadySet = explanation.decision.result { return "The app already has this icon. What to note:" }
    return explanation.changes ? "The icon changes. What to note:" : "The icon does not change. What to do:"
  }

  /// The rule that finds the same in any app, behind an advice: ` [icon-file-missing]`.
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
    case .alreadySet: lines.append("→ the handler gets nil at once, without alert (\(explanation.decision.fact))")
    case .refused(let error): lines.append("→ the handler gets \(TerminalText.line("\(error)"))")
    }
    return lines
  }

  /// `✓ 1 alternate icons are supported (ICON-044)`
  private static func line(_ step: AlternateIconDecision.Step) -> String {
    let (mark, note) =
      switch step.status {
      case .passed: ("✓", "")
      case .failed: ("✗", "")
      case .succeededAtOnce: ("✓", ": it is the same, so the call ends here")
      case .skipped: ("–", ": not asked for the primary icon")
      case .notInThisVersion: ("–", ": not checked in this version")
      case .notReached where step.wouldFail: ("✗", ": not reached, would fail too")
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

  /// The places that take the same picture as the Home Screen, in one line.
  private static func asHome(_ places: [IconExplanation.Place]) -> [String] {
    let others = places.map(\.surface).filter(\.takesPictureOfHome).map(\.rawValue)
    return others.isEmpty ? [] : ["  \(others.joined(separator: ", ")): the same"]
  }

  private static func lines(_ place: String, _ picture: IconPicture) -> [String] {
    let what: String
    switch picture.source {
    case .placeholder: what = "✗ placeholder"
    case .unchanged: what = "✗ the old picture, \(TerminalText.line(picture.file ?? "unknown"))"
    case .catalog: what = "✓ \(TerminalText.line(picture.file ?? "the catalog’s picture"))"
    case .loose: what = "✓ \(TerminalText.line(picture.file ?? "a loose file"))"
    }
    let scaled = picture.isScaled ? ", scaled" : ""
    return ["  \(place): \(what), \(picture.pixels) px\(scaled)"]
      + picture.findings.map { "      \(TerminalText.line($0))" }
  }
}
