import ArgumentParser
import Reports

/// An exit code as ArgumentParser wants it.
struct ExitStatus {
  let error: ArgumentParser.ExitCode

  init(_ code: Reports.ExitCode) {
    error = ArgumentParser.ExitCode(code.rawValue)
  }
}
