/// What a program did that no program may.
public struct FuzzFinding: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
