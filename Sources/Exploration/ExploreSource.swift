import AppPackages
public import Events
public import LuaAPI
import LuaEngine
import Platform
import PropertyLists

/// Where the apps of an exploration come from: a script with `explore { … }`, or an app whose own sources are read.
public struct ExploreSource {
  /// As it was named.
  public let name: String
  private let location: ScriptLocation
  /// Beside the script.
  private let fileName: String
  private let isScript: Bool
  /// Reads the project's settings once for all sessions.
  private let projects: ProjectFinder

  /// The script or the app at a path of the working directory.
  /// - Parameters:
  ///   - trust: decides about code that the project's settings bring.
  ///   - rules: the rules of lint that settings can name; nil if their names are not checked.
  public init(_ path: String, trust: ProjectTrust = .nothing, rules: [RuleDescription]? = nil) {
    projects = ProjectFinder(trust: trust, rules: rules)
    name = path
    isScript = path.hasSuffix(".lua")
    let folder = FileTreePath.directory(of: path)
    location = .folder(isScript ? folder.isEmpty ? path.utf8.first == UInt8(ascii: "/") ? "/" : "." : folder : ".")
    fileName = isScript ? FileTreePath.lastComponent(path) : path
  }

  /// A script inside the executable, such as `scenarios/museum/launches/wrong-window.lua`.
  public init(bundled path: String) {
    projects = ProjectFinder(trust: .nothing)
    name = path
    isScript = true
    location = .bundled(FileTreePath.directory(of: path))
    fileName = FileTreePath.lastComponent(path)
  }

  /// What a scenario needs to have the app.
  func source(title: String?) -> ExplorationFinding.Source {
    ExplorationFinding.Source(path: name, title: title, isScript: isScript)
  }

  /// A session in which the definitions have run.
  struct Opened {
    let session: Session
    let apps: [LuaReference]
    let titles: [String]

    func app(_ index: Int, _ devices: DeviceChoice) throws -> ExploredApp {
      try ExploredApp(apps[index], in: session, devices: devices)
    }
  }

  private static let reading = "return require(\"homescreen.explore\").from(...)"
  /// An app that does what its sources do.
  private static let installing = """
    local explore, path = require "homescreen.explore", ...
    -- A folder such as “.” is not a name. Installing the app reports what cannot be read.
    local isRead, package = pcall(AppPackage, path)
    return { explore {
      title = isRead and package.name or path, app = path, install = { sources = true, doubtful = false }, declares = false,
    } }
    """

  /// The watchdog runs from here on; whoever explores switches it off.
  /// - Throws: ``ExploreError``.
  func open(_ options: ExploreOptions) throws -> Opened {
    Watchdog.note(TerminalText.visible(name, isOneLine: true))
    Watchdog.arm(seconds: options.watchdog)
    do {
      let session = try Session(at: location, options: LuaOptions(budget: options.budget), services: options.services)
      if let surroundings = options.surroundings { session.surroundings = surroundings }
      session.surroundings.scriptName = name
      session.files.readableFolders = options.readableFolders
      session.files.writableFolders = options.writableFolders
      if !isScript { session.files.allow(fileName) }
      // As `run` does it, which plays what is found.
      var problem: PluginProblem?
      session.load(
        projects.settings(for: location), plugins: options.plugins
      ) { problem = problem ?? $0 }
      if let problem { throw ExploreError("\(problem.plugin): \(ExploreError.text(of: problem.error))") }
      let text = isScript ? Self.reading : Self.installing
      let results = try session.lua.results(
        of: session.lua.load(text, chunkName: ExploreError.chunkName), [fileName])
      let stack = session.lua.stack
      var apps: [LuaReference] = []
      var titles: [String] = []
      if let list = results.first {
        stack.push(list)
        while stack.pushRaw(Int64(apps.count + 1), of: -1) == .table {
          stack.pushRaw("title", of: -1)
          titles.append(stack.string(at: -1) ?? "")
          stack.removeLast()
          apps.append(stack.reference(to: -1))
          stack.removeLast()
        }
        stack.removeLast(2)
      }
      guard !apps.isEmpty else {
        throw ExploreError(
          "\(name) defines no app to explore. It needs: local explore = require \"homescreen.explore\"; "
            + "explore { app = …, code = function(app) … end }", isEmpty: true)
      }
      if let twice = titles.first(where: { title in titles.filter { ExactText.isSame($0, title) }.count > 1 }) {
        throw ExploreError("\(name) has two apps with the title “\(twice)”; give each its own title")
      }
      return Opened(session: session, apps: apps, titles: titles)
    } catch let error as LuaError {
      throw ExploreError(ExploreError.text(of: error), isMissingInput: error.message.hasPrefix("cannot open"))
    }
  }
}
