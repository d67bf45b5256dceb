import Platform

/// A picture's path taken apart: `icons/night@2x~ipad.png` is folder `icons`, base `night`, scale 2, device `ipad`.
///
/// Both orders of the two suffixes are seen in the wild, `a@2x~ipad.png` and `a~ipad@2x.png`; both are understood.
public struct LooseImageName: Sendable, Equatable {
  /// Folder inside the bundle; empty for its root.
  public var directory: String
  /// The name without scale, device and extension.
  public var base: String
  /// 2 for `@2x`; nil when the name says nothing, which means 1.
  public var explicitScale: Int?
  /// `iphone`, `ipad` or `ipod`; nil for every device.
  public var deviceSuffix: String?
  /// Without the dot, in the letters of the file; empty when there is none.
  public var fileExtension: String

  /// Pixels per point.
  public var scale: Int { explicitScale ?? 1 }

  /// Takes a path apart. Suffixes count once each and only behind a base: `@2x.png` is a base named `@2x`.
  public init(_ path: String) {
    directory = FileTreePath.directory(of: path)
    let name = FileTreePath.lastComponent(path)
    var stem = Substring(name)
    fileExtension = ""
    if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex {
      stem = name[..<dot]
      fileExtension = String(name[name.utf8.index(after: dot)...])
    }
    while true {
      if explicitScale == nil, let scale = Self.scales.first(where: { stem.hasSuffix($0.suffix) }),
        stem.utf8.count > scale.suffix.utf8.count
      {
        explicitScale = scale.value
        stem = stem.dropLast(scale.suffix.count)
      } else if deviceSuffix == nil, let device = Self.devices.first(where: { stem.hasSuffix($0) }),
        stem.utf8.count > device.utf8.count
      {
        deviceSuffix = String(device.dropFirst())
        stem = stem.dropLast(device.count)
      } else {
        break
      }
    }
    base = String(stem)
  }

  private static let scales = [(suffix: "@1x", value: 1), (suffix: "@2x", value: 2), (suffix: "@3x", value: 3)]
  private static let devices = ["~iphone", "~ipad", "~ipod"]

  /// Whether a device of this class looks at the file at all.
  public func applies(to device: DeviceClass) -> Bool { deviceSuffix == nil || deviceSuffix == device.suffix }

  /// The extensions that make an entry of `CFBundleIconFiles` the name of one file (ICON-116). A dot in a name such as
  /// `AppIcon.beta` is part of the name.
  static func hasImageExtension(_ name: String) -> Bool {
    let ending = FileTreePath.lowercasedExtension(of: name)
    return ImageHeader.Format.allCases.contains { $0.extensions.contains(ending) }
  }

  /// All that can follow a name: nothing, a scale, a device suffix, or both in either order.
  static let endings: [String] = {
    let suffixes = scales.map(\.suffix)
    let both = suffixes.flatMap { scale in devices.flatMap { [scale + $0, $0 + scale] } }
    return [""] + suffixes + devices + both
  }()

  /// Whether what follows a name is made of a scale and a device suffix, in either order, each at most once.
  static func isVariantEnding(_ rest: Substring) -> Bool {
    if rest.isEmpty { return true }
    let name = LooseImageName("x" + String(rest))
    return name.base == "x" && name.fileExtension.isEmpty && name.directory.isEmpty
  }
}
