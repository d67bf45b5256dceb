/// How words are written: the nearest spellings among those that exist ("did you mean"), and what looks like a tag.
public enum Spelling {
  /// Longer texts are never near to anything: comparing costs the product of both lengths.
  public static let longestText = 64

  /// As much of a name of the outside world as belongs into a message.
  public static func beginning(of text: String) -> Substring {
    let end = text.unicodeScalars.index(text.startIndex, offsetBy: longestText, limitedBy: text.endIndex)
    return text[..<(end ?? text.endIndex)]
  }

  /// `==`, counted: texts beyond ASCII are brought into one Unicode form first.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    // No form is three times as long as another.
    guard left.utf8.count <= 3 * right.utf8.count, right.utf8.count <= 3 * left.utf8.count else { return false }
    let bytes = left.utf8.count + right.utf8.count
    if bytes > 4 * longestText { Work.count(bytes / 3) }
    return left == right
  }

  /// Whether a text looks like `en`, `de-CH` or `zh_Hans`; whether there is such a language is not asked.
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

  /// Candidates near to `word`, best first, at most `limit`; equal distances keep the order of `candidates`.
  ///
  /// Near means: equal but for letter case, or at most a third of the letters differ.
  public static func nearest(to word: String, in candidates: [String], atMost limit: Int = 1) -> [String] {
    ranked(near: word, in: candidates).prefix(limit).map { candidates[$0.position] }
  }

  /// The nearest candidate; nil when none is near, or two are as near as each other.
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
      // A look at the length rules most of them out; letters beyond ASCII have to be counted first.
      if candidate.utf8.count > longestText * maximumBytesOfLetter { continue }
      if let length = asciiLength(candidate), abs(length - letters.count) > allowed(letters.count, length) { continue }
      guard let other = Self.letters(of: candidate), let distance = distance(letters, other, &rows) else { continue }
      found.append((distance, position))
    }
    found.sort { ($0.distance, $0.position) < ($1.distance, $1.position) }
    return found
  }

  /// A sentence for the end of a hint, such as ` Did you mean “newicon”?`; empty when nothing is near.
  package static func didYouMean(_ word: String, in candidates: [String]) -> String {
    nearest(to: word, in: candidates).first.map { " Did you mean “\($0)”?" } ?? ""
  }

  /// How many letters are compared in the time of one step (``Work``).
  private static let comparisonsPerStep = 16
  private static let maximumBytesOfLetter = 4

  /// How far two words are apart; nil when they are not near.
  package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], _ rows: inout LetterDistance)
    -> Int?
  {
    let allowed = allowed(left.count, right.count)
    guard abs(left.count - right.count) <= allowed else { return nil }
    Work.count(2 + left.count * right.count / comparisonsPerStep)
    return rows.between(left, right, atMost: allowed)
  }

  /// The letters to compare; nil for nothing and for what is too long.
  package static func letters(of text: String) -> [Unicode.Scalar]? {
    // Lower case never has fewer letters.
    guard text.utf8.count <= longestText * maximumBytesOfLetter else { return nil }
    let letters = Array(text.lowercased().unicodeScalars)
    return letters.isEmpty || letters.count > longestText ? nil : letters
  }

  /// How many letters a text has that is nothing but ASCII.
  private static func asciiLength(_ text: String) -> Int? {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : nil
  }

  /// How many letters may differ between texts of these lengths.
  private static func allowed(_ left: Int, _ right: Int) -> Int { max(1, max(left, right) / 3) }
}

/// Counts the insertions, deletions, substitutions and swaps of neighbours that lead from one word to another. A value
/// of its own, so that comparing with many words needs memory once.
public struct LetterDistance {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  /// A counter for any number of words.
  public init() {}

  /// The distance; nil when it is greater than `limit`. It takes time in proportion to both lengths.
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
      // A row builds on the two before it, so nothing below gets smaller again.
      if least > limit, leastBefore > limit { return nil }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }

  /// The distance between two texts; nil when it is greater than `limit`.
  public static func between(_ a: String, _ b: String, atMost limit: Int) -> Int? {
    var rows = LetterDistance()
    return rows.between(Array(a.unicodeScalars), Array(b.unicodeScalars), atMost: limit)
  }
}
