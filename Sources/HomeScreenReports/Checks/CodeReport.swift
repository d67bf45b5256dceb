public import AppPackages
public import Lint
import HomeScreenSimulator
public import Platform
import PropertyLists

/// One event on its way through an app's own code, with the app whose sources say so.
public struct AskedTrial: Sendable {
  /// The app.
  public let package: AppPackage
  /// The device, for people: `iPhone 15, iOS 17.5`.
  public let device: String
  /// What came, and what became of it.
  public let trial: CodeTrial

  /// A trial for a report.
  public init(_ trial: CodeTrial, of package: AppPackage, on device: String) {
    self.package = package
    self.device = device
    self.trial = trial
  }
}

/// The formats of what `homescreen why --launch` tells.
public enum CodeFormats: ReportFormats {
  /// Makes the report about one event.
  public typealias Make = @Sendable (AskedTrial) -> OutputText

  /// The table of them: of the same names as those about quick actions.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText(CodeReport.text($0))) },
    ReportFormat("json", "one object on one line") {
      .forPrograms(SortedJSON.text(CodeReport.json($0)) + "\n", as: .json)
    },
  ]
}

/// What `homescreen why --launch` prints: what the system did, what the sources make of it, and the lines that decide.
enum CodeReport {
  /// The lines around one that decides.
  private static let context = 2

  static func text(_ asked: AskedTrial) -> String {
    let trial = asked.trial
    let fact = trial.fact.map { " (\($0))" } ?? ""
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

  /// `App/SceneDelegate.swift:48:3`, and the lines around it where the file can be read.
  private static func excerpt(at place: SourceLocation, of package: AppPackage) -> [String] {
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
