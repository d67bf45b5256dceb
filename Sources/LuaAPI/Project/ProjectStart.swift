package import AppPackages
internal import CEmbedded
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// The files of a new project: settings, a first scenario for its app, and support for editors.
package struct ProjectStart: Sendable {
  package struct File: Sendable {
    /// The path relative to the project's folder.
    package let path: String
    /// The content.
    package let text: String
    /// A description for users who do not read the file; nil for a file to read.
    package let summary: String?
  }

  /// The app's name, and the contents of the scenario.
  package let summary: String
  /// A sentence about what the built app may declare in addition; nil if that is known.
  package var doubt: String? { scenario.doubt }

  /// The configuration file of lua-language-server, relative to the project's folder.
  package static let editorFile = ".luarc.json"
  /// The folder with the types for lua-language-server.
  package static let types = ".homescreen/types"

  private let scenario: FirstScenario
  private let app: String

  /// Plans the files for an app.
  ///
  /// - Parameters:
  ///   - package: the app.
  ///   - app: the path of the app, relative to the project's folder.
  ///   - handled: for each type of quick action, the states of the app in which its sources handle it once; empty if the
  ///     sources were not read.
  ///   - set: the types of the quick actions that the sources set.
  ///   - isSwiftUI: whether the sources have SwiftUI's `App`, which the package does not say.
  /// - Throws: ``SimulatorError`` if no device can install the app.
  package init(
    _ package: AppPackage, app: String, handled: [(type: String, states: [String])] = [], set: [String] = [],
    isSwiftUI: Bool = false
  ) throws {
    scenario = try FirstScenario(package, handled: handled, set: set, isSwiftUI: isSwiftUI)
    summary = "\(scenario.label): \(scenario.summary)"
    self.app = app
  }

  /// Returns the files, the settings first.
  /// - Parameter settingsNameApp: whether the settings name the app. If false, the scenario does.
  package func files(settingsNameApp: Bool) -> [File] {
    let outside = app.utf8.first == UInt8(ascii: "/") ? app : FileTreePath.join("..", app)
    return [
      File(path: ProjectSettings.fileName, text: Self.settings(app, scenario.models), summary: nil),
      File(path: "specs/home_screen_spec.lua", text: scenario.text(app: settingsNameApp ? nil : outside), summary: nil),
      File(path: Self.editorFile, text: Self.editor, summary: nil),
      File(
        path: "\(Self.types)/\(ProjectSettings.fileName)", text: TypeFile.text(),
        summary: "what homescreen api --format luacats prints, for the editor"),
    ]
  }

  private static func settings(_ app: String, _ models: [String]) -> String {
    """
    -- Settings of this project for homescreen.
    return {
      -- The app that device:install() installs.
      app = \(app.quotedForLua),
      -- The first model is the default of Device {}.
      models = \(String.listForLua(models)),
    }

    """
  }

  /// The configuration of lua-language-server.
  private static let editor = """
    {
      "runtime.version": "Lua 5.4",
      "workspace.checkThirdParty": false,
      "workspace.library": ["\(types)"]
    }

    """
}

/// A first scenario for an app: its current behaviour on the Home Screen, derived from its package. The scenario passes
/// at first, and fails when the behaviour changes.
struct FirstScenario {
  /// The app's behaviour on one device model.
  private struct Row {
    let model: String
    /// The alternates whose request is accepted, with or without a picture.
    let alternates: [String]
    /// The declared alternates whose request is refused.
    let refused: [String]
    /// The alternates whose request is accepted, but whose picture is not shown.
    let unseen: [String]
    /// The types of the quick actions in the menu, top to bottom.
    let actions: [String]
  }

  private let rows: [Row]
  private let handled: [(type: String, states: [String])]
  private let isSwiftUI: Bool
  /// The types of the quick actions that code sets, if the Info.plist does not have them.
  private var ownTypes: [String] = []
  /// The label below the app's icon.
  let label: String
  let doubt: String?

  /// - Throws: ``SimulatorError`` if no device can install the app.
  init(_ package: AppPackage, handled: [(type: String, states: [String])], set: [String], isSwiftUI: Bool) throws {
    (self.handled, self.isSwiftUI, doubt) = (handled, isSwiftUI, package.openDeclarations)
    if package.deviceFamilies.isEmpty, let written = package.infoPlist["UIDeviceFamily"], written.array?.isEmpty != true
    {
      throw SimulatorError(
        .wrongDeviceFamily, "\(package.name) is built for neither iPhone nor iPad, so no device can install it",
        hint: "Add 1 for iPhone or 2 for iPad to UIDeviceFamily.")
    }
    let models = IconJudgement.models(for: package)
    let icons = try IconJudgement(package, on: try models.map { try Device(model: $0) })
    let actions = ActionJudgement(package, on: models, versions: [.newest], languages: ["en"]).actions
    label = icons.explanations.first?.label ?? package.name
    rows = models.map { model in
      // What the build may declare is not refused: it is unknown.
      let alternates = icons.explanations.filter { $0.model == model && $0.name != nil && $0.doubt == nil }
      let shown = actions.flatMap { action in
        action.outcomes.filter { $0.model == model }.compactMap { outcome in
          outcome.place.flatMap { place in action.type.map { (place, $0) } }
        }
      }
      return Row(
        model: model.name, alternates: alternates.filter(\.isAccepted).compactMap(\.name),
        refused: alternates.filter { !$0.isAccepted }.compactMap(\.name),
        unseen: alternates.filter { $0.isAccepted && !$0.changes }.compactMap(\.name),
        actions: shown.sorted { $0.0 < $1.0 }.map(\.1))
    }
    for type in set where !(ownTypes + rows.flatMap(\.actions)).contains(where: { ExactText.isSame($0, type) }) {
      ownTypes.append(type)
    }
  }

  /// The device models that the app supports.
  var models: [String] { rows.map(\.model) }

  /// A summary of the scenario: `2 alternate icons, 1 quick action`.
  var summary: String {
    func count(_ names: [String], _ noun: String) -> String {
      let count = Set(names).count
      return "\(count == 0 ? "no" : "\(count)") \(noun)\(count == 1 ? "" : "s")"
    }
    return count(rows.flatMap { $0.alternates + $0.refused }, "alternate icon") + ", "
      + count(rows.flatMap(\.actions), "quick action")
      + (ownTypes.isEmpty ? "" : " in its Info.plist; its code sets \(ownTypes.joined(separator: ", "))")
  }

  /// Returns the script.
  /// - Parameter app: the path of the app, relative to the script; nil for the app of `homescreen.lua`.
  func text(app: String?) -> String {
    let values = [
      "label": label.quotedForLua,
      "remark": remarkAboutCode,
      "models": String.listForLua(models),
      "alternates": table(\.alternates),
      "refusals": comment("are declared but cannot be chosen", \.refused)
        + comment("can be chosen, but their pictures are not shown here", \.unseen)
        + (doubt.map { "-- \(TerminalText.visible($0, isOneLine: true))\n" } ?? ""),
      "setActions": remarkAboutSetActions,
      "actions": table(\.actions),
      "handled": handledTable,
      "app": isSwiftUI ? "\(app?.quotedForLua ?? "nil"), { lifecycle = \"swiftUI\" }" : app?.quotedForLua ?? "",
      "handledScenarios": handledScenarios(app),
    ]
    let parts = String(cString: hs_first_scenario()).split(separator: "{{").map { $0.split(separator: "}}") }
    return parts.reduce("") { $0 + ($1.count > 1 ? values[String($1[0]), default: ""] + $1[1] : $1[0]) }
  }

  private var remarkAboutSetActions: String {
    ownTypes.isEmpty
      ? ""
      : "-- The app's code sets others: \(TerminalText.visible(ownTypes.joined(separator: ", "), isOneLine: true))\n"
        + "-- They are in the menu after device:install(…, { sources = true }), once that code has run.\n"
  }

  private var remarkAboutCode: String {
    handled.isEmpty
      ? "-- The app's own code does not run here. You can describe here what it does with its quick actions:\n"
        + "-- “homescreen explain app.delegate” shows how."
      : "-- With sources = true, the simulated app handles its quick actions as its own code does."
  }

  /// The table of the quick actions that the sources handle once.
  private var handledTable: String {
    guard !handled.isEmpty else { return "" }
    return
      "\n-- The quick actions that the app's sources handle once: cold, the app is not running; warm, it is in the\n"
      + "-- background. “homescreen check” explains the others.\nlocal handled = {\n"
      + handled.map { "  { \($0.type.quotedForLua), \(String.listForLua($0.states)) },\n" }.joined() + "}\n"
  }

  private func handledScenarios(_ app: String?) -> String {
    guard !handled.isEmpty else { return "" }
    return """


            for _, action in ipairs(handled) do
              local kind, states = action[1], action[2]
              for _, state in ipairs(states) do
                it("handles its quick action " .. kind .. ", " .. state, function()
                  app:terminate()
                  app = device:install(\(app?.quotedForLua ?? "nil"), { sources = true })
                  device:launch(app) -- the app's code may set quick actions
                  if state == "cold" then app:terminate() end
                  local row
                  for _, other in ipairs(openMenu().rows) do
                    if other.type == kind then row = other end
                  end
                  if not row then pending "the menu of this device does not have it" end
                  assert.handled_once(device:record(function() row:tap() end))
                end)
              end
            end
      """
  }

  /// Returns a table with the names for each device.
  private func table(_ names: KeyPath<Row, [String]>) -> String {
    "{\n"
      + rows.map { row in
        let names = row[keyPath: names]
        guard !names.isEmpty else { return "  \(row.model) = {},\n" }
        return "  \(row.model) = {\n" + names.map { "    \($0.quotedForLua),\n" }.joined() + "  },\n"
      }.joined() + "}"
  }

  /// Returns a comment about some alternates of each device; empty if there are none.
  private func comment(_ text: String, _ names: KeyPath<Row, [String]>) -> String {
    let rows = rows.filter { !$0[keyPath: names].isEmpty }
    guard !rows.isEmpty else { return "" }
    return "-- These icons \(text); “homescreen why” explains the reason.\n"
      + rows.map { "--   \($0.model): \($0[keyPath: names].map(\.quotedForLua).joined(separator: ", "))\n" }.joined()
  }
}

/// The folder for new files, and the project or app that a path names in it. A bundle is never that folder, because
/// files in it would be lost with the next build, or break it.
package struct StartingPlace {
  /// The folder of the project.
  package let folder: String
  /// The named project or app in the folder; nil if the path is the folder.
  package let name: String?

  /// Creates the starting place for a path.
  /// - Parameter path: a folder, or a project or an app in it.
  package init(_ path: String) {
    guard var part = Self.part(at: Self.withoutTail(path)) else {
      (folder, name) = (path, nil)
      return
    }
    while let outer = Self.part(at: Self.parent(of: part)) { part = outer }
    (folder, name) = (Self.parent(of: part), FileTreePath.lastComponent(part))
  }

  /// Returns the app for the settings: the project file, if it opens the same app as the folder does, or the only built
  /// app of a folder without a project.
  /// - Throws: ``AppPackageError``; `FileTreeError` if the folder's app is a link to a place outside it.
  package func app() throws -> (package: AppPackage, path: String) {
    let found: AppPackage
    do throws(AppPackageError) {
      found = try AppPackage(contentsOf: path)
    } catch {
      guard name == nil, error.kind == .noInfoPlist, let first = builtApps.first else { throw error }
      try checkLinks()
      let path = FileTreePath.join(folder, first)
      if builtApps.count == 1 { return (try AppPackage(contentsOf: path), first) }
      var error = error
      error.hint = "name one of its \(builtApps.count) apps, such as \(ShellWord.path(folder == "." ? first : path))"
      throw error
    }
    if let name { return (found, name) }
    guard let build = found.build else { return (found, ".") }
    // The build's path begins with the name of the opened folder, which may be a parent.
    let parts = FileTreePath.parts(of: build.projectFile).dropLast()
    let paths = parts.indices.map { parts[$0...].joined(separator: "/") }
    guard
      let path = paths.first(where: {
        (try? CurrentMachine.value.status("\(folder)/\($0)", followsLink: false)) != nil
      }),
      var named = try? AppPackage(contentsOf: "\(folder)/\(path)"), named.build?.target == build.target,
      named.build?.configuration == build.configuration
    else { return (found, ".") }
    // Only the folder has other apps.
    named.warnings += found.warnings.filter { $0.code == .severalApps && !named.warnings.contains($0) }
    return (named, path)
  }

  /// Checks that built apps of the folder are not links to places outside it; the user has named only the folder.
  func checkLinks() throws(FileTreeError) {
    let root = RealPath.of(folder) ?? folder
    for name in builtApps {
      let place = RealPath.leading(FileTreePath.join(folder, name))
      let isInside = RealPath.lies(place, in: root)
      guard !isInside || VersionControl.part(of: place, below: root) != nil else { continue }
      throw FileTreeError(
        kind: .outsideOfTree, tree: name, path: "",
        message: isInside ? "this link leads into version control data" : "this link leads out of the folder")
    }
  }

  /// The named path, or the folder.
  var path: String { name.map { FileTreePath.join(folder, $0) } ?? folder }

  /// The built apps directly in the folder.
  var builtApps: [String] {
    let entries = RealPath.of(folder).flatMap { try? CurrentMachine.value.entries(in: $0, maximum: 10_000) }
    return (entries ?? []).map(\.name)
      .filter { name in
        let path = FileTreePath.join(folder, name)
        return FileTreePath.lowercasedExtension(of: name) == "app" && Self.isPart(path) && !Self.isFile(path)
      }
      .sorted(by: ExactText.precedes)
  }

  /// Returns the path without redundant parts at its end: `My.app/./`.
  private static func withoutTail(_ path: String) -> String {
    var bytes = Substring(path).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") || bytes.suffix(2).elementsEqual("/.".utf8) {
      bytes = bytes.dropLast()
    }
    return String(Substring(bytes))
  }

  /// Returns the path of a part of a project; nil for a folder that may contain one. Resolves links and names such as
  /// `.` first.
  private static func part(at path: String) -> String? {
    if isPart(path) { return path }
    return RealPath.of(path).flatMap { isPart($0) ? $0 : nil }
  }

  private static func isPart(_ path: String) -> Bool {
    if isFile(path) { return true }
    guard (try? CurrentMachine.value.status(path, followsLink: true))?.kind == .folder else { return false }
    switch FileTreePath.lowercasedExtension(of: path) {
    case "xcodeproj", "xcworkspace": return true
    // A checkout may have this extension too.
    case "app": return (try? AppPackage(contentsOf: path)).map { $0.origin == .builtApp } ?? true
    default: return false
    }
  }

  private static func isFile(_ path: String) -> Bool {
    (try? CurrentMachine.value.status(path, followsLink: true))?.kind == .file
  }

  private static func parent(of path: String) -> String {
    let parent = FileTreePath.directory(of: path)
    return parent.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : parent
  }
}

/// A bundled app to try out: the apps of the built-in stories, and one that shows many features.
package enum SampleApp: String, Sendable, CaseIterable {
  case paint, iconChange = "change-icon", toolbox, colourful, quiet = "quiet-icon", alternates = "alternate-icons"
  case flat = "flat-shape"

  private var row: (location: String, path: String, summary: String) {
    switch self {
    case .paint: ("samples", "Paint.app", "icons and quick actions that all work: start with this one")
    case .iconChange:
      (Self.seeds, "ChangeIcon.app", "three alternate icons: one complete, one with one picture, one with none")
    case .toolbox: (Self.seeds, "ToolBox.app", "scenes, a quick action and two icons, in Chinese")
    case .colourful: (Self.seeds, "Colourful.xcodeproj", "a SwiftUI project with five icons in a folder")
    case .quiet: (Self.seeds, "QuietIcon.xcodeproj", "a project that tries to change its icon without the alert")
    case .alternates: (Self.seeds, "AlternateAppIcons.xcodeproj", "a project whose build settings name its icon sets")
    case .flat: (Self.seeds, "FlatShape.app", "alternate icons declared wrongly: see app:why \"newicon\"")
    }
  }

  private static let seeds = "scenarios/seeds/fixtures"

  /// The special features of the app.
  package var summary: String { row.summary }

  /// Returns the app with a name.
  /// - Throws: ``LuaFailure`` with the nearest name.
  init(named name: String) throws(LuaFailure) {
    guard let sample = SampleApp(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = Spelling.nearest(to: name, in: names).first.map { "Did you mean \"\($0)\"? " } ?? ""
      throw LuaFailure(
        "unknown sample “\(Spelling.beginning(of: name))”", code: "argument",
        hint: "\(near)Use one of: \(names.joined(separator: ", ")).")
    }
    self = sample
  }

  /// Returns the package of the app.
  /// - Throws: `AppPackageError`.
  func package() throws -> AppPackage {
    var options = PackageOptions()
    // The project has another target too.
    if self == .colourful { options.target = "Colourful" }
    let location = ScriptLocation.bundled(row.location)
    return try location.package(location.resolve(row.path), options: options)
  }
}

/// Lua literals of texts.
extension String {
  /// The text as a Lua literal on one line. Control characters and invisible characters are escaped as `\u{…}`.
  package var quotedForLua: String {
    var quoted = "\""
    for character in unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return TerminalText.visible(quoted, isOneLine: true) + "\""
  }

  /// Returns texts as a Lua list: `{ "a", "b" }`.
  static func listForLua(_ texts: [String]) -> String {
    texts.isEmpty ? "{}" : "{ \(texts.map(\.quotedForLua).joined(separator: ", ")) }"
  }
}
