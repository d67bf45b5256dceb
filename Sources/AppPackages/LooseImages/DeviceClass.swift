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
