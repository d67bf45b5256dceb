/// Which parts of a run there are: `2/4`, or `1,2/4` for two of them in one.
struct ShardSet: CustomStringConvertible {
  let total: Int
  private(set) var parts: Set<Int>

  /// More parts make no sense, and a damaged number no memory.
  private static let maximumTotal = 100_000

  /// Nil for a text that is none.
  init?(_ text: String) {
    let halves = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    guard halves.count == 2, let total = Int(halves[1]), (1...Self.maximumTotal).contains(total) else { return nil }
    parts = []
    for word in halves[0].split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = Int(word), (1...total).contains(part), parts.insert(part).inserted else { return nil }
    }
    self.total = total
  }

  var missing: [Int] { (1...total).filter { !parts.contains($0) } }

  mutating func add(_ other: ShardSet) { parts.formUnion(other.parts) }

  var description: String { parts.sorted().map(String.init).joined(separator: ",") + "/\(total)" }
}
