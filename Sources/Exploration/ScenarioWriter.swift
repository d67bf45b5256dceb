import AppPackages
package import Events
import HomeScreenSimulator
internal import LuaAPI
import Platform

/// Writes a story as a scenario: its steps, the resulting events as comments, and the expected behaviour. The scenario
/// fails until the app is fixed.
struct ScenarioWriter {
  /// A story with the events that it caused.
  struct WrittenStory {
    let steps: [(step: ExploreStep, lua: String, events: [String])]
    let violation: Violation
    let isSettled: Bool
    let expected: String
  }

  static func scenario(_ written: WrittenStory, on cell: ExploreCell) -> String {
    var lines: [String] = []
    let invariant = Invariant.allCases.first { $0.name == written.violation.key.invariant }
    let name = written.steps.isEmpty ? "installed" : written.steps.map(\.step.description).joined(separator: ", ")
    lines.append("it(\("\(written.violation.key.invariant): \(name)".quotedForLua), function()")
    let needsStory = invariant == nil || written.steps.contains { $0.lua.contains("story") }
    lines.append("  local device, app\(needsStory ? ", story" : "") = subject:start \(cell.lua)")
    for (index, step) in written.steps.enumerated() {
      // A step that crashes the app raises an error in Lua, and the comments below it show the trace.
      let isLast = index == written.steps.count - 1
      let crashes = isLast && !written.isSettled && (invariant == .noCrash || invariant == .noHang)
      lines.append(crashes ? "  pcall(function() \(step.lua) end)" : "  \(step.lua)")
      for event in step.events { lines.append("  " + comment(event)) }
    }
    if written.isSettled { lines.append("  explore.settle(device, app)") }
    if let invariant {
      lines.append("  explore.rules.\(invariant.rawValue)(device)")
    } else {
      lines.append("  subject:check(\(written.violation.key.invariant.quotedForLua), device, app, story)")
    }
    lines.append("end)")
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a comment on a single line, whatever text the app provides.
  private static func comment(_ text: String) -> String {
    "-- " + String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Plays the story once more, and records the events that matter to readers.
  static func write(_ story: BrokenStory, expected: String, on player: StoryPlayer) throws -> WrittenStory {
    var steps: [(step: ExploreStep, lua: String, events: [String])] = []
    var seen = 0
    func read(_ stage: Stage) {
      guard !steps.isEmpty else { return seen = stage.device.trace.count }
      steps[steps.count - 1].events += stage.device.trace.events[seen...].filter(isWritten).prefix(maximumEvents).map(
        text)
      seen = stage.device.trace.count
    }
    try player.follow(story.steps) { step, stage in
      read(stage)
      if let step { steps.append((step, step.lua(at: stage), [])) }
    }
    return WrittenStory(steps: steps, violation: story.violation, isSettled: story.isSettled, expected: expected)
  }

  private static let maximumEvents = 6

  /// Whether the event matters to readers: what was sent, how it was handled, and what failed.
  private static func isWritten(_ event: TraceEvent) -> Bool {
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
  /// Returns a scenario that fails until the app is fixed.
  ///
  /// - Parameters:
  ///   - folder: the scenario's folder; nil for the app's folder.
  ///   - workingFolder: the base of relative paths, as an absolute path.
  package func scenario(in folder: String? = nil, workingFolder: String = "/") -> String {
    let fact = fact.map { " (\($0))" } ?? ""
    let comments = [
      "It fails on \(span).", "What should hold: \(expected)\(fact).", "What happened: \(happened).",
    ]
    let folder = folder ?? FileTreePath.directory(of: source.path)
    // Texts from apps stay on their line.
    return comments.map { "-- " + String($0.map { $0.isNewline ? " " : $0 }) + "\n" }.joined()
      + "local explore = require \"homescreen.explore\"\n"
      + source.subject(from: folder, workingFolder: workingFolder) + "\n\n" + code
  }
}

extension ExplorationFinding.Source {
  /// Returns the Lua code that loads the app, with paths relative to the scenario's folder.
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
