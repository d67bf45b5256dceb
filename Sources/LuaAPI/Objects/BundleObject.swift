import AppPackages
import LuaEngine
import PropertyLists
import Simulator

/// `Bundle.main`.
final class BundleObject: LuaRepresentable {
  static var luaType: LuaType { SystemAPI.bundleLuaType }
  let app: InstalledApp
  var luaAnchor: LuaAnchor? { app.luaAnchor }

  init(_ app: InstalledApp) {
    self.app = app
  }

  /// The Info.plist as the process sees it.
  var info: PropertyListDictionary {
    get throws { try app.package.infoDictionary(for: app.device.deviceClass) }
  }
}
