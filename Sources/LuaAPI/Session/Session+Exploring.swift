import AppPackages
package import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// Support for many short stories in one session, each on a new device.
extension Session {
  /// Starts a story: releases the devices of the previous one and resets the budget.
  ///
  /// - Parameter takesBackInterrupt: whether to clear an earlier Ctrl-C.
  package func beginStory(takesBackInterrupt: Bool = false) {
    devices.forget()
    lua.collectBetween()
    flushOutput()
    arm(takesBackInterrupt: takesBackInterrupt)
  }

  /// Returns a phrase for the part of an app's sources that was not read and may also handle launch events; nil if all
  /// was read, or if a script implements the app.
  package func unreadPart(of app: InstalledApp) -> String? { (app.code as? SourceDrivenCode)?.code.unreadPart }

  /// Returns what is unknown about the quick actions of an app's sources, as sentences without a full stop.
  package func sourceNotes(of app: InstalledApp) -> [String] {
    guard let appCode = app.code as? SourceDrivenCode else { return [] }
    let info = try? app.package.infoDictionary(for: app.device.deviceClass)
    let isDeclared = info?["UIApplicationShortcutItems"]?.array?.isEmpty == false
    guard !isDeclared, !appCode.code.setsItems, appCode.code.takesItems else { return appCode.notes }
    return appCode.notes + [
      "the code handles quick actions, but neither the Info.plist nor the code declares any, so stories choose none"
    ]
  }

  /// Returns a hash of a Lua value and everything reachable from it; nil if it cannot be compared.
  package func memory(of value: some LuaPushable) -> UInt64? {
    lua.fingerprint(of: value, and: nil, content: ObjectFingerprint.content)
  }

  /// Returns a hash of everything that the device's future depends on, including the memory of its apps' code, and of
  /// `value`, the rest of the script's state; nil if the memory cannot be compared.
  package func fingerprint(of device: Device, and value: some LuaPushable) -> UInt64? {
    guard let memory = lua.fingerprint(of: value, and: device.luaAnchor, content: ObjectFingerprint.content) else {
      return nil
    }
    var hash = FNV1a64(value: device.stateHash)
    hash.feed(Int64(bitPattern: memory))
    // App code from sources keeps no state in Lua.
    for app in device.apps { (app.code as? SourceDrivenCode)?.feed(&hash) }
    return hash.value
  }
}

/// The hash of simulator objects that a script keeps, by their identity or content.
enum ObjectFingerprint {
  /// Returns the hash of an object; nil if its content is unknown.
  static func content(_ object: AnyObject) -> UInt64? {
    var hash = FNV1a64()
    switch object {
    // Several devices are distinguished by where the walk found them.
    case is Device: hash.feed("device")
    case let app as InstalledApp:
      hash.feed(app.bundleIdentifier)
      hash.feed(Int64(app.isInstalled ? 1 : 0))
    case let application as Application:
      hash.feed(application.bundleIdentifier)
      // The object of an ended process cannot be used any more.
      hash.feed(Int64(application.app == nil ? 0 : 1))
    case let scene as Box<AppScene>:
      hash.feed(scene.value.identifier)
      hash.feed(scene.value.state.rawValue)
    case let session as Box<SceneSession>: hash.feed(session.value.persistentIdentifier)
    case let window as Box<AppWindow>:
      hash.feed("window")
      hash.feed(window.value.scene?.identifier)
      hash.feed(Int64(window.value.isVisible ? 1 : 0))
    case let item as any ItemHolder: feed(item.item, to: &hash)
    case let error as Box<NSErrorValue>:
      hash.feed(error.value.domain)
      hash.feed(Int64(error.value.code))
    case let queue as Box<AppQueue>: hash.feed(queue.value.isMain ? "main" : "global")
    case let controller as any ControllerHolder:
      hash.feed(controller.controller.className)
      hash.feed(controller.controller.title)
      hash.feed(Int64(controller.controller.presentingViewController == nil ? 0 : 1))
      hash.feed(Int64(controller.controller.isViewInWindow ? 1 : 0))
    case is PackageObject: hash.feed("package")
    default: return nil
    }
    return hash.value == 0 ? 1 : hash.value
  }

  private static func feed(_ item: ShortcutItem, to hash: inout FNV1a64) {
    hash.feed(item.type)
    hash.feed(item.localizedTitle)
    hash.feed(item.localizedSubtitle)
    hash.feed(item.targetContentIdentifier)
    for (key, node) in item.userInfo?.entries ?? [] {
      hash.feed(key)
      hash.feed("\(node.value)")
    }
  }
}
