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

  /// Nil for a file that is no dictionary, is damaged, or has to be preprocessed first.
  static func kind(ofFileAt path: String, in tree: any FileTree, limits: PropertyListLimits) -> Kind? {
    guard let bytes = try? tree.read(path), let list = try? PropertyList.parse(bytes, file: path, limits: limits) else {
      return nil
    }
    return list.root.dictionary.map(kind)
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
