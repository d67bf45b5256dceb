package import AppPackages
import PropertyLists

extension Application {
  /// `UIImage(named:)`: an image set of the catalog, an app icon set where this version gives it, else a file in the
  /// bundle by its name without extension and scale; nil when there is none.
  ///
  /// An app icon set loads before iOS 18 (ICON-165), but not in a TestFlight build, whose sets were stripped on upload
  /// (ICON-166). A loose file loads in every version, whatever sets there are.
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`.
  public func image(named name: String) throws -> AppImage? {
    let device = try process.requireInside("UIImage")
    let record = process.record
    let package = record.prepared.package
    var kinds: [AssetSet.Kind] = [.image]
    if device.os < .v18, record.options.distribution != .testFlight { kinds.append(.appIcon) }
    Work.count((package.catalog?.sets.count ?? 0) * kinds.count / 4)
    for kind in kinds {
      guard let set = package.catalog?.set(named: name, kind: kind),
        let image = image(named: name, in: set, on: device.model)
      else { continue }
      return image
    }
    guard let file = record.prepared.looseImage(named: name, on: device.model), let header = file.header else {
      return nil
    }
    return AppImage(
      name: name, source: .loose, file: file.path, scale: file.scale,
      pixels: AppImage.Size(width: Double(header.width), height: Double(header.height)))
  }

  /// A set without pictures gives none.
  private func image(named name: String, in set: AssetSet, on model: DeviceModel) -> AppImage? {
    // A set of which only the name is known counts as a complete one.
    if set.entries.isEmpty {
      return AppImage(name: name, source: .catalog, file: nil, scale: model.screenScale, pixels: nil)
    }
    return set.picture(forScale: model.screenScale).map { entry in
      AppImage(
        name: name, source: .catalog, file: entry.filename, scale: entry.scale ?? 1,
        pixels: entry.pixelSize.map { AppImage.Size(width: $0.width, height: $0.height) })
    }
  }
}

extension AssetSet {
  /// The picture of an image set for a screen: its own scale, else the largest one; nil when there is none (ICON-242).
  package func picture(forScale scale: Int) -> AssetEntry? {
    Work.count(entries.count)
    let pictures = entries.filter { $0.filename != nil && $0.appearance == .any }
    for wanted in [scale, 3, 2, 1] {
      if let picture = pictures.first(where: { ($0.scale ?? 1) == wanted }) { return picture }
    }
    return pictures.first
  }
}
