internal import AppPackages
import PropertyLists

/// Words that exist, made ready for ``Spelling``: for lists that never change and are asked again and again.
public struct Vocabulary: Sendable {
  private let words: [String]
  /// The letters of each word in lower case; empty for one that is too long to be near to anything.
  private let letters: [[Unicode.Scalar]]

  /// Makes words ready to be searched; equally near ones are found in this order.
  public init(_ words: [String]) {
    self.words = words
    letters = words.map { Spelling.letters(of: $0) ?? [] }
  }

  /// As ``Spelling/nearest(to:in:atMost:)``.
  public func nearest(to word: String, atMost limit: Int = 1) -> [String] {
    Array(near(to: word).sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }.prefix(limit))
      .map { words[$0.position] }
  }

  /// The position of the nearest word; of equally near ones that of the first.
  public func nearestPosition(to word: String) -> Int? {
    near(to: word).min { ($0.distance, $0.position) < ($1.distance, $1.position) }?.position
  }

  /// The near words in their order.
  private func near(to word: String) -> [(distance: Int, position: Int)] {
    guard let wanted = Spelling.letters(of: word) else { return [] }
    var rows = LetterDistance()
    var found: [(distance: Int, position: Int)] = []
    Work.count(words.count / 8)
    for (position, other) in letters.enumerated() where !other.isEmpty {
      guard let distance = Spelling.distance(wanted, other, &rows) else { continue }
      found.append((distance, position))
    }
    return found
  }
}
