public import AppPackages
public import LuaEngine
public import Simulator

/// Errors of the other layers, as scripts see them.
enum PackageFailure {
  static func failure(_ error: any Error) -> LuaFailure {
    if let error = error as? AppPackageError {
      return LuaFailure("\(error.location): \(error.message)", code: "package-\(error.kind.rawValue)", hint: error.hint)
    }
    return (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)")
  }
}

extension AppPackageError: LuaFailureConvertible {
  public var luaFailure: LuaFailure { PackageFailure.failure(self) }
}

extension SimulatorError: LuaFailureConvertible {
  public var luaFailure: LuaFailure {
    LuaFailure(message, code: code.rawValue, hint: hint, fact: fact?.rawValue)
  }
}

extension NSErrorValue: LuaFailureConvertible {
  public var luaFailure: LuaFailure { LuaFailure(consoleDescription, code: "ns-error") }
}
