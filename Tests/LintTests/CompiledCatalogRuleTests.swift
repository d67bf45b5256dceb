import AppPackages
import Events
import Lint
import PropertyLists
import TestSupport
import Testing

/// Findings in a built app with a compiled catalog.
@Suite struct CompiledCatalogRuleTests {
  private func app(_ catalog: [UInt8], alternate: String = "Night") throws -> AppPackage {
    try AppPackage(
      name: "Paint",
      infoPlist: [
        "CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2],
        "CFBundleIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"],
          "CFBundleAlternateIcons": ["night": ["CFBundleIconName": .string(alternate)]],
        ],
      ], files: [("Assets.car", .bytes(catalog))])
  }

  private func codes(_ package: AppPackage) -> [RuleCode] {
    Linter(readsPixels: false).findings(in: package).map(\.code)
  }

  @Test func nameMissingFromTheCatalogIsAnError() throws {
    #expect(try codes(app(CatalogSamples.app().bytes)).isEmpty)
    #expect(try codes(app(CatalogSamples.app().bytes, alternate: "Dusk")) == ["icon-name-not-in-catalog"])
    // Letter case matters.
    #expect(try codes(app(CatalogSamples.app().bytes, alternate: "night")) == ["icon-name-not-in-catalog"])
  }

  /// STORE-036: a finding names the devices of each icons key.
  @Test func missingNameIsReportedForBothIconsKeys() throws {
    let icons: PropertyListValue = ["CFBundleAlternateIcons": ["night": ["CFBundleIconName": "Dusk"]]]
    let package = try AppPackage(
      name: "Paint",
      infoPlist: [
        "CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2], "CFBundleIcons": icons,
        "CFBundleIcons~ipad": icons,
      ], files: [("Assets.car", .bytes(CatalogSamples.app().bytes))])
    let found = Linter(readsPixels: false).findings(in: package).filter { $0.code == "icon-name-not-in-catalog" }
    #expect(found.count == 1 && found.first?.devices == [.iPhone, .iPad], "\(found)")
  }

  @Test func unreadableCatalogIsTheOnlyFinding() throws {
    let bytes = Array(CatalogSamples.app().bytes.dropLast(100))
    #expect(try codes(app(bytes, alternate: "Dusk")) == ["bad-compiled-catalog"])
  }

  /// The store picture must be opaque.
  @Test(
    arguments: [
      (1024, [0, 0, 0, 0], ["appiconset-1024-transparent"]), (1024, [1, 2, 3, 255], []), (180, [0, 0, 0, 0], []),
    ] as [(Int, [UInt8], [RuleCode])])
  func transparentPicturesAreReported(_ side: Int, _ colour: [UInt8], _ expected: [RuleCode]) throws {
    var writer = CatalogWriter()
    for (identifier, name) in ["AppIcon", "Night", "Day"].enumerated() {
      writer.addName(name, part: CatalogWriter.iconPart, identifier: identifier)
      let isDay = name == "Day"
      writer.addFlatIcon(
        isDay ? side : 180, CatalogWriter.Place(idiom: isDay ? 6 : 1, scale: isDay ? 1 : 3), of: identifier,
        file: "i.png", colour: isDay ? colour : [9, 9, 9, 255])
    }
    let package = try app(writer.bytes)
    let found = Linter().findings(in: package)
    #expect(found.map(\.code) == expected)
    #expect(found.allSatisfy { $0.location?.file == "Paint.app/Assets.car" && $0.location?.offset != nil })
    #expect(codes(package).isEmpty)
  }
}
