public import AppPackages
import Events
import HomeScreenSimulator
public import LuaEngine
public import Platform
import PropertyLists

/// Why a REPL could not begin.
public struct REPLFailure: LuaFailureConvertible, CustomStringConvertible {
  let text: String
  /// As a script gets it.
  public let luaFailure: LuaFailure
  /// How the process ends because of it.
  public let exitCode: ExitCode
  /// Whether only the app is to blame: without it there is a device.
  public let isAboutApp: Bool

  /// What went wrong, and what to do about it, as it is shown to the person.
  public var description: String { text }
}

/// The device and the app that a person plays with, or that a plain script uses without making them.
public struct PlayRequest {
  /// Which app is installed.
  public enum App {
    /// The one at this path.
    case path(String, PackageOptions)
    /// The one that the project's settings name, or else the folder's own, or else a sample.
    case usual(PackageOptions)
    case sample(SampleApp)
    case none
  }

  /// The app.
  public var app: App
  /// As a person writes it; nil for that of the settings, or the newest iPhone.
  public var model: String?
  /// As a person writes it; nil for that of the settings, or the newest.
  public var os: String?
  /// A language, such as `zh-Hans`; nil for that of the run, or English.
  public var locale: String?

  /// Whether the folder's own app is read as scripts read: nothing outside of their project.
  public var isOfScript = false

  /// A request for an app on a device.
  public init(app: App, model: String? = nil, os: String? = nil, locale: String? = nil) {
    (self.app, self.model, self.os, self.locale) = (app, model, os, locale)
  }
}

/// What a REPL begins with.
extension Session {
  /// From now on UIKit's names mean the app in front of the global `device`, where no app's code runs.
  public func usesPlayedDevice() {
    code.usesAppInFront = true
    devices.played = { [unowned self] in playedDevice }
  }

  /// The same for a person, who presses Home where a finger has to, and reads what became of what a line asked for.
  public func beginPlaying() {
    usesPlayedDevice()
    devices.answers = LineAnswers()
    devices.pressesHome = true
  }

  /// What `device` means in the next line: a local variable of an earlier one, or the global.
  private var playedDevice: Device? {
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    if !locals.push("device") {
      stack.pushGlobals()
      stack.pushRaw("device", of: -1)
    }
    return stack.object(at: -1) as? Device
  }

  /// Makes the device and the app as the globals `device` and `app`. The app has been launched and is in front.
  /// - Returns: sentences for a person: why the app is missing, is another one, or has ended.
  /// - Throws: ``REPLFailure``.
  public func prepare(_ request: PlayRequest) throws(REPLFailure) -> [String] {
    var isAboutApp = false
    do {
      let (model, os) = devices.defaults.completed(
        model: try request.model.map { try DeviceModel(named: $0) },
        os: try request.os.map { try OSVersion(parsing: $0) }, settings)
      let device = try Device(model: model, os: os, locale: request.locale ?? devices.defaults.locale ?? "en")
      devices.adopt(device)
      lua.setGlobal("device", to: device)
      isAboutApp = true
      preparation = REPLPreparation(
        model: device.model.name, os: device.os.description, locale: device.locale, app: nil, sample: nil)
      let choice = try package(for: request)
      preparation = REPLPreparation(
        model: device.model.name, os: device.os.description, locale: device.locale, app: choice.path,
        sample: choice.sample)
      guard let package = choice.package else { return [] }
      let app = try device.install(package)
      lua.setGlobal("app", to: app)
      // So that methods count which are written once the app runs.
      let code = try LuaAppCode.of(app, in: code)
      for kind in Self.classes { try code.classTable(kind) }
      try device.launch(app)
      let ending = device.front == nil ? LineAnswers.ending(in: device.trace.events[...]) : nil
      return [choice.problem, ending].compactMap(\.self)
    } catch is ReplayEnd {
      return []
    } catch let error as AppPackageError {
      throw REPLFailure(
        text: "\(error)", luaFailure: error.luaFailure, exitCode: ExitCode(opening: error), isAboutApp: isAboutApp)
    } catch {
      let failure = (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)")
      throw REPLFailure(text: failure.text, luaFailure: failure, exitCode: .usage, isAboutApp: isAboutApp)
    }
  }

  /// The same, once a script first uses `device`, `app` or a name of UIKit, and only where it may.
  /// - Parameter isWanted: asked at each use until it was made.
  public func prepareOnUse(_ request: PlayRequest, isWanted: @escaping () -> Bool = { true }) {
    devices.makeOnUse = { [unowned self] in
      guard isWanted() else { return false }
      try prepare(request).forEach(note)
      usesPlayedDevice()
      return true
    }
  }

  /// An app, and how it came to be chosen.
  private struct AppChoice {
    var package: AppPackage?
    var path: String?
    var sample: SampleApp?
    /// Why it is not the one of the folder.
    var problem: String?
  }

  private func package(for request: PlayRequest) throws -> AppChoice {
    switch request.app {
    case .none: return AppChoice()
    case .sample(let sample): return AppChoice(package: try sample.package(), sample: sample)
    case .path(let path, let options):
      files.allow(path)
      return AppChoice(package: try AppPackage(contentsOf: path, options: options), path: path)
    case .usual(let options):
      if let path = settings?.app {
        return AppChoice(package: try AppPackage(contentsOf: path, options: options), path: path)
      }
      var problem: String?
      if let folder = files.ownFolder {
        do {
          let place = StartingPlace(folder)
          try place.checkLinks()
          let found = request.isOfScript ? try files.confined { try place.app() } : try place.app()
          // The app of a checkout is not one that its tests bring.
          let parts = FileTreePath.parts(of: found.package.build?.projectFile ?? "").dropFirst()
          if !ProjectRanking.isFixture(found.path == "." ? parts.joined(separator: "/") : found.path) {
            let path = folder == "." ? found.path : found.path == "." ? folder : "\(folder)/\(found.path)"
            return AppChoice(package: found.package, path: path)
          }
        } catch let error as AppPackageError
          where error.kind == .noInfoPlist && error.hint?.hasPrefix("name one") != true
        {
          // A folder without an app is usual: the sample does.
        } catch {
          problem = "the app of this folder cannot be opened: \(error)"
        }
      }
      var choice = AppChoice(package: try SampleApp.paint.package(), sample: .paint)
      choice.problem = problem
      return choice
    }
  }

  /// The classes that an app of a REPL has before it runs.
  private static let classes = [ClassKind.delegate, .sceneDelegate]

  /// The same for the global `app`, in Lua.
  public static let launchOfREPL = """
    \(classes.map { $0.place }.joined(separator: ", ")) = \(classes.map { _ in "{}" }.joined(separator: ", "))
    device:launch(app)
    """

  /// `iPhone, iOS 17.5`; empty without a device.
  public var deviceName: String { devices.current.map { "\($0.model.name), \($0.systemName) \($0.os)" } ?? "" }

  /// What the REPL says first: the device and the app.
  public var greeting: String {
    guard let device = devices.current else { return "" }
    let apps = device.apps.compactMap { try? $0.label }.map { ", \($0)" }.joined()
    return "\(deviceName)\(apps)\(device.front == nil ? "" : " in front")"
  }
}
