package import AppPackages
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// What a project begins with: settings, a first scenario for its app, and what an editor needs to help with it.
package struct ProjectStart: Sendable {
  /// A file that is to be written.
  package struct File: Sendable {
    /// Seen from the project's folder.
    package let path: String
    /// What it says.
    package let text: String
    /// What it is, for a person who does not want to read it all; nil where it is to be read.
    package let summary: String?
  }

  /// The app's name, and what the scenario is about.
  package let summary: String

  /// What lua-language-server reads, seen from the project's folder.
  package static let editorFile = ".luarc.json"
  /// The folder of the types that it is to know.
  package static let types = ".homescreen/types"

  private let scenario: FirstScenario
  private let app: String

  /// Plans the files for one app.
  ///
  /// - Parameters:
  ///   - package: the app.
  ///   - app: where it lies, seen from the project's folder.
  /// - Throws: ``SimulatorError`` when no device installs the app.
  package init(_ package: AppPackage, app: String) throws {
    scenario = try FirstScenario(package)
    summary = "\(scenario.label): \(scenario.summary)"
    self.app = app
  }

  /// The files, the settings first.
  /// - Parameter settingsNameApp: false: the scenario itself says where the app lies.
  package func files(settingsNameApp: Bool) -> [File] {
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

/// A first scenario for an app: what its Home Screen does today, as far as its package tells, so that it passes when it is
/// run at once and fails when that changes.
struct FirstScenario {
  /// What one kind of device makes of the app.
  private struct Row {
    let model: String
    /// The alternates that change there.
    let alternates: [String]
    /// Those that are declared, and do not.
    let refused: [String]
    /// The types of the quick actions in the menu, from top to bottom.
    let actions: [String]
  }

  private let rows: [Row]
  /// The text under the app's icon.
  let label: String

  /// - Throws: ``SimulatorError`` when no device installs the app.
  init(_ package: AppPackage) throws {
    if package.deviceFamilies.isEmpty, let written = package.infoPlist["UIDeviceFamily"], written.array?.isEmpty != true
    {
      throw SimulatorError(
        .wrongDeviceFamily, "\(package.name) is built for neither iPhone nor iPad, so no device can install it",
        hint: "UIDeviceFamily has 1 for iPhone and 2 for iPad.")
    }
    let models = IconJudgement.models(for: package)
    let icons = try IconJudgement(package, on: try models.map { try Device(model: $0) })
    let actions = ActionJudgement(package, on: models, versions: [.newest], languages: ["en"]).actions
    label = icons.explanations.first?.label ?? package.name
    rows = models.map { model in
      let alternates = icons.explanations.filter { $0.model == model && $0.name != nil }
      let shown = actions.flatMap { action in
        action.outcomes.filter { $0.model == model }.compactMap { outcome in
          outcome.place.flatMap { place in action.type.map { (place, $0) } }
        }
      }
      return Row(
        model: model.name, alternates: alternates.filter(\.changes).compactMap(\.name),
        refused: alternates.filter { !$0.changes }.compactMap(\.name),
        actions: shown.sorted { $0.0 < $1.0 }.map(\.1))
    }
  }

  /// The kinds of devices that the app is for.
  var models: [String] { rows.map(\.model) }

  /// What the scenario is about, for a person: `2 alternate icons, 1 quick action`.
  var summary: String {
    func count(_ names: [String], _ noun: String) -> String {
      let count = Set(names).count
      return "\(count == 0 ? "no" : "\(count)") \(noun)\(count == 1 ? "" : "s")"
    }
    return count(rows.flatMap { $0.alternates + $0.refused }, "alternate icon") + ", "
      + count(rows.flatMap(\.actions), "quick action")
  }

  /// The script.
  /// - Parameter app: where the app lies, seen from the script; nil: where `homescreen.lua` says.
  func text(app: String?) -> String {
    """
    -- What the Home Screen does with \(label.quotedForLua) today: a first scenario to build on.
    --
    --   homescreen run specs
    --
    -- The app's own code does not run here. You can describe here what it does with its quick actions:
    -- “homescreen explain app.delegate” shows how.

    local models = \(String.listForLua(models))

    -- The alternate icons that change, by device.
    local alternates = \(table(\.alternates))
    \(refusals)
    -- The types of the quick actions in the menu, from top to bottom.
    local actions = \(table(\.actions))

    describe(\(label.quotedForLua), function()
      for _, model in ipairs(models) do
        describe("on " .. model, function()
          local device, app

          before_each(function()
            device = Device { model = model }
            app = device:install(\(app?.quotedForLua ?? ""))
            device:launch(app)
          end)

          local function openMenu()
            device:pressHome()
            return device.springboard:icon(app):press()
          end

          it("starts", function()
            assert.equal("runningForeground", app.state)
          end)

          for _, name in ipairs(alternates[model]) do
            it("changes its icon to " .. name, function()
              local answer
              app:run(function()
                UIApplication.shared:setAlternateIconName(name, function(err)
                  answer = err and err.localizedDescription or "changed"
                end)
              end)
              if device.alert then device.alert:tap "OK" end
              assert.equal("changed", answer)
              assert.equal(name, app.iconName)
            end)
          end

          it("has its quick actions in the menu of its icon", function()
            local types = {}
            for _, row in ipairs(openMenu().rows) do
              if row.type then table.insert(types, row.type) end
            end
            assert.same(actions[model], types)
          end)

          for position, kind in ipairs(actions[model]) do
            it("comes to the front by its quick action " .. kind, function()
              openMenu().rows[position]:tap()
              assert.equal("runningForeground", app.state)
            end)
          end
        end)
      end
    end)

    """
  }

  /// The names of each device, as a table.
  private func table(_ names: KeyPath<Row, [String]>) -> String {
    "{\n"
      + rows.map { row in
        let names = row[keyPath: names]
        guard !names.isEmpty else { return "  \(row.model) = {},\n" }
        return "  \(row.model) = {\n" + names.map { "    \($0.quotedForLua),\n" }.joined() + "  },\n"
      }.joined() + "}"
  }

  /// A remark about the alternates that do not change.
  private var refusals: String {
    let refused = rows.filter { !$0.refused.isEmpty }
    guard !refused.isEmpty else { return "" }
    return "-- These are declared but do not change; “homescreen why” explains the reason.\n"
      + refused.map { "--   \($0.model): \($0.refused.map(\.quotedForLua).joined(separator: ", "))\n" }.joined()
  }
}

/// The folder that a path means when something is to be written there, and what in it the path names. Bundles are never
/// that folder: what is written into a built app or a project is lost with the next build, or breaks it.
package struct StartingPlace {
  /// The folder of the project.
  package let folder: String
  /// The project or app in it; nil for what the folder itself stands for.
  package let name: String?

  /// What a path means.
  /// - Parameter path: a folder, or a project or an app in it.
  package init(_ path: String) {
    guard var part = Self.part(at: Self.withoutTail(path)) else {
      (folder, name) = (path, nil)
      return
    }
    while let outer = Self.part(at: Self.parent(of: part)) { part = outer }
    (folder, name) = (Self.parent(of: part), FileTreePath.lastComponent(part))
  }

  /// The app as settings name it: the project itself, if that opens the same app as the folder does; the only built app of
  /// a folder that has nothing else.
  /// - Throws: ``AppPackageError``; `FileTreeError` where the folder's app is a link that leads out of it.
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
    // Messages begin with the name of the folder that was opened, which may be one above.
    let parts = FileTreePath.parts(of: build.projectFile).dropLast()
    let paths = parts.indices.map { parts[$0...].joined(separator: "/") }
    guard
      let path = paths.first(where: {
        (try? CurrentMachine.value.status("\(folder)/\($0)", followsLink: false)) != nil
      }),
      let named = try? AppPackage(contentsOf: "\(folder)/\(path)"), named.build?.target == build.target,
      named.build?.configuration == build.configuration
    else { return (found, ".") }
    return (named, path)
  }

  /// Throws where a built app of the folder is a link that leads out: a link of a checkout may lead anywhere, and the
  /// person has named only the folder.
  func checkLinks() throws(FileTreeError) {
    let root = RealPath.of(folder) ?? folder
    for name in builtApps {
      let place = RealPath.leading(FileTreePath.join(folder, name))
      let isInside = RealPath.lies(place, in: root)
      guard !isInside || VersionControl.part(of: place, below: root) != nil else { continue }
      throw FileTreeError(
        kind: .outsideOfTree, tree: name, path: "",
        message: isInside ? "this link leads into version control" : "this link leads out of the folder")
    }
  }

  /// What is named, or the folder.
  var path: String { name.map { FileTreePath.join(folder, $0) } ?? folder }

  /// The built apps that lie in the folder itself.
  var builtApps: [String] {
    let entries = RealPath.of(folder).flatMap { try? CurrentMachine.value.entries(in: $0, maximum: 10_000) }
    return (entries ?? []).map(\.name)
      .filter { name in
        let path = FileTreePath.join(folder, name)
        return FileTreePath.lowercasedExtension(of: name) == "app" && Self.isPart(path) && !Self.isFile(path)
      }
      .sorted(by: ExactText.precedes)
  }

  /// The path without what says nothing: `My.app/./`.
  private static func withoutTail(_ path: String) -> String {
    var bytes = Substring(path).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") || bytes.suffix(2).elementsEqual("/.".utf8) {
      bytes = bytes.dropLast()
    }
    return String(Substring(bytes))
  }

  /// A path to what is part of a project; nil for a folder that may hold one. Names such as `.`, and links, tell nothing of
  /// what they lead to.
  private static func part(at path: String) -> String? {
    if isPart(path) { return path }
    return RealPath.of(path).flatMap { isPart($0) ? $0 : nil }
  }

  private static func isPart(_ path: String) -> Bool {
    if isFile(path) { return true }
    guard (try? CurrentMachine.value.status(path, followsLink: true))?.kind == .folder else { return false }
    switch FileTreePath.lowercasedExtension(of: path) {
    case "xcodeproj", "xcworkspace": return true
    // A checkout may be called so, too.
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

/// An app inside the program, to play with: those of the built-in stories, and one that has a bit of everything.
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

  /// What is special about it.
  package var summary: String { row.summary }

  /// The app of a name.
  /// - Throws: ``LuaFailure`` that names the nearest one.
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

  /// The app itself.
  /// - Throws: `AppPackageError`.
  func package() throws -> AppPackage {
    var options = PackageOptions()
    // The project has another target, too.
    if self == .colourful { options.target = "Colourful" }
    let location = ScriptLocation.bundled(row.location)
    return try location.package(location.resolve(row.path), options: options)
  }
}

/// Texts on their way into a file of Lua's.
extension String {
  /// The text as a literal of Lua's, in one line. What a terminal or an editor would obey is written as Lua's `\u{…}`.
  package var quotedForLua: String {
    var quoted = "\""
    for character in unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return TerminalText.visible(quoted, isOneLine: true) + "\""
  }

  /// Several, as the fields of a table without names: `{ "a", "b" }`.
  static func listForLua(_ texts: [String]) -> String {
    texts.isEmpty ? "{}" : "{ \(texts.map(\.quotedForLua).joined(separator: ", ")) }"
  }
}
