import AppPackages
import Platform
import TestSupport
import Testing

/// Catalogs of real apps, if the corpus is present.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CatalogCorpusTests {
  private static func tree(_ name: String? = nil) throws -> FolderTree {
    let path = try #require(Corpus.path)
    return try FolderTree(name.map { "\(path)/\($0)" } ?? path, limits: FileTreeLimits(maximumEntries: 1_000_000))
  }

  private static func folders(_ tree: FolderTree, _ ending: String) -> [String] {
    FileTreeWalk(tree).directories.filter { $0.hasSuffix(ending) }
  }

  @Test func everyCatalogReads() throws {
    let tree = try Self.tree()
    let paths = Self.folders(tree, ".xcassets")
    #expect(paths.count >= 60)
    for path in paths {
      let result = AssetCatalogReader.read(tree: tree, path: path)
      let below = FileTreeWalk(tree, in: path).directories
      #expect(result.catalog.names(of: .appIcon).count == below.count { $0.hasSuffix(".appiconset") }, "\(path)")
      // The layers of a tvOS or visionOS icon contain unnamed image sets.
      let images = below.count {
        $0.hasSuffix(".imageset") && !$0.contains("imagestack") && !$0.contains(".brandassets/")
      }
      #expect(result.catalog.names(of: .image).count == images, "\(path)")
      for warning in result.warnings {
        #expect(warning.location != nil, "\(warning)")
        // The corpus omits large pictures; these files are otherwise correct.
        #expect(![.badCatalog, .unreadable, .limit].contains(warning.code), "\(warning)")
      }
    }
  }

  @Test func everyIconComposerBundleReads() throws {
    let tree = try Self.tree()
    let paths = Self.folders(tree, ".icon")
    #expect(paths.count >= 8)
    for path in paths {
      let result = IconComposerReader.read(tree: tree, path: path)
      let icon = try #require(result.set?.iconComposer, "\(path)")
      #expect(!icon.layers.isEmpty)
      #expect(icon.supportsIOS == !path.hasSuffix("AppIcon.dev.icon"))
      for warning in result.warnings { #expect(warning.code == .missingPicture, "\(warning)") }
    }
  }

  /// The number of compiled alternate icons in the corpus table.
  @Test(arguments: [
    ("HabitRPG+habitica-ios", "AppIcon", 31), ("mlemgroup+mlem/Mlem", "AppIcon", 8), ("zbrateam+Zebra", "AppIcon", 11),
    ("Automattic+simplenote-ios", "AppIcon", 2), ("utmapp+UTM", "AppIcon", 1),
  ])
  func countsOfAlternates(_ name: String, _ primary: String, _ count: Int) throws {
    let tree = try Self.tree(name)
    let paths = Self.folders(tree, ".xcassets") + Self.folders(tree, ".icon")
    let result = AssetCatalogReader.read(tree: tree, paths: paths)
    let entries = GeneratedIconEntries.make(primary: primary, alternates: [], includeAll: true, catalog: result.catalog)
    #expect(entries.alternates.count == count, "\(entries.alternates.map(\.name)) \(entries.warnings)")
  }

  /// The alpha channels and transparent pixels in the corpus lists.
  @Test func alphaChannelsAndTransparentPixels() throws {
    let tree = try Self.tree()
    var compared = 0
    for name in try tree.entries(in: "").map(\.name) where tree.kind(of: "\(name)/_IMAGES.tsv") == .file {
      let rows = String(decoding: try tree.read("\(name)/_IMAGES.tsv"), as: UTF8.self).split(separator: "\n")
      for row in rows.dropFirst() {
        let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count > 5, cells[1] == "PNG", cells.last == "yes", tree.kind(of: "\(name)/\(cells[0])") == .file
        else { continue }
        let header = try ImageHeader.read(try tree.readPrefix("\(name)/\(cells[0])", count: 1 << 20))
        #expect(header.hasAlphaChannel == (cells[5] == "alpha"), "\(name)/\(cells[0])")
        compared += 1
      }
    }
    #expect(compared > 500)
  }

  @Test(arguments: [
    ("AppIconAlternate47-fs8.png", true), ("小猫@2x.png", true),
    ("AppIcon-Classic60x60@2x.png", false),
  ])
  func transparentPixels(_ name: String, _ isTransparent: Bool) throws {
    let tree = try Self.tree()
    let paths = FileTreeWalk(tree).files.map(\.path).filter { $0.hasSuffix("/" + name) }
    #expect(!paths.isEmpty)
    var found = false
    for path in paths {
      let bytes = try tree.read(path)
      #expect(try ImageHeader.read(bytes).hasAlphaChannel)
      if try ImagePixels.hasTransparentPixels(bytes, below: 250) { found = true }
    }
    #expect(found == isTransparent)
  }
}
