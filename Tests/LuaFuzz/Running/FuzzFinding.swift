/// What a program did that no program may.
package struct FuzzFinding: Error, CustomStringConvertible {
  /// What is wrong, for the person who looks into it.
  package let description: String

  /// - Parameter description: what is wrong.
  package init(_ description: String) { self.description = description }
}
