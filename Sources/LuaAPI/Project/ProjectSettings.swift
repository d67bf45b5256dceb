import AppPackages
package import Events
package import HomeScreenSimulator
package import LuaEngine
import Platform
import PropertyLists

/// The settings in a project's `homescreen.lua`.
package struct ProjectSettings: Sendable {
  package static let fileName = ProjectFolders.settingsName

  /// The path of the file; nil for settings that do not come from a file.
  package var file: String?
  /// The loader's path of the app for `device:install()` without a path.
  package var app: String?
  /// Whether the app is outside the checkout and trusted, so that scripts may read its files.
  package internal(set) var hasTrustedApp = false
  /// The iOS versions of the project. The first one is the default of `Device {}`.
  package var os: [OSVersion] = []
  /// The models of the project. The first one that runs the version is the default of `Device {}`.
  package var models: [DeviceModel] = []
  /// Whether each scenario runs on every combination of ``os`` and ``models``.
  var runsMatrix = false
  /// The trusted plugins that the project's sessions load, in order.
  package var plugins: [PluginSource] = []
  /// The plugins in the file that do not run.
  package internal(set) var withheld: [PluginSource] = []
  /// Whether the file contains only data, which does not need trust.
  package internal(set) var isData = true
  /// The code of the project that the file runs: the file itself if it is code, and plugins.
  package var code: [String] { (isData ? [] : [Self.fileName]) + plugins.map(\.name) }
  /// The search paths of modules in `lpath`, such as `/path/to/lib/?.lua`.
  package var moduleTemplates: [String] = []
  /// The budget of a scenario or line, in instructions; nil for the default.
  package var budget: Int64?
  /// The lint settings: rules, severities, known and suppressed findings.
  package var lint = LintSettings()
  /// The problems of the file. The affected settings are not set.
  package var problems: [PluginProblem] = []

  /// Creates empty settings.
  package init() {}
}

/// The file of a plugin, and its name in messages.
package struct PluginSource: Sendable {
  /// The name in messages: the path as written.
  package let name: String
  /// The folder of the file, in which `require` of the plugin starts.
  let folder: String
  let file: String
  /// Whether this is the user's start-up file of the REPL, which may run code and return nothing.
  let isStartUpFile: Bool
  /// Decides about each file of a plugin that settings name; nil for a plugin on the command line.
  private var judge: (trust: ProjectTrust, settings: String)?

  /// Creates the source of a plugin, without reading the file.
  ///
  /// - Parameters:
  ///   - path: an absolute path, or one relative to the working directory.
  ///   - name: the name in messages; the path by default.
  package init(path: String, name: String? = nil, isStartUpFile: Bool = false) {
    self.name = name ?? path
    let directory = FileTreePath.directory(of: path)
    folder = directory.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : directory
    file = FileTreePath.lastComponent(path)
    self.isStartUpFile = isStartUpFile
  }

  /// Returns the name of another file of the plugin's folder in messages.
  func name(of path: String) -> String { FileTreePath.join(FileTreePath.directory(of: name), path) }

  var path: String { FileTreePath.join(folder == "/" ? "" : folder, file) }

  /// Returns the plugin with a restriction to trusted files.
  func judged(by trust: ProjectTrust, settings: String) -> PluginSource {
    var source = self
    source.judge = (trust, settings)
    return source
  }

  /// Reads a file of the plugin's folder.
  /// - Throws: `FileTreeError`, also for an untrusted file.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let full = FileTreePath.join(folder == "/" ? "" : folder, path)
    if let judge, let refusal = judge.trust.refusal(of: full, namedBy: judge.settings) {
      throw FileTreeError(kind: .unreadable, tree: folder, path: path, message: refusal.description, hint: refusal.hint)
    }
    return try FolderTree(folder).read(path)
  }
}

/// A problem of a plugin or of the project's settings. The affected part is left out, and the run continues.
package struct PluginProblem: Error {
  /// The plugin's name, or its file if the name is unknown.
  package let plugin: String
  /// The error, with its place in the plugin or the settings if known.
  package let error: LuaError

  package init(plugin: String, _ error: any Error) {
    self.plugin = plugin
    if let error = error as? LuaError {
      self.error = error
      return
    }
    let failure = (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)", code: "plugin")
    var converted = LuaError(
      kind: .runtime, message: failure.message, place: failure.place.flatMap { LuaError.Place(parsing: $0 + ":") })
    converted.failure = failure
    self.error = converted
  }

  init(plugin: String, _ message: String, hint: String? = nil) {
    self.init(plugin: plugin, LuaFailure(message, code: "plugin", hint: hint))
  }
}
