import AppPackages
import PropertyLists
import Testing

@Suite struct XcodeKeyNameTests {
  /// ICON-102.
  @Test(arguments: [
    ("CFBundleIcons", "Icon files (iOS 5)"), ("CFBundlePrimaryIcon", "Primary Icon"),
    ("CFBundleIconFiles", "Icon files"),
    ("CFBundleIconName", "Icon Name"), ("CFBundleIconFile", "Icon file"),
    ("UIPrerenderedIcon", "Icon already includes gloss effects"), ("UINewsstandIcon", "Newsstand Icon"),
    ("CFBundleDisplayName", "Bundle display name"), ("LSRequiresIPhoneOS", "Application requires iPhone environment"),
  ])
  func xcodeEditorShowsNames(_ key: String, _ name: String) {
    #expect(XcodeKeyName.of(key: key)?.name == name)
    #expect(XcodeKeyName.named(name)?.key == key)
    #expect(XcodeKeyName.key(for: name) == key)
    #expect(XcodeKeyName.key(for: key) == key)
  }

  @Test func namesAreUnique() {
    let names = XcodeKeyName.all.flatMap { [$0.key, $0.name] + $0.otherNames }
    #expect(Set(names).count == names.count)
    // ICON-102
    #expect(XcodeKeyName.of(key: "CFBundleAlternateIcons") == nil)
    #expect(XcodeKeyName.named("icon files") == nil)
  }

  /// ICON-103.
  @Test func newKeysHaveTemplates() {
    let icons = XcodeKeyName.template(for: "CFBundleIcons")?.dictionary
    #expect(icons?.keys == ["CFBundlePrimaryIcon", "UINewsstandIcon"])
    for key in icons?.keys ?? [] { #expect(icons?.value(at: key, "CFBundleIconFiles") == [""]) }
    #expect(
      XcodeKeyName.template(for: "CFBundleAlternateIcons")?.dictionary?.keys == [
        "CFBundleIconFiles", "UINewsstandBindingEdge", "UINewsstandBindingType",
      ])
    #expect(XcodeKeyName.template(for: "CFBundleName") == nil)
  }

  /// ICON-102, ICON-169.
  @Test func bothNamesFindTheValue() {
    let info: PropertyListDictionary = ["CFBundleIcons": ["a": 1], "Bundle name": "x", "CFBundleAlternateIcons": 2]
    #expect(info.find("Icon files (iOS 5)")?.key == "CFBundleIcons")
    #expect(info.find("CFBundleIcons")?.value == ["a": 1])
    #expect(info.find("CFBundleName")?.key == "Bundle name")
    #expect(info.find("Bundle name")?.value == "x")
    #expect(info.find("CFBundleAlternateIcons")?.value == 2)
    #expect(info.find("Bundle display name") == nil)
  }
}
