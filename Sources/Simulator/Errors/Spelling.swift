/// "Did you mean": the nearest spellings of a word among those that exist.
public enum Spelling {
  /// Longer texts are never near to anything: comparing costs the product of both lengths.
  public static let longestText = 64

  /// Candidates near to `word`, best first, at most `limit`; equal distances keep the order of `candidates`.
  ///
  /// Near means: equal but for letter case, or at most a third of the letters differ.
  public static func nearest(to word: String, in candidates: [String], atMost limit: Int = 1) -> [String] {
    let letters = Array(word.lowercased().unicodeScalars)
    guard !letters.isEmpty, letters.count <= longestText else { return [] }
    var found: [(distance: Int, position: Int)] = []
    for (position, candidate) in candidates.enumerated() {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard !other.isEmpty, other.count <= longestText else { continue }
      let allowed = max(1, max(letters.count, other.count) / 3)
      guard abs(letters.count - other.count) <= allowed else { continue }
      let distance = distance(letters, other)
      if distance <= allowed { found.append((distance, position)) }
    }
    found.sort { ($0.distance, $0.position) < ($1.distance, $1.position) }
    return found.prefix(limit).map { candidates[$0.position] }
  }

  /// A sentence for the end of a hint, such as ` Did you mean “newicon”?`; empty when nothing is near.
  static func didYouMean(_ word: String, in candidates: [String]) -> String {
    nearest(to: word, in: candidates).first.map { " Did you mean “\($0)”?" } ?? ""
  }

  /// Insertions, deletions, substitutions and swaps of neighbours that lead from one word to the other.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
