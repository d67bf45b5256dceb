import Platform
import PropertyLists

/// Tells the Info.plist of an app from the other property lists that lie about in a repository.
enum AppPropertyList {
  /// What a property list is.
  enum Kind {
    /// An app's, or one that may be: an empty one leaves everything to build settings.
    case app
    /// The Info.plist of something that is not an app: `an app extension`.
    case other(String)
    /// That of an app for another system: `a Watch app`.
    case otherSystem(String)
    /// Firebase's, an export's: no Info.plist at all.
    case foreign
  }

  static func kind(of list: PropertyListDictionary) -> Kind {
    if list.contains("NSExtension") || list.contains("EXAppExtensionAttributes") { return .other("an app extension") }
    if let title = otherSystem(of: list) { return .otherSystem(title) }
    if let title = list["CFBundlePackageType"]?.string.flatMap({ otherTypes[$0] }) { return .other(title) }
    return list.isEmpty || list.keys.contains(where: isKeyOfInfoPlist) ? .app : .foreign
  }

  private static func otherSystem(of list: PropertyListDictionary) -> String? {
    for (keys, title) in keysOfOtherSystems where keys.contains(where: list.contains) { return title }
    if list["NSPrincipalClass"]?.string == "NSApplication" { return "a Mac app" }
    let families = (list["UIDeviceFamily"]?.array ?? []).compactMap(\.value.integer)
    return families.count == 1 ? otherFamilies[families[0]] : nil
  }

  private static let keysOfOtherSystems: [(keys: [String], title: String)] = [
    (["WKApplication", "WKWatchKitApp", "WKCompanionAppBundleIdentifier", "WKWatchOnly"], "a Watch app"),
    (["TVTopShelfImage", "TVTopShelfPrimaryImage", "TVTopShelfPrimaryImageWide"], "a tvOS app"),
    (["NSMainNibFile"], "a Mac app"),
  ]
  private static let otherFamilies: [Int64: String] = [3: "a tvOS app", 4: "a Watch app", 7: "a visionOS app"]

  private static let otherTypes = ["FMWK": "a framework", "BNDL": "a bundle", "XPC!": "a service", "KEXT": "a driver"]

  private static func isKeyOfInfoPlist(_ key: String) -> Bool {
    ["CFBundle", "UI", "LS", "NS", "MinimumOSVersion", "WK", "DT"].contains { key.hasPrefix($0) }
  }

  /// Nil for a file that is no dictionary, or is damaged, whatever the C preprocessor makes of it.
  static func kind(ofFileAt path: String, in tree: any FileTree, limits: PropertyListLimits) -> Kind? {
    let reader = InfoPlistReader(
      tree: tree, directory: FileTreePath.directory(of: path), settings: PreprocessorSettings(), limits: limits,
      hasProject: false)
    guard let bytes = try? tree.read(path), let result = try? reader.read(bytes, path: path, file: path) else {
      return nil
    }
    return result.list.root.dictionary.map(kind)
  }

  /// Whether a file of a tree may be the Info.plist of an app. One that cannot be read may be if it has the name: it then
  /// gets a message of its own.
  static func isAt(_ path: String, in tree: any FileTree, limits: PropertyListLimits) -> Bool {
    switch kind(ofFileAt: path, in: tree, limits: limits) {
    case .app: true
    case .other, .otherSystem, .foreign: false
    case nil: FileTreePath.lastComponent(path) == "Info.plist"
    }
  }
}
