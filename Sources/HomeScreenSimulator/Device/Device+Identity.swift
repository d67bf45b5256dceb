internal import AppPackages

/// What an app sees of the device: `UIDevice.current` (ICON-187).
extension Device {
  /// `iOS`, or from 13 on `iPadOS` on an iPad.
  public var systemName: String { model.systemName(os) }

  /// `iPhone` or `iPad`, whatever the exact model.
  public var localizedModel: String { deviceClass == .iPad ? "iPad" : "iPhone" }

  /// `phone` or `pad`.
  public var userInterfaceIdiom: String { deviceClass == .iPad ? "pad" : "phone" }

  /// What the system of this device says; empty when it has no such text.
  func words(_ text: SystemText, _ value: String = "") -> String {
    text.pattern(os: os, locale: locale)?.filled(with: value) ?? ""
  }

  /// A line of the console, which speaks English; nil when this version says nothing.
  func consoleLine(_ text: SystemText) -> String? { text.words(os: os) }
}
