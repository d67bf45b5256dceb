public import AppPackages
public import HomeScreenSimulator
public import LuaEngine

// Errors of the other layers, as scripts see them.

extension AppPackageError: LuaFailureConvertible {
  public var luaFailure: LuaFailure {
    LuaFailure("\(location): \(message)", code: "package-\(kind.rawValue)", hint: hint)
  }
}

extension SimulatorError: LuaFailureConvertible {
  public var luaFailure: LuaFailure {
    LuaFailure(message, code: code.rawValue, hint: hint, fact: fact?.rawValue)
  }
}

extension NSErrorValue: LuaFailureConvertible {
  public var luaFailure: LuaFailure { LuaFailure(consoleDescription, code: "ns-error") }
}

extension MissingIconHandler: LuaFailureConvertible {
  public var luaFailure: LuaFailure {
    LuaFailure(
      description, code: "app-exception",
      hint: "Give setAlternateIconName a completion handler: iOS 10.3 calls it without looking.", fact: "ICON-021")
  }
}

extension AppException: LuaFailureConvertible {
  public var luaFailure: LuaFailure { LuaFailure("\(name): \(reason)", code: "app-exception") }
}
