public import AppPackages
public import HomeScreenReports
import HomeScreenSimulator
import LuaEngine

/// Why a REPL could not begin.
public struct REPLFailure: Error, CustomStringConvertible {
  let text: String
  /// How the process ends because of it.
  public let exitCode: ExitCode

  /// What went wrong, and what to do about it, as it is shown to the person.
  public var description: String { text }
}

/// What a REPL begins with.
extension Session {
  /// Makes the device and the app of a REPL, as the globals `device` and `app`. The app has been launched once, and the
  /// Home Screen is in front.
  /// - Parameter sample: the app where neither the caller nor the project's settings name one.
  /// - Throws: ``REPLFailure``.
  public func prepareREPL(
    app path: String?, options: PackageOptions = PackageOptions(), sample: SampleApp? = nil, model: String?,
    os: String?,
    locale: String?
  ) throws(REPLFailure) {
    do {
      let (model, os) = devices.defaults.completed(
        model: try model.map { try DeviceModel(named: $0) }, os: try os.map { try OSVersion(parsing: $0) }, settings)
      let device = try Device(model: model, os: os, locale: locale ?? "en")
      devices.adopt(device)
      lua.setGlobal("device", to: device)
      let path = path ?? settings?.app
      if let path { files.allow(path) }
      let sample = path == nil ? sample : nil
      preparation = REPLPreparation(
        model: device.model.name, os: device.os.description, locale: device.locale, app: path, sample: sample)
      guard let package = try path.map({ try AppPackage(contentsOf: $0, options: options) }) ?? sample?.package() else {
        return
      }
      let app = try device.install(package)
      lua.setGlobal("app", to: app)
      // So that methods count which are written once the app runs.
      let code = try LuaAppCode.of(app, in: code)
      for kind in Self.classes { try code.classTable(kind) }
      try device.launch(app)
      // An icon can be pressed on the Home Screen only.
      try device.pressHome()
    } catch is ReplayEnd {
      return
    } catch let error as AppPackageError {
      throw REPLFailure(text: "\(error)", exitCode: ExitCode(opening: error))
    } catch {
      let failure = (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)")
      throw REPLFailure(text: failure.text, exitCode: .usage)
    }
  }

  /// The classes that an app of a REPL has before it runs.
  private static let classes = [ClassKind.delegate, .sceneDelegate]

  /// The same for the global `app`, in Lua.
  public static let launchOfREPL = """
    \(classes.map { $0.place }.joined(separator: ", ")) = \(classes.map { _ in "{}" }.joined(separator: ", "))
    device:launch(app)
    device:pressHome()
    """

  /// What the REPL says first: the device and the app.
  public var greeting: String {
    guard let device = devices.current else { return "" }
    let apps = device.apps.compactMap { try? $0.label }.map { ", \($0)" }.joined()
    return "\(device.model.name), \(device.systemName) \(device.os)\(apps)"
  }
}
