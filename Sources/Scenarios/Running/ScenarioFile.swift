public import LuaAPI

/// A script: where it lies and how reports call it.
public struct ScenarioFile: Sendable {
  /// As reports and messages show it: the path that was given, or `seeds/change-app-icon.lua` for a built-in one.
  public let name: String
  /// The folder that its paths are relative to.
  public let location: ScriptLocation
  let read: @Sendable () throws -> [UInt8]
}
