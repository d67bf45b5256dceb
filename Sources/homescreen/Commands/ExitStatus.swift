import ArgumentParser
import Platform

/// An exit code as ArgumentParser wants it.
struct ExitStatus {
  let error: ArgumentParser.ExitCode

  init(_ code: Platform.ExitCode) {
    error = ArgumentParser.ExitCode(code.rawValue)
  }

  /// Ends a command with a code; `success` lets it go on.
  static func end(_ code: Platform.ExitCode) throws {
    if code != .success { throw ExitStatus(code).error }
  }
}
