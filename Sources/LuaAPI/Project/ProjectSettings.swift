import AppPackages
package import Events
package import HomeScreenSimulator
package import LuaEngine
import Platform
import PropertyLists

/// What a project's `homescreen.lua` says.
package struct ProjectSettings: Sendable {
  /// What the file is called.
  package static let fileName = ProjectFolders.settingsName

  /// Where the file lies; nil for settings that no file says.
  package var file: String?
  /// The path of the app that `device:install()` takes without a path; ready for the loader.
  package var app: String?
  /// Whether the app lies outside of the checkout and is trusted, so that scripts read its files as well.
  package internal(set) var hasTrustedApp = false
  /// The versions that the project is about. The first is that of `Device {}`.
  package var os: [OSVersion] = []
  /// The models that the project is about. The first that runs the version is that of `Device {}`.
  package var models: [DeviceModel] = []
  /// The plugins that the project's sessions load, in order. They are trusted.
  package var plugins: [PluginSource] = []
  /// The plugins that the file names and that do not run.
  package internal(set) var withheld: [PluginSource] = []
  /// Whether the file is data, which needs no trust.
  package internal(set) var isData = true
  /// The code of the project that runs because of the file: the file itself if it is more than data, and plugins.
  package var code: [String] { (isData ? [] : [Self.fileName]) + plugins.map(\.name) }
  /// Places of modules, such as `/path/to/lib/?.lua`: what `lpath` says.
  package var moduleTemplates: [String] = []
  /// How many instructions a scenario or line may use; nil: as many as usual.
  package var budget: Int64?
  /// What lint is told: which rules, how bad, what is known and what is suppressed.
  package var lint = LintSettings()
  /// What is wrong with the file; what a problem is about is not set.
  package var problems: [PluginProblem] = []

  /// The settings of a file that says nothing.
  package init() {}
}

/// Where a plugin's text lies, and how messages call it.
package struct PluginSource: Sendable {
  /// As messages show it: the path as it was written.
  package let name: String
  /// The folder of the file; `require` in the plugin starts here.
  let folder: String
  let file: String
  /// The user's own start-up file of the REPL: it may also just run and return nothing.
  let isStartUpFile: Bool
  /// Decides about each file, and the settings that name the plugin; nil for one that the command line names.
  private var judge: (trust: ProjectTrust, settings: String)?

  /// A file that holds a plugin; it is not read yet.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory.
  ///   - name: how messages call it; the path when not given.
  package init(path: String, name: String? = nil, isStartUpFile: Bool = false) {
    self.name = name ?? path
    let directory = FileTreePath.directory(of: path)
    folder = directory.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : directory
    file = FileTreePath.lastComponent(path)
    self.isStartUpFile = isStartUpFile
  }

  /// How messages call another file of the plugin's folder.
  func name(of path: String) -> String {
    FileTreePath.join(FileTreePath.directory(of: name), path)
  }

  /// The path of the file.
  var path: String { FileTreePath.join(folder == "/" ? "" : folder, file) }

  /// The same plugin, of which only the files are loaded that are trusted.
  func judged(by trust: ProjectTrust, settings: String) -> PluginSource {
    var source = self
    source.judge = (trust, settings)
    return source
  }

  /// Reads a file of the plugin's folder.
  /// - Throws: `FileTreeError`, also for a file that is not trusted.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let full = FileTreePath.join(folder == "/" ? "" : folder, path)
    if let judge, let refusal = judge.trust.refusal(of: full, namedBy: judge.settings) {
      throw FileTreeError(
        kind: .unreadable, tree: folder, path: path, message: refusal.reason, hint: refusal.hint)
    }
    return try FolderTree(folder).read(path)
  }
}

/// What is wrong with a plugin or with the project's settings. The part it is about is missing, and the run goes on.
package struct PluginProblem: Error {
  /// The plugin's name, or its file as long as the name is not known.
  package let plugin: String
  /// What happened, and where in the plugin or the settings as far as that is known.
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
