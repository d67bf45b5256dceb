import AppPackages
import HomeScreenSimulator
import Platform
import PropertyLists

/// The icons that a device of one kind finds.
extension BuildComparison {
  mutating func compareIcons(_ before: PackageInspection.Column, _ after: PackageInspection.Column) {
    let device = before.model.deviceClass
    let old = Self.declared(before)
    let new = Self.declared(after)
    let all = before.alternates.compactMap(\.name).filter { old[ExactText($0)] != nil }
    var lost = all.filter { new[ExactText($0)] == nil }
    var added = after.alternates.compactMap(\.name).filter { new[ExactText($0)] != nil && old[ExactText($0)] == nil }
    for (name, other) in Self.takePairs(&lost, &added) {
      note(
        .caseChanged, name,
        "the alternate icon “\(name)” is called “\(other)” in the build: setting it by the first name fails",
        at: old[ExactText(name)]?.location, built: new[ExactText(other)]?.location,
        help: "spell it the same way in the source, the build and the code", on: device)
    }
    for name in lost {
      let icon = old[ExactText(name)]
      note(
        .iconLost, name, "the alternate icon “\(name)” is missing: the build does not declare it",
        at: icon?.location,
        built: place(of: "CFBundleIcons", on: device), help: help(lost: icon), on: device)
    }
    for name in added {
      note(
        .iconAdded, name, "the build declares the alternate icon “\(name)”, but the source does not",
        at: source.infoPlist.infoPlistKey(for: "CFBundleIcons", on: device).flatMap(source.infoPlist.keyLocation),
        built: new[ExactText(name)]?.location, help: suspects, on: device)
    }
    compare(before.primary, after.primary, on: device)
    for name in all {
      if let before = old[ExactText(name)], let after = new[ExactText(name)] { compare(before, after, on: device) }
    }
  }

  private static func declared(_ column: PackageInspection.Column) -> [ExactText: InspectedIcon] {
    let icons = column.alternates.filter(\.isDeclared).map { (ExactText($0.name ?? ""), $0) }
    return Dictionary(icons) { first, _ in first }
  }

  private func place(of key: String, on device: DeviceClass) -> SourceLocation? {
    built.infoPlist.infoPlistKey(for: key, on: device).flatMap(built.infoPlist.keyLocation)
  }

  private func help(lost icon: InspectedIcon?) -> String {
    switch icon?.declaration {
    case .generated, .both:
      "the build compiles it from the asset catalog: look for it in the log of actool, and whether the app was built with "
        + "these settings"
    case .infoPlist, .none?, nil:
      "the Info.plist has it: another one was built, or a script changed it after the build"
    }
  }

  // MARK: One icon

  private static func title(_ icon: InspectedIcon) -> String {
    icon.name.map { "the alternate icon “\($0)”" } ?? "the primary icon"
  }

  private mutating func compare(_ before: InspectedIcon, _ after: InspectedIcon, on device: DeviceClass) {
    let name = before.name ?? "CFBundlePrimaryIcon"
    if let wanted = before.catalogName, !ExactText.isSame(wanted, after.catalogName ?? "") {
      note(
        .iconChanged, name,
        "\(Self.title(before)) is the set “\(wanted)” in the source, and "
          + "\(after.catalogName.map { "“\($0)”" } ?? "no set") in the build",
        at: before.location, built: after.location, help: suspects, on: device)
    } else if let set = before.catalogName {
      compareSets(named: set, before, after, on: device)
    }
    for size in before.sizes { compareFile(size, before, after, on: device) }
  }

  /// A picture that lies in the source, under the name by which the device looks for it.
  private mutating func compareFile(
    _ size: InspectedIcon.Size, _ before: InspectedIcon, _ after: InspectedIcon, on device: DeviceClass
  ) {
    // What a catalog's compiler makes depends on its version.
    guard let wanted = source.resources[size.file], let file = wanted.source else { return }
    let place = source.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, file)) }
    let builtPlace = built.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, size.file)) }
    guard let found = built.resources[size.file] else {
      let folder = FileTreePath.directory(of: size.file)
      let near = built.resources.startingWith(folder.isEmpty ? "" : folder + "/").first { other in
        other.path.lowercased() == size.file.lowercased()
      }
      if let near {
        note(
          .caseChanged, size.file,
          "the file \(size.file) of \(Self.title(before)) is called \(near.path) in the build: a device does not find it",
          at: place, built: builtPlace, help: "spell the file as CFBundleIconFiles does", on: device)
      } else {
        note(
          .pictureLost, size.file, "the picture \(size.file) of \(Self.title(before)) is not in the build", at: place,
          built: builtPlace, help: "is it in the Copy Bundle Resources phase of the target?", on: device)
      }
      return
    }
    guard let image = found.image, image.hasPixelSize, (image.width, image.height) != (size.width, size.height) else {
      return
    }
    note(
      .pictureChanged, size.file,
      "the picture \(size.file) of \(Self.title(before)) has \(size.title) px in the source, and "
        + "\(image.width == image.height ? "\(image.width)" : "\(image.width)x\(image.height)") in the build",
      at: place, built: builtPlace, help: "another picture was copied, or a script scaled it", on: device)
  }

  // MARK: Sets

  /// What the compiled catalog holds, where that is known.
  private mutating func compareSets(
    named name: String, _ before: InspectedIcon, _ after: InspectedIcon, on device: DeviceClass
  ) {
    guard let catalog = built.catalog, let wanted = source.catalog?.set(named: name, kind: .appIcon) else { return }
    let builtPlace = built.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, "Assets.car")) }
    guard let found = catalog.set(named: name, kind: .appIcon) else {
      let near = catalog.names(of: .appIcon).first { $0.lowercased() == name.lowercased() }
      note(
        near == nil ? .setLost : .caseChanged, name,
        near.map { "the set “\(name)” of \(Self.title(before)) is called “\($0)” in the build" }
          ?? "the set “\(name)” of \(Self.title(before)) is not in the compiled catalog", at: wanted.location,
        built: builtPlace, help: "look for the set in the log of actool", on: device)
      return
    }
    guard found.isContentKnown, !wanted.isIconComposer else { return }
    let idioms = [device.idiom, "universal"]
    func sizes(_ set: AssetSet) -> [(title: String, location: SourceLocation?)] {
      set.entries.filter { $0.isForIOS && idioms.contains($0.idiom) }.compactMap { entry in
        let size = entry.header.map { AssetEntry.Size(width: Double($0.width), height: Double($0.height)) }
        guard entry.filename != nil || entry.pixelSize != nil, let size = entry.pixelSize ?? size else { return nil }
        let look = entry.appearance == .any ? "" : " (\(entry.appearance.rawValue))"
        return ("\(size)\(look)", entry.location)
      }
    }
    let there = Set(sizes(found).map(\.title))
    for size in sizes(wanted) where !there.contains(size.title) {
      note(
        .sizeLost, "\(name) \(size.title)",
        "the compiled set “\(name)” has no picture of \(size.title) px, which the source has",
        at: size.location ?? wanted.location, built: builtPlace,
        help: "look for the set in the log of actool; a build for one device has only the sizes of that device",
        on: device)
    }
  }
}
