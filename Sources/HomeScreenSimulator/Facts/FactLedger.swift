internal import CFacts
import PropertyLists

/// The facts about iOS in this program, parsed from their tables at first use.
public enum FactLedger {
  /// All facts, in the order of the ledgers.
  public static let all: [Fact] = ledgers.flatMap(\.facts)

  /// The rows of the ledgers that cannot be parsed, each with a sentence about the reason. Empty if the tests pass.
  package static let problems: [String] = ledgers.flatMap(\.problems)

  /// The hash of all ledgers, names and texts, as 16 hexadecimal digits: programs with equal hashes have equal facts.
  public static var hash: String {
    var hash = FNV1a64()
    for index in 0..<cfacts_ledger_count() {
      let ledger = cfacts_ledger(index)
      hash.feed(ledger.name.map { String(cString: $0) })
      hash.feed(Int64(ledger.length))
      for byte in UnsafeBufferPointer(start: ledger.bytes, count: ledger.length) { hash.feed(byte) }
    }
    return hash.hexadecimal
  }

  private static let ledgers = texts.map { FactLedgerParser($0.text, ledger: $0.name) }

  /// The names and texts of all ledgers; the ledger of the system's texts has no facts.
  static let texts: [(name: String, text: String)] = (0..<cfacts_ledger_count()).compactMap { index in
    let ledger = cfacts_ledger(index)
    guard let bytes = ledger.bytes, let name = ledger.name else { return nil }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: ledger.length), as: UTF8.self)
    return (String(cString: name), text)
  }

  /// Parses a ledger that is not part of this program.
  ///
  /// - Returns: the valid rows, and a sentence about each of the others.
  package static func read(_ text: String, name: String) -> (facts: [Fact], problems: [String]) {
    let ledger = FactLedgerParser(text, ledger: name)
    return (ledger.facts, ledger.problems)
  }

  private static let indexByID: [FactID: Int] = {
    var index: [FactID: Int] = [:]
    for (position, fact) in all.enumerated() { index[fact.id] = position }
    return index
  }()

  /// Returns the fact with this ID, or nil.
  public static func fact(_ id: FactID) -> Fact? { indexByID[id].map { all[$0] } }

  /// Returns the fact for `text`: letter case and missing zeros do not matter (`icon-39`). Nil if there is none.
  public static func fact(named text: String) -> Fact? {
    fact(FactID(text)) ?? normalised(text).flatMap { fact(FactID($0)) }
  }

  /// Returns similar IDs, best first, at most five; empty if none is similar.
  ///
  /// `ICON-39` gives `ICON-039`; a bare number gives every fact with that number; otherwise the nearest spellings.
  public static func suggestions(for text: String) -> [FactID] {
    if let exact = fact(named: text) { return [exact.id] }
    if let number = Int(text), number > 0 {
      return Array(all.lazy.map(\.id).filter { Self.number(of: $0) == number }.prefix(5))
    }
    let wanted = normalised(text) ?? String(Spelling.beginning(of: text)).uppercased()
    return Spelling.nearest(to: wanted, in: all.map(\.id.rawValue), atMost: 5).map { FactID($0) }
  }

  private static func number(of id: FactID) -> Int? { id.rawValue.split(separator: "-").last.flatMap { Int($0) } }

  /// Normalises `icon-39`, `ICON 39` and `icon39` to `ICON-039`; nil unless the text is letters followed by a number.
  private static func normalised(_ text: String) -> String? {
    guard text.utf8.count <= Spelling.longestText else { return nil }
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count).drop { $0 == "-" || $0 == " " || $0 == "_" }
    guard !letters.isEmpty, let number = Int(rest), number >= 0 else { return nil }
    let digits = String(number)
    return letters.uppercased() + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}

/// Parses the tables of a ledger, under `##` titles, with rows
/// `| ID | Behaviour | iOS versions | Holds | Confidence | Source | Status | Since |`.
struct FactLedgerParser {
  /// The valid rows, in order.
  private(set) var facts: [Fact] = []
  /// A sentence about each invalid row.
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

  /// Removes the number of a heading: `4. Errors` becomes `Errors`.
  private static func sectionTitle(_ heading: Substring) -> String {
    let parts = heading.split(separator: " ", maxSplits: 1)
    if parts.count == 2, parts[0].last == ".", parts[0].dropLast().allSatisfy(\.isNumber) { return String(parts[1]) }
    return String(heading)
  }

  /// Reads a row as a fact if its first cell is an ID; ignores the heads of tables and all other tables.
  private mutating func read(_ row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(Self.trimmed)
    guard let id = cells.first, Self.isID(id) else { return }
    guard cells.count == Self.columns else { return refuse(id, "has \(cells.count) columns, not \(Self.columns)") }
    guard let confidence = FactConfidence(rawValue: cells[4]) else {
      return refuse(id, "has an unknown confidence, “\(cells[4])”", FactConfidence.allCases.map(\.rawValue))
    }
    guard let status = FactStatus(ledger: cells[6]) else {
      return refuse(id, "has an unknown status, “\(cells[6])”", FactStatus.words.dropLast() + ["not modelled: WHY"])
    }
    let since = cells[7] == Self.nothing ? nil : cells[7]
    guard status.isModelled == (since.map(Self.isRelease) ?? false), status.isModelled || since == nil else {
      return refuse(
        id,
        status.isModelled
          ? "is modelled, so its last column must be a release such as 0.1.0, not “\(cells[7])”"
          : "is not modelled, so its last column must be “\(Self.nothing)”, not “\(cells[7])”")
    }
    guard status.hasScenario == (cells[3] != Self.nothing) else {
      return refuse(
        id,
        status.hasScenario
          ? "is modelled, so the column “Holds” must have bounds, such as “10.3+; else absent”, not “\(Self.nothing)”"
          : "has no scenario, so the column “Holds” must be “\(Self.nothing)”, not “\(cells[3])”")
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

  /// Returns whether a cell is an ID such as `ICON-039`: capital letters, a hyphen, digits.
  private static func isID(_ cell: String) -> Bool {
    let parts = cell.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { $0.isASCII && $0.isUppercase }
      && !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Returns whether a cell is a release such as `0.1.0`.
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
