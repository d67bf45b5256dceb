package import Platform
import PropertyLists

/// The result of one `it`.
package struct ScenarioResult: Sendable, Equatable, Recorded {
  /// The possible results; the raw values are the words of reports.
  package enum Status: String, Sendable, CaseIterable, RecordedValue {
    case passed
    /// An assertion failed.
    case failed
    /// The script or the simulator raised an error.
    case error
    case pending
  }

  /// The file, by its name in messages.
  package var file: String
  /// The names of the enclosing `describe` blocks and of the scenario.
  package var name: [String]
  /// The hook that this result is about, such as `before_each`, which is also the last name. Nil for a scenario, and
  /// for a block that failed in its body.
  package var hook: String?
  /// The line of `it`.
  package var line: Int?
  /// The cell of the `matrix`, in the form of `cell.name`: `iPad, iOS 17.5, scene`; nil outside a matrix.
  package var cell: String?
  package var status: Status
  /// The failure; nil if there is none.
  package var problem: Problem?
  /// The FNV-1a hash of the traces of the devices in the scenario, as 16 hexadecimal digits.
  package var traceHash: String
  /// The steps of the scenario; nil unless the run records them.
  package var steps: ScenarioSteps?
  /// The duration with hooks, in real time.
  package var microseconds: Int

  /// Creates the result of a scenario.
  package init(
    file: String, name: [String], line: Int?, cell: String? = nil, status: Status, problem: Problem? = nil,
    traceHash: String, microseconds: Int = 0
  ) {
    (self.file, self.name, self.line, self.cell, self.status) = (file, name, line, cell, status)
    (self.problem, self.traceHash, self.microseconds) = (problem, traceHash, microseconds)
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

/// The scenarios that report their ``ScenarioSteps``; the raw values are the words of options.
package enum StepChoice: String, Sendable, CaseIterable {
  case none
  /// Scenarios that did not pass.
  case failed
  case all

  /// Whether a scenario with this result reports its steps.
  package func includes(_ status: ScenarioResult.Status) -> Bool {
    switch self {
    case .none: false
    case .failed: status == .failed || status == .error
    case .all: status != .pending
    }
  }
}

/// A failure in the form that reports show.
package struct Problem: Sendable, Equatable, Recorded {
  /// A stable code that `homescreen explain` knows.
  package var code: String
  /// A description of the failure, without the place.
  package var message: String
  /// Advice on how to fix it.
  package var hint: String?
  /// The ID of the fact about iOS that the failure rests on.
  package var fact: String?
  /// `file:line`.
  package var place: String?
  /// The line of the script, without its indentation.
  package var sourceLine: String?
  /// The Lua stack, innermost first.
  package var traceback: [String]
  /// The simulated stack, innermost first, when the error left the app's code: `in APP: CALLBACK, at TIME s`.
  package var appStack: [String] = []
  /// The lines of the script around the place, if available.
  package var excerpt: Excerpt?
  /// The last events in the trace of the last used device, newest last, in the form that `device.trace` prints.
  package var lastEvents: [String] = []
  /// The stored picture and the new picture of a snapshot.
  package var picture: Picture?

  /// The pictures of a snapshot that differs.
  package struct Picture: Sendable, Equatable, Recorded {
    /// The snapshot's name.
    package var name: String
    /// The file that stores the picture, by its name in messages.
    package var file: String
    /// The stored SVG; nil if it is not shown. It is not trusted: a page must embed it as an image, not as markup.
    package var expected: String?
    /// The new SVG; empty if it exceeded the size limit of the run.
    package var actual: String
    /// The reason why one or both pictures are not shown.
    package var remark: String?

    /// Creates a picture without the stored one.
    package init(name: String, file: String, actual: String) {
      (self.name, self.file, self.actual) = (name, file, actual)
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
    package var firstLine: Int
    package var lines: [String]

    package init(firstLine: Int, lines: [String]) { (self.firstLine, self.lines) = (firstLine, lines) }
  }

  /// Creates a problem with all its details.
  package init(
    code: String, message: String, hint: String? = nil, fact: String? = nil, place: String? = nil,
    sourceLine: String? = nil, traceback: [String] = []
  ) {
    (self.code, self.message, self.hint, self.fact, self.place) = (code, message, hint, fact, place)
    (self.sourceLine, self.traceback) = (sourceLine, traceback)
  }

  /// The code of a scenario that behaves differently when it runs alone.
  package static let orderDependence = "order-dependence"

  /// Creates the problem that ended a file.
  package init(_ ending: Ending, message: String, hint: String? = nil) {
    self.init(code: ending.rawValue, message: message, hint: hint)
  }

  /// A reason that ends a file, whatever the results of its scenarios; the raw values are codes.
  package enum Ending: String, Sendable, CaseIterable {
    /// A script crashed its process.
    case crash
    /// The script cannot be read.
    case unreadableScript = "script-unreadable"
    /// Ctrl-C.
    case interrupt
    /// The script exceeded its limit of processor time or real time.
    case deadline
    /// A snapshot is missing or no longer used.
    case snapshot

    /// The exit code of the process.
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

  /// The reason that ended the file; nil for an error of a scenario or a script.
  package var ending: Ending? { Ending(rawValue: code) }

  /// The maximum length of a message, in bytes. A script can raise megabytes.
  package static let maximumMessageLength = 16_384

  /// Returns a message, shortened if necessary.
  /// - Parameter length: the maximum length in bytes.
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

/// The parts of a `file:line` place.
package struct ProblemPlace {
  package let file: String
  package let line: Int

  /// Returns nil for a place without a line.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    guard let line = Int(text[text.utf8.index(after: colon)...]), line > 0 else { return nil }
    file = String(text[..<colon])
    self.line = line
  }
}

/// A scenario that failed, with all cells of its matrix that have the same failure.
package struct MatrixFailure {
  /// The result in the first of the cells.
  package let result: ScenarioResult
  /// The cells in the order of the run; empty for a scenario outside a matrix.
  package private(set) var cells: [String]

  package init(_ result: ScenarioResult) {
    self.result = result
    cells = result.cell.map { [$0] } ?? []
  }

  fileprivate mutating func add(_ cell: String) { cells.append(cell) }
}

/// Groups failures in matrices, so that one failure in eight cells is reported once. Failures are equal if their
/// scenario, place, code and message are, ignoring the name of the cell.
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
  /// The maximum number of different failures that are kept for a file.
  private static let maximumCount = 500

  /// Creates an empty group.
  package init() {}

  /// Adds a failure in a cell.
  /// - Returns: false if the limit is reached and the failure was not added.
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

  /// Returns the failures added since the last call, in the order of first occurrence.
  package mutating func take() -> [MatrixFailure] {
    defer { self = EqualFailures() }
    return failures
  }

  /// Returns the parts of a cell's name, and their last words: `iPad`, `iOS 17.5`, `17.5`, `scene`.
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

  /// Replaces each occurrence of one of the words with a mark, except inside a longer word.
  private static func text(_ text: String, without words: Set<ExactText>) -> String {
    var result = text
    // Longer words first, so that “iPad” does not match in “iPad Pro”.
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

  /// Whether the character is part of a word. A combining mark belongs to the letter before it.
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

/// The number of scenarios by result, and of files.
package struct RunCounts: Sendable, Equatable {
  /// Scenarios that passed.
  package var passed = 0
  /// Scenarios with a failed assertion.
  package var failed = 0
  /// Scenarios that raised an error.
  package var errors = 0
  /// Scenarios that are not written yet.
  package var pending = 0
  /// Files that were run.
  package var files = 0
  /// Files that failed outside their scenarios.
  package var failedFiles = 0
  /// Files that ran as plain scripts: files with code but without scenarios, blocks or hooks. The count is 0 if the run
  /// selects scenarios.
  package var scripts = 0

  /// Creates counts of zero.
  package init() {}

  /// The number of all scenarios.
  package var total: Int { passed + failed + errors + pending }

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

  /// Visits the fields for scenarios and scripts, of a file or of a run.
  package mutating func fields(_ field: inout RecordFields) {
    field("passed", &passed)
    field("failed", &failed)
    field("errors", &errors)
    field("pending", &pending)
    field("scripts", &scripts, unless: 0)
  }
}
