import PropertyLists

/// A scenario that failed, with all cells of its matrix in which it failed in the same way.
package struct MatrixFailure {
  /// In the first of the cells.
  package let result: ScenarioResult
  /// In the order of the run; empty for a scenario outside of a matrix.
  package private(set) var cells: [String]

  package init(_ result: ScenarioResult) {
    self.result = result
    cells = result.cell.map { [$0] } ?? []
  }

  fileprivate mutating func add(_ cell: String) { cells.append(cell) }
}

/// Collects failures inside of matrices, so that one fault over eight cells is told once: the same scenario, place and
/// code, and the same message but for what the cell is called.
package struct EqualFailures {
  private struct Key: Hashable {
    let line: Int?
    let name: ExactText
    let place: ExactText?
    let code: ExactText?
    let message: ExactText
  }

  private var places: [Key: Int] = [:]
  private var failures: [MatrixFailure] = []
  /// More different failures of a file are not kept.
  private static let maximumCount = 500

  /// Without any failure.
  package init() {}

  /// Adds a failure with a cell.
  /// - Returns: false when there is no room any more, and nothing was added.
  package mutating func add(_ result: ScenarioResult) -> Bool {
    guard let cell = result.cell else { return false }
    let words = Self.words(of: cell)
    let key = Key(
      line: result.line, name: ExactText(Self.text(result.name.joined(separator: "\n"), without: words)),
      place: result.problem?.place.map(ExactText.init), code: result.problem.map { ExactText($0.code) },
      message: ExactText(Self.text(result.problem?.message ?? "", without: words)))
    if let place = places[key] {
      failures[place].add(cell)
      return true
    }
    guard failures.count < Self.maximumCount else { return false }
    places[key] = failures.count
    failures.append(MatrixFailure(result))
    return true
  }

  /// All failures that were added since the last call, in the order in which each was met first.
  package mutating func take() -> [MatrixFailure] {
    defer { self = EqualFailures() }
    return failures
  }

  /// The parts of a cell's name, and the version alone: `iPad`, `iOS 17.5`, `17.5`, `scene`.
  private static func words(of cell: String) -> Set<ExactText> {
    var words: Set<ExactText> = []
    for part in cell.split(separator: ",") {
      let part = part.drop { $0 == " " }
      words.insert(ExactText(String(part)))
      if let last = part.split(separator: " ").last { words.insert(ExactText(String(last))) }
      if let value = part.split(separator: "=").last { words.insert(ExactText(String(value))) }
    }
    return words
  }

  /// The text with a mark for each run of letters, digits and points that is one of the words, or begins one of several
  /// words that follow.
  private static func text(_ text: String, without words: Set<ExactText>) -> String {
    var result = text
    // Longer ones first, so that “iPad Pro” is not left with “Pro”.
    let words = words.sortedTexts.sorted { $0.utf8.count > $1.utf8.count }
    for word in words where !word.isEmpty && ExactText.contains(word, in: result) {
      result = replaced(word, in: result)
    }
    return result
  }

  private static func replaced(_ word: String, in text: String) -> String {
    func joins(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { isOfWord($0.properties.generalCategory) } ?? false }
    let scalars = text.unicodeScalars
    var result = ""
    var rest = text[...]
    while let range = ExactText.firstRange(of: word, in: rest) {
      let before = range.lowerBound > text.startIndex ? scalars[scalars.index(before: range.lowerBound)] : nil
      let after = range.upperBound < text.endIndex ? scalars[range.upperBound] : nil
      result += rest[..<range.lowerBound]
      result += joins(before) || joins(after) ? word : "\u{0}"
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// A mark belongs to the letter before it.
  private static func isOfWord(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
      .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
      false
    @unknown default: false
    }
  }
}
