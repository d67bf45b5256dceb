internal import CEmbedded
public import PropertyLists

/// A top-level Info.plist key, parsed as `key-platform~product` (ICON-105).
public struct InfoPlistKey: Equatable {
  /// The key without suffixes, as the system uses it: `CFBundleIcons`.
  public let base: String
  let platform: String?
  let product: String?

  private static let products = ["iphone", "ipod", "ipad"]
  /// The keys that cannot have suffixes (ICON-108).
  private static let fixedKeys = ["CFBundleExecutable", "CFBundleIdentifier"]

  /// Parses a key; any text is valid. Only its last hyphen and its last tilde can begin a suffix, in this order, and
  /// iOS knows only its own platform; any other text is part of the key (ICON-105).
  public init(_ key: String) {
    let bytes = key.utf8
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
    let tilde = bytes.lastIndex(of: UInt8(ascii: "~"))
    if let start = hyphen ?? tilde, start > key.startIndex, start <= tilde ?? start {
      let platform = hyphen.map { String(Substring(bytes[$0..<(tilde ?? key.endIndex)].dropFirst())) }
      let product = tilde.map { String(Substring(bytes[$0...].dropFirst())) }
      if platform ?? "iphoneos" == "iphoneos", product.map(Self.products.contains) ?? true {
        base = String(Substring(bytes[..<start]))
        (self.platform, self.product) = (platform, product)
        return
      }
    }
    base = key
    platform = nil
    product = nil
  }

  var isSuffixed: Bool { platform != nil || product != nil }

  /// Returns the rank of the key on a device: the highest wins (ICON-106); nil never applies.
  func rank(on device: DeviceClass) -> Int? {
    guard isSuffixed else { return 0 }
    guard !Self.fixedKeys.contains(base), product == nil || product == device.suffix else { return nil }
    return (product == nil ? 0 : 2) + (platform == nil ? 0 : 1)
  }
}

/// Chooses the variant of each Info.plist key that a device class reads: the single implementation of this rule.
///
/// Keys are passed in list order; the variant of a key with the highest rank wins (ICON-106).
struct InfoPlistKeyChoice {
  private let device: DeviceClass
  /// The ranks of keys with a suffix; a plain key has the lowest rank and is unique.
  private var ranks: [ExactText: Int] = [:]

  init(for device: DeviceClass) { self.device = device }

  /// Returns the plain key that `key` sets on this device; nil if it does not apply or a better variant came before.
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
  /// Returns the key, as written, that sets `base` on a device: `CFBundleIcons~ipad` on an iPad if it exists
  /// (ICON-106); nil if there is none.
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

/// The device classes that an Info.plist distinguishes.
///
/// The suffix `~ipod` also exists (ICON-105), but no simulated device is an iPod touch, so it selects nothing here.
public enum DeviceClass: String, Sendable, CaseIterable {
  case iPhone, iPad

  /// The product part of a key or file suffix, without the tilde: `iphone`, `ipad` (ICON-105).
  public var suffix: String {
    switch self {
    case .iPhone: "iphone"
    case .iPad: "ipad"
    }
  }

  /// The device's idiom in asset catalogs: `iphone`, `ipad`.
  public var idiom: String { suffix }

  /// The number in `UIDeviceFamily`: 1, 2.
  public var familyNumber: Int {
    switch self {
    case .iPhone: 1
    case .iPad: 2
    }
  }
}

/// An Info.plist key and its name in Xcode's property list editor (ICON-102).
///
/// The editor shows names, files contain raw keys; "Raw Keys and Values" switches between them. Names of icon keys are
/// as seen in the editor, the others are from Apple's reference of Info.plist keys. Keys that are not listed here, such
/// as `CFBundleAlternateIcons`, have no separate name.
public struct XcodeKeyName: Sendable, Equatable {
  /// The raw key in a file: `CFBundleDisplayName`.
  public let key: String
  /// The name in the editor: `Bundle display name`.
  public let name: String
  /// The names in other versions of Xcode.
  public let otherNames: [String]

  private init(row: Substring) {
    let cells = row.split(separator: "|").map(String.init)
    (key, name, otherNames) = (cells[0], cells[1], Array(cells[2...]))
  }

  /// Returns the entry for a raw key; nil for a key without a name.
  public static func of(key: String) -> XcodeKeyName? {
    Work.count(all.count / 8)
    return all.first { ExactText.isSame($0.key, key) }
  }

  /// Returns the entry for a name, spelled as in the editor.
  public static func named(_ name: String) -> XcodeKeyName? {
    Work.count(all.count / 4)
    return all.first { entry in
      ExactText.isSame(entry.name, name) || entry.otherNames.contains { ExactText.isSame($0, name) }
    }
  }

  /// Returns the raw key for a raw key or a name; any other text is returned unchanged. A key may thus already exist
  /// under its other name (ICON-168).
  public static func key(for text: String) -> String { named(text)?.key ?? text }

  /// The editor's question when an added key already exists under either name. Its full stop is not followed by a space
  /// (ICON-168). The answer “Yes” replaces the key and its value.
  public static let replaceQuestion =
    "The key you entered is already present in the dictionary.do you want to replace the existing key/value pair?"

  /// Returns the value that the editor inserts with a new key; nil for a key without a template (ICON-103).
  ///
  /// `CFBundleIcons` comes with Primary Icon and Newsstand Icon, each with a list of one empty string;
  /// `CFBundleAlternateIcons` comes in the flat shape that lacks the level of names (ICON-034).
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
  public static let all = String(cString: hs_editor_names()).split(separator: "\n").map(XcodeKeyName.init(row:))
}

extension PropertyListDictionary {
  /// Returns the value for a raw key or for Xcode's name of it, and the key in the file (ICON-102).
  ///
  /// An exact match of the text comes first: a file may contain a name as a key, although linters and devices do not
  /// interpret it. Apple's table lists no name for `CFBundleIcons`; the editor shows one (ICON-169).
  public func find(_ text: String) -> (key: String, value: PropertyListValue)? {
    var candidates = [text]
    if let entry = XcodeKeyName.named(text) { candidates.append(entry.key) }
    if let entry = XcodeKeyName.of(key: text) { candidates += [entry.name] + entry.otherNames }
    for key in candidates { if let value = self[key] { return (key, value) } }
    return nil
  }

  /// Whether an Info.plist names pictures of an icon.
  var hasIcon: Bool {
    keys.contains { ["CFBundleIcons", "CFBundleIconFiles", "CFBundleIconFile"].contains(InfoPlistKey($0).base) }
  }
}
