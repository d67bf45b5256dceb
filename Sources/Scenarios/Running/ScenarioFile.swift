public import LuaAPI
import PropertyLists

/// A script: where it lies and how reports call it.
public struct ScenarioFile: Sendable {
  /// As reports and messages show it: the path that was given, or `seeds/change-app-icon.lua` for a built-in one.
  public let name: String
  /// The folder that its paths are relative to.
  public let location: ScriptLocation
  /// Its place among all files of the run, from 0.
  var position = 0
  let read: @Sendable () throws -> [UInt8]

  /// A script that is not a file: what standard input says.
  public static func text(_ text: [UInt8], named name: String) -> ScenarioFile {
    ScenarioFile(name: name, location: .folder(".")) { text }
  }

  /// The files that a run has, in its order, with their places among all.
  static func prepare(_ files: [ScenarioFile], for options: RunOptions) -> [ScenarioFile] {
    var files = files
    if let seed = options.shuffleSeed { ShuffledOrder(seed: seed).apply(to: &files) }
    for position in files.indices { files[position].position = position }
    return options.shard.map { shard in files.filter { shard.includes($0.name) } } ?? files
  }

  /// Whether its name says that it holds scenarios.
  var isSpec: Bool { ExactText.ends(name, with: "_spec.lua") }
}
