import Platform
public import PropertyLists

/// The entries and files that Xcode and its catalog compiler add to an app for the icon sets in the build settings.
///
/// The compiler writes `CFBundleIcons` and `CFBundleIcons~ipad`, each with the primary icon under `CFBundlePrimaryIcon`
/// (ICON-136) and an entry for each alternate, keyed by the set's name (ICON-137), and exports a few loose files next
/// to the compiled catalog (ICON-146). Without a primary icon it writes nothing, whatever the other settings.
///
/// Up to Xcode 16 an alternate's entry has `CFBundleIconFiles` and loose files, like the primary's; from Xcode 26 on
/// only `CFBundleIconName`. (ICON-144 reports the latter for some builds by Xcode 14.)
public struct GeneratedIconEntries: Sendable, Equatable {
  /// The keys to merge into the Info.plist with ``InfoPlistMerge``.
  public var infoPlist = PropertyListDictionary()
  /// The files that the compiler puts into the bundle's root.
  public var looseFiles: [Resource] = []
  /// The icon set of the primary icon; nil when nothing was compiled.
  public var primary: AssetSet?
  /// The icon sets of the alternates: those from the settings first, then in catalog order.
  public var alternates: [AssetSet] = []
  /// The icon sets that systems before iOS 26 read instead of the Icon Composer icons of the same names (ICON-151).
  public var fallbacks: [AssetSet] = []
  /// The alternates that Xcode 26 generates if the settings name some. An alternate that the Info.plist also declares
  /// leaves the icon unchanged (ICON-140).
  var alternatesThatBearNoOther: Set<ExactText> = []
  /// The problems with the settings, their sets and the slots of these sets.
  public var warnings: [PackageWarning] = []

  /// Returns the entries and files that the build adds.
  ///
  /// - Parameters:
  ///   - primary: the name of the primary icon's set.
  ///   - alternates: the names of the alternates' sets.
  ///   - includeAll: whether every other icon set becomes an alternate (ICON-138).
  ///   - catalog: all catalogs and `.icon` bundles of the target.
  ///   - deploymentTarget: the oldest iOS that the app supports.
  ///   - families: the devices that the app is built for.
  ///   - location: the location of warnings about the settings.
  public static func make(
    primary: String?, alternates: [String], includeAll: Bool = false, catalog: AssetCatalog,
    xcodeVersion: XcodeVersion = .latest,
    deploymentTarget: VersionNumber = IconBuildSettings.usualDeploymentTarget,
    families: [DeviceClass] = DeviceClass.allCases, location: SourceLocation? = nil
  ) -> GeneratedIconEntries {
    make(
      IconBuildSettings(
        primary: primary, alternates: alternates, includesAll: includeAll, xcodeVersion: xcodeVersion,
        deploymentTarget: deploymentTarget),
      catalog: catalog, families: families, location: location)
  }

  /// Returns the entries and files for settings that were read from a project.
  ///
  /// - Parameter alternatesLocation: the location of the alternates' names; nil for `location`.
  public static func make(
    _ settings: IconBuildSettings, catalog: AssetCatalog, families: [DeviceClass], location: SourceLocation? = nil,
    alternatesLocation: SourceLocation? = nil
  ) -> GeneratedIconEntries {
    var chooser = IconSetChooser(
      settings: settings, catalog: catalog, location: location, alternatesLocation: alternatesLocation)
    chooser.choose()
    var entries = GeneratedIconEntries()
    entries.warnings = chooser.warnings
    guard let primary = chooser.primary else { return entries }
    entries.primary = primary
    entries.alternates = chooser.alternates
    entries.fallbacks = chooser.fallbacks
    if settings.xcodeVersion.namesAlternatesOnly {
      let all = Set(chooser.alternates.map { ExactText($0.name) })
      let isNamed = settings.alternates.contains { all.contains(ExactText($0)) }
      entries.alternatesThatBearNoOther = isNamed ? all : []
    }
    let check = IconSlotCheck(settings: settings, families: families)
    for set in [primary] + chooser.alternates + chooser.fallbacks { entries.warnings += check.warnings(for: set) }
    entries.write(settings, families)
    return entries
  }

  /// Returns the catalog as the app contains it: only the app icons that were named (ICON-138).
  public func compiledCatalog(of catalog: AssetCatalog) -> AssetCatalog {
    guard let primary else { return catalog }
    return AssetCatalog(sets: [primary] + alternates + fallbacks + catalog.sets.filter { $0.kind != .appIcon })
  }

  // MARK: The Info.plist

  private mutating func write(_ settings: IconBuildSettings, _ families: [DeviceClass]) {
    guard let primary else { return }
    let writer = IconEntryWriter(settings: settings, families: families)
    for device in DeviceClass.allCases {
      // An app for iPad only has no iPhone icons; an app for iPhone only runs on an iPad, too.
      guard device == .iPad || families.contains(.iPhone) else { continue }
      var icons = PropertyListDictionary()
      icons["CFBundlePrimaryIcon"] = .dictionary(writer.primaryEntry(of: primary, for: device))
      if !alternates.isEmpty {
        icons["CFBundleAlternateIcons"] = .dictionary(
          PropertyListDictionary(
            alternates.map { ($0.name, .dictionary(writer.alternateEntry(of: $0, for: device))) }))
      }
      infoPlist[device == .iPad ? "CFBundleIcons~ipad" : "CFBundleIcons"] = .dictionary(icons)
    }
    if writer.listsPrimaryFiles(of: primary) { looseFiles += writer.looseFiles(of: primary) }
    if !settings.xcodeVersion.namesAlternatesOnly { looseFiles += alternates.flatMap { writer.looseFiles(of: $0) } }
  }
}

/// Writes the entry of an icon set, including the names of its loose files.
struct IconEntryWriter {
  let settings: IconBuildSettings
  let families: [DeviceClass]

  /// Whether all sizes are exported: before iOS 11, icons are not read from a catalog (ICON-098).
  private var exportsAllSizes: Bool { settings.deploymentTarget < VersionNumber(11) }

  /// Returns whether files of the primary icon are listed; from a deployment target of 26 on, a `.icon` has none.
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

  /// Returns `AppIcon60x60`, followed on an iPad by `AppIcon76x76` (ICON-146).
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

  /// Returns the slots of a device that are exported to the bundle's root.
  private func slots(of set: AssetSet, for device: DeviceClass) -> [Slot] {
    guard families.contains(device) else { return [] }
    let home = device == .iPhone ? 60.0 : 76.0
    let homeSize = AssetEntry.Size(width: home, height: home)
    // A single picture of 1024 pixels (ICON-145) or an Icon Composer icon is scaled to each size.
    guard set.isContentKnown, !set.isIconComposer, !set.hasSingleSizePicture(for: settings.xcodeVersion)
    else { return [Slot(size: homeSize, scale: 2)] }
    let idiom = device.idiom
    var slots: [Slot] = []
    for entry in set.entries
    where entry.isUsable(by: settings.xcodeVersion) && [idiom, "universal"].contains(entry.idiom) {
      // A script may have written any numbers; only sizes of icons are exported.
      guard let size = entry.size, Self.points.contains(size.width), Self.points.contains(size.height),
        (1...3).contains(entry.scale ?? 1), entry.appearance == .any
      else { continue }
      if exportsAllSizes || size == homeSize { slots.append(Slot(size: size, scale: entry.scale ?? 1)) }
    }
    return slots
  }
}

extension AssetSet {
  /// Returns whether one picture of 1024 pixels serves all sizes (ICON-145).
  func hasSingleSizePicture(for xcode: XcodeVersion) -> Bool {
    entries.contains {
      $0.isUsable(by: xcode) && $0.idiom == "universal" && $0.appearance == .any && $0.size?.width ?? 1024 == 1024
    }
  }
}

extension AssetEntry {
  /// Returns whether the slot is for iOS and has a picture, judged by names and sizes. The file may be missing from
  /// this disk: the Info.plist is written regardless.
  func isUsable(by xcode: XcodeVersion) -> Bool {
    isForIOS && isKnown(to: xcode) && (filename != nil || rejectedFilename != nil && pixelSize == nil)
  }

  /// Returns whether Xcode reads the slot: before Xcode 14 it ignores single-size slots.
  package func isKnown(to xcode: XcodeVersion) -> Bool { idiom != "universal" || xcode.readsSingleSizeIcons }
}

extension AppPackage {
  /// The icon settings among the package's build settings.
  public var iconBuildSettings: IconBuildSettings {
    var icons = IconBuildSettings { name in settings[name].map { expanded($0) } }
    icons.isDotNet = isDotNet
    return icons
  }

  /// Adds what the build makes of the catalog with the icon build settings: Info.plist entries, loose files, and a
  /// catalog of the compiled icon sets. Does nothing without such settings, or if the catalog is missing or compiled.
  mutating func addGeneratedIcons() {
    guard let catalog, compiledCatalog == nil else { return }
    let settings = iconBuildSettings
    guard settings.areGiven else {
      warnings += IconFormatCheck.warnings(for: catalog.sets, compiled: [])
      return
    }
    writtenInfoPlist = infoPlist
    add(
      GeneratedIconEntries.make(settings, catalog: catalog, families: deviceFamilies, location: infoPlistLocation),
      mergesIcons: settings.mergesIcons)
  }

  /// Merges generated entries as a build does, and adds their files and warnings.
  ///
  /// According to a report, an alternate that is both written by hand and generated leaves the icon unchanged (ICON-140).
  ///
  /// - Parameters:
  ///   - mergesIcons: `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`.
  ///   - replaced: the folders of the sets whose formats are not checked.
  public mutating func add(
    _ generated: GeneratedIconEntries, mergesIcons: Bool = true, without replaced: Set<String> = []
  ) {
    warnings += generated.warnings
    if let catalog {
      warnings += IconFormatCheck.warnings(
        for: catalog.sets.filter { $0.path.map(replaced.contains) != true },
        compiled: ([generated.primary].compactMap(\.self) + generated.alternates) + generated.fallbacks)
    }
    noteAlternatesDeclaredTwice(generated)
    warnings += InfoPlistMerge.merge(
      generated.infoPlist, into: &infoPlist, mergesIcons: mergesIcons, file: infoPlistFile)
    for file in generated.looseFiles where resources[file.path] == nil { resources[file.path] = file }
    catalog = catalog.map { generated.compiledCatalog(of: $0) }
  }

  /// Notes hand-written alternates if the build generates alternates, too: one note for all variants of the key.
  private mutating func noteAlternatesDeclaredTwice(_ generated: GeneratedIconEntries) {
    guard !generated.alternates.isEmpty else { return }
    var written: Set<ExactText> = []
    var place: SourceLocation?
    for (key, node) in infoPlist.entries where InfoPlistKey(key).base == "CFBundleIcons" {
      guard let entries = node.value.dictionary?.node(for: "CFBundleAlternateIcons"),
        let names = entries.value.dictionary?.keys.map(ExactText.init), !names.isEmpty
      else { continue }
      if written.isEmpty { place = entries.location }
      written.formUnion(names)
      let both = generated.alternatesThatBearNoOther.intersection(names)
      if !both.isEmpty { alternatesDeclaredTwice[key] = both }
    }
    guard !written.isEmpty else { return }
    let conflicting = generated.alternates.map(\.name).filter { name in
      alternatesDeclaredTwice.values.contains { $0.contains(ExactText(name)) }
    }
    let more = conflicting.count > 1 ? " and \(conflicting.count - 1) more have" : " has"
    warnings.append(
      PackageWarning(
        .alternatesTwice,
        "\(written.count) \(written.count == 1 ? "alternate is" : "alternates are") written by hand, and the build "
          + "generates \(generated.alternates.count) from the asset catalog",
        severity: conflicting.isEmpty ? .note : .warning, location: place ?? infoPlistLocation,
        hint: conflicting.first.map {
          "“\($0)”\(more) both entries, and one report says that such an alternate does not change the icon if Xcode 26 "
            + "builds the app (ICON-140): remove the entries from the Info.plist"
        } ?? "the entries are merged; keep the hand-written or the generated ones"))
  }
}

extension PropertyListDictionary {
  /// Returns the first of these names that is an alternate declared by hand with one of these pictures, after removing
  /// the marks that were meant to separate names.
  func looseAlternate(among names: [String], with pictures: Set<String>) -> String? {
    let declared = ["CFBundleIcons", "CFBundleIcons~ipad"].compactMap { key in
      self[key]?.dictionary?["CFBundleAlternateIcons"]?.dictionary
    }
    return names.map { name in name.filter { !",;\"'".contains($0) } }.first { name in
      declared.contains { declared in
        (declared[name]?.dictionary?["CFBundleIconFiles"]?.strings ?? []).contains { file in
          pictures.contains(LooseImageName(file + ".png").base) || pictures.contains(LooseImageName(file).base)
        }
      }
    }
  }
}
