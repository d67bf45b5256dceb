import AppPackages
package import Events
import HomeScreenSimulator
internal import LuaAPI
import Platform

/// Writes a story as a scenario, as a person would: what is done, what happened as comments, and what should hold. It
/// fails as long as the app is broken, and passes when it is mended.
struct ScenarioWriter {
  /// A story with what it led to.
  struct Told {
    let steps: [(step: ExploreStep, lua: String, events: [String])]
    let violation: Violation
    let isSettled: Bool
    let expected: String
  }

  static func scenario(_ told: Told, on cell: ExploreCell) -> String {
    var lines: [String] = []
    let invariant = Invariant.allCases.first { $0.name == told.violation.key.invariant }
    let name = told.steps.isEmpty ? "installed" : told.steps.map(\.step.description).joined(separator: ", ")
    lines.append("it(\("\(told.violation.key.invariant): \(name)".quotedForLua), function()")
    let needsStory = invariant == nil || told.steps.contains { $0.lua.contains("story") }
    lines.append("  local device, app\(needsStory ? ", story" : "") = subject:start \(cell.lua)")
    for (index, step) in told.steps.enumerated() {
      // An app that crashes raises in the step itself; the trace says so below.
      let isLast = index == told.steps.count - 1
      let crashes =
        isLast && !told.isSettled && (invariant == .noCrash || invariant == .noHang)
      lines.append(crashes ? "  pcall(function() \(step.lua) end)" : "  \(step.lua)")
      for event in step.events { lines.append("  " + comment(event)) }
    }
    if told.isSettled { lines.append("  explore.settle(device, app)") }
    if let invariant {
      lines.append("  explore.rules.\(invariant.rule)(device)")
    } else {
      lines.append("  subject:check(\(told.violation.key.invariant.quotedForLua), device, app, story)")
    }
    lines.append("end)")
    return lines.map { $0 + "\n" }.joined()
  }

  /// A line; what comes from apps stays in it.
  private static func comment(_ text: String) -> String {
    "-- " + String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Plays the story once more, and keeps what of each step a reader has to know.
  static func tell(_ story: BrokenStory, expected: String, on player: StoryPlayer) throws -> Told {
    var steps: [(step: ExploreStep, lua: String, events: [String])] = []
    var seen = 0
    func read(_ stage: Stage) {
      guard !steps.isEmpty else { return seen = stage.device.trace.count }
      steps[steps.count - 1].events += stage.device.trace.events[seen...].filter(isTold).prefix(maximumEvents).map(text)
      seen = stage.device.trace.count
    }
    try player.follow(story.steps) { step, stage in
      read(stage)
      if let step { steps.append((step, step.lua(at: stage), [])) }
    }
    return Told(steps: steps, violation: story.violation, isSettled: story.isSettled, expected: expected)
  }

  private static let maximumEvents = 6

  /// What a reader of a story has to know: what was sent, what became of it, what failed.
  private static func isTold(_ event: TraceEvent) -> Bool {
    switch event.what {
    case .delivery, .icon(.requested), .icon(.refused), .icon(.completed), .presentation(.refused), .process(.crash),
      .alert(.shown), .alert(.lost), .log, .menu(.itemsSet):
      true
    case .callback, .alert, .menu, .icon, .presentation, .view, .rootView, .process, .quirk: false
    }
  }

  private static func text(_ event: TraceEvent) -> String {
    let detail = event.detail.description
    return "\(event.kind.rawValue) \(event.name)" + (detail.isEmpty ? "" : " \(detail)")
      + (event.fact.map { " [\($0)]" } ?? "")
  }
}

extension ExplorationFinding {
  /// A scenario that fails as long as the story breaks, and passes when the app is mended.
  ///
  /// - Parameters:
  ///   - folder: where it is to lie; nil: beside the app.
  ///   - workingFolder: where paths begin; an absolute one.
  package func scenario(in folder: String? = nil, workingFolder: String = "/") -> String {
    let fact = fact.map { " (\($0))" } ?? ""
    let comments = [
      "It breaks on \(span).", "What should hold: \(expected)\(fact).", "What happened: \(happened).",
    ]
    let folder = folder ?? FileTreePath.directory(of: source.path)
    // What comes from apps stays in its line.
    return comments.map { "-- " + String($0.map { $0.isNewline ? " " : $0 }) + "\n" }.joined()
      + "local explore = require \"homescreen.explore\"\n"
      + source.subject(from: folder, workingFolder: workingFolder) + "\n\n" + code
  }
}

extension ExplorationFinding.Source {
  /// The Lua that gives the app, as a scenario in a folder names it.
  fileprivate func subject(from folder: String, workingFolder: String) -> String {
    let path = FileTreePath.relative(path, from: folder, workingFolder: workingFolder)
    guard isScript else {
      return """
        local subject = explore {
          app = \(path.quotedForLua), install = { sources = true, doubtful = false }, declares = false,
        }
        """
    }
    let choice = title.map { ", \($0.quotedForLua))" } ?? ")[1]"
    return "local subject = explore.from(\(path.quotedForLua)\(choice)"
  }
}
