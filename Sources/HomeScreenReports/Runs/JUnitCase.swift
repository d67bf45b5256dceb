import AppPackages
import Events
import Platform

/// A case of JUnit's XML.
struct JUnitCase {
  /// What a suite counts.
  enum Outcome { case passed, failure, error, skipped }

  let name: String
  let className: String
  let outcome: Outcome
  var file: String?
  var line: Int?
  var microseconds = 0
  var properties: [(name: String, value: String)] = []
  private let problem: Problem?

  /// What failed and is no scenario.
  init(name: String, className: String, problem: Problem, isFailure: Bool) {
    self.name = name
    self.className = className
    self.problem = problem
    outcome = isFailure ? .failure : .error
  }

  /// A scenario.
  /// - Parameter header: of the run that it is repeated in; nil for what no run repeats.
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

  /// A scenario that was not run.
  init(_ scenario: ListedScenario) {
    name = scenario.name.joined(separator: " › ")
    className = Self.className(of: scenario.file)
    problem = Problem(code: "listed", message: "only listed")
    outcome = .skipped
    file = scenario.file
    line = scenario.line
    if let cell = scenario.cell { properties.append(("cell", cell)) }
  }

  /// Jenkins makes packages of what stands in front of a point: `specs/icons.lua` is `specs.icons`.
  static func className(of file: String) -> String {
    let parts = FileTreePath.parts(of: file).filter { $0 != "." && $0 != ".." }
    let name = parts.joined(separator: ".")
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  /// The element, line by line.
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
    // Further lines of a text stand as they are.
    return inner.isEmpty
      ? ["\(tag)/>"] : ["\(tag)>"] + inner.flatMap { TextLines.of("      \($0)") } + ["    </testcase>"]
  }

  /// The element of properties, line by line; none when there are none.
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
