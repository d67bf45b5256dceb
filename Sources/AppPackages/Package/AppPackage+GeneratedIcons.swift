import PropertyLists

extension AppPackage {
  /// What the package's build settings say about app icons.
  public var iconBuildSettings: IconBuildSettings {
    IconBuildSettings { name in settings[name].map { expanded($0) } }
  }

  /// Adds what the build settings for app icons make of the catalog: entries in the Info.plist, loose files, and a
  /// catalog that holds the compiled icon sets only. Without a catalog or such settings nothing changes.
  mutating func addGeneratedIcons() {
    guard let catalog else { return }
    let settings = iconBuildSettings
    guard settings.areGiven else { return }
    add(
      GeneratedIconEntries.make(settings, catalog: catalog, families: deviceFamilies, location: infoPlistLocation),
      mergesIcons: settings.mergesIcons)
  }

  /// Merges generated entries as a build does, and adds their files and warnings.
  ///
  /// Alternates that are written by hand beside generated ones are reported to keep the icon from changing (ICON-140).
  ///
  /// - Parameter mergesIcons: `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`.
  public mutating func add(_ generated: GeneratedIconEntries, mergesIcons: Bool = true) {
    warnings += generated.warnings
    if !generated.alternates.isEmpty,
      let written = infoPlist["CFBundleIcons"]?.dictionary?.node(for: "CFBundleAlternateIcons"),
      written.value.dictionary?.isEmpty == false
    {
      warnings.append(
        PackageWarning(
          .iconSetting, "alternates are written by hand, and the build settings generate alternates too",
          location: written.location ?? infoPlistLocation,
          hint: "the icon is reported not to change with both (ICON-140); keep one of the two"))
    }
    warnings += InfoPlistMerge.merge(
      generated.infoPlist, into: &infoPlist, mergesIcons: mergesIcons, file: infoPlistFile)
    for file in generated.looseFiles where resources[file.path] == nil { resources[file.path] = file }
    catalog = catalog.map { generated.compiledCatalog(of: $0) }
  }
}
