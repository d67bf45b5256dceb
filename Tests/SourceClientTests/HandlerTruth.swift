import Events
import PropertyLists
import TestSupport

/// What people found by reading the sources of an app: `_HANDLERS.tsv`, one row for each place.
struct HandlerTruth {
  /// One place.
  struct Row {
    let file: String
    /// nil in apps of which only a text is known.
    let line: Int?
    /// The faults that must be found there: `completion-never`.
    let faults: [RuleCode]
    /// Right, or it only looks wrong: neither a warning nor an error may stand there.
    let isClean: Bool
    /// Nobody could settle it by reading.
    let isDoubtful: Bool

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 8, fields[0] != "file" else { return nil }
      file = fields[0]
      self.line = Int(fields[1])
      let marks = fields[7].split(whereSeparator: { " ;,".contains($0) })
      faults = marks.filter { $0.hasPrefix("FAULT:") }.map { RuleCode(rawValue: String($0.dropFirst("FAULT:".count))) }
      isDoubtful = marks.contains { $0.hasPrefix("DOUBTFUL") }
      isClean = faults.isEmpty && marks.contains { $0 == "CLEAN" || $0 == "TRAP" }
    }

    /// Whether a finding stands at this place: a fault may be told at a line of the same method.
    func isPlace(of finding: Finding, within lines: Int) -> Bool {
      guard let place = finding.location, place.file.hasSuffix("/\(file)"), let line, let found = place.line else {
        return false
      }
      return (line - lines...line + lines).contains(found)
    }
  }

  let rows: [Row]

  init(_ folder: String) {
    rows = (Files.text("\(folder)/_HANDLERS.tsv") ?? "").split(separator: "\n").compactMap { Row($0) }
  }
}
