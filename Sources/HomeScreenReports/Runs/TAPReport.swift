package import Events
import Platform
import PropertyLists

/// Renders events as TAP version 14: a line for each scenario and each broken file, the details of a failure as YAML,
/// everything else as comments. The plan is at the end, when the number of lines is known; a run that ends early has
/// `Bail out!` instead.
package final class TAPReport: EventReport {
  private let write: (String) -> Void
  private let origin: EventOrigin
  private var header: RunHeader?
  private var number = 0
  private var tally = RunTally()

  /// Creates an empty report.
  ///
  /// - Parameter write: receives each line, without its end.
  package init(of origin: EventOrigin = .scenarios, write: @escaping (String) -> Void) {
    (self.origin, self.write) = (origin, write)
  }

  package func add(_ event: RunEvent) {
    tally.add(event)
    switch event {
    case .runStarted(let header):
      self.header = header
      write("TAP version 14")
    case .pluginFailed(let plugin, let problem): add("plugin \(plugin)", problem, file: nil)
    case .fileStarted, .fileFinished: break
    case .output(_, let text): comment(text)
    case .note(let file, let text): comment("note \(TerminalText.visible(file, isOneLine: true)): \(text)")
    case .scenarioListed(let scenario):
      point(true, ([scenario.file] + scenario.name).joined(separator: " › "), directive: "SKIP only listed")
    case .scenarioFinished(let result): add(result)
    case .fileFailed(let file, let problem): add(file, problem, file: file)
    case .runFinished(_, let traceHash, let exitCode): finish(traceHash, exitCode)
    }
  }

  private func add(_ result: ScenarioResult) {
    let name = ([result.file] + result.name).joined(separator: " › ")
    switch result.status {
    case .passed: point(true, name)
    case .pending: point(true, name, directive: "SKIP \(result.problem?.message ?? "pending")")
    case .failed, .error:
      point(false, name)
      var details = YAMLBlock()
      details.add(result.problem, severity: result.status == .failed ? "fail" : "error")
      details.add(at: result.problem?.place, file: result.file, line: result.line)
      details.add("cell", result.cell)
      if origin == .scenarios {
        details.add("seed", header.map { String($0.seed) })
        details.add("traceHash", result.traceHash)
        details.add("repeat", RepeatCommand.text(header, result))
      }
      details.lines.forEach(write)
    }
  }

  private func add(_ name: String, _ problem: Problem, file: String?) {
    point(false, name)
    var details = YAMLBlock()
    details.add(problem, severity: "error")
    if let file {
      details.add(at: problem.place, file: file, line: nil)
      details.add("seed", header.map { String($0.seed) })
      details.add("repeat", RepeatCommand.text(header, file: file))
    }
    details.lines.forEach(write)
  }

  private func point(_ isGood: Bool, _ name: String, directive: String? = nil) {
    number += 1
    let description = name.isEmpty ? "a name without a letter" : Self.escaped(name)
    write("\(isGood ? "ok" : "not ok") \(number) - \(description)" + (directive.map { " # \(Self.escaped($0))" } ?? ""))
  }

  private func comment(_ text: String) {
    for line in TextLines.of(text) { write("# \(TerminalText.visible(line))") }
  }

  private func finish(_ traceHash: String, _ exitCode: ExitCode) {
    if origin == .scenarios { comment("trace \(traceHash)") }
    if let order = header?.order { comment(order) }
    if exitCode == .interrupted || !tally.explains(exitCode) {
      write("Bail out!  \(exitCode.meaning)")
    } else {
      write(
        number == 0
          ? "1..0 # SKIP \(ExitCode.nothingMatched == exitCode ? exitCode.meaning : "no scenarios")" : "1..\(number)")
    }
  }

  /// Escapes a description, in which `#` would start a directive.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.visible(text, isOneLine: true).unicodeScalars {
      if scalar == "#" || scalar == "\\" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}

/// The YAML between `---` and `...`, indented as TAP requires. Texts are JSON strings, which are valid YAML.
private struct YAMLBlock {
  private var content: [String] = []

  var lines: [String] { ["  ---"] + content + ["  ..."] }

  mutating func add(_ name: String, _ text: String?, indent: String = "") {
    guard let text else { return }
    content.append("  \(indent)\(name): \(Self.quoted(text))")
  }

  /// Adds one text instead of a list, because Perl's harness takes list items with a colon for keys.
  mutating func add(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { add(name, texts.joined(separator: "\n")) }
  }

  mutating func add(_ problem: Problem?, severity: String) {
    add("message", problem?.message ?? "")
    add("severity", severity)
    add("code", problem?.code)
    add("hint", problem?.hint)
    add("fact", problem?.fact)
    add("stack", (problem?.traceback ?? []) + (problem?.appStack ?? []))
    add("lastEvents", problem?.lastEvents ?? [])
  }

  /// Adds the place of the problem, otherwise of the scenario.
  mutating func add(at place: String?, file: String, line: Int?) {
    let found = place.flatMap(ProblemPlace.init)
    content.append("  at:")
    add("file", found?.file ?? file, indent: "  ")
    if let line = found?.line ?? line { content.append("    line: \(line)") }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = ""
    JSONTree.quote(text, into: &quoted)
    guard quoted.utf8.contains(0xEF) else { return quoted }
    // Apart from control characters, YAML prints only these two as escapes.
    return quoted.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\u{FFFE}", "\u{FFFF}": result += "\\u" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
