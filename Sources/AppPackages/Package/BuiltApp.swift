import Platform
public import PropertyLists
import Synchronization

/// The build information in a built app: its Xcode, SDK and distribution, and its contents.
public struct BuiltApp: Sendable {
  /// `DTXcode`; nil if it is missing or not a version.
  public let xcode: XcodeVersion?
  /// `DTXcodeBuild`: `16F6`.
  public let xcodeBuild: String?
  /// `DTSDKName`: `iphoneos18.5`.
  public let sdk: String?
  /// `DTSDKBuild`
  public let sdkBuild: String?
  /// `MinimumOSVersion`
  public let minimumOS: String?
  /// Whether the app was built for the iOS Simulator.
  public let isForSimulator: Bool
  /// Who can install the app.
  public private(set) var distribution: Distribution
  /// The embedded provisioning profile; nil if there is none that can be read.
  public let profile: ProvisioningProfile?
  /// The container that the app was in; nil for a folder that was opened directly.
  public private(set) var container: PackageContainer?
  /// The extensions, watch apps and App Clips inside the app, in path order.
  public let nestedBundles: [NestedBundle]
  private let signed: Signed

  /// The entitlements of the app's signature, read from its executable on first access. nil if unknown: the app is not
  /// signed, or its executable is missing or unreadable.
  public var entitlements: PropertyListDictionary? { signed.entitlements }

  /// The entitlements, read once for all copies of the value, because in an archive the whole executable must be unpacked.
  private final class Signed: Sendable {
    private let read: @Sendable () -> PropertyListDictionary?
    private let known = Mutex<PropertyListDictionary??>(nil)

    init(_ read: @escaping @Sendable () -> PropertyListDictionary?) { self.read = read }

    var entitlements: PropertyListDictionary? {
      known.withLock { known in
        if let known { return known }
        let entitlements = read()
        known = .some(entitlements)
        return entitlements
      }
    }
  }

  /// Who can install a built app, as recorded in the app.
  public enum Distribution: String, Sendable, CaseIterable {
    case development
    case adHoc = "ad-hoc"
    case enterprise
    /// Signed for the App Store, including TestFlight.
    case appStore = "app-store"
    case simulator
    /// Signed for an unknown distribution.
    case unknown
    case unsigned

    /// The distribution as part of a sentence: `signed for ad hoc distribution`.
    public var words: String {
      switch self {
      case .development: "signed for development"
      case .adHoc: "signed for ad hoc distribution"
      case .enterprise: "signed for distribution within an enterprise"
      case .appStore: "signed for the App Store"
      case .simulator: "for the iOS Simulator"
      case .unknown: "signed, for an unknown distribution"
      case .unsigned: "not signed"
      }
    }
  }

  /// - Parameter root: the folder of the app in the tree.
  init(_ package: AppPackage, in tree: any FileTree, below root: String, limits: PropertyListLimits) {
    let info = package.infoPlist
    xcode = info["DTXcode"]?.string.flatMap { XcodeVersion($0) }
    xcodeBuild = info["DTXcodeBuild"]?.string
    sdk = info["DTSDKName"]?.string
    sdkBuild = info["DTSDKBuild"]?.string
    minimumOS = info["MinimumOSVersion"]?.string
    let platforms = info["CFBundleSupportedPlatforms"]?.array?.compactMap(\.value.string) ?? []
    let isForSimulator = platforms.contains("iPhoneSimulator") || info["DTPlatformName"]?.string == "iphonesimulator"
    self.isForSimulator = isForSimulator
    let file = "embedded.mobileprovision"
    let profile =
      package.resources[file] == nil
      ? nil : ProvisioningProfile(FileTreePath.join(root, file), in: tree, limits: limits)
    self.profile = profile
    if let profile {
      distribution = profile.distribution
    } else if isForSimulator {
      distribution = .simulator
    } else if !package.resources.startingWith("SC_Info/").isEmpty {
      // FairPlay encryption by the App Store.
      distribution = .appStore
    } else {
      distribution = package.resources["_CodeSignature/CodeResources"] == nil ? .unsigned : .unknown
    }
    let executable = info["CFBundleExecutable"]?.string ?? package.name
    signed = Signed {
      FileTreePath.parts(of: executable).count == 1 && executable != ".."
        ? SignedEntitlements.read(FileTreePath.join(root, executable), in: tree, limits: limits) : nil
    }
    nestedBundles = NestedBundle.bundles(of: package.resources, in: tree, below: root, limits: limits)
  }

  /// Reads the container's information about the app.
  mutating func takenOut(of container: PackageContainer, _ limits: PropertyListLimits) {
    self.container = container
    // The App Store adds the buyer and the date.
    let metadata = FileTreePath.join(container.folder, "iTunesMetadata.plist")
    guard distribution == .unknown || distribution == .unsigned, container.tree.kind(of: metadata) == .file,
      let bytes = try? container.tree.read(metadata),
      let list = try? PropertyList.parse(bytes, file: metadata, limits: limits).root.dictionary,
      ["itemId", "appleId", "com.apple.iTunesStore.downloadInfo"].contains(where: list.contains)
    else { return }
    distribution = .appStore
  }
}

/// A bundle inside an app that has its own icon or process; its files do not belong to the app.
public struct NestedBundle: Sendable, Equatable {
  /// The kind of bundle.
  public enum Kind: String, Sendable {
    case appExtension = "extension"
    case watchApp = "watch-app"
    case appClip = "app-clip"

    /// The kind as part of a sentence.
    public var words: String {
      switch self {
      case .appExtension: "extension"
      case .watchApp: "watch app"
      case .appClip: "App Clip"
      }
    }
  }

  /// The path in the app: `PlugIns/Widget.appex`.
  public let path: String
  /// The kind, by the folder that contains the bundle.
  public let kind: Kind
  /// `CFBundleIdentifier`; nil if it cannot be read.
  public let bundleIdentifier: String?
  /// The extension point of an extension: `com.apple.widgetkit-extension`.
  public let extensionPoint: String?

  /// The folders of nested bundles, with their file name extensions.
  private static let places: [(folder: String, ending: String, kind: Kind)] = [
    ("AppClips/", ".app", .appClip), ("Extensions/", ".appex", .appExtension), ("PlugIns/", ".appex", .appExtension),
    ("Watch/", ".app", .watchApp),
  ]
  /// The maximum number of bundles; real apps have fewer.
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

/// The container of a built app.
public struct PackageContainer: Sendable {
  /// The layout of a container, packed or unpacked.
  public enum Kind: String, Sendable {
    /// The app is in `Payload`.
    case ipa
    /// The app is in `Products/Applications`.
    case xcarchive
    /// The app is anywhere in an archive.
    case zip

    /// Determines the kind by the path of the app.
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

    /// The number of folders between the app and the container's information about it.
    fileprivate var depth: Int {
      switch self {
      case .ipa: 1
      case .xcarchive: 2
      case .zip: 0
      }
    }
  }

  /// The layout of the container.
  public let kind: Kind
  /// The name in messages: `Paint.ipa`.
  public let name: String
  /// The path of the app in the container: `Payload/Paint.app`.
  public let appPath: String
  let tree: any FileTree
  /// The folder in the container with the information about the app.
  let folder: String

  init(_ tree: any FileTree, holding app: String) {
    // The opened folder may be Payload.
    kind = Kind(holding: FileTreePath.join((tree as? FolderTree)?.path ?? tree.name, app))
    name = tree.name
    appPath = app
    self.tree = tree
    folder = FileTreePath.parts(of: app).dropLast(kind.depth + 1).joined(separator: "/")
  }
}
