import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

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

  /// The Info.plist of a project's build before the script changed it; nil while it has not.
  private var builtInfoPlist: PropertyListDictionary?

  init(_ package: AppPackage) {
    self.package = package
  }

  /// The script is about to change the Info.plist.
  func keepBuiltInfoPlist() {
    if builtInfoPlist == nil, package.build != nil { builtInfoPlist = package.infoPlist }
  }

  /// The package with the script's changes in the Info.plist as it is written, too, which lint looks at.
  var packageAsWritten: AppPackage {
    guard let builtInfoPlist, var written = package.build?.writtenInfoPlist else { return package }
    Self.apply(from: builtInfoPlist, to: package.infoPlist, on: &written, depth: 0)
    var package = package
    package.build?.writtenInfoPlist = written
    return package
  }

  /// Of a dictionary in a dictionary its changed keys; of anything else the whole value.
  private static func apply(
    from old: PropertyListDictionary, to new: PropertyListDictionary, on written: inout PropertyListDictionary,
    depth: Int
  ) {
    for key in old.keys where new[key] == nil { written[key] = nil }
    for (key, node) in new.entries where old[key] != node.value {
      if depth < 16, let oldInner = old[key]?.dictionary, let newInner = node.value.dictionary,
        var inner = written[key]?.dictionary
      {
        apply(from: oldInner, to: newInner, on: &inner, depth: depth + 1)
        written[key] = .dictionary(inner)
      } else {
        written[key] = node.value
      }
    }
  }
}
