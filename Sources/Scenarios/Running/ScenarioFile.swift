public import LuaAPI

/// A script: where it lies and how reports call it.
public struct ScenarioFile: Sendable {
  /// As reports and messages show it: the path that was given, or `seeds/change-app-icon.lua` for a built-in one.
  public let name: String
  /// The folder that its paths are relative to.
  public let location: ScriptLocation
  /// Its place among all files of the run, from 0.
  var position = 0
  let read: @Sendable () throws -> [UInt8]

  /// The files with their places among all of a run.
  static func numbered(_ files: [ScenarioFile]) -> [ScenarioFile] {
    files.enumerated().map { position, file in
      var file = file
      file.position = position
      return file
    }
  }
}
