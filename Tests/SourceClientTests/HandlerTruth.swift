import Events
import PropertyLists
import TestSupport

/// The results of a manual reading of an app's sources: `_HANDLERS.tsv`, one row per location.
struct HandlerTruth {
  /// A location.
  struct Row {
    let file: String
    /// nil in apps with a known text only.
    let line: Int?
    /// The expected problems: `completion-never`.
    let faults: [RuleCode]
    /// Correct, or only suspicious: neither a warning nor an error is allowed.
    let isClean: Bool
    /// Undecidable by reading.
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

    /// Whether a finding is at this location; a problem may be reported at another line of the method.
    func isPlace(of finding: Finding, within lines: Int) -> Bool {
      ([finding.location].compactMap(\.self) + finding.otherLocations).contains { place in
        guard place.file.hasSuffix("/\(file)"), let line, let found = place.line else { return false }
        return (line - lines...line + lines).contains(found)
      }
    }
  }

  let rows: [Row]

  init(_ folder: String) {
    rows = (Files.text("\(folder)/_HANDLERS.tsv") ?? "").split(separator: "\n").compactMap { Row($0) }
  }
}
