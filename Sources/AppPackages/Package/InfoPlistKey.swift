public import PropertyLists

/// A top-level key of an Info.plist, taken apart as `key-platform~product` (ICON-105).
public struct InfoPlistKey: Equatable {
  /// The key that the system takes it for: `CFBundleIcons`.
  public let base: String
  let platform: String?
  let product: String?

  /// Names that the system knows behind the minus; anything else belongs to the key.
  private static let platforms = ["iphoneos", "macos", "watchos", "tvos", "windows", "linux", "freebsd"]
  private static let products = ["iphone", "ipod", "ipad"]
  /// ICON-108
  private static let fixedKeys = ["CFBundleExecutable", "CFBundleIdentifier"]

  /// Takes a key apart; any text is a key.
  public init(_ key: String) {
    // Every suffix begins with one of these; most keys have neither.
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "-") }) else {
      base = key
      platform = nil
      product = nil
      return
    }
    var rest = Substring(key)
    var product: String?
    if let name = Self.products.first(where: { Self.ends(rest, in: "~", $0) }) {
      product = name
      rest = rest[..<rest.utf8.index(rest.endIndex, offsetBy: -name.utf8.count - 1)]
    }
    var platform: String?
    if let name = Self.platforms.first(where: { Self.ends(rest, in: "-", $0) }) {
      platform = name
      rest = rest[..<rest.utf8.index(rest.endIndex, offsetBy: -name.utf8.count - 1)]
    }
    // With both parts the platform must be iphoneos (ICON-105); anything else is an ordinary key.
    if rest.isEmpty || product != nil && platform != nil && platform != "iphoneos" {
      self.base = key
      self.platform = nil
      self.product = nil
    } else {
      self.base = String(rest)
      self.platform = platform
      self.product = product
    }
  }

  /// Whether a key ends in a mark and a name; by bytes, as keys are compared.
  private static func ends(_ key: Substring, in mark: String, _ name: String) -> Bool {
    let ending = key.utf8.suffix(name.utf8.count + 1)
    return ending.starts(with: mark.utf8) && ending.dropFirst().elementsEqual(name.utf8)
  }

  var isSuffixed: Bool { platform != nil || product != nil }

  /// How strongly the key counts on a device: the highest rank wins (ICON-106), nil counts never.
  func rank(on device: DeviceClass) -> Int? {
    guard isSuffixed else { return 0 }
    guard !Self.fixedKeys.contains(base), platform == nil || platform == "iphoneos",
      product == nil || product == device.suffix
    else { return nil }
    return (product == nil ? 0 : 2) + (platform == nil ? 0 : 1)
  }
}

/// Which variant of each key of an Info.plist a class of device reads: the one rule for every caller.
///
/// Keys are offered in the order of the list; of the variants of a key the one with the highest rank is taken (ICON-106).
struct InfoPlistKeyChoice {
  private let device: DeviceClass
  /// Of keys with a suffix only: a plain one has the lowest rank, and comes once.
  private var ranks: [ExactText: Int] = [:]

  init(for device: DeviceClass) { self.device = device }

  /// The plain key whose value `key` gives on this device; nil when it gives none, or a better variant came before.
  mutating func take(_ key: String) -> String? {
    let variant = InfoPlistKey(key)
    guard let rank = variant.rank(on: device) else { return nil }
    if variant.isSuffixed || !ranks.isEmpty {
      guard rank > ranks[ExactText(variant.base), default: variant.isSuffixed ? 0 : -1] else { return nil }
      if variant.isSuffixed { ranks[ExactText(variant.base)] = rank }
    }
    return variant.base
  }
}

extension PropertyListDictionary {
  /// The key of this Info.plist, as it is written, whose value such a device takes for `base`: `CFBundleIcons~ipad` on
  /// an iPad where it is there (ICON-106); nil when there is none.
  public func infoPlistKey(for base: String, on device: DeviceClass) -> String? {
    Work.count(count * 4)
    var choice = InfoPlistKeyChoice(for: device)
    var found: String?
    for key in keys where key.utf8.starts(with: base.utf8) {
      if let taken = choice.take(key), ExactText.isSame(taken, base) { found = key }
    }
    return found
  }
}

/// The kinds of device that an Info.plist tells apart.
///
/// `~ipod` exists as a suffix too (ICON-105), but no modelled device is an iPod touch, so it selects nothing here.
public enum DeviceClass: String, Sendable, CaseIterable {
  case iPhone, iPad

  /// The product part of a key or file suffix, without its tilde: `iphone`, `ipad` (ICON-105).
  public var suffix: String {
    switch self {
    case .iPhone: "iphone"
    case .iPad: "ipad"
    }
  }

  /// What asset catalogs call the device: `iphone`, `ipad`.
  public var idiom: String { suffix }

  /// The number in `UIDeviceFamily`: 1, 2.
  public var familyNumber: Int {
    switch self {
    case .iPhone: 1
    case .iPad: 2
    }
  }
}

/// A key of an Info.plist and what Xcode's property-list editor calls it (ICON-102).
///
/// The editor shows names, a file holds raw keys; "Raw Keys and Values" switches. Names of icon keys are those that were
/// seen in the editor, the others those of Apple's reference of Info.plist keys. A key that is not listed here has no
/// name of its own, such as `CFBundleAlternateIcons`.
public struct XcodeKeyName: Sendable, Equatable {
  /// As it is written in a file: `CFBundleDisplayName`.
  public let key: String
  /// As the editor shows it: `Bundle display name`.
  public let name: String
  /// What other versions of Xcode show.
  public let otherNames: [String]

  private init(_ key: String, _ name: String, _ otherNames: String...) {
    self.key = key
    self.name = name
    self.otherNames = otherNames
  }

  /// The entry of a raw key; nil for a key without a name.
  public static func of(key: String) -> XcodeKeyName? {
    Work.count(all.count / 8)
    return all.first { ExactText.isSame($0.key, key) }
  }

  /// The entry of a name, spelled as the editor spells it.
  public static func named(_ name: String) -> XcodeKeyName? {
    Work.count(all.count / 4)
    return all.first { entry in
      ExactText.isSame(entry.name, name) || entry.otherNames.contains { ExactText.isSame($0, name) }
    }
  }

  /// The raw key that a raw key or a name means; the text itself when it is no known name. So a key can be there under
  /// its other name already (ICON-168).
  public static func key(for text: String) -> String { named(text)?.key ?? text }

  /// What the editor asks when a key is added that is there already, also under its other name; no blank follows the
  /// full stop (ICON-168). On yes the pair is replaced.
  public static let replaceQuestion =
    "The key you entered is already present in the dictionary.do you want to replace the existing key/value pair?"

  /// What the editor inserts with a freshly added key, nil for a key without a template (ICON-103).
  ///
  /// `CFBundleIcons` brings Primary Icon and Newsstand Icon, each with a list of one empty string;
  /// `CFBundleAlternateIcons` brings the flat shape that has no level of names (ICON-034).
  public static func template(for key: String) -> PropertyListValue? {
    switch key {
    case "CFBundleIcons": ["CFBundlePrimaryIcon": primaryIcon, "UINewsstandIcon": newsstandIcon]
    case "CFBundlePrimaryIcon": primaryIcon
    case "UINewsstandIcon", "CFBundleAlternateIcons": newsstandIcon
    default: nil
    }
  }

  private static let primaryIcon: PropertyListValue = ["CFBundleIconFiles": [""], "UIPrerenderedIcon": false]
  private static let newsstandIcon: PropertyListValue = [
    "CFBundleIconFiles": [""], "UINewsstandBindingEdge": "UINewsstandBindingEdgeLeft",
    "UINewsstandBindingType": "UINewsstandBindingTypeMagazine",
  ]

  /// All keys that have a name, icons first.
  public static let all: [XcodeKeyName] = [
    XcodeKeyName("CFBundleIcons", "Icon files (iOS 5)"),
    XcodeKeyName("CFBundlePrimaryIcon", "Primary Icon"),
    XcodeKeyName("CFBundleIconFiles", "Icon files"),
    XcodeKeyName("CFBundleIconName", "Icon Name"),
    XcodeKeyName("CFBundleIconFile", "Icon file"),
    XcodeKeyName("UIPrerenderedIcon", "Icon already includes gloss effects"),
    XcodeKeyName("UINewsstandIcon", "Newsstand Icon"),

    XcodeKeyName("CFBundleAllowMixedLocalizations", "Localized resources can be mixed"),
    XcodeKeyName("CFBundleDevelopmentRegion", "Default localization", "Localization native development region"),
    XcodeKeyName("CFBundleDisplayName", "Bundle display name"),
    XcodeKeyName("CFBundleDocumentTypes", "Document types"),
    XcodeKeyName("CFBundleExecutable", "Executable file"),
    XcodeKeyName("CFBundleIdentifier", "Bundle identifier"),
    XcodeKeyName("CFBundleInfoDictionaryVersion", "InfoDictionary version"),
    XcodeKeyName("CFBundleLocalizations", "Localizations"),
    XcodeKeyName("CFBundleName", "Bundle name"),
    XcodeKeyName("CFBundlePackageType", "Bundle OS Type code"),
    XcodeKeyName("CFBundleShortVersionString", "Bundle version string (short)", "Bundle versions string, short"),
    XcodeKeyName("CFBundleSignature", "Bundle creator OS Type code"),
    XcodeKeyName("CFBundleURLName", "URL identifier"),
    XcodeKeyName("CFBundleURLSchemes", "URL Schemes"),
    XcodeKeyName("CFBundleURLTypes", "URL types"),
    XcodeKeyName("CFBundleVersion", "Bundle version"),
    XcodeKeyName("ITSAppUsesNonExemptEncryption", "App Uses Non-Exempt Encryption"),
    XcodeKeyName("LSRequiresIPhoneOS", "Application requires iPhone environment"),
    XcodeKeyName("LSSupportsOpeningDocumentsInPlace", "Supports opening documents in place"),
    XcodeKeyName("NSAppTransportSecurity", "App Transport Security Settings"),
    XcodeKeyName("NSAllowsArbitraryLoads", "Allow Arbitrary Loads"),
    XcodeKeyName("NSCameraUsageDescription", "Privacy - Camera Usage Description"),
    XcodeKeyName("NSContactsUsageDescription", "Privacy - Contacts Usage Description"),
    XcodeKeyName("NSFaceIDUsageDescription", "Privacy - Face ID Usage Description"),
    XcodeKeyName("NSHumanReadableCopyright", "Copyright (human-readable)"),
    XcodeKeyName("NSLocationWhenInUseUsageDescription", "Privacy - Location When In Use Usage Description"),
    XcodeKeyName("NSMainNibFile", "Main nib file base name"),
    XcodeKeyName("NSMicrophoneUsageDescription", "Privacy - Microphone Usage Description"),
    XcodeKeyName("NSPhotoLibraryAddUsageDescription", "Privacy - Photo Library Additions Usage Description"),
    XcodeKeyName("NSPhotoLibraryUsageDescription", "Privacy - Photo Library Usage Description"),
    XcodeKeyName("NSPrincipalClass", "Principal class"),
    XcodeKeyName("NSUserTrackingUsageDescription", "Privacy - Tracking Usage Description"),
    XcodeKeyName("UIAppFonts", "Fonts provided by application"),
    XcodeKeyName("UIApplicationExitsOnSuspend", "Application does not run in background"),
    XcodeKeyName("UIApplicationSceneManifest", "Application Scene Manifest"),
    XcodeKeyName("UIApplicationSupportsMultipleScenes", "Enable Multiple Windows", "Enable Multiple Scenes"),
    XcodeKeyName("UIBackgroundModes", "Required background modes"),
    XcodeKeyName("UIFileSharingEnabled", "Application supports iTunes file sharing"),
    XcodeKeyName("UILaunchScreen", "Launch Screen"),
    XcodeKeyName("UILaunchStoryboardName", "Launch screen interface file base name"),
    XcodeKeyName("UIMainStoryboardFile", "Main storyboard file base name"),
    XcodeKeyName("UIMainStoryboardFile~ipad", "Main storyboard file base name (iPad)"),
    XcodeKeyName("UIRequiredDeviceCapabilities", "Required device capabilities"),
    XcodeKeyName("UIRequiresFullScreen", "Requires full screen"),
    XcodeKeyName("UIRequiresPersistentWiFi", "Application uses Wi-Fi"),
    XcodeKeyName("UISceneConfigurationName", "Configuration Name"),
    XcodeKeyName("UISceneConfigurations", "Scene Configuration"),
    XcodeKeyName("UISceneDelegateClassName", "Delegate Class Name"),
    XcodeKeyName("UISceneStoryboardFile", "Storyboard Name"),
    XcodeKeyName("UIStatusBarHidden", "Status bar is initially hidden"),
    XcodeKeyName("UIStatusBarStyle", "Status bar style"),
    XcodeKeyName("UISupportedInterfaceOrientations", "Supported interface orientations"),
    XcodeKeyName("UISupportedInterfaceOrientations~ipad", "Supported interface orientations (iPad)"),
    XcodeKeyName("UISupportedInterfaceOrientations~iphone", "Supported interface orientations (iPhone)"),
    XcodeKeyName("UIViewControllerBasedStatusBarAppearance", "View controller-based status bar appearance"),
    XcodeKeyName(
      "UIWindowSceneSessionRoleApplication", "Window Application Session Role", "Application Session Role"),
  ]
}

extension PropertyListDictionary {
  /// The value of a raw key or of Xcode's name for it, and the key that the file has (ICON-102).
  ///
  /// A key that is there under exactly this text comes first: a file may hold a name as a key, although no linter and
  /// no device takes it for what it looks like. Apple's table says that `CFBundleIcons` has no name, the editor shows
  /// one (ICON-169).
  public func find(_ text: String) -> (key: String, value: PropertyListValue)? {
    var candidates = [text]
    if let entry = XcodeKeyName.named(text) { candidates.append(entry.key) }
    if let entry = XcodeKeyName.of(key: text) { candidates += [entry.name] + entry.otherNames }
    for key in candidates {
      if let value = self[key] { return (key, value) }
    }
    return nil
  }
}
