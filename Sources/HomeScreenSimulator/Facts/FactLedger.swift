internal import CFacts
import PropertyLists

/// The facts about iOS that this program carries. They are read from their tables when first asked for.
public enum FactLedger {
  /// All facts, in the order of the ledgers.
  public static let all: [Fact] = ledgers.flatMap(\.facts)

  /// Rows of the ledgers that cannot be read, and why: a sentence each. There are none in a program that passed its
  /// tests.
  package static let problems: [String] = ledgers.flatMap(\.problems)

  /// The hash of all ledgers, names and texts, as 16 hexadecimal digits: programs with the same one know the same facts.
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

  private static let ledgers: [FactLedgerParser] = (0..<cfacts_ledger_count()).compactMap { index in
    let ledger = cfacts_ledger(index)
    guard let bytes = ledger.bytes, let name = ledger.name else { return nil }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: ledger.length), as: UTF8.self)
    return FactLedgerParser(text, ledger: String(cString: name))
  }

  /// Reads a ledger that this program does not carry.
  ///
  /// - Returns: the rows that can be read, and a sentence for each of the others.
  package static func read(_ text: String, name: String) -> (facts: [Fact], problems: [String]) {
    let ledger = FactLedgerParser(text, ledger: name)
    return (ledger.facts, ledger.problems)
  }

  private static let indexByID: [FactID: Int] = {
    var index: [FactID: Int] = [:]
    for (position, fact) in all.enumerated() { index[fact.id] = position }
    return index
  }()

  /// The fact with this ID, or nil when no ledger has it.
  public static func fact(_ id: FactID) -> Fact? {
    indexByID[id].map { all[$0] }
  }

  /// The fact that a person means by `text`: letter case and missing zeros do not matter (`icon-39`), else nil.
  public static func fact(named text: String) -> Fact? {
    fact(FactID(text)) ?? normalised(text).flatMap { fact(FactID($0)) }
  }

  /// IDs that the writer of `text` may have meant, best first, at most five; empty when nothing is near.
  ///
  /// `ICON-39` gives `ICON-039`; a bare number gives every fact of that number; otherwise the nearest spellings.
  public static func suggestions(for text: String) -> [FactID] {
    if let exact = fact(named: text) { return [exact.id] }
    if let number = Int(text), number > 0 {
      return Array(all.lazy.map(\.id).filter { Self.number(of: $0) == number }.prefix(5))
    }
    let wanted = normalised(text) ?? String(Spelling.beginning(of: text)).uppercased()
    return Spelling.nearest(to: wanted, in: all.map(\.id.rawValue), atMost: 5).map { FactID($0) }
  }

  private static func number(of id: FactID) -> Int? {
    id.rawValue.split(separator: "-").last.flatMap { Int($0) }
  }

  /// `icon-39`, `ICON 39` and `icon39` → `ICON-039`; nil when the text is not letters followed by a number.
  private static func normalised(_ text: String) -> String? {
    guard text.utf8.count <= Spelling.longestText else { return nil }
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count).drop { $0 == "-" || $0 == " " || $0 == "_" }
    guard !letters.isEmpty, let number = Int(rest), number >= 0 else { return nil }
    let digits = String(number)
    return letters.uppercased() + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}
