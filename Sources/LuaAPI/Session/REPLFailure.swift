public import Reports

/// Why a REPL could not begin.
public struct REPLFailure: Error, CustomStringConvertible {
  let text: String
  public let exitCode: ExitCode

  public var description: String { text }
}
