public import Events
public import HomeScreenSimulator

/// What a project's `homescreen.lua` says.
public struct ProjectSettings: Sendable {
  /// What the file is called.
  public static let fileName = ProjectFolders.settingsName

  /// Where the file lies; nil for settings that no file says.
  public var file: String?
  /// The path of the app that `device:install()` takes without a path; ready for the loader.
  public var app: String?
  /// Whether the app lies outside of the checkout and is trusted, so that scripts read its files as well.
  package internal(set) var hasTrustedApp = false
  /// The versions that the project is about. The first is that of `Device {}`.
  public var os: [OSVersion] = []
  /// The models that the project is about. The first that runs the version is that of `Device {}`.
  public var models: [DeviceModel] = []
  /// The plugins that the project's sessions load, in order. They are trusted.
  public var plugins: [PluginSource] = []
  /// The plugins that the file names and that do not run.
  public internal(set) var withheld: [PluginSource] = []
  /// Whether the file is data, which needs no trust.
  package internal(set) var isData = true
  /// The code of the project that runs because of the file: the file itself if it is more than data, and plugins.
  package var code: [String] { (isData ? [] : [Self.fileName]) + plugins.map(\.name) }
  /// Places of modules, such as `/path/to/lib/?.lua`: what `lpath` says.
  public var moduleTemplates: [String] = []
  /// How many instructions a scenario or line may use; nil: as many as usual.
  public var budget: Int64?
  /// What lint is told: which rules, how bad, what is known and what is suppressed.
  public var lint = LintSettings()
  /// What is wrong with the file; what a problem is about is not set.
  public var problems: [PluginProblem] = []

  /// The settings of a file that says nothing.
  public init() {}
}
