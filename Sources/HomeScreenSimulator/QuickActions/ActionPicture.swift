internal import AppPackages

/// Where the system finds the picture that a quick action names.
enum ActionPicture: Equatable {
  /// In the asset catalog.
  case set
  /// In the bundle's root.
  case file(String)
  /// In a compiled catalog that cannot be read, as it seems: nothing else has that name (ICON-181).
  case compiledSet
  case missing

  /// The asset catalog comes first, custom symbols included (QUICK-130), then the bundle: its root only, and by the bare
  /// name for a static item (QUICK-023); the app's own items need neither extension nor scale, but may have them
  /// (QUICK-043). Of several files the one for the device and its screen.
  static func find(
    _ name: String, isStatic: Bool, in package: PreparedPackage, on model: DeviceModel
  ) -> ActionPicture {
    if package.assetSet(named: name, .image) != nil || package.assetSet(named: name, .other("symbolset")) != nil {
      return .set
    }
    let isBare = !name.contains("/") && !(isStatic && name.lowercased().hasSuffix(".png"))
    if isBare, let file = package.looseImage(named: name, on: model)?.path { return .file(file) }
    return package.package.hasUnknownCatalog ? .compiledSet : .missing
  }
}
