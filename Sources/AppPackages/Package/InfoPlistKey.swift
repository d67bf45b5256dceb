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
