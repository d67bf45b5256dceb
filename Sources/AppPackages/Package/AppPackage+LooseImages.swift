import Platform
import PropertyLists

extension AppPackage {
  /// The files that an entry of `CFBundleIconFiles` can mean on a device.
  ///
  /// - A name without extension means all its PNGs in the bundle's root, whatever their scale and device suffix
  ///   (ICON-112, ICON-115); files for the other device class are left out.
  /// - A name with a picture's extension means that file and no other (ICON-116).
  /// - A folder counts only when it is written in the name (ICON-114); a nested bundle is such a folder (ICON-126), an
  ///   Xcode group is not in the path at all (ICON-113).
  /// - The name may be any (ICON-117).
  ///
  /// Letter case counts. Sorted by scale, files for this device class first, then by path.
  public func looseImages(named name: String, for device: DeviceClass) -> [LooseImage] {
    guard let path = try? FileTreePath.normalise(name, in: self.name), !path.isEmpty else { return [] }
    if LooseImageName.hasImageExtension(path) {
      return resources[path].map { [looseImage($0, LooseImageName(path))] } ?? []
    }
    var found: [LooseImage] = []
    for resource in variants(of: path) where resource.path.utf8.count > path.utf8.count {
      // The path starts with these very bytes, and what follows must begin a character of its own.
      guard let rest = Self.ending(of: resource.path, behind: path), rest.hasSuffix(".png"),
        LooseImageName.isVariantEnding(rest.dropLast(4))
      else { continue }
      let parts = LooseImageName(resource.path)
      if parts.applies(to: device) { found.append(looseImage(resource, parts)) }
    }
    found.sort {
      if $0.scale != $1.scale { return $0.scale < $1.scale }
      if ($0.deviceSuffix == nil) != ($1.deviceSuffix == nil) { return $0.deviceSuffix != nil }
      return ExactText.precedes($0.path, $1.path)
    }
    return found
  }

  /// Files that a name may stand for, among others: those that begin with it, or, where many do, those that it could
  /// be the whole name of.
  private func variants(of path: String) -> [Resource] {
    Work.count(25 + path.utf8.count / 8)
    if let close = resources.startingWith(path, atMost: LooseImageName.endings.count) {
      Work.count(close.count * 30)
      return Array(close)
    }
    Work.count(LooseImageName.endings.count * (8 + path.utf8.count / 8))
    return LooseImageName.endings.compactMap { resources["\(path)\($0).png"] }
  }

  private static func ending(of path: String, behind prefix: String) -> Substring? {
    let index = path.utf8.index(path.startIndex, offsetBy: prefix.utf8.count)
    guard let scalarIndex = index.samePosition(in: path.unicodeScalars) else { return nil }
    return path[scalarIndex...]
  }

  private func looseImage(_ resource: Resource, _ name: LooseImageName) -> LooseImage {
    LooseImage(
      path: resource.path, scale: name.scale, deviceSuffix: name.deviceSuffix, header: resource.image,
      problem: resource.problem)
  }
}
