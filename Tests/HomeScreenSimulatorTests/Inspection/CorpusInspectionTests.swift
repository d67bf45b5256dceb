import AppPackages
import HomeScreenSimulator
import TestSupport
import Testing

/// Real projects, compared with the numbers in the corpus list.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusInspectionTests {
  /// A row of the list.
  struct Row: CustomStringConvertible {
    let directory: String
    let writtenAlternates: String
    let compiledAlternates: Int
    let staticItems: Int
    let sceneManifest: String
    let families: String
    var description: String { directory }
  }

  /// The listed target of a project with several apps.
  private static let targets = ["utmapp+UTM": "iOS"]

  private static func rows() throws -> [Row] {
    let corpus = try #require(Corpus.path)
    let text = try #require(Files.text(corpus + "/README.md"))
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard cells.count > 9, cells[5].contains("/"), let compiled = Int(cells[6]),
        let items = cells[7].split(separator: " ").first.flatMap({ Int($0) }), cells[9] != "?"
      else { return nil }
      return Row(
        directory: cells[1], writtenAlternates: cells[5], compiledAlternates: compiled, staticItems: items,
        sceneManifest: cells[8], families: cells[9])
    }
  }

  @Test func everyProjectHasTheListedNumbers() throws {
    let rows = try Self.rows()
    #expect(rows.count == 26)
    for row in rows {
      let path = try #require(Corpus.project(row.directory))
      var options = PackageOptions(target: Self.targets[row.directory])
      let first = PackageInspection(try AppPackage(contentsOf: path, options: options))
      let written = DeviceClass.allCases.map { String(first.writtenAlternateCount(for: $0)) }.joined(separator: "/")
      #expect(written == row.writtenAlternates, "\(row)")
      #expect(first.writtenActionCount == row.staticItems, "\(row)")
      #expect(first.package.settings["TARGETED_DEVICE_FAMILY"] == row.families, "\(row)")
      let manifest = ["none": "none", "Info.plist": "infoPlist", "generated": "generated"][row.sceneManifest]
      #expect(first.sceneManifest.rawValue == manifest, "\(row)")
      // The list counts the largest configuration.
      var compiled = 0
      for configuration in first.package.build?.configurations ?? [] {
        options.configuration = configuration
        let package = try AppPackage(contentsOf: path, options: options)
        compiled = max(compiled, PackageInspection(package).compiledAlternateCount)
      }
      #expect(compiled == row.compiledAlternates, "\(row)")
    }
  }

  @Test func appWithoutAProjectOpensByItsInfoPlist() throws {
    let path = try #require(Corpus.project("mozilla-mobile+firefox-ios")) + "/firefox-ios/Client/Info.plist"
    let inspection = PackageInspection(try AppPackage(contentsOf: path))
    #expect(inspection.writtenActionCount == 2)
    #expect(inspection.sceneManifest == .infoPlist)
  }

  /// ICON-111.
  @Test func generatedIPadKeyLacksTheAlternates() throws {
    let path = try #require(Corpus.project("ScottZg+iOSChangeAppIcon")) + "/ChangeIcon.xcodeproj"
    let package = try AppPackage(contentsOf: path)
    let inspection = PackageInspection(package)
    #expect(inspection.columns.map(\.alternates).map { $0.map(\.isDeclared) } == [[true, true], [false, false]])
    #expect(inspection.columns[0].alternates.map(\.picture.file) == ["purpleicon@3x.png", "newicon@3x.png"])
    for (model, isDeclared) in [(DeviceModel.iPhone, true), (.iPad, false)] {
      let scene = try Scene(model: model, package: package)
      try scene.request("newicon")
      try scene.tapOK()
      #expect(scene.codes == [isDeclared ? 0 : 4])
      if !isDeclared { #expect(scene.outcomes.first??.domain == "NSCocoaErrorDomain") }
    }
  }
}
