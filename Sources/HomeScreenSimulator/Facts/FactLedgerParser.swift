/// Reads the tables of one ledger: rows `| ID | Behaviour | iOS versions | Holds | Confidence | Source | Status | Since |`
/// under `##` titles.
struct FactLedgerParser {
  /// The rows that can be read, in their order.
  private(set) var facts: [Fact] = []
  /// What is wrong with the others: a sentence for each.
  private(set) var problems: [String] = []
  private let ledger: String
  private var area = ""

  /// - Parameter ledger: the name of the ledger.
  init(_ text: String, ledger: String) {
    self.ledger = ledger
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        area = Self.sectionTitle(line.dropFirst(3))
      } else if line.hasPrefix("| ") {
        read(line)
      }
    }
  }

  /// `4. Errors` → `Errors`.
  private static func sectionTitle(_ heading: Substring) -> String {
    let parts = heading.split(separator: " ", maxSplits: 1)
    if parts.count == 2, parts[0].last == ".", parts[0].dropLast().allSatisfy(\.isNumber) { return String(parts[1]) }
    return String(heading)
  }

  /// A row whose first cell is an ID is a fact; a table's head and all other tables are none.
  private mutating func read(_ row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(Self.trimmed)
    guard let id = cells.first, Self.isID(id) else { return }
    guard cells.count == Self.columns else {
      return refuse(id, "has \(cells.count) columns, not \(Self.columns)")
    }
    guard let confidence = FactConfidence(rawValue: cells[4]) else {
      return refuse(id, "has the confidence “\(cells[4])”", FactConfidence.allCases.map(\.rawValue))
    }
    guard let status = FactStatus(ledger: cells[6]) else {
      return refuse(id, "has the status “\(cells[6])”", FactStatus.words.dropLast() + ["not modelled: WHY"])
    }
    let since = cells[7] == Self.nothing ? nil : cells[7]
    guard status.isModelled == (since.map(Self.isRelease) ?? false), status.isModelled || since == nil else {
      return refuse(
        id,
        status.isModelled
          ? "is modelled, so its last column is a release such as 0.1.0, not “\(cells[7])”"
          : "is not modelled, so its last column is “\(Self.nothing)”, not “\(cells[7])”")
    }
    guard status.hasScenario == (cells[3] != Self.nothing) else {
      return refuse(
        id,
        status.hasScenario
          ? "is modelled, so the column “Holds” has its bounds, such as “10.3+; else absent”, not “\(Self.nothing)”"
          : "has no scenario, so the column “Holds” is “\(Self.nothing)”, not “\(cells[3])”")
    }
    do throws(FactBounds.Problem) {
      facts.append(
        Fact(
          id: FactID(id), behaviour: cells[1], versions: cells[2],
          bounds: status.hasScenario ? try FactBounds(cells[3]) : nil, confidence: confidence, source: cells[5],
          status: status, since: since, area: area, ledger: ledger))
    } catch {
      refuse(id, error.message, error.choices)
    }
  }

  private static let columns = 8
  private static let nothing = "—"

  private mutating func refuse(_ id: String, _ problem: String, _ choices: [String] = []) {
    let hint = choices.isEmpty ? "" : "; use one of \(choices.joined(separator: ", "))"
    problems.append("\(ledger).md: \(id) \(problem)\(hint)")
  }

  /// `ICON-039`: capital letters, a hyphen, digits.
  private static func isID(_ cell: String) -> Bool {
    let parts = cell.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { $0.isASCII && $0.isUppercase }
      && !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// `0.1.0`
  private static func isRelease(_ cell: String) -> Bool {
    let parts = cell.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  private static func trimmed(_ cell: Substring) -> String {
    var cell = cell
    while cell.first == " " { cell.removeFirst() }
    while cell.last == " " { cell.removeLast() }
    return String(cell)
  }
}
