import ArgumentParser
import LuaAPI

/// An exit code as ArgumentParser wants it.
struct ExitStatus {
  let error: ArgumentParser.ExitCode

  init(_ code: LuaAPI.ExitCode) {
    error = ArgumentParser.ExitCode(code.rawValue)
  }
}
