/// Reads the tables of one ledger: rows `| ID | Behaviour | iOS versions | Confidence | Source |` under `##` titles.
enum FactLedgerParser {
  static func facts(in text: String, ledger: String) -> [Fact] {
    var facts: [Fact] = []
    var area = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        area = sectionTitle(line.dropFirst(3))
      } else if line.hasPrefix("| "), let fact = fact(in: line, area: area, ledger: ledger) {
        facts.append(fact)
      }
    }
    return facts
  }

  /// `4. Errors` → `Errors`.
  private static func sectionTitle(_ heading: Substring) -> String {
    let parts = heading.split(separator: " ", maxSplits: 1)
    if parts.count == 2, parts[0].last == ".", parts[0].dropLast().allSatisfy(\.isNumber) { return String(parts[1]) }
    return String(heading)
  }

  /// The fact of a row; nil for the table's head and for any row that is not a fact.
  private static func fact(in row: Substring, area: String, ledger: String) -> Fact? {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(trimmed)
    guard cells.count == 5, let confidence = FactConfidence(rawValue: cells[3]) else { return nil }
    return Fact(
      id: FactID(cells[0]), behaviour: cells[1], versions: cells[2], confidence: confidence, source: cells[4],
      area: area, ledger: ledger)
  }

  private static func trimmed(_ cell: Substring) -> String {
    var cell = cell
    while cell.first == " " { cell.removeFirst() }
    while cell.last == " " { cell.removeLast() }
    return String(cell)
  }
}
