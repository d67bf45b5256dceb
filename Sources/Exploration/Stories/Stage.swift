import AppPackages
import HomeScreenSimulator
import LuaAPI
import LuaEngine
import PropertyLists

/// Where a story plays: its device, its app, and what the app's definition keeps for the story.
struct Stage {
  let device: Device
  let app: InstalledApp
  /// The table that code, actions and invariants share.
  let story: LuaReference
  /// The device and the app as Lua has them: while it has, it keeps what their code has given them.
  let holders: [LuaReference]
  /// What was asked of the device at this moment.
  let moment = Moment()

  /// What more than one action wants to know, and takes long to find out; until the next step.
  final class Moment {
    fileprivate var offered: [String]?

    func pass() { offered = nil }
  }

  /// The quick actions that a press on the icon would offer.
  var offeredItems: [String] {
    if let offered = moment.offered { return offered }
    let titles = itemTitles(in: app.offeredRows)
    moment.offered = titles
    return titles
  }
  let subject: ExploredApp
  let declared: Declarations

  // MARK: What the model says

  /// The app's files are not there (ICON-156).
  var isOffloaded: Bool { app.isOffloaded }

  /// A finger reaches more than an alert.
  var canUseScreen: Bool { !device.isLocked && device.alert?.owner != .system }

  /// Nothing lies over the icon, and a touch means the app.
  var canTouchIcon: Bool {
    !isOffloaded && canUseScreen && device.springboard.mode == .home
      && (try? device.springboard.icon(for: app)) != nil
  }

  var isAlive: Bool {
    get throws { try app.state != .notRunning }
  }

  /// The rows of the app's own, each by a text that means one of them.
  func itemTitles(in rows: [MenuRow]) -> [String] {
    let titles = rows.map(\.title)
    let types = rows.map(\.type)
    return rows.indices.compactMap { index in
      // The system's rows have no type.
      guard let type = types[index] else { return nil }
      if titles.count(where: { $0 == titles[index] }) == 1 { return titles[index] }
      return types.count(where: { $0 == type }) == 1 && !titles.contains(type) ? type : nil
    }
  }

  private var info: PropertyListDictionary {
    get throws { try app.package.infoDictionary(for: device.deviceClass) }
  }

  var backgroundModes: [String] {
    get throws { declared.hasBackgroundModes ? try info["UIBackgroundModes"]?.strings ?? [] : [] }
  }

  var urlSchemes: [String] {
    get throws {
      guard declared.hasSchemes else { return [] }
      return try URLScheme.declared(in: info).filter { !URLScheme.isUnfilled($0) }
    }
  }

  /// More windows than these add nothing that two do not show.
  private static let maximumWindows = 3

  var canOpenWindow: Bool {
    get throws {
      guard device.deviceClass == .iPad, declared.hasWindows, try isAlive else { return false }
      return try app.scenes.count < Self.maximumWindows
    }
  }

  // MARK: What the definition says

  /// The app's own actions that are possible now.
  func ownActions() throws -> [String] {
    try subject.actions.compactMap { action in
      if let isPossible = action.isPossible {
        let values = try subject.session.lua.call(isPossible, app, story, device)
        return values.first?.boolean ?? false ? action.name : nil
      }
      guard !action.isSituation else { return canUseScreen && !isOffloaded ? action.name : nil }
      // A button of the app.
      return device.front == app && device.alert == nil ? action.name : nil
    }
  }

  func perform(_ name: String) throws {
    guard let action = subject.actions.first(where: { $0.name == name }) else { return }
    _ = try subject.session.lua.call(action.run, app, story, device)
  }

  func update() throws {
    _ = try subject.session.lua.call(subject.updateFunction, subject.table, device, app, story)
  }

  /// Until something happens by itself; nil when nothing will.
  var secondsToNextWork: Double? {
    device.nextWork.map { Double(max(1, $0.time.milliseconds - device.milliseconds)) / 1000 }
  }
}

/// What an app's Info.plist has at all, on one kind of device: keys may be of an iPad only. Asked once for each device, as
/// it is read for each step.
struct Declarations {
  let hasSchemes: Bool
  let hasBackgroundModes: Bool
  let hasWindows: Bool

  init(of app: InstalledApp) throws {
    let info = try app.package.infoDictionary(for: app.device.deviceClass)
    hasSchemes = info["CFBundleURLTypes"] != nil
    hasBackgroundModes = info["UIBackgroundModes"] != nil
    hasWindows =
      info["UIApplicationSceneManifest"]?.dictionary?["UIApplicationSupportsMultipleScenes"] == .boolean(true)
  }
}
