/// One way to go on at the cursor.
public struct Completion: Equatable, Sendable {
  /// The text that takes the place of the last ``replacedBytes`` bytes before the cursor.
  public let replacement: String
  /// What is shown in a list of several.
  public let display: String
  /// How much of the line before the cursor the replacement stands for, in UTF-8 bytes; usually the word begun.
  public let replacedBytes: Int
  /// What it is, in a few words, for short lists; nil where the name says all.
  public let summary: String?
  /// How it is written, for the moment when nothing is left to complete: `device:launch(app[, situation])`.
  public let signature: String?

  /// A text that can stand in place of what was typed.
  ///
  /// - Parameter display: the replacement itself when left out.
  public init(
    _ replacement: String, display: String? = nil, summary: String? = nil, signature: String? = nil,
    replacing replacedBytes: Int
  ) {
    self.replacement = replacement
    self.display = display ?? replacement
    self.summary = summary
    self.signature = signature
    self.replacedBytes = replacedBytes
  }
}

/// What Tab answers.
public struct CompletionAnswer: Equatable, Sendable {
  /// The ways to go on.
  public var completions: [Completion]
  /// What the place asks for, in one line: the function whose argument it is.
  public var note: String?
  /// Nothing was typed yet at this place: what there is is shown first, and nothing is put into the line.
  public var isOverview: Bool

  /// An answer; without completions and note there is none.
  public init(_ completions: [Completion] = [], note: String? = nil, isOverview: Bool = false) {
    self.completions = completions
    self.note = note
    self.isOverview = isOverview
  }
}
