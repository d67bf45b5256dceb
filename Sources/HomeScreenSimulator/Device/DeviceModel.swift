public import AppPackages

/// A model of iPhone or iPad: what of it matters to icons, menus and launches.
public struct DeviceModel: Sendable, Hashable {
  /// The name as Apple writes it: `iPhone 15 Pro`, or one of the generic `iPhone`, `iPad`, `iPad Pro`.
  public let name: String
  /// Whether it is an iPhone or an iPad, and so which keys and files of an app it reads.
  public let deviceClass: DeviceClass
  /// Pixels per point: 1, 2 or 3.
  public let screenScale: Int
  /// An iPad with the Home Screen icon of 83.5 points (ICON-132).
  public let hasLargeIcons: Bool
  /// The first version it runs; nil for a generic model, which exists in every version.
  public let firstOS: OSVersion?
  /// The last major version it runs; nil while no release has dropped it, and for a generic model.
  public let lastMajorOS: Int?

  init(
    _ name: String, _ deviceClass: DeviceClass, scale: Int, large: Bool = false, from firstOS: OSVersion? = nil,
    to lastMajorOS: Int? = nil
  ) {
    self.name = name
    self.deviceClass = deviceClass
    self.screenScale = scale
    self.hasLargeIcons = large
    self.firstOS = firstOS
    self.lastMajorOS = lastMajorOS
  }

  /// True for `iPhone`, `iPad` and `iPad Pro`, which exist in every version.
  public var isGeneric: Bool { firstOS == nil }

  /// Whether the model runs this version (LAUNCH-125).
  public func runs(_ os: OSVersion) -> Bool {
    if let firstOS, os < firstOS { return false }
    if let lastMajorOS, os.major > lastMajorOS { return false }
    return true
  }

  /// What the system calls itself in a version: `iOS`, or from 13 on `iPadOS` on an iPad (ICON-187).
  public func systemName(_ os: OSVersion) -> String { deviceClass == .iPad && os >= .scenes ? "iPadOS" : "iOS" }

  /// The versions in words: `iOS 10.0 to 15.x`, `iOS 17.0 and later`, `every version`.
  public var versionRange: String {
    guard let firstOS else { return "every version" }
    let system = systemName(firstOS)
    guard let lastMajorOS else { return "\(system) \(firstOS) and later" }
    return "\(system) \(firstOS) to \(lastMajorOS).x"
  }
}
