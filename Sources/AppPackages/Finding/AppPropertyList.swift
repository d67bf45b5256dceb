import Platform
import PropertyLists

/// Tells the Info.plist of an app from the other property lists that lie about in a repository.
enum AppPropertyList {
  /// What a property list is.
  enum Kind {
    /// An app's, or one that may be: an empty one leaves everything to build settings.
    case app
    /// The Info.plist of something that is no app: `an app extension`.
    case other(String)
    /// Firebase's, an export's: no Info.plist at all.
    case foreign
  }

  static func kind(of list: PropertyListDictionary) -> Kind {
    if list.contains("NSExtension") || list.contains("EXAppExtensionAttributes") { return .other("an app extension") }
    if let title = list["CFBundlePackageType"]?.string.flatMap({ otherTypes[$0] }) { return .other(title) }
    return list.isEmpty || list.keys.contains(where: isKeyOfInfoPlist) ? .app : .foreign
  }

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
    case .other, .foreign: false
    case nil: FileTreePath.lastComponent(path) == "Info.plist"
    }
  }
}
