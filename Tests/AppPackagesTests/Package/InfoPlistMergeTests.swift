import AppPackages
import PropertyLists
import TestSupport
import Testing

@Suite struct InfoPlistMergeTests {
  private func merge(
    _ generated: PropertyListDictionary, into written: PropertyListDictionary, mergesIcons: Bool = true
  ) -> (result: PropertyListDictionary, warnings: [PackageWarning]) {
    var result = written
    let warnings = InfoPlistMerge.merge(generated, into: &result, mergesIcons: mergesIcons)
    return (result, warnings)
  }

  @Test func mergeReplacesScalarsAppendsArraysAndMergesTopLevelDictionaries() {
    let result = merge(
      ["s": "new", "n": 1, "a": ["x", "y"], "d": ["in": ["b": 2], "k": 1], "m": true],
      into: ["s": "old", "n": "text", "a": ["y", "z"], "d": ["in": ["a": 1], "j": 0]])
    #expect(
      result.result == [
        "s": "new", "n": 1, "a": ["y", "z", "x"], "d": ["in": ["b": 2], "k": 1, "j": 0], "m": true,
      ])
    #expect(result.warnings.isEmpty)
  }

  /// A comparison of all pairs would take minutes.
  @Test func longArraysMergeQuickly() {
    let lists = [0, 30_000].map { start in
      PropertyListValue.array((start..<(start + 60_000)).map { PropertyListNode(.string("element \($0)")) })
    }
    let result = merge(["a": lists[0]], into: ["a": lists[1]])
    #expect(result.result["a"]?.array?.count == 90_000)
  }

  /// ICON-092.
  @Test func iconsMergeAtEveryLevelAndHandWrittenAlternatesStay() {
    let written: PropertyListDictionary = [
      "CFBundleIcons": [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["old", "older"], "UIPrerenderedIcon": false],
        "CFBundleAlternateIcons": ["hand": ["CFBundleIconFiles": ["hand"]], "both": ["CFBundleIconFiles": ["stale"]]],
      ]
    ]
    let generated: PropertyListDictionary = [
      "CFBundleIcons": [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["AppIcon60x60"], "CFBundleIconName": "AppIcon"],
        "CFBundleAlternateIcons": ["both": ["CFBundleIconName": "both"]],
      ],
      "CFBundleIcons~ipad": ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]],
    ]
    let result = merge(generated, into: written)
    #expect(
      result.result["CFBundleIcons"] == [
        "CFBundlePrimaryIcon": [
          "CFBundleIconFiles": ["AppIcon60x60"], "UIPrerenderedIcon": false, "CFBundleIconName": "AppIcon",
        ],
        "CFBundleAlternateIcons": [
          "hand": ["CFBundleIconFiles": ["hand"]],
          "both": ["CFBundleIconFiles": ["stale"], "CFBundleIconName": "both"],
        ],
      ])
    #expect(result.result["CFBundleIcons~ipad"] == ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]])
    let shallow = merge(generated, into: written, mergesIcons: false)
    #expect(
      shallow.result.value(at: "CFBundleIcons", "CFBundleAlternateIcons") == ["both": ["CFBundleIconName": "both"]])
  }

  @Test func writtenValuesKeepTheirLocations() throws {
    let list = try PropertyList.parse(
      Array(xml("<dict>\n<key>a</key>\n<array><string>x</string></array>\n<key>b</key><string>y</string></dict>").utf8),
      file: "Info.plist")
    var written = try #require(list.root.dictionary)
    #expect(InfoPlistMerge.merge(["a": ["z"], "b": "w"], into: &written).isEmpty)
    #expect(written.node(for: "a")?.location?.line == 3)
    #expect(written.node(for: "a")?.value.array?.first?.location?.line == 3)
    #expect(written.keyLocation(for: "b")?.line == 4)
  }

  @Test func mismatchedTypesAreABuildError() {
    let result = merge(["a": ["x"], "d": ["k": 1], "s": "x"], into: ["a": "text", "d": ["y"], "s": [:]])
    #expect(result.result == ["a": "text", "d": ["y"], "s": [:]])
    #expect(
      result.warnings.map(\.message) == [
        "tried to merge array value for key 'a' onto string value",
        "tried to merge dictionary value for key 'd' onto array value",
        "tried to merge string value for key 's' onto dictionary value",
      ])
    #expect(result.warnings.allSatisfy { $0.code == .plistMerge && $0.severity == .error })
    #expect(result.warnings.first?.location?.file == "Info.plist")
  }

  @Test func requiredCapabilitiesMayBeAnArrayOrADictionary() {
    let key = "UIRequiredDeviceCapabilities"
    #expect(merge([key: ["nfc": false]], into: [key: ["arm64"]]).result == [key: ["arm64": true, "nfc": false]])
    #expect(merge([key: ["nfc"]], into: [key: ["arm64": false]]).result == [key: ["arm64": false, "nfc": true]])
    #expect(merge([key: ["nfc"]], into: [key: ["arm64"]]).result == [key: ["arm64", "nfc"]])
    #expect(merge([key: "nfc"], into: [key: ["arm64"]]).warnings.count == 1)
  }
}
