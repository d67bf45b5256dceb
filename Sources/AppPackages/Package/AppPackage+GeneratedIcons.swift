import PropertyLists

extension AppPackage {
  /// What the package's build settings say about app icons.
  public var iconBuildSettings: IconBuildSettings {
    IconBuildSettings { name in settings[name].map { expanded($0) } }
  }

  /// Adds what the build settings for app icons make of the catalog: entries in the Info.plist, loose files, and a
  /// catalog that holds the compiled icon sets only. Without a catalog or such settings nothing changes, nor with one that
  /// is compiled already.
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
  /// An alternate that is written by hand and generated too is reported to leave the icon as it is (ICON-140).
  ///
  /// - Parameters:
  ///   - mergesIcons: `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`.
  ///   - replaced: folders of sets that nothing is to be said of.
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

  /// Alternates that are written by hand, where the build generates alternates too: one remark for all variants of the
  /// key.
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
          "“\($0)”\(more) both entries, and one report says that it does not change the icon if Xcode 26 builds the app (ICON-140): remove "
            + "the entries from the Info.plist"
        } ?? "the entries are merged; keep one of the two"))
  }
}
