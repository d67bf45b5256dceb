import AppPackages
import PropertyLists
import Testing

/// The entries that the build generates for Icon Composer icons.
extension GeneratedIconEntriesTests {
  /// ICON-148.
  @Test func dotIconIsAlsoListedAsLooseFilesForOlderSystems() {
    let catalog = AssetCatalog(sets: [Self.composed("AppIcon")])
    let older = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, deploymentTarget: VersionNumber(18))
    #expect(
      older.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles")?.strings
        == ["AppIcon60x60"])
    #expect(older.looseFiles.count == 2)
    let newer = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, deploymentTarget: VersionNumber(26))
    #expect(newer.infoPlist["CFBundleIcons"] == ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]])
    #expect(newer.looseFiles.isEmpty)
    let old = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, xcodeVersion: XcodeVersion(16))
    #expect(old.infoPlist.isEmpty)
    #expect(old.warnings.first?.hint?.contains("ICON-148") == true)
  }

  /// ICON-149, ICON-150, ICON-151: a single developer's report about alternates and including all is not an error.
  @Test func reportsAboutDotIconFilesAreNotes() {
    let catalog = AssetCatalog(sets: [Self.icon("AppIcon"), Self.icon("Night"), Self.composed("Night")])
    let entries = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], includeAll: true, catalog: catalog)
    #expect(entries.alternates.map(\.isIconComposer) == [true])
    #expect(entries.warnings.map(\.code) == [.iconAndSetOfOneName])
    #expect(entries.warnings.map(\.severity) == [.note])
    let hints = entries.warnings.compactMap(\.hint).joined(separator: "\n")
    for fact in ["ICON-151", "ICON-210"] { #expect(hints.contains(fact)) }
  }

  @Test func macOnlyDotIconTakesNoSlot() {
    func message(_ icons: [AssetSet]) -> String? {
      GeneratedIconEntries.make(
        primary: "AppIcon", alternates: [], catalog: AssetCatalog(sets: catalog.sets + icons)
      ).warnings.first { $0.code == .iconAndSetOfOneName }?.message
    }
    var mac = Self.composed("Night")
    mac.iconComposer?.squarePlatforms = ["macOS"]
    #expect(
      message([mac])
        == "“Night” is both an app icon set and an Icon Composer icon, but the .icon is for other platforms")
    #expect(message([mac, Self.composed("Day")])?.hasSuffix("replaces the set if it is for iOS") == true)
    #expect(message([Self.composed("Day")])?.hasSuffix("replaces the set") == true)
    #expect(message([Self.composed("Dusk")]) == nil)
  }

  /// ICON-151, ICON-210.
  @Test func flagKeepsTheSetNextToADotIconInXcode26Point0Only() {
    func names(_ xcode: XcodeVersion, flags: String) -> [String] {
      let values = [
        "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "XCODE_VERSION_ACTUAL": xcode.description,
        "ASSETCATALOG_OTHER_FLAGS": flags,
      ]
      let catalog = AssetCatalog(sets: [Self.icon("AppIcon"), Self.composed("AppIcon")])
      return GeneratedIconEntries.make(IconBuildSettings { values[$0] }, catalog: catalog, families: [.iPhone])
        .compiledCatalog(of: catalog).sets.map { $0.isIconComposer ? "\($0.name).icon" : $0.name }
    }
    let flag = "--enable-icon-stack-fallback-generation=disabled"
    for xcode in [XcodeVersion(26), XcodeVersion(VersionNumber(26, 0, 1))] {
      #expect(names(xcode, flags: flag) == ["AppIcon.icon", "AppIcon"])
      #expect(
        names(xcode, flags: "-x --enable-icon-stack-fallback-generation disabled") == ["AppIcon.icon", "AppIcon"])
      for flags in ["", "--enable-icon-stack-fallback-generation=enabled", "\(flag)-not", "-\(flag)"] {
        #expect(names(xcode, flags: flags) == ["AppIcon.icon"], "\(flags)")
      }
    }
    #expect(names(XcodeVersion(26, 1), flags: flag) == ["AppIcon.icon"])
    #expect(names(XcodeVersion(26, 3), flags: flag) == ["AppIcon.icon"])
    #expect(names(XcodeVersion(16, 4), flags: flag) == ["AppIcon"])
  }
}
