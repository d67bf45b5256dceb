import Platform
import PropertyLists

/// Writes the entry of one icon set, and names its loose files.
struct IconEntryWriter {
  let settings: IconBuildSettings
  let families: [DeviceClass]

  /// Below iOS 11 nothing reads icons out of a catalog (ICON-098), so all sizes are exported.
  private var exportsAllSizes: Bool { settings.deploymentTarget < VersionNumber(11) }

  /// From a deployment target of 26 on an Icon Composer icon is in the catalog only.
  func listsPrimaryFiles(of set: AssetSet) -> Bool {
    !(set.isIconComposer && settings.deploymentTarget >= VersionNumber(26))
  }

  func primaryEntry(of set: AssetSet, for device: DeviceClass) -> PropertyListDictionary {
    var entry = entry(of: set, for: device, listsFiles: listsPrimaryFiles(of: set))
    if set.isPrerendered { entry["UIPrerenderedIcon"] = true }
    return entry
  }

  func alternateEntry(of set: AssetSet, for device: DeviceClass) -> PropertyListDictionary {
    entry(of: set, for: device, listsFiles: !settings.xcodeVersion.namesAlternatesOnly)
  }

  private func entry(of set: AssetSet, for device: DeviceClass, listsFiles: Bool) -> PropertyListDictionary {
    var entry = PropertyListDictionary()
    let names = listsFiles ? fileNames(of: set, for: device) : []
    if !names.isEmpty { entry["CFBundleIconFiles"] = .array(of: names.map { .string($0) }) }
    entry["CFBundleIconName"] = .string(set.name)
    return entry
  }

  // MARK: Files

  /// `AppIcon60x60`, and on an iPad `AppIcon76x76` behind it (ICON-146).
  private func fileNames(of set: AssetSet, for device: DeviceClass) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for part in DeviceClass.allCases where part == .iPhone || device == .iPad {
      for slot in slots(of: set, for: part).sorted(by: { $0.size.width < $1.size.width }) {
        let name = set.name + slot.size.description
        if seen.insert(name).inserted { names.append(name) }
      }
    }
    return names
  }

  func looseFiles(of set: AssetSet) -> [Resource] {
    var resources: [Resource] = []
    var seen: Set<String> = []
    for device in DeviceClass.allCases {
      for slot in slots(of: set, for: device) where exportsAllSizes || slot.scale == 2 {
        let scale = slot.scale == 1 ? "" : "@\(slot.scale)x"
        let suffix = device == .iPad ? "~ipad" : ""
        let path = "\(set.name)\(slot.size)\(scale)\(suffix).png"
        guard (try? FileTreePath.normalise(path, in: set.name)) == path, seen.insert(path).inserted else { continue }
        resources.append(
          Resource(
            path: path,
            image: ImageHeader(
              format: .png, width: Int(slot.size.width * Double(slot.scale)),
              height: Int(slot.size.height * Double(slot.scale)), colourType: .rgbWithAlpha, hasAlphaChannel: true)))
      }
    }
    return resources
  }

  private struct Slot {
    let size: AssetEntry.Size
    let scale: Int
  }

  private static let points = 1.0..<1024

  /// The slots of a device that get into the bundle's root.
  private func slots(of set: AssetSet, for device: DeviceClass) -> [Slot] {
    guard families.contains(device) else { return [] }
    let home = device == .iPhone ? 60.0 : 76.0
    let homeSize = AssetEntry.Size(width: home, height: home)
    // One picture of 1024 pixels is scaled to what is wanted (ICON-145), and so is an Icon Composer icon.
    guard set.isContentKnown, !set.isIconComposer, !set.hasSingleSizePicture(for: settings.xcodeVersion)
    else {
      return [Slot(size: homeSize, scale: 2)]
    }
    let idiom = device.idiom
    var slots: [Slot] = []
    for entry in set.entries
    where entry.isUsable(by: settings.xcodeVersion) && [idiom, "universal"].contains(entry.idiom) {
      // A script may have written any numbers; what is no size of an icon is not exported.
      guard let size = entry.size, Self.points.contains(size.width), Self.points.contains(size.height),
        (1...3).contains(entry.scale ?? 1), entry.appearance == .any
      else { continue }
      if exportsAllSizes || size == homeSize { slots.append(Slot(size: size, scale: entry.scale ?? 1)) }
    }
    return slots
  }
}

extension AssetSet {
  /// One 1024 px picture for all places (ICON-145).
  func hasSingleSizePicture(for xcode: XcodeVersion) -> Bool {
    entries.contains {
      $0.isUsable(by: xcode) && $0.idiom == "universal" && $0.appearance == .any && $0.size?.width ?? 1024 == 1024
    }
  }
}

extension AssetEntry {
  /// Whether the slot serves iOS and has a picture, as far as names and sizes say. The picture may be missing on this
  /// disk: the Info.plist is written as if it were there.
  func isUsable(by xcode: XcodeVersion) -> Bool {
    isForIOS && isKnown(to: xcode) && (filename != nil || rejectedFilename != nil && pixelSize == nil)
  }

  /// Before Xcode 14 each size has a slot of its own; the compiler passes over one for all.
  package func isKnown(to xcode: XcodeVersion) -> Bool { idiom != "universal" || xcode.readsSingleSizeIcons }
}
