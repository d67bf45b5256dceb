public import AppPackages
import HomeScreenSimulator
import Platform

/// What a project begins with: settings, a first scenario for its app, and what an editor needs to help with it.
public struct ProjectStart: Sendable {
  /// A file that is to be written.
  public struct File: Sendable {
    /// Seen from the project's folder.
    public let path: String
    /// What it says.
    public let text: String
    /// What it is, for a person who does not want to read it all; nil where it is to be read.
    public let summary: String?
  }

  /// The app's name, and what the scenario is about.
  public let summary: String

  /// What lua-language-server reads, seen from the project's folder.
  public static let editorFile = ".luarc.json"
  /// The folder of the types that it is to know.
  public static let types = ".homescreen/types"

  private let scenario: FirstScenario
  private let app: String

  /// Plans the files for one app.
  ///
  /// - Parameters:
  ///   - package: the app.
  ///   - app: where it lies, seen from the project's folder.
  /// - Throws: ``SimulatorError`` when no device installs the app.
  public init(_ package: AppPackage, app: String) throws {
    scenario = try FirstScenario(package)
    summary = "\(scenario.label): \(scenario.summary)"
    self.app = app
  }

  /// The files, the settings first.
  /// - Parameter settingsNameApp: false: the scenario itself says where the app lies.
  public func files(settingsNameApp: Bool) -> [File] {
    let outside = app.utf8.first == UInt8(ascii: "/") ? app : FileTreePath.join("..", app)
    return [
      File(path: ProjectSettings.fileName, text: Self.settings(app, scenario.models), summary: nil),
      File(
        path: "specs/home_screen_spec.lua", text: scenario.text(app: settingsNameApp ? nil : outside), summary: nil),
      File(path: Self.editorFile, text: Self.editor, summary: nil),
      File(
        path: "\(Self.types)/\(ProjectSettings.fileName)", text: TypeFile.text(),
        summary: "what homescreen api --format luacats prints, for the editor"),
    ]
  }

  private static func settings(_ app: String, _ models: [String]) -> String {
    """
    -- Settings of homescreen for this project.
    return {
      -- What device:install() installs.
      app = \(app.quotedForLua),
      -- The first is the model of Device {}.
      models = \(String.listForLua(models)),
    }

    """
  }

  /// For lua-language-server.
  private static let editor = """
    {
      "runtime.version": "Lua 5.4",
      "workspace.checkThirdParty": false,
      "workspace.library": ["\(types)"]
    }

    """
}
