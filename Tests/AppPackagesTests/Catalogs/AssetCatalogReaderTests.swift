import AppPackages
import PropertyLists
import Testing

@Suite struct AssetCatalogReaderTests {
  private typealias Tree = CatalogTree

  private func read(
    _ files: [String: [UInt8]], headers: AssetCatalogReader.PictureHeaders = .appIcons
  ) throws -> (catalog: AssetCatalog, warnings: [PackageWarning]) {
    AssetCatalogReader.read(tree: try Tree.tree(files), path: "A.xcassets", headers: headers)
  }

  /// An icon set with these slots and pictures.
  private func icon(
    _ slots: [String], _ pictures: [String: Int] = [:], properties: String? = nil
  ) throws -> (set: AssetSet, warnings: [PackageWarning]) {
    var files = ["A.xcassets/I.appiconset/Contents.json": Tree.contents(slots, properties: properties)]
    for (name, side) in pictures { files["A.xcassets/I.appiconset/\(name)"] = Tree.png(side) }
    let result = try read(files)
    return (try #require(result.catalog.set(named: "I", kind: .appIcon)), result.warnings)
  }

  // MARK: Folders

  @Test func readsGroupsAndNamespaces() throws {
    var files = [
      "A.xcassets/Contents.json": Tree.json("{}"),
      "A.xcassets/Group/Contents.json": Tree.json("{}"),
      "A.xcassets/Group/a.imageset/Contents.json": Tree.contents([]),
      "A.xcassets/Named/Contents.json": Tree.json(#"{"properties": {"provides-namespace": true}}"#),
      "A.xcassets/Named/b.imageset/Contents.json": Tree.contents([]),
      "A.xcassets/Named/In.ner/Contents.json": Tree.json(#"{"properties": {"provides-namespace": true}}"#),
      "A.xcassets/Named/In.ner/c.colorset/Contents.json": Tree.json("{}"),
      "A.xcassets/.hidden/d.imageset/Contents.json": Tree.contents([]),
      "A.xcassets/e.imageset/f.imageset/Contents.json": Tree.contents([]),
    ]
    files.merge(Tree.singleSize("A.xcassets/Named/Night.appiconset")) { first, _ in first }
    let result = try read(files)
    #expect(result.catalog.sets.count == 5)
    #expect(result.catalog.names(of: .image).sorted() == ["Named/b", "a", "e"])
    #expect(result.catalog.names(of: .other("colorset")) == ["Named/In.ner/c"])
    #expect(result.catalog.names(of: .appIcon) == ["Night"])
    #expect(result.warnings.map(\.message).contains("the app icon set “Night” is in the namespace “Named”"))
    #expect(result.warnings.map(\.message).contains("the set has no Contents.json"))
  }

  @Test func setWithoutContentsBelongsToItsFolder() throws {
    let result = try read(["A.xcassets/I.appiconset/i.png": Tree.png(1024)])
    let set = try #require(result.catalog.set(named: "I", kind: .appIcon))
    #expect(set.location?.file.hasSuffix("A.xcassets/I.appiconset") == true)
    #expect(result.warnings.allSatisfy { $0.location == set.location })
  }

  @Test func firstSetOfSeveralCatalogsWins() throws {
    var files = Tree.singleSize("B.xcassets/Icon.appiconset")
    files.merge(Tree.singleSize("A.xcassets/Icon.appiconset")) { first, _ in first }
    files["B.xcassets/x.imageset/Contents.json"] = Tree.contents([])
    let result = AssetCatalogReader.read(tree: try Tree.tree(files), paths: ["B.xcassets", "A.xcassets"])
    #expect(result.catalog.names(of: .appIcon) == ["Icon", "Icon"])
    #expect(result.catalog.set(named: "Icon")?.path == "B.xcassets/Icon.appiconset")
    #expect(result.warnings.map(\.code) == [.duplicateSet])
    #expect(result.warnings.first?.location?.file == "App/A.xcassets/Icon.appiconset/Contents.json")
  }

  /// A target for several systems may have a catalog for each.
  @Test(arguments: [AssetSet.Kind.image, .appIcon]) func setForIOSIsPreferred(kind: AssetSet.Kind) {
    func set(_ idioms: String..., from path: String) -> AssetSet {
      AssetSet(name: "plus", kind: kind, entries: idioms.map { AssetEntry(idiom: $0) }, path: path)
    }
    let (watch, mac, phone) = (set("watch", from: "a"), set("mac", from: "b"), set("universal", "mac", from: "c"))
    #expect(AssetCatalog(sets: [watch, mac, phone]).set(named: "plus")?.path == "c")
    #expect(AssetCatalog(sets: [watch, phone]).duplicateWarnings().isEmpty)
    #expect(AssetCatalog(sets: [watch, mac]).set(named: "plus")?.path == "a")
  }

  @Test func emptySetIsTheOneToRemove() throws {
    var files = Tree.singleSize("B.xcassets/Icon.appiconset")
    files["A.xcassets/Icon.appiconset/Contents.json"] = Tree.contents([])
    for paths in [["A.xcassets", "B.xcassets"], ["B.xcassets", "A.xcassets"]] {
      let warnings = AssetCatalogReader.read(tree: try Tree.tree(files), paths: paths).warnings
      let warning = try #require(warnings.first { $0.code == .duplicateSet }, "\(paths)")
      #expect(warning.location?.file == "App/A.xcassets/Icon.appiconset/Contents.json", "\(paths)")
      #expect(warning.hint?.hasPrefix("remove this empty set") == true, "\(paths)")
    }
  }

  @Test func missingCatalogIsAWarning() throws {
    let result = AssetCatalogReader.read(tree: try Tree.tree(["x": []]), path: "../A.xcassets")
    #expect(result.catalog.sets.isEmpty)
    #expect(result.warnings.map(\.code) == [.unreadable])
    #expect(try read(["x": []]).warnings.map(\.code) == [.unreadable])
  }

  // MARK: Generations of icon sets

  /// ICON-145, ICON-147.
  @Test func singleSizeSetHasDarkAndTintedPictures() throws {
    func appearance(_ name: String) -> String {
      #"{"appearances": [{"appearance": "luminosity", "value": "\#(name)"}], "filename": "\#(name).png","#
        + #" "idiom": "universal", "platform": "ios", "size": "1024x1024"}"#
    }
    let icon = try icon(
      [Tree.single, appearance("dark"), appearance("tinted")], ["i.png": 1024, "dark.png": 1024, "tinted.png": 1024])
    #expect(icon.warnings.isEmpty)
    #expect(icon.set.entries.map(\.appearance) == [.any, .dark, .tinted])
    #expect(icon.set.entries.map(\.filename) == ["i.png", "dark.png", "tinted.png"])
    #expect(icon.set.entries.allSatisfy { $0.scale == nil && $0.platform == "ios" && $0.isForIOS })
    #expect(icon.set.entries.allSatisfy { $0.pixelSize == AssetEntry.Size(width: 1024, height: 1024) })
    #expect(icon.set.entries[1].location?.line == 4)
  }

  @Test func multiSize() throws {
    let icon = try icon(
      [
        #"{"filename": "a.png", "idiom": "iphone", "size": "60x60", "scale": "3x"}"#,
        #"{"filename": "b.png", "idiom": "ipad", "size": "83.5x83.5", "scale": "2x"}"#,
        #"{"idiom": "iphone", "size": "29x29", "scale": "2x"}"#,
        #"{"filename": "a.png", "idiom": "mac", "size": "16x16", "scale": "1x"}"#,
      ], ["a.png": 180, "b.png": 167], properties: #"{"pre-rendered": true}"#)
    #expect(icon.warnings.isEmpty)
    #expect(icon.set.isPrerendered)
    #expect(icon.set.entries.map(\.wantedPixelSize?.width) == [180, 167, 58, 16])
    #expect(icon.set.entries.map(\.isForIOS) == [true, true, true, false])
    #expect(icon.set.entries.map { $0.size.map(String.init(describing:)) } == ["60x60", "83.5x83.5", "29x29", "16x16"])
    #expect(icon.set.entries[2].filename == nil)
  }

  // MARK: Messages of actool

  @Test func pictureOfTheWrongSizeLeavesItsSlotEmpty() throws {
    let icon = try icon(
      [#"{"filename": "a.png", "idiom": "iphone", "size": "60x60", "scale": "2x"}"#], ["a.png": 100])
    #expect(icon.warnings.map(\.message) == ["a.png is 100x100 but should be 120x120."])
    #expect(icon.warnings.first?.location?.description == "App/A.xcassets/I.appiconset/Contents.json:3:1")
    #expect(icon.set.entries[0].filename == nil)
    #expect(icon.set.entries[0].rejectedFilename == "a.png")
  }

  @Test func missingFileIsReported() throws {
    let icon = try icon(
      [#"{"filename": "b.png", "idiom": "iphone", "size": "60x60", "scale": "2x"}"#], ["a.png": 120])
    #expect(
      icon.warnings.map(\.message) == [
        "The file “b.png” for the image set “I” does not exist.", "The app icon set “I” has an unassigned child.",
      ])
    #expect(icon.warnings[0].location?.line == 3)
    #expect(icon.set.entries[0].rejectedFilename == "b.png")
  }

  // ICON-215
  @Test func fileInOtherLetterCaseIsFoundAndReported() throws {
    let icon = try icon(
      [#"{"filename": "A.png", "idiom": "iphone", "size": "60x60", "scale": "2x"}"#], ["a.png": 120])
    #expect(icon.warnings.map(\.message) == ["“A.png” is spelled “a.png” on the disk"])
    #expect(icon.warnings.first?.severity == .note)
    #expect(icon.warnings.first?.location?.line == 3)
    #expect(icon.set.entries[0].filename == "a.png" && icon.set.entries[0].pixelSize?.width == 120)
  }

  @Test func childrenWithoutASlotAreCounted() throws {
    let icon = try icon(
      [
        #"{"filename": "m.png", "idiom": "universal", "platform": "macos", "size": "16x16"}"#,
        #"{"filename": "u.png", "idiom": "iphone", "unassigned": true}"#,
        #"{"filename": "w.png", "idiom": "fridge"}"#,
      ], ["m.png": 1, "u.png": 1, "w.png": 1, "x.png": 1])
    #expect(
      icon.warnings.map(\.message) == [
        "Unknown platform value “macos”", "Unknown idiom value “fridge”",
        "The app icon set “I” has 4 unassigned children.",
      ])
    #expect(icon.warnings.last?.hint == "assign each file to a slot, or remove it: m.png, u.png, w.png, x.png")
    #expect(icon.set.entries.isEmpty)
    #expect(icon.set.isContentKnown)
  }

  @Test func otherFormatsNamedPNGAreReported() throws {
    let webP =
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 119, 0, 0, 119, 0, 0]
    let slot = #"{"filename": "a.png", "idiom": "iphone", "size": "60x60", "scale": "2x"}"#
    let result = try read([
      "A.xcassets/I.appiconset/Contents.json": Tree.contents([slot, slot]), "A.xcassets/I.appiconset/a.png": webP,
    ])
    // It is reported once it is known whether the build uses the set.
    #expect(result.warnings.isEmpty)
    let image = try read(
      ["A.xcassets/I.imageset/Contents.json": Tree.contents([slot]), "A.xcassets/I.imageset/a.png": webP],
      headers: .all)
    #expect(image.warnings.map(\.message) == ["a.png: the file extension is for PNG, but the data is WebP"])
    let entry = try #require(result.catalog.sets.first?.entries.first)
    #expect(entry.header?.format == .webP)
    #expect(entry.problem?.kind == .wrongExtension)
    #expect(entry.filename == "a.png")
  }

  @Test func wrongTypesAreWarningsWithTheirLocation() throws {
    let icon = try icon(
      [
        "3", #"{"size": 60, "scale": "4x", "idiom": "iphone"}"#, #"{"size": "60", "appearances": {}}"#,
        #"{"size": "-1xinf", "appearances": [1, {"appearance": "luminosity", "value": "light"}]}"#,
        #"{"filename": "../x.png"}"#,
      ])
    #expect(
      icon.warnings.map(\.message) == [
        "a slot is a number, not an object", "“size” is a number, not a string",
        "“4x” is not a scale; use 1x, 2x or 3x", "“60” is not a size in points such as 60x60",
        "“appearances” is an object, not an array", "“-1xinf” is not a size in points such as 60x60",
        "an appearance needs the strings “appearance” and “value”",
        "The file “../x.png” for the image set “I” does not exist.",
      ])
    #expect(icon.warnings.last?.hint?.contains("without a path") == true)
    #expect(icon.set.entries[2].otherAppearances == ["luminosity light"])
    for text in ["[]", "{\"images\": 3}", "{", ""] {
      let result = try read(["A.xcassets/I.appiconset/Contents.json": Tree.json(text)])
      #expect(result.warnings.map(\.code) == [.badCatalog], "\(text)")
      #expect(result.catalog.sets.first?.entries.isEmpty == true)
    }
  }

  @Test func setHasFewWarnings() throws {
    let slots = [String](repeating: "3", count: 5000)
    let icon = try icon(slots)
    #expect(icon.warnings.count == 51)
    #expect(icon.warnings.last?.message == "left out 4950 more warnings about “I”")
  }

  @Test func trailingCommasAreWarnings() throws {
    let result = try read([
      "A.xcassets/I.appiconset/Contents.json": Tree.json(
        "{\"images\": [{\"idiom\": \"iphone\", \"size\": \"60x60\", \"scale\": \"2x\",},]}")
    ])
    #expect(result.warnings.map(\.code) == [.lenientJSON, .lenientJSON])
    #expect(result.catalog.sets.first?.entries.count == 1)
  }

  // MARK: Image sets

  @Test func readsImageSets() throws {
    let files = [
      "A.xcassets/plus.imageset/Contents.json": Tree.contents(
        [
          #"{"filename": "p.pdf", "idiom": "universal"}"#,
          #"{"filename": "d.png", "scale": "2x", "appearances": [{"appearance": "luminosity", "value": "dark"}]}"#,
        ], properties: #"{"template-rendering-intent": "template"}"#),
      "A.xcassets/plus.imageset/p.pdf": Array("%PDF-1.4".utf8), "A.xcassets/plus.imageset/d.png": Tree.png(35),
      "A.xcassets/o.imageset/Contents.json": Tree.contents(
        [], properties: #"{"template-rendering-intent": "original"}"#),
      "A.xcassets/u.imageset/Contents.json": Tree.contents([], properties: #"{"template-rendering-intent": "x"}"#),
    ]
    let result = try read(files)
    let plus = try #require(result.catalog.set(named: "plus", kind: .image))
    #expect(plus.renderingIntent == .template)
    #expect(plus.entries.map(\.appearance) == [.any, .dark])
    #expect(plus.entries.allSatisfy { $0.header == nil })
    #expect(result.catalog.set(named: "o")?.renderingIntent == .original)
    #expect(result.catalog.set(named: "u")?.renderingIntent == nil)
    #expect(result.warnings.map(\.code) == [.unknownCatalogValue])
    let full = try read(files, headers: .all)
    #expect(full.catalog.set(named: "plus")?.entries.map(\.header?.format) == [.pdf, .png])
    #expect(full.catalog.set(named: "plus")?.entries[1].pixelSize?.width == 35)
  }
}
