/// A broken promise of a program's run.
package struct FuzzFinding: Error, CustomStringConvertible {
  /// The problem, for developers.
  package let description: String

  /// - Parameter description: The problem.
  package init(_ description: String) { self.description = description }
}
