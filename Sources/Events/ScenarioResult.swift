package import Platform
import PropertyLists

/// How one `it` ended.
package struct ScenarioResult: Sendable, Equatable, Recorded {
  /// The ways to end; the raw values are the words of reports.
  package enum Status: String, Sendable, CaseIterable, RecordedValue {
    case passed
    /// An assertion did not hold.
    case failed
    /// The script or the simulator raised an error.
    case error
    case pending
  }

  /// Its file, as messages name it.
  package var file: String
  /// The names of the `describe` blocks around it and its own.
  package var name: [String]
  /// The word of the hook that this is about, such as `before_each`; then the names end with it. Nil for a scenario, and
  /// for a block whose body failed.
  package var hook: String?
  /// The line of `it`.
  package var line: Int?
  /// The cell of the `matrix` that it was made for, as `cell.name` says it: `iPad, iOS 17.5, scene`; nil outside of one.
  package var cell: String?
  /// How it ended.
  package var status: Status
  /// What went wrong; nil when nothing did.
  package var problem: Problem?
  /// FNV-1a of the traces of the devices that it used, as 16 hexadecimal digits.
  package var traceHash: String
  /// What it did step by step; nil where nobody asked.
  package var steps: ScenarioSteps?
  /// How long it took, with its hooks: real time.
  package var microseconds: Int

  /// How the scenario of this file and name ended.
  package init(
    file: String, name: [String], line: Int?, cell: String? = nil, status: Status, problem: Problem? = nil,
    traceHash: String, microseconds: Int = 0
  ) {
    self.file = file
    self.name = name
    self.line = line
    self.cell = cell
    self.status = status
    self.problem = problem
    self.traceHash = traceHash
    self.microseconds = microseconds
  }

  package static var blank: Self { Self(file: "", name: [], line: nil, status: .passed, traceHash: "") }

  package mutating func fields(_ field: inout RecordFields) {
    field("file", &file)
    field("name", &name)
    field("hook", &hook)
    field("line", &line)
    field("cell", &cell)
    field("status", &status)
    field("problem", &problem)
    field("traceHash", &traceHash)
    field("steps", &steps)
    field("microseconds", &microseconds)
  }
}

/// Which scenarios of a run report their ``ScenarioSteps``; the raw values are the words of options.
package enum StepChoice: String, Sendable, CaseIterable {
  case none
  /// Those that did not pass.
  case failed
  case all

  /// Whether a scenario with this result reports them.
  package func includes(_ status: ScenarioResult.Status) -> Bool {
    switch self {
    case .none: false
    case .failed: status == .failed || status == .error
    case .all: status != .pending
    }
  }
}

/// A failure as reports show it.
package struct Problem: Sendable, Equatable, Recorded {
  /// A stable name that `homescreen explain` knows.
  package var code: String
  /// What happened, without the place.
  package var message: String
  /// What to do about it.
  package var hint: String?
  /// The ID of the fact of iOS that it rests on.
  package var fact: String?
  /// `file:line`.
  package var place: String?
  /// The line of the script, without its indentation.
  package var sourceLine: String?
  /// The Lua stack, innermost first.
  package var traceback: [String]
  /// The simulated stack, innermost first, when the error left the app's code: `in APP: CALLBACK, at TIME s`.
  package var appStack: [String] = []
  /// The script around the place, where it is at hand.
  package var excerpt: Excerpt?
  /// The last events of the trace of the device that was used last, the newest at the end, as `device.trace` prints them.
  package var lastEvents: [String] = []
  /// The picture of a snapshot, as it was kept and as it is now.
  package var picture: Picture?

  /// The pictures of a snapshot that is different.
  package struct Picture: Sendable, Equatable, Recorded {
    /// The snapshot's name.
    package var name: String
    /// The file that keeps it, as messages call it.
    package var file: String
    /// What is in the file, in SVG; nil where that is not shown. Anybody may have written it: a page takes it as a
    /// picture, never as markup.
    package var expected: String?
    /// What was drawn now, in SVG; empty where the run had no room for it.
    package var actual: String
    /// Why the kept one, or both, are not shown.
    package var remark: String?

    /// A picture without the kept one.
    package init(name: String, file: String, actual: String) {
      self.name = name
      self.file = file
      self.actual = actual
    }

    package static var blank: Self { Self(name: "", file: "", actual: "") }

    package mutating func fields(_ field: inout RecordFields) {
      field("name", &name)
      field("file", &file)
      field("expected", &expected)
      field("actual", &actual)
      field("remark", &remark)
    }
  }

  /// Some lines of a script.
  package struct Excerpt: Sendable, Equatable {
    /// The number of the first one.
    package var firstLine: Int
    /// As they stand there.
    package var lines: [String]

    /// Lines from this one on.
    package init(firstLine: Int, lines: [String]) {
      self.firstLine = firstLine
      self.lines = lines
    }
  }

  /// A problem with all that is known of it.
  package init(
    code: String, message: String, hint: String? = nil, fact: String? = nil, place: String? = nil,
    sourceLine: String? = nil, traceback: [String] = []
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.fact = fact
    self.place = place
    self.sourceLine = sourceLine
    self.traceback = traceback
  }

  /// The code of a scenario that does something else when it runs alone.
  package static let orderDependence = "order-dependence"

  /// What ended a file.
  package init(_ ending: Ending, message: String, hint: String? = nil) {
    self.init(code: ending.rawValue, message: message, hint: hint)
  }

  /// What ends a file, whatever its scenarios came to; the raw values are codes.
  package enum Ending: String, Sendable, CaseIterable {
    /// A process that a script brought down.
    case crash
    /// A script that cannot be read.
    case unreadableScript = "script-unreadable"
    /// Ctrl-C.
    case interrupt
    /// The script took too long, in processor time or in real time.
    case deadline
    /// A snapshot is not there, or is no longer used.
    case snapshot

    /// How the process ends with it.
    package var exitCode: ExitCode {
      switch self {
      case .crash: .internalFault
      case .unreadableScript: .noInput
      case .interrupt: .interrupted
      case .deadline: .watchdog
      case .snapshot: .staleSnapshots
      }
    }
  }

  /// Which of them it is; nil for what a scenario or a script raised.
  package var ending: Ending? { Ending(rawValue: code) }

  /// What is kept of a message, in bytes. Nobody reads more, and a script may raise megabytes.
  package static let maximumMessageLength = 16_384

  /// A message as a problem keeps it.
  /// - Parameter length: how many bytes are kept.
  package static func shortened(_ message: String, to length: Int = maximumMessageLength) -> String {
    let excess = message.utf8.count - length
    guard excess > 0 else { return message }
    let kept = String(decoding: message.utf8.prefix(length), as: UTF8.self)
    return "\(kept)… (\(excess) more bytes)"
  }

  package static var blank: Self { Self(code: "", message: "") }

  package mutating func fields(_ field: inout RecordFields) {
    field("code", &code)
    field("message", &message)
    field("hint", &hint)
    field("fact", &fact)
    field("place", &place)
    field("sourceLine", &sourceLine)
    var (line, lines) = (excerpt?.firstLine, excerpt?.lines)
    field("excerptLine", &line)
    field("excerpt", &lines)
    excerpt = line.map { Excerpt(firstLine: $0, lines: lines ?? []) }
    field("traceback", &traceback, unless: [])
    field("appStack", &appStack, unless: [])
    field("lastEvents", &lastEvents, unless: [])
    field("picture", &picture)
  }
}

/// `file:line`, taken apart.
package struct ProblemPlace {
  package let file: String
  package let line: Int

  /// Nil for a place without a line.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    guard let line = Int(text[text.utf8.index(after: colon)...]), line > 0 else { return nil }
    file = String(text[..<colon])
    self.line = line
  }
}

/// A scenario that failed, with all cells of its matrix in which it failed in the same way.
package struct MatrixFailure {
  /// In the first of the cells.
  package let result: ScenarioResult
  /// In the order of the run; empty for a scenario outside of a matrix.
  package private(set) var cells: [String]

  package init(_ result: ScenarioResult) {
    self.result = result
    cells = result.cell.map { [$0] } ?? []
  }

  fileprivate mutating func add(_ cell: String) { cells.append(cell) }
}

/// Collects failures inside of matrices, so that one fault over eight cells is told once: the same scenario, place and
/// code, and the same message but for what the cell is called.
package struct EqualFailures {
  private struct Key: Hashable {
    let line: Int?
    let name: ExactText
    let place: ExactText?
    let code: ExactText?
    let message: ExactText
  }

  private var places: [Key: Int] = [:]
  private var failures: [MatrixFailure] = []
  /// More different failures of a file are not kept.
  private static let maximumCount = 500

  /// Without any failure.
  package init() {}

  /// Adds a failure with a cell.
  /// - Returns: false when there is no room any more, and nothing was added.
  package mutating func add(_ result: ScenarioResult) -> Bool {
    guard let cell = result.cell else { return false }
    let words = Self.words(of: cell)
    let key = Key(
      line: result.line, name: ExactText(Self.text(result.name.joined(separator: "\n"), without: words)),
      place: result.problem?.place.map(ExactText.init), code: result.problem.map { ExactText($0.code) },
      message: ExactText(Self.text(result.problem?.message ?? "", without: words)))
    if let place = places[key] {
      failures[place].add(cell)
      return true
    }
    guard failures.count < Self.maximumCount else { return false }
    places[key] = failures.count
    failures.append(MatrixFailure(result))
    return true
  }

  /// All failures that were added since the last call, in the order in which each was met first.
  package mutating func take() -> [MatrixFailure] {
    defer { self = EqualFailures() }
    return failures
  }

  /// The parts of a cell's name, and the version alone: `iPad`, `iOS 17.5`, `17.5`, `scene`.
  private static func words(of cell: String) -> Set<ExactText> {
    var words: Set<ExactText> = []
    for part in cell.split(separator: ",") {
      let part = part.drop { $0 == " " }
      words.insert(ExactText(String(part)))
      if let last = part.split(separator: " ").last { words.insert(ExactText(String(last))) }
      if let value = part.split(separator: "=").last { words.insert(ExactText(String(value))) }
    }
    return words
  }

  /// The text with a mark for each run of letters, digits and points that is one of the words, or begins one of several
  /// words that follow.
  private static func text(_ text: String, without words: Set<ExactText>) -> String {
    var result = text
    // Longer ones first, so that “iPad Pro” is not left with “Pro”.
    let words = words.sortedTexts.sorted { $0.utf8.count > $1.utf8.count }
    for word in words where !word.isEmpty && ExactText.contains(word, in: result) {
      result = replaced(word, in: result)
    }
    return result
  }

  private static func replaced(_ word: String, in text: String) -> String {
    func joins(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { isOfWord($0.properties.generalCategory) } ?? false }
    let scalars = text.unicodeScalars
    var result = ""
    var rest = text[...]
    while let range = ExactText.firstRange(of: word, in: rest) {
      let before = range.lowerBound > text.startIndex ? scalars[scalars.index(before: range.lowerBound)] : nil
      let after = range.upperBound < text.endIndex ? scalars[range.upperBound] : nil
      result += rest[..<range.lowerBound]
      result += joins(before) || joins(after) ? word : "\u{0}"
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// A mark belongs to the letter before it.
  private static func isOfWord(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
      .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
      false
    @unknown default: false
    }
  }
}

/// How many scenarios ended in which way.
package struct RunCounts: Sendable, Equatable {
  /// Scenarios that passed.
  package var passed = 0
  /// Scenarios with an assertion that did not hold.
  package var failed = 0
  /// Scenarios that raised an error.
  package var errors = 0
  /// Scenarios that are still to be written.
  package var pending = 0
  /// Files that were run.
  package var files = 0
  /// Files that failed outside of their scenarios.
  package var failedFiles = 0
  /// Files that ran as plain scripts: they hold code, and no scenario, block or hook. None is counted where only some
  /// scenarios were asked for.
  package var scripts = 0

  /// Nothing has ended yet.
  package init() {}

  /// All scenarios, however they ended.
  package var total: Int { passed + failed + errors + pending }

  /// Adds a scenario.
  package mutating func count(_ status: ScenarioResult.Status) {
    switch status {
    case .passed: passed += 1
    case .failed: failed += 1
    case .error: errors += 1
    case .pending: pending += 1
    }
  }

  /// Adds the counts of one more file.
  package mutating func add(_ file: RunCounts, hasFailed: Bool) {
    passed += file.passed
    failed += file.failed
    errors += file.errors
    pending += file.pending
    scripts += file.scripts
    files += 1
    if hasFailed { failedFiles += 1 }
  }

  /// Those of scenarios and scripts, of a file or of a run.
  package mutating func fields(_ field: inout RecordFields) {
    field("passed", &passed)
    field("failed", &failed)
    field("errors", &errors)
    field("pending", &pending)
    field("scripts", &scripts, unless: 0)
  }
}
