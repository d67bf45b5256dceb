import AppPackages
import HomeScreenSimulator
import LuaEngine

/// An app that scripts load, edit and install.
final class PackageObject {
  var package: AppPackage {
    didSet { preparedPackage = nil }
  }
  var luaWeight: Int { 2_048 }
  private var preparedPackage: PreparedPackage?
  var valueBound: Int?
  /// The path of the Info.plist, as the script would write it; nil where there is none.
  var ownPath: String?

  /// The package as a device wants it; made anew after a change.
  var prepared: PreparedPackage {
    if let preparedPackage { return preparedPackage }
    let prepared = PreparedPackage(package)
    preparedPackage = prepared
    return prepared
  }

  init(_ package: AppPackage) {
    self.package = package
  }
}
