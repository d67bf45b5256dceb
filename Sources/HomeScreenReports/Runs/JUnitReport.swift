import AppPackages
package import Events
import Platform
import PropertyLists

/// Renders events as JUnit XML for Jenkins and GitLab: a suite for each file, a case for each scenario.
///
/// The start tag of a suite has the number of its cases, so a file is kept until its end. A file with very many
/// scenarios, or megabytes of text, becomes several suites of the same name. The document is complete however the run
/// ends.
package final class JUnitReport: EventReport {
  private let write: (String) -> Void
  private let origin: EventOrigin
  private var header: RunHeader?
  private var suites: [ExactText: Suite] = [:]
  private var tally = RunTally()

  /// The maximum bytes of a file kept before its suite is closed.
  private static let maximumBytes = 4 << 20

  /// Creates an empty report.
  ///
  /// - Parameter write: receives each line, without its end.
  package init(of origin: EventOrigin = .scenarios, write: @escaping (String) -> Void) {
    (self.origin, self.write) = (origin, write)
  }

  /// Collects the data of an event, and writes finished suites.
  package func add(_ event: RunEvent) {
    tally.add(event)
    switch event {
    case .runStarted(let header):
      self.header = header
      write(#"<?xml version="1.0" encoding="UTF-8"?>"#)
      write(#"<testsuites name="homescreen">"#)
    case .pluginFailed(let plugin, let problem):
      var suite = Suite(name: "plugins", file: nil)
      suite.add(JUnitCase(name: plugin, className: "plugins", problem: problem, isFailure: false))
      close(suite)
    case .fileStarted(let file, _, _):
      // The same file may run twice, and its first run may lack an end.
      if let old = suites.removeValue(forKey: ExactText(file)) { close(old) }
      suites[ExactText(file)] = Suite(name: file, file: file)
    case .output(let file, let text): change(file) { $0.add(output: text) }
    case .note(let file, let text): change(file) { $0.add(note: text) }
    case .scenarioListed(let scenario): change(scenario.file) { $0.add(JUnitCase(scenario)) }
    case .scenarioFinished(let result): change(result.file) { $0.add(JUnitCase(result, repeatable)) }
    case .fileFailed(let file, let problem):
      change(file) { suite in
        var item = JUnitCase(
          name: "the file itself", className: JUnitCase.className(of: file), problem: problem, isFailure: false)
        item.file = file
        item.properties = [("repeat", RepeatCommand.text(header, file: file))]
        suite.add(item)
      }
    case .fileFinished(let file, _, _): if let suite = suites.removeValue(forKey: ExactText(file)) { close(suite) }
    case .runFinished(_, _, let exitCode): finish(exitCode)
    }
  }

  /// The header, if a failure can be repeated with its command.
  private var repeatable: RunHeader? { origin == .scenarios ? header : nil }

  private func change(_ file: String, _ body: (inout Suite) -> Void) {
    var suite = suites.removeValue(forKey: ExactText(file)) ?? Suite(name: file, file: file)
    body(&suite)
    if suite.bytes > Self.maximumBytes {
      close(suite)
      suite = Suite(name: file, file: file)
      suite.isContinued = true
    }
    suites[ExactText(file)] = suite
  }

  private func close(_ suite: Suite) {
    // The suites split off before contain everything already.
    if suite.isContinued, suite.bytes == 0 { return }
    suite.write(header, origin, to: write)
  }

  private func finish(_ exitCode: ExitCode) {
    for name in Set(suites.keys).sortedTexts { if let suite = suites[ExactText(name)] { close(suite) } }
    suites = [:]
    if !tally.explains(exitCode) {
      var suite = Suite(name: "run", file: nil)
      suite.add(
        JUnitCase(
          name: "the run itself", className: "run", problem: Problem(code: exitCode.name, message: exitCode.meaning),
          isFailure: false))
      close(suite)
    }
    write("</testsuites>")
  }
}

/// A suite so far.
private struct Suite {
  let name: String
  let file: String?
  /// Whether another suite of the file was written before.
  var isContinued = false
  /// The size of the text kept.
  private(set) var bytes = 0
  private var counts: [JUnitCase.Outcome: Int] = [:]
  private var microseconds = 0
  private var lines: [String] = []
  private var output: [String] = []
  private var notes: [String] = []

  init(name: String, file: String?) { (self.name, self.file) = (name, file) }

  mutating func add(_ item: JUnitCase) {
    counts[item.outcome, default: 0] += 1
    microseconds += item.microseconds
    for line in item.lines {
      bytes += line.utf8.count
      lines.append(line)
    }
  }

  mutating func add(output text: String) {
    let text = XMLText.escaped(text)
    bytes += text.utf8.count + 1
    output.append(text)
  }

  mutating func add(note text: String) {
    let text = XMLText.escaped(text)
    bytes += text.utf8.count + 1
    notes.append(text)
  }

  func write(_ header: RunHeader?, _ origin: EventOrigin, to write: (String) -> Void) {
    func count(_ outcome: JUnitCase.Outcome) -> String { String(counts[outcome, default: 0]) }
    let total = counts.values.reduce(0, +)
    write(
      "  "
        + XMLText.tag(
          "testsuite",
          [
            "name": name, "file": file, "tests": String(total), "failures": count(.failure), "errors": count(.error),
            "skipped": count(.skipped), "time": Seconds.text(microseconds),
          ]) + ">")
    if let header {
      let properties =
        (origin == .scenarios ? [("seed", String(header.seed))] : []) + [("version", header.version)]
        + (header.shuffleSeed.map { [("shuffleSeed", $0)] } ?? []) + (header.shard.map { [("shard", $0)] } ?? [])
      JUnitCase.lines(properties).forEach { write("    \($0)") }
    }
    for line in lines { write(line) }
    for (element, texts) in [("system-out", output), ("system-err", notes)] where !texts.isEmpty {
      TextLines.of("    <\(element)>" + texts.joined(separator: "\n") + "</\(element)>").forEach(write)
    }
    write("  </testsuite>")
  }
}

/// A test case in JUnit XML.
struct JUnitCase {
  /// The outcomes that a suite counts.
  enum Outcome { case passed, failure, error, skipped }

  let name: String
  let className: String
  let outcome: Outcome
  var file: String?
  var line: Int?
  var microseconds = 0
  var properties: [(name: String, value: String)] = []
  private let problem: Problem?

  /// Creates a case for a failure outside the scenarios.
  init(name: String, className: String, problem: Problem, isFailure: Bool) {
    (self.name, self.className, self.problem) = (name, className, problem)
    outcome = isFailure ? .failure : .error
  }

  /// Creates a case for a scenario.
  /// - Parameter header: the header of the run, for the command that repeats it; nil if there is no such command.
  init(_ result: ScenarioResult, _ header: RunHeader?) {
    name = result.name.joined(separator: " › ")
    className = Self.className(of: result.file)
    problem = result.problem
    outcome =
      switch result.status {
      case .passed: .passed
      case .failed: .failure
      case .error: .error
      case .pending: .skipped
      }
    file = result.file
    line = result.line
    microseconds = result.microseconds
    if let cell = result.cell { properties.append(("cell", cell)) }
    guard outcome == .failure || outcome == .error else { return }
    guard let header else { return }
    properties.append(("seed", String(header.seed)))
    properties.append(("traceHash", result.traceHash))
    properties.append(("repeat", RepeatCommand.text(header, result)))
  }

  /// Creates a case for a scenario that did not run.
  init(_ scenario: ListedScenario) {
    name = scenario.name.joined(separator: " › ")
    className = Self.className(of: scenario.file)
    problem = Problem(code: "listed", message: "only listed")
    outcome = .skipped
    file = scenario.file
    line = scenario.line
    if let cell = scenario.cell { properties.append(("cell", cell)) }
  }

  /// Returns the class name. Jenkins takes the text before the last dot as the package: `specs/icons.lua` is `specs.icons`.
  static func className(of file: String) -> String {
    let parts = FileTreePath.parts(of: file).filter { $0 != "." && $0 != ".." }
    let name = parts.joined(separator: ".")
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  /// The lines of the element.
  var lines: [String] {
    let tag =
      "    "
      + XMLText.tag(
        "testcase",
        [
          "name": name, "classname": className, "file": file, "line": line.map(String.init),
          "time": Seconds.text(microseconds),
        ])
    var inner = Self.lines(properties)
    switch outcome {
    case .passed: break
    case .skipped: inner.append(XMLText.tag("skipped", ["message": problem?.message ?? "pending"]) + "/>")
    case .failure: inner.append(element("failure"))
    case .error: inner.append(element("error"))
    }
    // Further lines of a text are not indented.
    return inner.isEmpty
      ? ["\(tag)/>"] : ["\(tag)>"] + inner.flatMap { TextLines.of("      \($0)") } + ["    </testcase>"]
  }

  /// Returns the lines of the properties element; none without properties.
  static func lines(_ properties: [(name: String, value: String)]) -> [String] {
    guard !properties.isEmpty else { return [] }
    return ["<properties>"]
      + properties.map { "  " + XMLText.tag("property", ["name": $0.name, "value": $0.value]) + "/>" }
      + ["</properties>"]
  }

  private func element(_ name: String) -> String {
    let first = TextLines.of(problem?.message ?? "").first ?? ""
    let text =
      problem.map { ProblemText.lines($0).map { $0.rendered(hasStyles: false) } }?.joined(separator: "\n") ?? ""
    return XMLText.tag(name, ["message": first, "type": problem?.code ?? name]) + ">\(XMLText.escaped(text))</\(name)>"
  }
}

/// Untrusted text in XML 1.0.
enum XMLText {
  /// Escapes markup characters as entities, and makes characters visible that XML forbids or terminals obey.
  static func escaped(_ text: String, isOneLine: Bool = false) -> String {
    let escaped = MarkupText.escaped(TerminalText.visible(text, isOneLine: isOneLine))
    // Apart from control characters, XML excludes only these two.
    guard escaped.utf8.contains(0xEF) else { return escaped }
    var written = String.UnicodeScalarView()
    for scalar in escaped.unicodeScalars {
      switch scalar {
      case "\u{FFFE}": written.append(contentsOf: #"\u{FFFE}"#.unicodeScalars)
      case "\u{FFFF}": written.append(contentsOf: #"\u{FFFF}"#.unicodeScalars)
      default: written.append(scalar)
      }
    }
    return String(written)
  }

  /// Returns a start tag without its end, with ` name="value"` for each attribute that has a value.
  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String?>) -> String {
    var tag = "<\(name)"
    for (key, value) in attributes { if let value { tag += " \(key)=\"\(escaped(value, isOneLine: true))\"" } }
    return tag
  }
}
