public import AppPackages

/// Every picture that an app's icons can have: each icon on each surface of each device in each appearance, without a
/// device that it is installed on.
public struct IconGallery {
  private let prepared: PreparedPackage
  private let os: OSVersion

  /// The pictures of an app in one version.
  public init(_ package: AppPackage, os: OSVersion = .newest) {
    prepared = PreparedPackage(package)
    self.os = os
  }

  /// The picture of an icon.
  ///
  /// - Parameter name: as `setAlternateIconName` takes it; nil is the primary icon.
  public func picture(
    of name: String?, on surface: IconSurface, appearance: IconAppearance = .light, model: DeviceModel
  ) -> IconPicture {
    IconPictureResolver(prepared, model: model, os: os).picture(of: name, on: surface, appearance: appearance)
  }
}
