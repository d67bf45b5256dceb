import Platform

/// What a built app was taken out of.
public struct PackageContainer: Sendable {
  /// How what was opened is laid out, whether it is packed or not.
  public enum Kind: String, Sendable {
    /// The app lies in `Payload`.
    case ipa
    /// The app lies in `Products/Applications`.
    case xcarchive
    /// The app lies somewhere in an archive.
    case zip

    /// By the path of the app.
    init(holding app: String) {
      let parts = FileTreePath.parts(of: app).dropLast()
      if parts.last == "Payload" {
        self = .ipa
      } else if parts.suffix(2) == ["Products", "Applications"] {
        self = .xcarchive
      } else {
        self = .zip
      }
    }

    /// How many folders lie between the app and what tells of it.
    fileprivate var depth: Int {
      switch self {
      case .ipa: 1
      case .xcarchive: 2
      case .zip: 0
      }
    }
  }

  /// How it is laid out.
  public let kind: Kind
  /// What messages call it: `Paint.ipa`.
  public let name: String
  /// The path of the app in it: `Payload/Paint.app`.
  public let appPath: String
  let tree: any FileTree
  /// The folder in it that has what tells of the app.
  let folder: String

  init(_ tree: any FileTree, holding app: String) {
    // What was opened may be Payload itself.
    kind = Kind(holding: FileTreePath.join((tree as? FolderTree)?.path ?? tree.name, app))
    name = tree.name
    appPath = app
    self.tree = tree
    folder = FileTreePath.parts(of: app).dropLast(kind.depth + 1).joined(separator: "/")
  }
}
