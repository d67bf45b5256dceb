public import AppPackages
import LuaEngine
internal import Reports
public import Simulator

/// The devices and packages of a session.
extension Session {
  /// How many devices of one scenario are kept for its trace hash; the hashes of older ones are folded in at once.
  private static let keptDevices = 64

  /// What an event takes, with what it tells of.
  private static let bytesOfEvent = 256

  /// A script made a device.
  func adopt(_ device: Device) {
    currentDevice = device
    watch(device, from: 0)
    device.observer = DeviceWatch(self, ordinal: deviceCount, told: device.trace.count)
    commandLog?.add(device, ordinal: deviceCount)
    deviceCount += 1
  }

  /// A command of a device begins: its clock is the script's clock now, and what it does belongs to the trace hash.
  func use(_ device: Device) {
    if currentDevice === device, devices.last?.device === device { return }
    currentDevice = device
    if !devices.contains(where: { $0.device === device }) { watch(device, from: device.trace.count) }
  }

  private func watch(_ device: Device, from start: Int) {
    devices.append((device, start))
    if devices.count > Self.keptDevices { fold(devices.removeFirst()) }
  }

  private func fold(_ watched: (device: Device, start: Int)) {
    let events = watched.device.trace.events[watched.start...]
    digest.combine(Trace(events).hash.utf8)
    // Its events have been the most of what the device keeps.
    lua.weigh(events.count * Self.bytesOfEvent)
  }

  /// The hash of what happened since the last call on all devices that the script made or used.
  public func takeTraceHash() -> TraceDigest {
    for watched in devices { fold(watched) }
    defer {
      digest = TraceDigest()
      devices.removeAll(keepingCapacity: true)
    }
    return digest
  }

  /// Loads an app from a path beside the script, once for a session.
  /// - Throws: ``LuaFailure``.
  func package(at path: String, options: PackageOptions) throws -> PreparedPackage {
    // A path that is too long for any file is no key either.
    guard path.utf8.count <= FileTreePath.maximumLength else {
      return PreparedPackage(try location.package(path, options: options))
    }
    let key = PackageSelectionArguments.key(path, options)
    if let package = packages[key] { return package }
    let package = PreparedPackage(try location.package(path, options: options))
    packages[key] = package
    return package
  }

  /// Loads the app that the command line names; its path is relative to the working directory.
  func commandLinePackage(at path: String) throws -> PreparedPackage {
    if let package = packages["--app"] { return package }
    let package = PreparedPackage(try AppPackage(contentsOf: path, options: defaultAppOptions))
    packages["--app"] = package
    return package
  }

  /// Makes the device and the app of a REPL, as the globals `device` and `app`.
  /// - Throws: ``REPLFailure``.
  public func prepareREPL(
    app path: String?, options: PackageOptions = PackageOptions(), model: String?, os: String?, locale: String?
  ) throws(REPLFailure) {
    do {
      let (model, os) = defaults(
        model: try model.map { try DeviceModel(named: $0) }, os: try os.map { try OSVersion(parsing: $0) })
      let device = try Device(model: model, os: os, locale: locale ?? "en")
      adopt(device)
      lua.setGlobal("device", to: device)
      let path = path ?? settings?.app
      preparation = REPLPreparation(
        model: device.model.name, os: device.os.description, locale: device.locale, app: path)
      guard let path else { return }
      let app = try device.install(try AppPackage(contentsOf: path, options: options))
      lua.setGlobal("app", to: app)
      try device.launch(app)
    } catch is ReplayEnd {
      return
    } catch let error as AppPackageError {
      throw REPLFailure(text: "\(error)", exitCode: ExitCode(opening: error))
    } catch {
      let failure = (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)")
      throw REPLFailure(text: failure.text, exitCode: .usage)
    }
  }

  /// What the REPL says first: the device and the app.
  public var greeting: String {
    guard let device = currentDevice else { return "" }
    let app = device.front.flatMap { try? $0.label }.map { ", \($0) in front" } ?? ""
    return "\(device.model.name), \(device.systemName) \(device.os)\(app)"
  }
}

/// What a device is that a script makes without saying it, as the person who runs the script wants it.
public struct DeviceDefaults: Sendable {
  /// Nil in each: the project says, or the newest iPhone it is, in English.
  public var model: DeviceModel?
  public var os: OSVersion?
  public var locale: String?

  public init(model: DeviceModel? = nil, os: OSVersion? = nil, locale: String? = nil) {
    self.model = model
    self.os = os
    self.locale = locale
  }
}
