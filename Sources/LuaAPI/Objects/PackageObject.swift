import AppPackages
import LuaEngine

/// An app that scripts load, edit and install.
final class PackageObject: LuaRepresentable {
  static var luaType: LuaType { PackageAPI.luaType }
  var package: AppPackage

  init(_ package: AppPackage) {
    self.package = package
  }
}
