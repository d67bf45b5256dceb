import AppPackages
import Platform
import PropertyLists
import Testing

@Suite struct SettingsTests {
  private func package(
    _ plist: PropertyListDictionary, _ settings: StringTable = [:], name: String = "My App"
  ) throws -> AppPackage {
    try AppPackage(name: name, infoPlist: plist, settings: settings)
  }

  private func expand(_ text: String, _ settings: StringTable = [:]) throws -> String? {
    try package(["CFBundleIdentifier": "a.b", "K": .string(text)], settings).infoDictionary(for: .iPhone)["K"]?.string
  }

  @Test(arguments: [
    ("$(A)", "x y"), ("${A}", "x y"), ("pre-$(A).${B}-post", "pre-x y.1-post"), ("$(C)", "<1>"),
    ("$(NAME_$(B))", "nested"),
    ("$(A:rfc1034identifier)", "x-y"), ("$(A:c99extidentifier)", "x_y"), ("$(A:upper)", "X Y"),
    ("$(A:upper:lower)", "x y"),
    ("$(D:rfc1034identifier)", "-3-b"), ("$(EMPTY:default=z)", "z"), ("$(NONE:default=z)", "z"), ("$A $$ $", "$A $$ $"),
    ("$(A", "$(A"), ("$(UNKNOWN)!", "$(UNKNOWN)!"), ("$()", "$()"), ("$(PRODUCT_BUNDLE_PACKAGE_TYPE)", "APPL"),
    ("$(EXECUTABLE_NAME)", "My App"), ("$(PRODUCT_BUNDLE_IDENTIFIER).action", "unknown.my-app.action"),
    ("$(LOOP)", "$(LOOP)"), ("$(A:frobnicate)", "x y"),
  ])
  func values(_ text: String, _ expected: String) throws {
    let settings: StringTable = [
      "A": "x y", "B": "1", "C": "<$(B)>", "NAME_1": "nested", "D": "13 b", "EMPTY": "", "LOOP": "$(LOOP)",
    ]
    #expect(try expand(text, settings) == expected)
  }

  @Test func nestedValuesAreExpandedAndKeysAreNot() throws {
    let package = try package(
      ["CFBundleIdentifier": "a.b", "$(A)": ["x": ["$(A)", ["y": "$(A)"]]]], ["A": "z"])
    #expect(package.infoDictionary(for: .iPhone)["$(A)"] == ["x": ["z", ["y": "z"]]])
    #expect(package.infoPlist["$(A)"] == ["x": ["$(A)", ["y": "$(A)"]]])
  }

  @Test func unknownSettingsAreReportedOnceWithTheirPlaceholder() throws {
    let package = try package([
      "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)", "CFBundleName": "$(PRODUCT_NAME)",
      "Other": ["$(PRODUCT_NAME)", "$(SOMETHING)"],
    ])
    #expect(package.bundleIdentifier == "unknown.my-app")
    #expect(package.displayName(for: .iPhone, languages: ["en"]) == "My App")
    #expect(package.warnings.map(\.code) == [.unknownSetting, .unknownSetting, .unknownSetting])
    #expect(
      package.warnings.map(\.message) == [
        "the build setting PRODUCT_BUNDLE_IDENTIFIER is unknown; “unknown.my-app” is used instead",
        "the build setting PRODUCT_NAME is unknown; “My App” is used instead",
        "the build setting SOMETHING is unknown, so references to it are kept as written",
      ])
    let known = try self.package(
      ["CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)"], ["PRODUCT_BUNDLE_IDENTIFIER": "com.x.$(Y)", "Y": "y"])
    #expect(known.bundleIdentifier == "com.x.y")
    #expect(known.warnings.isEmpty)
  }

  @Test func endlesslyGrowingSettingsStop() throws {
    var settings = StringTable()
    for index in 0..<40 { settings["S\(index)"] = "$(S\(index + 1))$(S\(index + 1))" }
    let package = try package(["CFBundleIdentifier": "a.b", "K": "$(S0)"], settings)
    #expect(package.warnings.map(\.code).contains(.badMacro))
    _ = package.infoDictionary(for: .iPhone)
  }

  @Test func builtAppsAreLeftAlone() throws {
    let tree = try MemoryTree(name: "X.app", ["Info.plist": Array("{ CFBundleIdentifier = \"$(A)\"; }".utf8)])
    let package = try AppPackage(tree: tree, options: PackageOptions(settings: ["A": "b"]))
    #expect(package.bundleIdentifier == "$(A)")
    #expect(package.warnings.map(\.code) == [.unexpandedMacro])
  }
}
