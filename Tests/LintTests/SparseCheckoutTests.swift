import AppPackages
import Events
import Lint
import TestSupport
import Testing

/// Projects in copies that lack files which git knows.
@Suite struct SparseCheckoutTests {
  private let folder = TemporaryFolder()
  private static let picture = "Media.xcassets/AppIcon.appiconset/i.png"
  private static let pattern = ".git/info/sparse-checkout"

  /// Writes the project of an app without the picture of its icon.
  ///
  /// - Parameter hasSet: whether the set of the icon is there without its picture, and not missing as a whole.
  private func write(_ place: String = "", hasSet: Bool = true) {
    let project = ProjectRuleTests.Project().adding("Media.xcassets/AppIcon")
    for (path, bytes) in project.allFiles where path != Self.picture && (hasSet || !path.contains(".appiconset/")) {
      folder.write("Copy/\(place)\(path)", bytes)
    }
    folder.write("Copy/\(place)Media.xcassets/Contents.json", "{}")
    folder.makeFolder("Copy/.git")
  }

  private func package(_ place: String = "") throws -> AppPackage {
    try AppPackage(contentsOf: "\(folder.path)/Copy/\(place)Paint.xcodeproj")
  }

  /// Returns an index of git with these files; a path that begins with `-` is left out of the copy.
  private static func index(version: UInt8, _ paths: [String]) -> [UInt8] {
    var bytes: [UInt8] = Array("DIRC".utf8) + [0, 0, 0, version, 0, 0, 0, UInt8(paths.count)]
    var last: [UInt8] = []
    for path in paths {
      let isSkipped = path.hasPrefix("-")
      let name = Array(path.utf8.dropFirst(isSkipped ? 1 : 0))
      let start = bytes.count
      bytes += [UInt8](repeating: 1, count: 60) + [isSkipped ? 0x40 : 0, UInt8(min(name.count, 255))]
      if isSkipped { bytes += [0x40, 0] }
      if version == 4 {
        let kept = zip(last, name).prefix { $0 == $1 }.count
        // 127 and fewer are one byte.
        bytes += [UInt8(last.count - kept)] + name[kept...] + [0]
      } else {
        bytes += name
        repeat { bytes.append(0) } while (bytes.count - start) % 8 != 0
      }
      last = name
    }
    return bytes + [UInt8](repeating: 7, count: 20)
  }

  private static func faults(_ package: AppPackage) -> [Finding] {
    Linter().findings(in: package).filter { $0.severity != .note }
  }

  @Test(arguments: [2, 3, 4] as [UInt8], ["", "ios/"])
  func whatASparseCheckoutLeavesOutIsNotInThisCopy(version: UInt8, place: String) throws {
    write(place)
    #expect(!Self.faults(try package(place)).isEmpty)
    let skipped = (version == 2 ? "" : "-") + place + Self.picture
    folder.write("Copy/.git/index", Self.index(version: version, ["A/b.txt", skipped, "\(place)Media.xcassets/z"]))
    // Without the file of the patterns the checkout is not sparse.
    #expect(!Self.faults(try package(place)).isEmpty)
    folder.write("Copy/\(Self.pattern)", "/*\n!*.png\n")
    let found = try package(place)
    // Only later versions have the flag.
    guard version > 2 else {
      #expect(!Self.faults(found).isEmpty)
      return
    }
    #expect(Self.faults(found).isEmpty)
    let note = found.warnings.first { $0.code == .missingPicture }
    #expect(note?.message == "“i.png” is not in this copy: the checkout is sparse")
    #expect(AppCheck(found).holds)
  }

  /// A sparse index has an entry for a whole folder.
  @Test func aFolderThatIsLeftOutIsNotInThisCopy() throws {
    write(hasSet: false)
    folder.write("Copy/\(Self.pattern)", "/Paint.xcodeproj/\n")
    folder.write("Copy/.git/index", Self.index(version: 3, ["-Media.xcassets/AppIcon.appiconset/"]))
    #expect(Self.faults(try package()).isEmpty)
    #expect(AppCheck(try package()).holds)
    folder.write("Copy/.git/index", Self.index(version: 3, ["-Other/"]))
    #expect(!Self.faults(try package()).isEmpty)
  }

  /// A picture that is missing next to others is a fault of the app, unless Git ignores it.
  @Test func whatIsMissingNextToOtherPicturesFails() throws {
    var project = ProjectRuleTests.Project().adding("Media.xcassets/AppIcon").adding("Media.xcassets/Night")
    project.targetSettings += " ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night;"
    #expect(AppCheck(try project.package()).holds)
    project.files["Media.xcassets/Night.appiconset/i.png"] = nil
    // The copy may lack the large files.
    #expect(AppCheck(try project.package()).holds)
    #expect(Self.faults(try project.package()).map(\.severity) == [.warning])
    project.files["Media.xcassets/Night.appiconset/Contents.json"] = Array(
      #"{"images": [{"filename": "i.png", "idiom": "iphone", "scale": "3x", "size": "60x60"}]}"#.utf8)
    #expect(!AppCheck(try project.package()).holds)
    var ignored = project
    ignored.files[".gitignore"] = Array("/Media.xcassets/Night.appiconset/*.png".utf8)
    let copy = try ignored.package()
    #expect(AppCheck(copy).holds, "\(copy.warnings)")
    let note = copy.warnings.first { $0.code == .missingPicture }
    #expect(note?.severity == .note && note?.message == "“i.png” is not in this copy: Git ignores it")
    // Without any picture, the copy is incomplete.
    project.files[Self.picture] = nil
    #expect(AppCheck(try project.package()).holds)
  }

  @Test func aDamagedIndexSaysNothing() throws {
    write()
    folder.write("Copy/\(Self.pattern)", "/*\n")
    let whole = Self.index(version: 4, ["A/b.txt", "-\(Self.picture)"])
    var wrong = whole
    wrong[7] = 9
    var many = whole
    many.replaceSubrange(8..<12, with: [255, 255, 255, 255])
    for bytes in [[], Array("DIRC".utf8), wrong, many] + (0..<whole.count - 30).map({ Array(whole[..<$0]) }) {
      folder.write("Copy/.git/index", bytes)
      #expect(!Self.faults(try package()).isEmpty, "\(bytes.count)")
    }
    // Links are not followed, and a pipe is not waited for.
    folder.write("index", whole)
    folder.delete("Copy/.git/index")
    folder.link("Copy/.git/index", to: "\(folder.path)/index")
    #expect(!Self.faults(try package()).isEmpty)
    folder.delete("Copy/.git/index")
    folder.makePipe("Copy/.git/index")
    #expect(!Self.faults(try package()).isEmpty)
  }

  /// `.gitignore` files count up to the root of the checkout.
  @Test(arguments: [
    ("ios/Media.xcassets/AppIcon.appiconset", true), ("*.appiconset", true), ("/AppIcon.appiconset", false),
    ("ios/Media.xcassets/Other*", false),
  ])
  func whatIsIgnoredAboveTheProjectIsANote(pattern: String, isIgnored: Bool) throws {
    write("ios/", hasSet: false)
    #expect(!Self.faults(try package("ios/")).isEmpty)
    folder.write("Copy/.gitignore", pattern)
    #expect(Self.faults(try package("ios/")).isEmpty == isIgnored)
    // Above the checkout nothing counts.
    folder.delete("Copy/.gitignore")
    folder.write(".gitignore", "*.appiconset")
    #expect(!Self.faults(try package("ios/")).isEmpty)
  }
}
