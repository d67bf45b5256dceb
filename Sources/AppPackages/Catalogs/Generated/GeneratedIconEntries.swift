public import PropertyLists

/// What Xcode and its catalog compiler add to an app for the icon sets that build settings name.
///
/// The compiler writes `CFBundleIcons` and `CFBundleIcons~ipad`, each with the primary icon under `CFBundlePrimaryIcon`
/// (ICON-136) and an entry for each alternate, keyed by the set's name (ICON-137), and exports a few loose files beside
/// the compiled catalog (ICON-146). Without a primary icon it writes nothing, whatever else is set.
///
/// Up to Xcode 16 an alternate's entry has `CFBundleIconFiles` and loose files as the primary's has; from Xcode 26 on
/// only `CFBundleIconName`. (ICON-144 reports the latter for some builds by Xcode 14.)
public struct GeneratedIconEntries: Sendable, Equatable {
  /// To be merged into the Info.plist with ``InfoPlistMerge``.
  public var infoPlist = PropertyListDictionary()
  /// Files that the compiler puts into the bundle's root.
  public var looseFiles: [Resource] = []
  /// The icon set behind the primary icon; nil when nothing was compiled.
  public var primary: AssetSet?
  /// The icon sets behind the alternates, in the order of the settings and then of the catalog.
  public var alternates: [AssetSet] = []
  /// The icon sets that systems before iOS 26 read in place of the Icon Composer icons of their names (ICON-151).
  public var fallbacks: [AssetSet] = []
  /// Alternates that leave the icon as it is if the Info.plist declares them by hand too: those that the settings name,
  /// built by Xcode 26 (ICON-140).
  var alternatesThatBearNoOther: Set<ExactText> = []
  /// What the settings, the sets that they name, and the slots of these sets get wrong.
  public var warnings: [PackageWarning] = []

  /// Works out what the build adds.
  ///
  /// - Parameters:
  ///   - primary: the name of the primary icon's set.
  ///   - alternates: the names of the alternates' sets.
  ///   - includeAll: makes an alternate of every other icon set (ICON-138).
  ///   - catalog: all catalogs and `.icon` bundles of the target.
  ///   - deploymentTarget: the oldest iOS that the app runs on.
  ///   - families: the devices that the app is built for.
  ///   - location: where warnings about the settings point to.
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

  /// The same for settings that were read from a project.
  ///
  /// - Parameter alternatesLocation: where the names of the alternates are written; nil for the same place.
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
      let named = Set(settings.alternates.map(ExactText.init))
      entries.alternatesThatBearNoOther = named.intersection(chooser.alternates.map { ExactText($0.name) })
    }
    let check = IconSlotCheck(settings: settings, families: families)
    for set in [primary] + chooser.alternates + chooser.fallbacks { entries.warnings += check.warnings(for: set) }
    entries.write(settings, families)
    return entries
  }

  /// The catalog as it gets into the app: of app icons only those that were named (ICON-138).
  public func compiledCatalog(of catalog: AssetCatalog) -> AssetCatalog {
    guard let primary else { return catalog }
    return AssetCatalog(sets: [primary] + alternates + fallbacks + catalog.sets.filter { $0.kind != .appIcon })
  }

  // MARK: The Info.plist

  private mutating func write(_ settings: IconBuildSettings, _ families: [DeviceClass]) {
    guard let primary else { return }
    let writer = IconEntryWriter(settings: settings, families: families)
    for device in DeviceClass.allCases {
      // An app for iPad alone has no icons of an iPhone; one for iPhone alone runs on an iPad too.
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
