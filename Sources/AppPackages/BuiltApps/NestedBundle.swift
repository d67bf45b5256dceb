import Platform
import PropertyLists

/// A bundle that an app carries along, and that has an icon or a life of its own: none of its files are the app's.
public struct NestedBundle: Sendable, Equatable {
  /// What kind of bundle it is.
  public enum Kind: String, Sendable {
    case appExtension = "extension"
    case watchApp = "watch-app"
    case appClip = "app-clip"

    /// In a sentence.
    public var words: String {
      switch self {
      case .appExtension: "extension"
      case .watchApp: "watch app"
      case .appClip: "App Clip"
      }
    }
  }

  /// Inside of the app: `PlugIns/Widget.appex`.
  public let path: String
  /// By the folder in which it lies.
  public let kind: Kind
  /// `CFBundleIdentifier`; nil where it cannot be read.
  public let bundleIdentifier: String?
  /// Of an extension, what it extends: `com.apple.widgetkit-extension`.
  public let extensionPoint: String?

  /// The folders in which they lie, with the ending of their names.
  private static let places: [(folder: String, ending: String, kind: Kind)] = [
    ("AppClips/", ".app", .appClip), ("Extensions/", ".appex", .appExtension), ("PlugIns/", ".appex", .appExtension),
    ("Watch/", ".app", .watchApp),
  ]
  /// Nobody has so many.
  private static let maximumCount = 200

  static func bundles(
    of resources: ResourceList, in tree: any FileTree, below root: String, limits: PropertyListLimits
  ) -> [NestedBundle] {
    var found: [NestedBundle] = []
    for (folder, ending, kind) in places {
      for file in resources.startingWith(folder) where found.count < maximumCount {
        let parts = FileTreePath.parts(of: file.path)
        guard parts.count == 3, parts[2] == "Info.plist", parts[1].hasSuffix(ending) else { continue }
        let list = (try? tree.read(FileTreePath.join(root, file.path))).flatMap {
          try? PropertyList.parse($0, file: file.path, limits: limits).root.dictionary
        }
        let point =
          list?["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]
          ?? list?["EXAppExtensionAttributes"]?.dictionary?["EXExtensionPointIdentifier"]
        found.append(
          NestedBundle(
            path: "\(parts[0])/\(parts[1])", kind: kind, bundleIdentifier: list?["CFBundleIdentifier"]?.string,
            extensionPoint: point?.string))
      }
    }
    return found
  }
}
