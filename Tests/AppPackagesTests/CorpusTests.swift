import AppPackages
import TestSupport
import Testing

/// Real configurations of real apps, where they are at hand.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTests {
  private static func snapshots() throws -> (tree: FolderTree, names: [String]) {
    let tree = try FolderTree(try #require(Corpus.path), limits: FileTreeLimits(maximumEntries: 1_000_000))
    return (tree, try tree.entries(in: "").filter { $0.kind == .directory }.map(\.name))
  }

  private static func files(_ tree: FolderTree, _ isWanted: (String) -> Bool) -> [String] {
    FileTreeWalk(tree).files.map(\.path).filter(isWanted)
  }

  @Test func everyPropertyListReadsAsTheOracleReadsIt() throws {
    let (tree, _) = try Self.snapshots()
    let endings = [".plist", ".strings", ".pbxproj", ".entitlements", ".stringsdict", ".xcprivacy"]
    let files = Self.files(tree) { path in endings.contains { path.hasSuffix($0) } }
    #expect(files.count > 700)
    for file in files {
      let bytes = try tree.read(file)
      // Many a language has an InfoPlist.strings with nothing in it; packages take that as no strings.
      if file.hasSuffix(".strings"), bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      do {
        let list = try PropertyList.parse(bytes, file: file)
        try Oracle.compare(bytes, with: list.root)
      } catch {
        Issue.record("\(file): \(error)")
      }
    }
  }

  /// Without an edit not a byte changes; a changed string changes its lines, a new key adds lines, and nothing else.
  @Test func everyTextListIsSavedAsItWas() throws {
    let (tree, _) = try Self.snapshots()
    let endings = [".plist", ".strings", ".pbxproj", ".entitlements", ".stringsdict", ".xcprivacy"]
    var edited = 0
    for file in Self.files(tree, { path in endings.contains { path.hasSuffix($0) } }) {
      let bytes = try tree.read(file)
      guard var list = try? PropertyList.parse(bytes, file: file), list.format != .binary else { continue }
      #expect(try list.serialised() == bytes, "\(file)")
      guard var dictionary = list.root.dictionary, list.duplicateKeys.isEmpty else { continue }
      let old = Self.lines(of: bytes)

      let before = dictionary
      dictionary["homescreen"] = "added"
      list.root = .dictionary(dictionary)
      let grown = Self.lines(of: try list.serialised())
      let added = grown.difference(from: old)
      #expect(added.removals.isEmpty || !bytes.contains(0x0A) || before.isEmpty, "\(file): \(added.removals)")
      #expect(added.insertions.count <= 3, "\(file): \(added.insertions)")

      dictionary = before
      guard
        let key = dictionary.entries.last(where: { entry in
          guard let text = entry.node.value.string else { return false }
          return !text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        })?.key
      else { continue }
      dictionary[key] = "changed"
      list.root = .dictionary(dictionary)
      let saved = try list.serialised()
      let new = Self.lines(of: saved)
      #expect(new.count == old.count && zip(new, old).filter { $0 != $1 }.count == 1, "\(file): \(key)")
      #expect(try PropertyList.parse(saved, file: file).root == list.root, "\(file)")
      edited += 1
    }
    #expect(edited > 500)
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
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

  /// The sizes that the corpus' own lists give.
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

  @Test("The acceptance case: ScottZg/iOSChangeAppIcon opens by its Info.plist")
  func changeAppIcon() throws {
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
    #expect(package.warnings.allSatisfy { $0.code == .unknownSetting })
    #expect(package.warnings.first?.location?.file == "ChangeIcon/Info.plist")
  }
}
