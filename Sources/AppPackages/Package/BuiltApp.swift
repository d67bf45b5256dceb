import Platform
public import PropertyLists
import Synchronization

/// What a built app says about its build: by which Xcode, for which SDK, for whom it was signed, and what it has.
public struct BuiltApp: Sendable {
  /// `DTXcode`; nil where it is missing or no version.
  public let xcode: XcodeVersion?
  /// `DTXcodeBuild`: `16F6`.
  public let xcodeBuild: String?
  /// `DTSDKName`: `iphoneos18.5`.
  public let sdk: String?
  /// `DTSDKBuild`
  public let sdkBuild: String?
  /// `MinimumOSVersion`
  public let minimumOS: String?
  /// Whether it was built for the iOS Simulator.
  public let isForSimulator: Bool
  /// Who can install it.
  public private(set) var distribution: Distribution
  /// The provisioning profile in it; nil where there is none that can be read.
  public let profile: ProvisioningProfile?
  /// What it was taken out of; nil for a folder that was opened itself.
  public private(set) var container: PackageContainer?
  /// The extensions, watch apps and App Clips in it, in the order of their paths.
  public let nestedBundles: [NestedBundle]
  private let signed: Signed

  /// What the app is signed with, read from its executable when it is asked for first. Nil where nobody knows it: of an
  /// app that is not signed, or whose executable is not there or cannot be read.
  public var entitlements: PropertyListDictionary? { signed.entitlements }

  /// Entitlements that are read once, for all copies of the value: in an archive the whole executable has to be unpacked.
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

  /// Who can install a built app, as far as it tells.
  public enum Distribution: String, Sendable, CaseIterable {
    case development
    case adHoc = "ad-hoc"
    case enterprise
    /// Signed for the store: TestFlight and App Store alike.
    case appStore = "app-store"
    case simulator
    /// Signed, without a word for whom.
    case unknown
    case unsigned

    /// In a sentence: `for ad hoc distribution`.
    public var words: String {
      switch self {
      case .development: "signed for development"
      case .adHoc: "signed for ad hoc distribution"
      case .enterprise: "signed for distribution within an enterprise"
      case .appStore: "signed for the App Store"
      case .simulator: "for the iOS Simulator"
      case .unknown: "signed without a profile that says for whom"
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
    let isForSimulator =
      platforms.contains("iPhoneSimulator")
      || info["DTPlatformName"]?.string == "iphonesimulator"
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
      // The store's own encryption.
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

  /// Reads what the container tells beside the app.
  mutating func takenOut(of container: PackageContainer, _ limits: PropertyListLimits) {
    self.container = container
    // The store adds who has bought the app, and when.
    let metadata = FileTreePath.join(container.folder, "iTunesMetadata.plist")
    guard distribution == .unknown || distribution == .unsigned, container.tree.kind(of: metadata) == .file,
      let bytes = try? container.tree.read(metadata),
      let list = try? PropertyList.parse(bytes, file: metadata, limits: limits).root.dictionary,
      ["itemId", "appleId", "com.apple.iTunesStore.downloadInfo"].contains(where: list.contains)
    else { return }
    distribution = .appStore
  }
}

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
