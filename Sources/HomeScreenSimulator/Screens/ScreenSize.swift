internal import AppPackages

/// The size of a screen in points, upright.
public struct ScreenSize: Sendable, Hashable {
  /// From left to right.
  public let width: Int
  /// From top to bottom.
  public let height: Int

  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

extension DeviceModel {
  /// The size of its screen, for drawings; nothing that the simulator decides depends on it.
  public var screenSize: ScreenSize {
    DeviceModel.screenSizes[name] ?? (deviceClass == .iPhone ? ScreenSize(390, 844) : ScreenSize(820, 1180))
  }

  /// Whether it has a button below its screen, and so square corners; those with Face ID have neither.
  public var hasHomeButton: Bool {
    let size = screenSize
    return deviceClass == .iPhone ? size.height * 10 < size.width * 19 : size.height * 3 <= size.width * 4
  }

  /// As Apple lists its displays. Models that are not here have the usual one.
  private static let screenSizes: [String: ScreenSize] = [
    "iPhone 5s": ScreenSize(320, 568), "iPhone SE": ScreenSize(320, 568), "iPhone 6": ScreenSize(375, 667),
    "iPhone 6s": ScreenSize(375, 667), "iPhone 7": ScreenSize(375, 667), "iPhone 8": ScreenSize(375, 667),
    "iPhone SE (2nd generation)": ScreenSize(375, 667), "iPhone SE (3rd generation)": ScreenSize(375, 667),
    "iPhone 6 Plus": ScreenSize(414, 736), "iPhone 6s Plus": ScreenSize(414, 736),
    "iPhone 7 Plus": ScreenSize(414, 736), "iPhone 8 Plus": ScreenSize(414, 736), "iPhone X": ScreenSize(375, 812),
    "iPhone XS": ScreenSize(375, 812), "iPhone 11 Pro": ScreenSize(375, 812), "iPhone XR": ScreenSize(414, 896),
    "iPhone 11": ScreenSize(414, 896), "iPhone 15": ScreenSize(393, 852), "iPhone 15 Pro": ScreenSize(393, 852),
    "iPhone 16": ScreenSize(393, 852), "iPhone 16 Pro": ScreenSize(402, 874), "iPhone 17": ScreenSize(402, 874),
    "iPhone 17 Pro": ScreenSize(402, 874),
    "iPad 2": ScreenSize(768, 1024), "iPad Air": ScreenSize(768, 1024), "iPad Air 2": ScreenSize(768, 1024),
    "iPad mini 4": ScreenSize(768, 1024), "iPad (5th generation)": ScreenSize(768, 1024),
    "iPad (6th generation)": ScreenSize(768, 1024), "iPad (7th generation)": ScreenSize(810, 1080),
    "iPad (8th generation)": ScreenSize(810, 1080), "iPad (9th generation)": ScreenSize(810, 1080),
    "iPad Pro (12.9-inch)": ScreenSize(1024, 1366), "iPad mini (6th generation)": ScreenSize(744, 1133),
    "iPad Pro": ScreenSize(1024, 1366), "iPad Pro 11-inch": ScreenSize(834, 1194),
    "iPad Pro 11-inch (M4)": ScreenSize(834, 1210),
  ]
}
