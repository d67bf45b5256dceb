internal import AppPackages

/// What an app sees of the device: `UIDevice.current` (ICON-187).
extension Device {
  /// `iOS`, or from 13 on `iPadOS` on an iPad.
  public var systemName: String { model.systemName(os) }

  /// `iPhone` or `iPad`, whatever the exact model.
  public var localizedModel: String { deviceClass == .iPad ? "iPad" : "iPhone" }

  /// `phone` or `pad`.
  public var userInterfaceIdiom: String { deviceClass == .iPad ? "pad" : "phone" }
}
