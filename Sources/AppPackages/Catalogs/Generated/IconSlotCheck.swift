import PropertyLists

/// What the catalog compiler and the App Store miss in an icon set that gets into an app.
struct IconSlotCheck {
  let settings: IconBuildSettings
  let families: [DeviceClass]

  /// A slot that has to be filled.
  private struct Slot {
    let idiom: String
    let points: Double
    let scale: Int

    var size: AssetEntry.Size { AssetEntry.Size(width: points, height: points) }
    var pixels: Int { Int(points * Double(scale)) }
    /// `ipad 83.5x83.5@2x`
    var title: String { "\(idiom) \(size)@\(scale)x" }
  }

  func warnings(for set: AssetSet) -> [PackageWarning] {
    guard set.isContentKnown, !set.isIconComposer else { return [] }
    var warnings: [PackageWarning] = []
    if set.hasSingleSizePicture(for: settings.xcodeVersion) { return warnings }
    let filled = set.entries.filter { $0.isForIOS && $0.appearance == .any && $0.namesFile }
    func has(_ slot: Slot) -> Bool {
      filled.contains { $0.size == slot.size && $0.scale ?? 1 == slot.scale }
    }
    let empty = wanted.filter { !has($0) }
    if !empty.isEmpty {
      let slots = empty.map(\.title).joined(separator: ", ")
      let sizes = empty.map { "\($0.pixels)x\($0.pixels)" }.joined(separator: ", ")
      warnings.append(
        PackageWarning(
          .emptyIconSlot, "“\(set.name)” has no picture for \(slots)", location: set.location,
          hint:
            "add \(empty.count == 1 ? "a picture" : "pictures") of \(sizes) pixels, or make it a single-size set, one "
            + "picture of 1024x1024 for all (ICON-145)"))
    }
    if settings.deploymentTarget >= VersionNumber(10), has(Slot(idiom: "ipad", points: 76, scale: 1)) {
      var warning = PackageWarning(
        .obsoleteIconSlot, "76x76@1x app icons only apply to iPad apps targeting releases of iOS prior to 10.0.",
        severity: .note, location: set.location, hint: "remove the slot and its picture from “\(set.name)”")
      warning.isPedantic = true
      warnings.append(warning)
    }
    if let mixed = set.entries.first(where: {
      $0.isForIOS && $0.idiom == "universal" && $0.appearance != .any && $0.namesFile
    }), !filled.isEmpty {
      warnings.append(
        PackageWarning(
          .mixedIconSizes,
          "“\(set.name)” has pictures for single sizes next to a \(mixed.appearance.rawValue) one for all sizes",
          severity: .note, location: mixed.location,
          hint: "a dark or tinted picture needs a light one for all sizes (ICON-145, ICON-147)"))
    }
    return warnings
  }

  /// What Home Screens and the App Store show; all other sizes are scaled from these.
  private var wanted: [Slot] {
    var slots = [Slot(idiom: "ios-marketing", points: 1024, scale: 1)]
    if families.contains(.iPad) {
      slots += [Slot(idiom: "ipad", points: 76, scale: 2), Slot(idiom: "ipad", points: 83.5, scale: 2)]
    }
    if families.contains(.iPhone) {
      slots += [Slot(idiom: "iphone", points: 60, scale: 2), Slot(idiom: "iphone", points: 60, scale: 3)]
      if settings.deploymentTarget < VersionNumber(7) { slots.append(Slot(idiom: "iphone", points: 57, scale: 1)) }
    }
    return slots
  }
}

extension AssetEntry {
  /// Whether a file is named, be it the right one or not: that is told elsewhere.
  fileprivate var namesFile: Bool { filename != nil || rejectedFilename != nil }
}
