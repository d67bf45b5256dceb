/// What a program did that no program may.
public struct FuzzFinding: Error, CustomStringConvertible {
  /// What is wrong, for the person who looks into it.
  public let description: String

  /// - Parameter description: what is wrong.
  public init(_ description: String) { self.description = description }
}
