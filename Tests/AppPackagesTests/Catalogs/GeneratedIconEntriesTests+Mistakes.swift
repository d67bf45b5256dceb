import AppPackages
import PropertyLists
import Testing

/// The errors of the catalog compiler and its settings.
extension GeneratedIconEntriesTests {
  @Test func missingSetIsACompilerError() {
    let old = GeneratedIconEntries.make(
      primary: "appicon", alternates: [], catalog: catalog, xcodeVersion: XcodeVersion(16),
      location: SourceLocation(file: "App.xcodeproj"))
    #expect(
      old.warnings.first?.description == """
        App.xcodeproj: None of the input catalogs contained a matching stickers icon set or app icon set named “appicon”.
          hint: write “AppIcon”: letter case matters
        """)
    #expect(old.warnings.map(\.code) == [.primaryIconSetMissing, .iconSetNotCompiled])
    #expect(old.warnings[0].severity == .error && old.warnings[0].endsBuild)
    #expect(old.warnings[1].message.hasPrefix("“Night” and “Day” are not compiled"))
    #expect(old.infoPlist.isEmpty)
    let new = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Picture", "$(X)", "No"], catalog: catalog)
    #expect(
      messages(new).first
        == "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES names “Picture”, but no catalog of the target has that set"
    )
    #expect(
      new.warnings.filter { $0.code == .alternateNameUnknown }.map(\.hint) == [
        "“Picture” is an image set: make it an app icon set, as an icon must be one (ICON-142)",
        "define the setting in the name: --setting KEY=VALUE", "name one of the app icon sets: AppIcon, Night, Day",
      ])
    #expect(new.infoPlist.value(at: "CFBundleIcons", "CFBundleAlternateIcons") == nil)
    let renamed = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Ni-ght"], catalog: catalog)
    #expect(
      renamed.warnings.lazy.compactMap(\.hint).first
        == "write “Night”, the name of the app icon set, or rename the set to “Ni-ght”")
  }

  @Test func alternateInOtherLetterCaseIsAnErrorThatIncludingAllHides() {
    func make(_ name: String, includeAll: Bool) -> GeneratedIconEntries {
      GeneratedIconEntries.make(
        primary: "AppIcon", alternates: [name], includeAll: includeAll, catalog: catalog,
        location: SourceLocation(file: "App.xcodeproj"))
    }
    let hidden = make("night", includeAll: true)
    #expect(hidden.warnings.map(\.code) == [.alternateNameCase, .iconSetOnlyByIncludeAll])
    #expect(
      hidden.warnings[0].message
        == "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES names “night”, but the set is “Night”")
    #expect(hidden.warnings[0].severity == .error && !hidden.warnings[0].endsBuild)
    #expect(hidden.alternates.map(\.name) == ["Night", "Day"])
    let plain = make("night", includeAll: false)
    #expect(plain.warnings[0].code == .alternateNameCase && !plain.warnings[0].endsBuild)
    let unknown = make("Dusk", includeAll: true)
    #expect(unknown.warnings[0].code == .alternateNameUnknown && !unknown.warnings[0].endsBuild)
    // ICON-274: the build succeeds, and the app lacks the alternate.
    let lost = make("Dusk", includeAll: false)
    #expect(lost.warnings[0].severity == .warning && lost.alternates.isEmpty)
    #expect(!make("Night", includeAll: false).warnings.contains { $0.severity == .error })
  }

  @Test func unusedSetsAreNoted() {
    let some = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], catalog: catalog)
    #expect(some.warnings.map(\.code) == [.iconSetNotCompiled])
    #expect(some.warnings[0].message == "“Night” is not compiled: neither the primary icon nor an alternate")
    let all = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], includeAll: true, catalog: catalog)
    #expect(all.warnings.isEmpty)
    let both = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], includeAll: true, catalog: catalog)
    #expect(both.warnings.map(\.code) == [.iconSetOnlyByIncludeAll])
    #expect(both.warnings[0].message.hasPrefix("“Night” is an alternate only because"))
    // An icon set for Macs and an empty one are not reported.
    let others = AssetCatalog(
      sets: catalog.sets + [
        Self.icon("Mac", [Self.slot("mac", 16, 1)]), Self.icon("Empty", [Self.slot("iphone", 60, 2, file: nil)]),
      ])
    #expect(
      GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day", "Night"], catalog: others).warnings.isEmpty)
  }

  @Test func setWithoutContentIsLeftOut() {
    let empty = AssetCatalog(sets: [
      Self.icon("AppIcon", [Self.slot("iphone", 60, 2, file: nil)]), Self.icon("Mac", [Self.slot("mac", 16, 1)]),
    ])
    let template = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], catalog: empty)
    #expect(template.infoPlist.isEmpty)
    #expect(template.warnings.map(\.severity) == [.note])
    let mac = GeneratedIconEntries.make(
      primary: "Mac", alternates: [], catalog: empty, xcodeVersion: XcodeVersion(15))
    #expect(
      messages(mac) == ["The stickers icon set or app icon set named “Mac” did not have any applicable content."])
    #expect(mac.warnings.map(\.severity) == [.error] && mac.warnings[0].endsBuild)
  }

  @Test func primaryIconAsAnAlternateAndCommasAreReported() {
    let entries = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: ["AppIcon", "Night,", "Day", "Day"], catalog: catalog)
    #expect(entries.alternates.map(\.name) == ["Day"])
    #expect(
      messages(entries).prefix(2) == [
        "“AppIcon” is both the primary icon and an alternate",
        "“Night,” is read as one name, including its punctuation; no app icon set has that name",
      ])
    // An app that sets this name needs it there.
    #expect(entries.warnings[0].severity == .note)
    let marks = entries.warnings.filter { $0.code == .alternateNamePunctuation }
    #expect(marks.map(\.severity) == [.error] && marks[0].endsBuild)
    #expect(marks[0].hint?.hasPrefix("write “Night”: ") == true)
    // Without the mark it is not the name of a set either.
    let unknown = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Dusk,", "Dawn"], catalog: catalog)
    #expect(unknown.warnings.map(\.code).prefix(2) == [.alternateNameUnknown, .alternateNameUnknown])
  }

  /// ICON-135, ICON-141.
  @Test func xcode12HasNoSettingsForAlternates() {
    let slots = [Self.slot("iphone", 60, 2), Self.slot("iphone", 60, 3), Self.slot("ios-marketing", 1024, 1)]
    let entries = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: ["Night"],
      catalog: AssetCatalog(sets: [Self.icon("AppIcon", slots), Self.icon("Night", slots)]),
      xcodeVersion: XcodeVersion(12, 5), families: [.iPhone])
    #expect(entries.primary?.name == "AppIcon" && entries.alternates.isEmpty)
    #expect(messages(entries) == ["Xcode 12.5 does not support the settings for alternate icons"])
  }

  @Test func inventedSizesAreIgnored() {
    let sizes: [Double] = [.nan, .infinity, -1, 1e300, 0]
    let entries = sizes.flatMap { size in
      [Int.max, Int.min, 2].map { Self.slot("iphone", size, $0) }
        + [
          AssetEntry(
            idiom: "ipad", size: AssetEntry.Size(width: 76, height: size), scale: 2, filename: "x")
        ]
    }
    let catalog = AssetCatalog(sets: [Self.icon("../x", entries + [Self.slot("iphone", 60, 2)])])
    let made = GeneratedIconEntries.make(
      primary: "../x", alternates: [], catalog: catalog, deploymentTarget: VersionNumber(8))
    #expect(made.looseFiles.isEmpty)
    #expect(made.infoPlist.count == 2)
  }
}
