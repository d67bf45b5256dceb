public import AppPackages
public import HomeScreenSimulator
public import LuaEngine

// Errors of the other layers, as scripts see them.

extension AppPackageError: LuaFailureConvertible {
  /// Place and message, with the hint; the code is `package-` and the kind: `package-noInfoPlist`.
  public var luaFailure: LuaFailure {
    LuaFailure("\(location): \(message)", code: "package-\(kind.rawValue)", hint: hint)
  }
}

extension SimulatorError: LuaFailureConvertible {
  /// Message, code, hint and fact of the error.
  public var luaFailure: LuaFailure {
    LuaFailure(message, code: code.rawValue, hint: hint, fact: fact?.rawValue)
  }
}

extension NSErrorValue: LuaFailureConvertible {
  /// The error as the console prints it (ICON-040), with the code `ns-error`.
  public var luaFailure: LuaFailure { LuaFailure(consoleDescription, code: "ns-error") }
}

extension MissingIconHandler: LuaFailureConvertible {
  /// A crash of the app, with the code `app-exception` and the fact behind it (ICON-021).
  public var luaFailure: LuaFailure {
    LuaFailure(
      description, code: "app-exception",
      hint: "Give setAlternateIconName a completion handler: iOS 10.3 calls it even if it is nil.", fact: "ICON-021")
  }
}

extension AppException: LuaFailureConvertible {
  /// Name and reason of the exception, with the code `app-exception`.
  public var luaFailure: LuaFailure { LuaFailure("\(name): \(reason)", code: "app-exception") }
}
