import AppPackages
import Events
import HomeScreenReports
import HomeScreenSimulator
import Platform
import PropertyLists
import TestSupport

/// The fuzzed formats; each is read like a complete tree.
enum Format: String, CaseIterable {
  case plist, preprocessor, strings, pbxproj, xcconfig, contents, icon, xcstrings, image, car, lzfse, lzvn, runs, tree,
    workspace, repository, event, zip

  func read(_ bytes: [UInt8]) {
    switch self {
    case .plist: propertyList(bytes)
    case .image: image(bytes)
    case .car: compiledCatalog(bytes)
    case .lzfse: compiledCatalog(CatalogSamples.packed(bytes, .lzfse))
    case .lzvn: compiledCatalog(CatalogSamples.packed(bytes, .lzvnAlone))
    case .runs: compiledCatalog(CatalogSamples.packed(bytes, .runLengths))
    case .strings: inspect(["Info.plist": Self.infoPlist, "de.lproj/InfoPlist.strings": bytes])
    case .pbxproj: inspect(Self.project.merging([Self.projectPath: bytes]) { $1 })
    case .preprocessor: preprocess(bytes)
    case .xcconfig: inspect(Self.project.merging(["App.xcconfig": bytes]) { $1 })
    case .xcstrings: inspect(Self.project.merging(["App/InfoPlist.xcstrings": bytes]) { $1 })
    case .contents:
      inspect(Self.project.merging(["App/Assets.xcassets/AppIcon.appiconset/Contents.json": bytes]) { $1 })
    case .icon: inspect(Self.project.merging(["App/Night.icon/icon.json": bytes]) { $1 })
    case .tree: inspect(Self.files(bytes))
    case .workspace:
      find(Self.project.merging(["All.xcworkspace/contents.xcworkspacedata": bytes]) { $1 }, "All.xcworkspace")
    case .repository: find(Self.files(bytes), nil)
    case .event: events(bytes)
    case .zip: archive(bytes)
    }
  }

  private static let limits = PropertyListLimits(maximumDepth: 200, maximumNodes: 20_000, maximumBytes: 1_000_000)

  private func propertyList(_ bytes: [UInt8]) {
    guard let list = try? PropertyList.parse(bytes, file: "x", limits: Self.limits) else { return }
    for duplicate in list.duplicateKeys { _ = duplicate.later?.description }
    inspect(["Info.plist": bytes])
  }

  /// The first line contains the flags; the text after `=== more.h` can be included.
  private func preprocess(_ bytes: [UInt8]) {
    let flags = ["", "-traditional", "-C", "-C -traditional -undef"]
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let parts = Self.files(Array("=== App/Info.plist\n".utf8) + (lines.count > 1 ? Array(lines[1]) : []))
    var files = Self.project.merging(parts) { $1 }
    files["App.xcconfig"] = Array(
      """
      FILE = App/Info.plist
      INFOPLIST_PREPROCESS = YES
      INFOPLIST_PREPROCESSOR_DEFINITIONS = ONE TWO=2 "F(x)=x"
      INFOPLIST_OTHER_PREPROCESSOR_FLAGS = \(flags[Int(lines.first?.first ?? 0) % flags.count])
      """.utf8)
    inspect(files)
  }

  private func image(_ bytes: [UInt8]) {
    _ = try? ImageHeader.read(bytes)
    guard let pixels = try? ImagePixels.decode(bytes, maximumPixels: 100_000) else { return }
    precondition(pixels.rgba.count == 4 * pixels.width * pixels.height)
  }

  /// Reads all names and the pixels of all pictures.
  private func compiledCatalog(_ bytes: [UInt8]) {
    do throws(CompiledCatalogProblem) {
      let compiled = try CompiledCatalog.read(bytes, file: "Assets.car")
      var reader = try CompiledPictureReader(compiled, maximumPixels: 100_000)
      for entry in compiled.catalog.sets.flatMap(\.entries) {
        do throws(CompiledCatalogProblem) {
          guard let pixels = try reader.pixels(of: entry) else { continue }
          precondition(pixels.rgba.count == 4 * pixels.width * pixels.height)
        } catch {
          precondition(!error.description.isEmpty)
        }
      }
    } catch {
      precondition(!error.description.isEmpty)
    }
  }

  private func inspect(_ files: [String: [UInt8]]) {
    let options = PackageOptions(propertyListLimits: Self.limits)
    guard let tree = try? MemoryTree(name: files[Self.projectPath] == nil ? "Paint.app" : "Paint", files) else {
      return
    }
    let package =
      if files[Self.projectPath] == nil {
        try? AppPackage(tree: tree, options: options)
      } else {
        try? AppPackage(projectAt: "Paint.xcodeproj", in: tree, options: options)
      }
    if let package { _ = SortedJSON.text(PackageInspection(package).json) }
  }

  /// Opens a whole repository, in any letter case, or one of its workspaces.
  private func find(_ files: [String: [UInt8]], _ workspace: String?) {
    let options = PackageOptions(propertyListLimits: Self.limits)
    guard let tree = try? MemoryTree(name: "Repo", files) else { return }
    do {
      let package = try AppPackage(foundIn: tree, workspace: workspace, options: options)
      _ = SortedJSON.text(PackageInspection(package).json)
    } catch {
      precondition(!error.description.isEmpty)
    }
  }

  /// Reading any archive ends within its limits.
  private func archive(_ bytes: [UInt8]) {
    let limits = FileTreeLimits(maximumEntries: 1000, maximumFileSize: 1_000_000)
    let tree: ZIPTree
    do throws(FileTreeError) {
      tree = try ZIPTree(name: "Paint.ipa", bytes: bytes, limits: limits)
    } catch {
      precondition(!error.description.isEmpty)
      return
    }
    for file in FileTreeWalk(tree, limits: limits).files {
      if let content = try? tree.read(file.path) { precondition(content.count == file.size) }
      precondition(((try? tree.readPrefix(file.path, count: 100)) ?? []).count <= 100)
    }
    let options = PackageOptions(propertyListLimits: Self.limits, fileTreeLimits: limits)
    let package = try? AppPackage(tree: tree, infoPlistPath: "Payload/Paint.app/Info.plist", options: options)
    if let package { _ = SortedJSON.text(PackageInspection(package).json) }
  }

  /// The output of a broken worker. A decoded event means the same after it is encoded again.
  private func events(_ bytes: [UInt8]) {
    var splitter = LineBuffer()
    for piece in [bytes[..<(bytes.count / 3)], bytes[(bytes.count / 3)...]] {
      splitter.take(piece) { line in
        guard case .event(let event)? = EventLine.read(line) else { return }
        guard case .event(let again)? = EventLine.read(EventLine.bytes(event)[...]) else {
          preconditionFailure("what is written is not read")
        }
        precondition(Self.line(event) == Self.line(again))
      }
    }
  }

  private static func line(_ event: RunEvent) -> String {
    var line = ""
    JSONReport { line = $0 }.add(event)
    return line
  }

  // MARK: Trees

  private static let projectPath = "Paint.xcodeproj/project.pbxproj"

  /// A line `=== path` starts a file.
  private static func files(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var path: String?
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: "=== ".utf8) {
        path = String(decoding: line.dropFirst(4), as: UTF8.self)
      } else if let path, files.count < 50 {
        files[path, default: []] += line + [UInt8(ascii: "\n")]
      }
    }
    return files
  }

  private static let infoPlist = Array(
    """
    <plist><dict><key>CFBundleIdentifier</key><string>com.example.paint</string><key>UIApplicationShortcutItems</key>
    <array><dict><key>UIApplicationShortcutItemType</key><string>draw</string><key>UIApplicationShortcutItemTitle</key>
    <string>Draw</string></dict></array></dict></plist>
    """.utf8)

  /// A project that uses all files of its folder App.
  private static let project = files(
    Array(
      """
      === Paint.xcodeproj/project.pbxproj
      {objects = {
      P = {isa = PBXProject; buildConfigurationList = C; mainGroup = G; targets = (T); };
      G = {isa = PBXGroup; children = (S, X); sourceTree = "<group>"; };
      X = {isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>"; };
      S = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
      C = {isa = XCConfigurationList; buildConfigurations = (R); };
      R = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos; }; };
      D = {isa = XCConfigurationList; buildConfigurations = (E); };
      E = {isa = XCBuildConfiguration; name = Release; baseConfigurationReference = X; buildSettings = {
      GENERATE_INFOPLIST_FILE = YES; PRODUCT_NAME = "$(TARGET_NAME)"; TARGETED_DEVICE_FAMILY = "1,2";
      INFOPLIST_KEY_CFBundleDisplayName = "$(NAME)"; INFOPLIST_FILE = "$(FILE)";
      ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS = YES; }; };
      T = {isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
      buildConfigurationList = D; buildPhases = (); fileSystemSynchronizedGroups = (S); };
      }; rootObject = P; }
      === App.xcconfig
      NAME = Paint
      === App/Assets.xcassets/AppIcon.appiconset/Contents.json
      {"images": [{"idiom": "universal", "platform": "ios", "size": "1024x1024"}]}
      === App/Night.icon/icon.json
      {"groups": []}
      === App/InfoPlist.xcstrings
      {"sourceLanguage": "en", "strings": {}}
      """.utf8))
}
