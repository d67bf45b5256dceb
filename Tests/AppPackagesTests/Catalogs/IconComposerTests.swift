import AppPackages
import PropertyLists
import Testing

/// ICON-148: Icon Composer.
@Suite struct IconComposerTests {
  private func read(
    _ text: String, assets: [String] = []
  ) throws -> (set: AssetSet?, warnings: [PackageWarning]) {
    var files = ["Res/Night.icon/icon.json": Array(text.utf8)]
    for name in assets { files["Res/Night.icon/Assets/\(name)"] = Array("<svg/>".utf8) }
    return IconComposerReader.read(tree: try CatalogTree.tree(files), path: "Res/Night.icon")
  }

  private let document = """
    {
      "fill-specializations": [{"value": "automatic"}, {"appearance": "dark", "value": "system-dark"}],
      "groups": [{
        "name": "front", "specular": true, "blur-material": null, "shadow": {"kind": "neutral", "opacity": 0.5},
        "layers": [
          {"name": "moon", "image-name": "a.svg", "glass": true,
           "fill-specializations": [{"appearance": "tinted", "value": {"solid": "extended-gray:1.0,0.5"}}],
           "position": {"scale": 1.2, "translation-in-points": [0, 1]}},
          {"name": "sky", "hidden": true, "fill": {"linear-gradient": ["srgb:0,0,0,1", "display-p3:1,1,1,1"],
            "orientation": {"start": {"x": 0.5, "y": 0}, "stop": {"x": 0.5, "y": 1}}}}
        ]
      }],
      "supported-platforms": {"squares": "shared", "circles": ["watchOS"]}
    }
    """

  @Test func readsADocument() throws {
    let result = try read(document, assets: ["a.svg"])
    #expect(result.warnings.isEmpty)
    let set = try #require(result.set)
    #expect(set.name == "Night")
    #expect(set.kind == .appIcon)
    #expect(set.isIconComposer)
    #expect(set.path == "Res/Night.icon")
    let icon = try #require(set.iconComposer)
    #expect(icon.layers.map(\.name) == ["moon", "sky"])
    #expect(icon.layers.map(\.imageName) == ["a.svg", nil])
    #expect(icon.layers.map(\.isHidden) == [false, true])
    #expect(icon.appearances == [.any, .dark, .tinted])
    #expect(icon.circlePlatforms == ["watchOS"])
    #expect(icon.supportsIOS)
    #expect(set.entries.map(\.appearance) == [.any, .dark, .tinted])
    #expect(set.entries.allSatisfy { $0.filename == "Night.icon" && $0.isForIOS })
  }

  @Test func namesMissingLayers() throws {
    let result = try read(document, assets: ["b.svg"])
    #expect(result.warnings.map(\.code) == [.missingPicture, .iconPictureUnused])
    #expect(result.warnings.first?.message == "the picture “a.svg” of a layer is not in the icon's Assets")
    #expect(result.warnings.first?.location?.description == "App/Res/Night.icon/icon.json:6:38")
    // ICON-215
    let folded = try read(document, assets: ["A.svg"]).warnings
    #expect(folded.map(\.message) == ["“a.svg” is spelled “A.svg” on the disk"])
  }

  @Test func unusedPicturesAreNoted() throws {
    let one = try read(document, assets: ["a.svg", "old.svg", ".DS_Store"]).warnings
    #expect(one.map(\.code) == [.iconPictureUnused] && one[0].severity == .note)
    #expect(one[0].message == "no layer uses the picture “old.svg” in Assets")
    let many = try read(#"{"groups": []}"#, assets: (1...7).map { "\($0).svg" }).warnings
    #expect(
      many.map(\.message) == [
        "no layer uses these 7 pictures in Assets: “1.svg”, “2.svg”, “3.svg”, “4.svg”, “5.svg”, …"
      ])
    let dark = #"""
      {"groups": [{"layers": [{"image-name-specializations": [{"value": "l.svg"}, {"appearance": "dark", "value": "d.svg"}]}]}]}
      """#
    #expect(try read(dark, assets: ["l.svg", "d.svg"]).warnings.isEmpty)
  }

  @Test func macOnlyIconIsNotForIOS() throws {
    let set = try #require(try read(#"{"groups": [], "supported-platforms": {"squares": ["macOS"]}}"#).set)
    #expect(set.iconComposer?.supportsIOS == false)
    #expect(set.entries.allSatisfy { !$0.isForIOS })
  }

  @Test(arguments: [
    (#"{"groups": [], "sparkle": 1}"#, "“sparkle” is not a known key of the icon"),
    (#"{"groups": 3}"#, "“groups” is a number, not an array"),
    (#"{"groups": [3]}"#, "a group is a number, not an object"),
    (#"{"groups": [{"layers": [true]}]}"#, "a layer is a boolean, not an object"),
    (#"{"groups": [], "fill": "pink"}"#, "“pink” is not a fill"),
    (#"{"groups": [], "fill": {"solid": "srgb:1,2"}}"#, "“srgb:1,2” is not a colour such as srgb:1,0.5,0,1"),
    (#"{"groups": [], "fill": {"solid": ""}}"#, "“” is not a colour such as srgb:1,0.5,0,1"),
    (#"{"groups": [], "fill": {"solid": 3}}"#, "a colour is a number, not a string"),
    (#"{"groups": [], "fill": {"plaid": 3}}"#, "“plaid” is not a kind of fill"),
    (#"{"groups": [], "fill-specializations": {}}"#, "“fill-specializations” is an object, not an array"),
    (
      #"{"groups": [], "fill-specializations": [{"appearance": "pale"}]}"#,
      "the appearance “pale” must be dark, tinted or light"
    ),
    (
      #"{"groups": [], "fill-specializations": [{"idiom": "oval", "value": "none"}]}"#,
      "the idiom “oval” must be square, circle or watchOS"
    ),
    (#"{"groups": [{"layers": [{"hidden": "no"}]}]}"#, "“hidden” is a string, not true or false"),
    (
      #"{"groups": [], "supported-platforms": {"squares": 1}}"#,
      "“squares” is a number, neither “shared” nor a list of platforms"
    ),
    (#"{}"#, "the icon has no “groups”"),
  ])
  func reportsUnusualValues(_ text: String, _ message: String) throws {
    let result = try read(text)
    #expect(result.warnings.map(\.message) == [message])
    #expect(result.warnings.first?.location?.line == 1)
    #expect(result.set != nil)
  }

  @Test func unusableDocumentGivesNoSet() throws {
    for text in ["", "[]", "{"] {
      let result = try read(text)
      #expect(result.set == nil)
      #expect(result.warnings.map(\.severity) == [.error])
    }
    let nothing = IconComposerReader.read(tree: try CatalogTree.tree(["x": []]), path: "A.icon")
    #expect(nothing.set == nil)
    #expect(nothing.warnings.map(\.message) == ["there is no such file"])
  }

  /// ICON-151.
  @Test func dotIconReplacesASetOfItsNameFromXcode26() throws {
    var files = CatalogTree.singleSize("A.xcassets/Night.appiconset")
    files["Night.icon/icon.json"] = Array(#"{"groups": []}"#.utf8)
    files["Day.icon/icon.json"] = Array(#"{"groups": []}"#.utf8)
    let catalog = AssetCatalogReader.read(
      tree: try CatalogTree.tree(files), paths: ["A.xcassets", "Day.icon", "Night.icon"])
    #expect(catalog.warnings.isEmpty)
    let new = catalog.catalog.iconSets(for: XcodeVersion(26))
    #expect(new.map(\.name) == ["Night", "Day"])
    #expect(new.map(\.isIconComposer) == [true, true])
    let old = catalog.catalog.iconSets(for: XcodeVersion(16, 4))
    #expect(old.map(\.name) == ["Night"])
    #expect(old.map(\.isIconComposer) == [false])
    #expect(catalog.catalog.compiled(by: XcodeVersion(16)).sets.count == 1)

    // A Mac-only file leaves iOS to the set, in either order.
    files["Night.icon/icon.json"] = Array(#"{"groups": [], "supported-platforms": {"squares": ["macOS"]}}"#.utf8)
    for paths in [["A.xcassets", "Night.icon"], ["Night.icon", "A.xcassets"]] {
      let catalog = AssetCatalogReader.read(tree: try CatalogTree.tree(files), paths: paths).catalog
      #expect(catalog.iconSets(for: XcodeVersion(26)).map(\.isIconComposer) == [false])
    }
  }
}
