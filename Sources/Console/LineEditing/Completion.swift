/// One way to go on at the cursor.
public struct Completion: Equatable, Sendable {
  /// The text that takes the place of the last ``replacedBytes`` bytes before the cursor.
  public let replacement: String
  /// What is shown in a list of several.
  public let display: String
  /// How much of the line before the cursor the replacement stands for, in UTF-8 bytes; usually the word begun.
  public let replacedBytes: Int

  /// A text that can stand in place of what was typed.
  ///
  /// - Parameter display: the replacement itself when left out.
  public init(_ replacement: String, display: String? = nil, replacing replacedBytes: Int) {
    self.replacement = replacement
    self.display = display ?? replacement
    self.replacedBytes = replacedBytes
  }
}
