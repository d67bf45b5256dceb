import ArgumentParser
import HomeScreenReports

/// An exit code as ArgumentParser wants it.
struct ExitStatus {
  let error: ArgumentParser.ExitCode

  init(_ code: HomeScreenReports.ExitCode) {
    error = ArgumentParser.ExitCode(code.rawValue)
  }

  /// Ends a command with a code; `success` lets it go on.
  static func end(_ code: HomeScreenReports.ExitCode) throws {
    if code != .success { throw ExitStatus(code).error }
  }
}
