/// What a program did that no program may.
public struct FuzzFinding: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
