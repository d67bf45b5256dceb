import AppPackages
import PropertyLists
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The contents of `Assets.car` as catalog sets.
@Suite struct CompiledCatalogTests {
  private func read(_ writer: CatalogWriter) throws -> CompiledCatalog {
    try CompiledCatalog.read(writer.bytes, file: "Paint.app/Assets.car")
  }

  @Test func listsIconsAndPictures() throws {
    let compiled = try read(CatalogSamples.app())
    #expect(compiled.tool == "Xcode 26.3 (17C529)")
    #expect(compiled.platform == "ios")
    #expect(compiled.deploymentTarget == "16.0")
    #expect(!compiled.isThinned)
    #expect(compiled.renditionCount == 12)
    #expect(compiled.iconNames == ["AppIcon", "Night"])
    #expect(compiled.catalog.names(of: .image) == ["Actions/photo", "pencil"])
    let icon = try #require(compiled.catalog.set(named: "AppIcon", kind: .appIcon))
    #expect(
      icon.entries.map { "\($0.idiom) \($0.size?.description ?? "") \($0.scale ?? 0) \($0.filename ?? "")" } == [
        "iphone 60x60 3 Icon@3x.png", "ipad 76x76 2 Icon-iPad@2x.png", "ios-marketing 1024x1024 1 Store.png",
      ])
    #expect(icon.entries.map { $0.pixelSize?.width } == [180, 152, 1024])
    #expect(icon.entries.allSatisfy { $0.location?.offset == $0.rendition?.lowerBound })
    let night = try #require(compiled.catalog.set(named: "Night"))
    #expect(night.entries.map(\.appearance) == [.any, .dark, .tinted])
    #expect(night.renderingIntent == nil)
    let pencil = try #require(compiled.catalog.set(named: "pencil"))
    #expect(pencil.renderingIntent == .template)
    #expect(pencil.entries.map(\.scale) == [1, 2, 3])
    #expect(pencil.entries.allSatisfy { $0.size == nil })
    #expect(compiled.catalog.set(named: "Actions/photo")?.renderingIntent == .original)
  }

  /// 83.5 points are 83 in the list of the icon.
  @Test func sizesMatchThePictures() throws {
    var writer = CatalogWriter()
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    writer.addSizes([(83, 4)], CatalogWriter.Place(idiom: 2), of: 1)
    writer.addPicture(
      CatalogSamples.picture(167), CatalogWriter.Place(idiom: 2, scale: 2, size: 4), of: 1, part: CatalogWriter.iconPart
    )
    // The same pixels again for the large phones of 2014, as if they were 90 points.
    for (scale, subtype) in [(3, 0), (2, 1792)] {
      writer.addPicture(
        CatalogSamples.picture(180), CatalogWriter.Place(idiom: 1, scale: scale, subtype: subtype), of: 1,
        part: CatalogWriter.iconPart)
    }
    let entries = try #require(try read(writer).catalog.sets.first).entries
    #expect(entries.map { $0.size?.description } == ["83.5x83.5", "60x60"])
  }

  @Test func namesWithoutPicturesAndOtherNames() throws {
    var writer = CatalogWriter()
    writer.addName("Ink", part: 217, identifier: 1)
    writer.addName("star", identifier: 2)
    writer.addName("vector", identifier: 3)
    writer.addName("data", identifier: 4)
    writer.addName("gone", identifier: 5)
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 6)
    writer.addOther(layout: 1009, part: 217, of: 1)
    writer.addOther(layout: 1017, part: 59, of: 2)
    writer.addOther(layout: 9, part: 181, of: 3, format: "SVG ", flags: 0x0C)
    writer.addOther(layout: 1000, part: 181, of: 4)
    writer.addOther(layout: 4711, part: 999, of: 4)
    writer.addOther(layout: 1000, part: 181, of: 999)
    let sets = try read(writer).catalog.sets
    #expect(
      sets.map(\.kind) == [
        .other("colorset"), .other("symbolset"), .image, .other("dataset"), .image, .appIcon,
      ])
    #expect(sets[2].entries.map(\.scale) == [nil])
    #expect(sets[2].renderingIntent == .template)
    #expect(sets[4].entries.isEmpty && sets[5].entries.isEmpty)
  }

  @Test func iconComposerFileHasItsPictures() throws {
    var writer = CatalogWriter()
    writer.addName("Glass", part: CatalogWriter.stackPart, identifier: 9)
    writer.addName("Glass/Group", part: 246, identifier: 10)
    for appearance in [0, 1, 10] {
      writer.addOther(
        layout: 1019, part: CatalogWriter.stackPart, of: 9, CatalogWriter.Place(appearance: appearance))
    }
    writer.addOther(layout: 1020, part: 246, of: 10)
    var catalog = try read(writer).catalog
    #expect(catalog.sets.map(\.kind) == [.appIcon, .other("icongroup")])
    #expect(catalog.sets[0].iconComposer?.appearances == [.any, .dark, .tinted])
    #expect(catalog.sets[0].entries.map(\.filename) == ["Glass.icon", "Glass.icon", "Glass.icon"])
    writer.addPicture(
      CatalogSamples.picture(120), CatalogWriter.Place(idiom: 1, scale: 2), of: 9, part: CatalogWriter.iconPart)
    let compiled = try read(writer)
    catalog = compiled.catalog
    #expect(catalog.sets.map(\.isIconComposer) == [true, false, false])
    #expect(compiled.iconNames == ["Glass"])
    #expect(catalog.sets[1].entries.count == 1)
  }

  /// Keys in another order, without those that a device type does not need.
  @Test(arguments: [[12, 17, 1, 2], [2, 1, 17], [17, 15, 12, 2, 1, 7, 16, 9, 8, 24, 25, 4]])
  func thinnedFiles(_ format: [Int]) throws {
    var writer = CatalogSamples.app()
    writer.keyFormat = format
    writer.thinning = "optimized <idiom 2> <subtype 2224> <scale 2>"
    writer.pairsInLeaf = 3
    let compiled = try read(writer)
    #expect(compiled.isThinned)
    #expect(compiled.iconNames == ["AppIcon", "Night"])
    #expect(compiled.renditionCount == 12)
    let icon = try #require(compiled.catalog.set(named: "AppIcon"))
    #expect(icon.entries.map { $0.pixelSize?.width } == [180, 152, 1024])
    #expect(icon.entries.map(\.scale) == [3, 2, 1])
  }

  /// Other tools count no renditions, use unordered numbers, and name no appearances.
  @Test func filesFromOtherTools() throws {
    var writer = CatalogWriter()
    writer.isThirdParty = true
    writer.tool = ""
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    for appearance in [0, 1, 10, 4, 99] {
      writer.addPicture(
        CatalogSamples.picture(60), CatalogWriter.Place(idiom: 1, scale: 1, appearance: appearance), of: 1,
        part: CatalogWriter.iconPart, file: "", flags: 0)
    }
    let compiled = try read(writer)
    #expect(compiled.tool == nil)
    #expect(compiled.renditionCount == 5)
    let entries = try #require(compiled.catalog.sets.first).entries
    #expect(entries.map(\.appearance) == [.any, .dark, .tinted, .any, .any])
    #expect(entries.map(\.otherAppearances) == [[], [], [], ["luminosity light"], ["appearance 99"]])
    #expect(entries.map(\.filename) == [String?](repeating: "AppIcon", count: 5))
  }

  @Test func packageUsesItsSets() throws {
    let folder = TemporaryFolder()
    folder.write("Paint.app/Info.plist", "<plist><dict><key>CFBundleIdentifier</key><string>a</string></dict></plist>")
    folder.write("Paint.app/Assets.car", CatalogSamples.app().bytes)
    let package = try AppPackage(contentsOf: "\(folder.path)/Paint.app")
    #expect(package.warnings.isEmpty)
    #expect(!package.hasUnknownCatalog)
    #expect(package.compiledCatalog?.file == "Paint.app/Assets.car")
    #expect(package.catalog?.names(of: .appIcon) == ["AppIcon", "Night"])
    // Reopened for its pixels after it was read in pieces.
    var reader = try CompiledPictureReader(try #require(package.compiledCatalog))
    let entry = try #require(package.catalog?.set(named: "AppIcon")?.entries.first)
    #expect(try reader.pixels(of: entry)?.width == 180)
  }

  @Test func settingsDoNotCompileAgain() throws {
    let package = try AppPackage(
      name: "Paint", infoPlist: ["CFBundleIdentifier": "a"],
      files: [("Assets.car", .bytes(CatalogSamples.app().bytes))],
      settings: ["ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon"])
    #expect(package.catalog?.names(of: .appIcon) == ["AppIcon", "Night"])
    #expect(package.infoPlist["CFBundleIcons"] == nil)
  }
}

/// Fixtures of the repository; with `HOMESCREEN_WRITE_FIXTURES` set, this writes them with the writer of the tests.
@Suite struct CatalogFixtureTests {
  @Test(arguments: CatalogSamples.files.map(\.path))
  func readsWhatWasWritten(_ path: String) throws {
    let file = try #require(CatalogSamples.files.first { $0.path == path })
    if getenv("HOMESCREEN_WRITE_FIXTURES") != nil { Files.write(file.bytes, to: "\(Repository.root)/\(path)") }
    #expect(Files.bytes("\(Repository.root)/\(path)") == file.bytes, "run this test with HOMESCREEN_WRITE_FIXTURES=1")
  }
}
