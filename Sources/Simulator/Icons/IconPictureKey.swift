internal import AppPackages
import PropertyLists

/// Everything that decides which picture an app of a package has somewhere.
struct IconPictureKey: Hashable {
  let name: ExactText?
  let surface: IconSurface
  let appearance: IconAppearance
  /// In the alert instead of on the surface.
  let isPreview: Bool
  let model: DeviceModel
  let os: OSVersion
}
