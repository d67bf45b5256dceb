import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// Configurations of real apps, if the corpus is present.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTests {
  private static func snapshots() throws -> (tree: FolderTree, names: [String]) {
    let tree = try FolderTree(try #require(Corpus.path), limits: FileTreeLimits(maximumEntries: 1_000_000))
    return (tree, try tree.entries(in: "").filter { $0.kind == .directory }.map(\.name))
  }

  private static func files(_ tree: FolderTree, _ isRequired: (String) -> Bool) -> [String] {
    FileTreeWalk(tree).files.map(\.path).filter(isRequired)
  }

  @Test func everyInfoPlistOpensAsAPackage() throws {
    let (tree, names) = try Self.snapshots()
    #expect(names.count == 27)
    for name in names {
      let snapshot = try FolderTree(try #require(Corpus.path) + "/" + name)
      let plists = Self.files(snapshot) { $0.hasSuffix("Info.plist") }
      #expect(!plists.isEmpty, "\(name) has no Info.plist")
      for plist in plists {
        do {
          let package = try AppPackage(tree: snapshot, infoPlistPath: plist)
          #expect(package.infoPlist.count > 0)
          #expect(!package.warnings.map(\.code).contains(.badStrings), "\(name)/\(plist)")
          for device in DeviceClass.allCases {
            #expect(package.infoDictionary(for: device).count <= package.infoPlist.count)
          }
        } catch {
          Issue.record("\(name)/\(plist): \(error)")
        }
      }
    }
    withExtendedLifetime(tree) {}
  }

  /// The sizes in the lists of the corpus.
  @Test func everyPictureHasTheSizeOfTheList() throws {
    let (tree, names) = try Self.snapshots()
    var compared = 0
    for name in names where tree.kind(of: "\(name)/_IMAGES.tsv") == .file {
      let rows = String(decoding: try tree.read("\(name)/_IMAGES.tsv"), as: UTF8.self).split(separator: "\n")
        .dropFirst()
      for row in rows {
        let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count > 5, cells.last == "yes", let width = Int(cells[2]), let height = Int(cells[3]),
          tree.kind(of: "\(name)/\(cells[0])") == .file
        else { continue }
        let header = try ImageHeader.read(try tree.readPrefix("\(name)/\(cells[0])", count: 1 << 20))
        if cells[1].lowercased() == "not-png" {
          #expect(header.nameProblem(for: cells[0])?.kind == .wrongExtension)
          continue
        }
        guard header.hasPixelSize else { continue }
        #expect(header.width == width && header.height == height, "\(name)/\(cells[0]): \(header)")
        #expect(header.format.title.lowercased() == cells[1].lowercased(), "\(name)/\(cells[0]): \(header.format)")
        compared += 1
      }
    }
    #expect(compared > 500)
  }

  @Test func scottZgIOSChangeAppIconOpensByItsInfoPlist() throws {
    let path = try #require(Corpus.path) + "/ScottZg+iOSChangeAppIcon/ChangeIcon/Info.plist"
    let package = try AppPackage(contentsOf: path)
    #expect(package.name == "ChangeIcon")
    #expect(package.bundleIdentifier == "unknown.changeicon")
    #expect(package.displayName(for: .iPhone, languages: ["en"]) == "iconChange")
    #expect(package.deviceFamilies == [.iPhone, .iPad])
    for device in DeviceClass.allCases {
      let info = package.infoDictionary(for: device)
      #expect(info["CFBundleName"] == "ChangeIcon")
      let alternates = info.value(at: "CFBundleIcons", "CFBundleAlternateIcons")?.dictionary
      #expect(alternates?.keys == ["purpleicon", "newicon"])
      #expect(alternates?.value(at: "newicon", "CFBundleIconFiles")?.strings == ["newicon"])
      let images = package.looseImages(named: "newicon", for: device)
      #expect(images.map(\.path) == ["newicon@2x.png", "newicon@3x.png"])
      #expect(images.map(\.scale) == [2, 3])
      #expect(images.map(\.header?.width) == [120, 180])
      #expect(images.allSatisfy { $0.deviceSuffix == nil })
    }
    // It is not an app without its project.
    #expect(package.warnings.first?.code == .partOfProject)
    #expect(package.warnings.dropFirst().allSatisfy { $0.code == .unknownSetting })
    #expect(package.warnings.first?.location?.file == "ChangeIcon/Info.plist")
  }
}
