package import AppPackages
import HomeScreenSimulator
package import Lint
import Platform
import PropertyLists

/// An event handled by an app's own code, with the app.
package struct AskedTrial: Sendable {
  package let package: AppPackage
  /// The device, as in `iPhone 15, iOS 17.5`.
  package let device: String
  /// The event and its outcome.
  package let trial: CodeTrial

  /// Creates a trial for a report.
  package init(_ trial: CodeTrial, of package: AppPackage, on device: String) {
    (self.package, self.device, self.trial) = (package, device, trial)
  }
}

/// The formats of `homescreen why --launch`.
package enum CodeFormats: ReportFormats {
  /// Makes the report about one event.
  package typealias Make = @Sendable (AskedTrial) -> OutputText

  /// All formats, with the same names as those about quick actions.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText(CodeReport.text($0))) },
    ReportFormat("json", "one object on one line") {
      .forPrograms(SortedJSON.text(CodeReport.json($0)) + "\n", as: .json)
    },
  ]
}

/// The answer of `homescreen why --launch` without an event: whether the app launches on iOS 27.
package struct AskedLaunch: Sendable {
  let package: AppPackage
  let verdict: SceneRequirement
  let xcode: XcodeChoice
  /// The findings about parts that the first window lacks.
  let windows: [Finding]

  /// Whether the app launches, or the answer is uncertain.
  package var mayLaunch: Bool { verdict.answer != .ends || !xcode.requiresScenes }

  /// Creates the answer from the verdict about an app.
  package init(_ subject: LintSubject) {
    (package, verdict, xcode) = (subject.package, subject.sceneRequirement, subject.xcode)
    windows = Rules.named("scene-window-missing")?.check(subject) ?? []
  }
}

/// The formats of `homescreen why --launch` without an event.
package enum LaunchFormats: ReportFormats {
  /// Makes the report about one app.
  package typealias Make = @Sendable (AskedLaunch) -> OutputText

  /// All formats, with the same names as those about events.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { asked in
      let verdict = asked.verdict
      let words =
        switch verdict.answer {
        case .launches: "launches on iOS 27"
        case .ends: "terminated at launch on iOS 27"
        case .contradicted: "may or may not launch on iOS 27: public reports disagree"
        case .notKnown: "not known"
        }
      var lines = [
        "\(TerminalText.line(asked.package.name)), \(asked.xcode.text)",
        "built with Xcode 27: \(words) (\(verdict.fact)): \(TerminalText.line(verdict.reason))",
      ]
      for place in verdict.places { lines += [""] + CodeReport.excerpt(at: place, of: asked.package) }
      if let help = verdict.help { lines += ["", "help: \(help)"] }
      for finding in asked.windows {
        lines += ["", "\(finding.severity.rawValue): \(TerminalText.line(finding.message))"]
        lines += finding.location.map { CodeReport.excerpt(at: $0, of: asked.package) } ?? []
      }
      if !asked.xcode.requiresScenes, verdict.answer != .launches {
        lines += ["", "built with an older Xcode: launches, on iOS 27 too (LAUNCH-062)"]
      }
      return .forPeople(StyledText(lines.joined(separator: "\n") + "\n"))
    },
    ReportFormat("json", "one object on one line") { asked in
      var json: PropertyListDictionary = [
        "app": .string(asked.package.name), "xcode": .string(asked.xcode.version.description),
        "answer": .string(asked.verdict.answer.rawValue), "reason": .string(asked.verdict.reason),
        "fact": .string(asked.verdict.fact.rawValue),
        "places": .array(of: asked.verdict.places.map { .string("\($0)") }),
      ]
      json["help"] = asked.verdict.help.map { .string($0) }
      if !asked.windows.isEmpty { json["windows"] = .array(of: asked.windows.map { .string($0.message) }) }
      return .forPrograms(SortedJSON.text(.dictionary(json)) + "\n", as: .json)
    },
  ]
}

/// The text of `homescreen why --launch`: what the system did, what the sources do, and the lines that decide.
enum CodeReport {
  /// The number of lines shown before and after the one that decides.
  private static let context = 2

  static func text(_ asked: AskedTrial) -> String {
    let trial = asked.trial
    let fact = trial.fact.map { " (\($0.cited))" } ?? ""
    let reason = trial.reason.map { ": \(TerminalText.line($0))" } ?? ""
    var lines = [
      "“\(TerminalText.line(trial.event.name))” arrives at an app that \(trial.launch.phrase), \(asked.device): "
        + "\(trial.outcome.text)\(reason)\(fact)", "",
    ]
    lines += trial.trace.map { "  " + TerminalText.line($0.description) }
    var shown: Set<SourceLocation> = []
    for place in trial.places where shown.insert(place).inserted {
      lines += [""] + excerpt(at: place, of: asked.package)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(_ asked: AskedTrial) -> PropertyListValue {
    let trial = asked.trial
    var json: PropertyListDictionary = [
      "app": .string(asked.package.name), "device": .string(asked.device),
      "event": .string(trial.event.situation.kind.rawValue), "name": .string(trial.event.name),
      "launch": .string(trial.launch.rawValue), "outcome": .string(trial.outcome.rawValue),
      "places": .array(of: trial.places.map { .string("\($0)") }),
      "trace": .array(of: trial.trace.map { .string($0.description) }),
    ]
    json["reason"] = trial.reason.map { .string($0) }
    json["fact"] = trial.fact.map { .string($0.rawValue) }
    return .dictionary(json)
  }

  /// Returns a place such as `App/SceneDelegate.swift:48:3`, and the lines around it if the file can be read.
  static func excerpt(at place: SourceLocation, of package: AppPackage) -> [String] {
    var lines = ["  \(TerminalText.line("\(place)"))"]
    guard let line = place.line, let files = package.files,
      let bytes = try? files.tree.read(files.path(of: place.file) ?? place.file)
    else { return lines }
    let source = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for number in max(1, line - context)...max(1, line + context) where number <= source.count {
      let text = String(decoding: source[number - 1], as: UTF8.self)
      lines.append(
        "  \(number == line ? ">" : " ") \(DisplayWidth.padded("\(number)", to: 5)) \(TerminalText.line(text))")
    }
    return lines
  }
}
