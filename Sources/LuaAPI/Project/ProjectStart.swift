public import AppPackages
import HomeScreenSimulator

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

  /// The files, the first one first.
  public let files: [File]
  /// The app's name, and what the scenario is about.
  public let summary: String

  private static let types = ".homescreen/types"

  /// Plans the files for one app.
  ///
  /// - Parameters:
  ///   - package: the app.
  ///   - app: where it lies, seen from the project's folder.
  ///   - settings: those that the folder has already.
  ///   - service: for which a file is wanted.
  /// - Throws: ``SimulatorError`` when no device installs the app.
  public init(_ package: AppPackage, app: String, settings: ProjectSettings?, service: CIService?) throws {
    let scenario = try FirstScenario(package)
    summary = "\(scenario.label): \(scenario.summary)"
    let isNamed = settings == nil || settings?.app != nil
    var files = [
      File(path: ProjectSettings.fileName, text: Self.settings(app, scenario.models), summary: nil),
      File(
        path: "specs/home_screen_spec.lua",
        text: scenario.text(app: isNamed ? nil : FileTreePath.join("..", app)), summary: nil),
      File(path: ".luarc.json", text: Self.editor, summary: nil),
      File(
        path: "\(Self.types)/\(ProjectSettings.fileName)", text: TypeFile.text(),
        summary: "what homescreen api --format luacats prints, for the editor"),
    ]
    if let service { files.append(File(path: service.file, text: service.text, summary: nil)) }
    self.files = files
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
