import AppPackages
import Platform
import TestSupport
import Testing

/// Snapshots of screens and icons in a run: descriptions with the others, pictures in files, and both in reports.
@Suite struct PictureSnapshotTests {
  private let folder = TemporaryFolder()
  private static let words = "__snapshots__/menu_spec.lua.snap"

  private func run(
    _ options: [String] = [], label: String = "Paint", icon: String = "nil", environment: [String: String] = [:]
  ) throws -> ProcessResult {
    let path = folder.write(
      "menu_spec.lua",
      """
      it("opens", function()
        local device = Device { os = "17.5" }
        local app = device:install(AppPackage {
          plist = {
            CFBundleIdentifier = "com.example.paint", CFBundleName = "\(label)",
            UIApplicationShortcutItems = {
              { UIApplicationShortcutItemType = "a", UIApplicationShortcutItemTitle = "Draw" },
            },
          },
        })
        device.springboard:icon(app):press()
        assert.matches_snapshot(device.screen, "menu")
        assert.matches_snapshot(device.springboard:icon(app):picture(\(icon)), "icon")
      end)
      """)
    return try homescreen(["run"] + options + [path], environment: ["CI": ""].merging(environment) { $1 })
  }

  private var pictures: [String] {
    let tree = try? FolderTree(folder.path + "/__snapshots__")
    return ((try? tree?.entries(in: "")) ?? []).map(\.name).filter { $0.hasSuffix(".svg") }.sorted()
  }

  @Test func picturesAreWrittenComparedAndUpdated() throws {
    let first = try run()
    #expect(first.exitCode == 0, "\(first)")
    let words = try #require(folder.read(Self.words))
    #expect(words.contains("=== opens › menu\n  picture menu_spec.lua.opens-menu-"), "\(words)")
    #expect(words.contains("  iPhone, iOS 17.5, en\n  Home Screen, page 1 of 1\n"), "\(words)")
    #expect(words.contains("\n  menu of Paint, opens downward\n    Draw"), "\(words)")
    #expect(words.contains("=== opens › icon\n  picture menu_spec.lua.opens-icon-"), "\(words)")
    #expect(pictures.count == 2)
    let kept = try pictures.map { try #require(folder.read("__snapshots__/\($0)")) }
    for picture in kept {
      #expect(XMLChecker("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + picture).fault == nil)
      #expect(picture.utf8.count < 40_000 && !picture.contains(folder.path))
    }
    #expect(try run(["--ci"]).exitCode == 0)
    let different = try run(label: "Draw")
    #expect(different.exitCode == 1, "\(different)")
    #expect(different.stdout.contains("-   row 1, column 1: Paint, placeholder"), "\(different)")
    #expect(different.stdout.contains("+   row 1, column 1: Draw, placeholder"), "\(different)")
    #expect(different.stdout.contains("stored picture: \(folder.path)/__snapshots__/menu_spec.lua.opens-menu-"))
    #expect(different.stdout.contains("--format html=report.html"), "\(different)")
    #expect(pictures.map { folder.read("__snapshots__/\($0)") } == kept)
    let updated = try run(["--update-snapshots"], label: "Draw")
    #expect(updated.exitCode == 0 && updated.stdout.contains("a snapshot updated in"), "\(updated)")
    #expect(try run(["--ci"], label: "Draw").exitCode == 0)
  }

  @Test func differingPictureIsDescribed() throws {
    _ = try run()
    let name = try #require(pictures.first { $0.contains("opens-menu") })
    let kept = try #require(folder.read("__snapshots__/\(name)"))
    folder.write("__snapshots__/\(name)", kept.replacing("font-size=\"12\"", with: "font-size=\"13\""))
    let different = try run()
    #expect(different.exitCode == 1)
    #expect(different.stdout.contains("only in its drawing: shapes, texts or places"), "\(different)")
    #expect(try run(["--update-snapshots"]).exitCode == 0)
    #expect(folder.read("__snapshots__/\(name)") == kept)
  }

  @Test func missingPictureFailsInCIAndIsWrittenElsewhere() throws {
    _ = try run()
    let name = try #require(pictures.first { $0.contains("opens-menu") })
    folder.delete("__snapshots__/\(name)")
    let checked = try run(["--ci"])
    #expect(checked.exitCode == 5, "\(checked)")
    #expect(checked.stdout.contains("the picture of the snapshot “opens › menu” is missing"), "\(checked)")
    #expect(folder.read("__snapshots__/\(name)") == nil)
    #expect(try run().exitCode == 0)
    #expect(folder.read("__snapshots__/\(name)") != nil)
  }

  @Test func unreadablePictureIsNotReportedAsMissing() throws {
    _ = try run()
    let name = try #require(pictures.first { $0.contains("opens-menu") })
    folder.delete("__snapshots__/\(name)")
    folder.write("__snapshots__/\(name)/file", "in a folder of its name")
    let page = folder.path + "/report.html"
    let different = try run(["--ci", "--format", "html=\(page)"], label: "Draw")
    #expect(different.exitCode == 1, "\(different)")
    let text = try #require(folder.read("report.html"))
    #expect(text.contains("the stored picture cannot be read: "), "\(different)")
    #expect(!text.contains("the stored picture is missing"))
  }

  /// The first of two pictures with one name wins, whether it is already in a file or not.
  @Test(arguments: [[], ["--update-snapshots"], ["--ci"]])
  func firstOfTwoPicturesWithOneNameCounts(options: [String]) throws {
    func script(_ second: String) -> String {
      folder.write(
        "two_spec.lua",
        """
        it("draws", function()
          local device = Device { os = "17.5" }
          local plist = { CFBundleIdentifier = "a.b", CFBundleName = "Same" }
          local app = device:install(AppPackage { plist = plist })
          assert.matches_snapshot(device.screen, "screen")
          \(second)
          assert.matches_snapshot(device.screen, "screen")
        end)
        """)
    }
    #expect(try homescreen(["run", script("")], environment: ["CI": ""]).exitCode == 0)
    let kept = try pictures.map { try #require(folder.read("__snapshots__/\($0)")) }
    #expect(kept.count == 1)
    #expect(try homescreen(["run"] + options + [script("")], environment: ["CI": ""]).exitCode == 0)
    let other = try homescreen(
      ["run"] + options + [script("device.springboard:icon(app):press()")], environment: ["CI": ""])
    #expect(other.exitCode == 1, "\(other)")
    #expect(pictures.map { folder.read("__snapshots__/\($0)") } == kept)
  }

  @Test func onlyUnusedPicturesAreRemoved() throws {
    _ = try run()
    // Names in the file are not paths: file names come from the snapshots.
    let words = try #require(folder.read(Self.words))
    folder.write(
      Self.words, words.replacing(/picture menu_spec\.lua\.opens-menu[^\n]*/, with: "picture ../precious.txt"))
    folder.write("precious.txt", "mine")
    let path = folder.write("menu_spec.lua", "it('keeps', function() assert.matches_snapshot({ 1 }) end)")
    let updated = try homescreen(["run", "--update-snapshots", path], environment: ["CI": ""])
    #expect(updated.exitCode == 0, "\(updated)")
    #expect(pictures.isEmpty, "\(pictures)")
    #expect(folder.read("precious.txt") == "mine")
  }

  @Test func reportHasBothPicturesAsData() throws {
    _ = try run()
    let page = folder.path + "/report.html"
    #expect(try run(["--format", "html=\(page)"], label: "<b>Draw</b>").exitCode == 1)
    let text = try #require(folder.read("report.html"))
    #expect(text.ranges(of: "data:image/svg+xml;base64,").count == 2)
    #expect(!text.contains("</b>"))
    let record = try run(["--format", "json", "--jobs", "2"], label: "Draw").stdout
    #expect(record.contains(#""picture":{"name":"opens › menu","file":""#), "\(record.prefix(2000))")
  }

  /// A saved file can come from anyone.
  @Test func otherFilesAreShownOnlyAsPictures() throws {
    _ = try run()
    let name = try #require(pictures.first { $0.contains("opens-menu") })
    folder.write("__snapshots__/\(name)", "<svg ><script>alert(1)</script><!ENTITY a 'b'></svg>")
    let page = folder.path + "/report.html"
    #expect(try run(["--format", "html=\(page)"]).exitCode == 1)
    let text = try #require(folder.read("report.html"))
    #expect(text.ranges(of: "data:image/svg+xml;base64,").count == 2)
    #expect(!text.contains("alert(1)"))
  }
}
