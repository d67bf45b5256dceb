/// Suggestions for misspelt words ("did you mean"), and the syntax of language tags.
public enum Spelling {
  /// The length limit for suggestions: a comparison costs the product of both lengths.
  public static let longestText = 64

  /// Returns the beginning of external text, short enough for a message.
  public static func beginning(of text: String) -> Substring {
    let end = text.unicodeScalars.index(text.startIndex, offsetBy: longestText, limitedBy: text.endIndex)
    return text[..<(end ?? text.endIndex)]
  }

  /// Compares like `==`, with the work counted: non-ASCII texts are normalised first.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    // No normalisation form is more than three times as long as another.
    guard left.utf8.count <= 3 * right.utf8.count, right.utf8.count <= 3 * left.utf8.count else { return false }
    let bytes = left.utf8.count + right.utf8.count
    if bytes > 4 * longestText { Work.count(bytes / 3) }
    return left == right
  }

  /// Returns whether a text looks like `en`, `de-CH` or `zh_Hans`; the language need not exist.
  package static func isLanguageTag(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isPlain && (2...35).contains(text.utf8.count) && text.first?.isLetter == true
  }

  /// Returns the candidates near `word`, best first, at most `limit`; equal distances keep the order of `candidates`.
  ///
  /// Near means: equal except for letter case, or at most a third of the letters differ. Equal words at the beginning,
  /// such as `com.example.` and `AppIcon-`, do not count.
  public static func nearest(to word: String, in candidates: [String], atMost limit: Int = 1) -> [String] {
    ranked(near: word, in: candidates).prefix(limit).map { candidates[$0.position] }
  }

  /// Returns whether two names differ only in their digits, as `Icon-2` and `Icon-3`: neither is a misspelt other.
  public static func areNumbered(_ left: String, _ right: String) -> Bool {
    left.filter { !$0.isNumber } == right.filter { !$0.isNumber }
  }

  /// Returns the nearest candidate; nil if none is near or the two best are equally near.
  public static func onlyNearest(to word: String, in candidates: [String]) -> String? {
    let ranked = ranked(near: word, in: candidates)
    guard let first = ranked.first, ranked.dropFirst().first?.distance != first.distance else { return nil }
    return candidates[first.position]
  }

  private static func ranked(near word: String, in candidates: [String]) -> [(distance: Int, position: Int)] {
    guard let letters = letters(of: word) else { return [] }
    var rows = LetterDistance()
    var found: [(distance: Int, position: Int)] = []
    for (position, candidate) in candidates.enumerated() {
      Work.count(1)
      // The length rules most of them out; for non-ASCII text, letters must be counted first.
      if candidate.utf8.count > longestText * maximumBytesOfLetter { continue }
      if let length = asciiLength(candidate), abs(length - letters.count) > allowed(letters.count, length) { continue }
      guard let other = Self.letters(of: candidate), let distance = distance(letters, other, &rows) else { continue }
      found.append((distance, position))
    }
    found.sort { ($0.distance, $0.position) < ($1.distance, $1.position) }
    return found
  }

  /// Returns whether words at this distance are still similar after removing their common prefix, up to its last
  /// separator. A word that is a prefix of the other is always similar.
  private static func isNear(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], _ distance: Int) -> Bool {
    let same = zip(left, right).prefix { $0 == $1 }.map(\.0)
    if same.count == min(left.count, right.count) { return true }
    let start = (same.lastIndex { ["-", ".", "_"].contains($0) } ?? -1) + 1
    return distance <= allowed(left.count - start, right.count - start)
  }

  /// Returns the end of a hint, such as ` Did you mean “newicon”?`; empty if no candidate is near.
  package static func didYouMean(_ word: String, in candidates: [String]) -> String {
    nearest(to: word, in: candidates).first.map { " Did you mean “\($0)”?" } ?? ""
  }

  /// The number of letters compared in the time of one step (``Work``).
  private static let comparisonsPerStep = 16
  private static let maximumBytesOfLetter = 4

  /// Returns the distance between two words; nil if they are not near.
  package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], _ rows: inout LetterDistance)
    -> Int?
  {
    let allowed = allowed(left.count, right.count)
    guard abs(left.count - right.count) <= allowed else { return nil }
    Work.count(2 + left.count * right.count / comparisonsPerStep)
    return rows.between(left, right, atMost: allowed).flatMap { isNear(left, right, $0) ? $0 : nil }
  }

  /// Returns the letters to compare; nil for empty or too long text.
  package static func letters(of text: String) -> [Unicode.Scalar]? {
    // Lower-casing never reduces the number of letters.
    guard text.utf8.count <= longestText * maximumBytesOfLetter else { return nil }
    let letters = Array(text.lowercased().unicodeScalars)
    return letters.isEmpty || letters.count > longestText ? nil : letters
  }

  /// Returns the number of letters in an ASCII text; nil for other texts.
  private static func asciiLength(_ text: String) -> Int? {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : nil
  }

  /// Returns how many letters may differ between texts of these lengths.
  private static func allowed(_ left: Int, _ right: Int) -> Int { max(1, max(left, right) / 3) }
}

/// Counts the insertions, deletions, substitutions and swaps of neighbours between two words. A separate value, so that
/// comparisons with many words share its memory.
public struct LetterDistance {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  /// Creates a counter for any number of words.
  public init() {}

  /// Returns the distance; nil if it exceeds `limit`. The time is proportional to both lengths.
  public mutating func between(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    last = Array(0...b.count)
    row = last
    beforeLast = last
    var least = 0
    for i in a.indices {
      let leastBefore = least
      row[0] = i + 1
      least = i + 1
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row[j + 1] = cost
        least = min(least, cost)
      }
      // Each row depends on the previous two, so the minimum cannot decrease any more.
      if least > limit, leastBefore > limit { return nil }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }

  /// Returns the distance between two texts; nil if it exceeds `limit`.
  public static func between(_ a: String, _ b: String, atMost limit: Int) -> Int? {
    var rows = LetterDistance()
    return rows.between(Array(a.unicodeScalars), Array(b.unicodeScalars), atMost: limit)
  }
}
