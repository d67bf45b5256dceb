import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// Opening valid and invalid inputs on disk.
@Suite struct LoadingTests {
  private static let plist = xml(
    """
    <dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
    <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>night</key>
    <dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict></dict></dict>
    """)

  private func failure(_ path: String) -> AppPackageError? {
    do throws(AppPackageError) {
      _ = try AppPackage(contentsOf: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func opensABuiltApp() throws {
    let folder = TemporaryFolder()
    folder.write("Paint.app/Info.plist", Self.plist)
    folder.write("Paint.app/night@2x.png", PNGMaker.picture(width: 120, height: 120, isCgBI: true))
    folder.write("Paint.app/night@3x.png", PNGMaker.picture(width: 180, height: 180))
    folder.write("Paint.app/Assets.car", CatalogSamples.app().bytes)
    folder.write("Paint.app/Paint", [0xCF, 0xFA, 0xED, 0xFE])
    folder.write("Paint.app/PlugIns/X.appex/broken.png", "no picture")
    folder.write("Paint.app/de.lproj/InfoPlist.strings", "CFBundleDisplayName = \"Malen\";")
    folder.write("Paint.app/en.lproj/InfoPlist.strings", "/* nothing */")
    folder.write("Paint.app/fr.lproj/InfoPlist.strings", "")
    for path in ["\(folder.path)/Paint.app", "\(folder.path)/Paint.app/", "\(folder.path)/Paint.app/Info.plist"] {
      let package = try AppPackage(contentsOf: path)
      #expect(package.name == "Paint")
      #expect(package.origin == .builtApp)
      #expect(package.infoPlistFile == "Paint.app/Info.plist")
      #expect(package.infoPlistFormat == .xml)
      #expect(package.bundleIdentifier == "com.example.paint")
      #expect(package.compiledCatalog?.iconNames == ["AppIcon", "Night"])
      #expect(package.warnings.isEmpty)
      #expect(package.deviceFamilies == [.iPhone])
      #expect(package.looseImages(named: "night", for: .iPhone).map(\.header?.width) == [120, 180])
      #expect(package.resources["night@2x.png"]?.image?.isCgBI == true)
      #expect(package.resources["Paint"]?.problem == nil)
      #expect(package.localizedInfo.languages == ["de", "en", "fr"])
      #expect(package.displayName(for: .iPhone, languages: ["de-AT"]) == "Malen")
      #expect(package.displayName(for: .iPhone, languages: ["en"]) == "Paint")
      #expect(package.infoPlist.value(at: "CFBundleIcons", "CFBundleAlternateIcons", "night") != nil)
    }
  }

  @Test func opensASourceFolder() throws {
    let folder = TemporaryFolder()
    folder.write("Paint/Info.plist", Self.plist)
    folder.write("Paint/night@2x.png", PNGMaker.picture(width: 120, height: 120))
    folder.write("Paint/Group/day@2x.png", PNGMaker.picture(width: 120, height: 120))
    folder.write("Paint/Assets.xcassets/x.imageset/x.png", "ignored")
    folder.write("Paint/.git/x.png", "ignored")
    for path in ["\(folder.path)/Paint", "\(folder.path)/Paint/Info.plist"] {
      let package = try AppPackage(contentsOf: path)
      #expect(package.name == "Paint")
      #expect(package.origin == .infoPlist)
      #expect(package.resources.map(\.path) == ["Group/day@2x.png", "Info.plist", "night@2x.png"])
      #expect(package.looseImages(named: "day", for: .iPhone).isEmpty)
    }
    // ICON-113: files of an Xcode group end up in the bundle's root.
    let grouped = try AppPackage(
      contentsOf: "\(folder.path)/Paint", options: PackageOptions(flattensGroups: true))
    #expect(grouped.looseImages(named: "day", for: .iPhone).map(\.path) == ["day@2x.png"])
    let elsewhere = try AppPackage(
      contentsOf: "\(folder.path)/Paint", options: PackageOptions(resourceFolder: "Group"))
    #expect(elsewhere.resources.map(\.path) == ["day@2x.png"])
  }

  @Test func singleInfoPlistOfAnotherNameIsFound() throws {
    let folder = TemporaryFolder()
    folder.write("App/Paint-Info.plist", Self.plist)
    #expect(try AppPackage(contentsOf: "\(folder.path)/App").infoPlistFile == "App/Paint-Info.plist")
    folder.write("App/Widget-Info.plist", Self.plist)
    let error = failure("\(folder.path)/App")
    #expect(error?.message == "the folder has no Info.plist, but Paint-Info.plist and Widget-Info.plist")
  }

  @Test func reportsWhatIsMissing() {
    let folder = TemporaryFolder()
    folder.makeFolder("empty")
    folder.makeFolder("empty.app")
    folder.write("stripped.app/file", "x")
    folder.write("project/App/Info.plist", Self.plist)
    folder.write("project/project.yml", "name: App")
    folder.write("flutter/pubspec.yaml", "name: app")
    folder.write("broken/App.xcodeproj/project.pbxproj", "{}")
    folder.makeFolder("alone.xcworkspace")
    folder.write("mac.app/Contents/Info.plist", Self.plist)

    #expect(failure("\(folder.path)/missing")?.kind == .missing)
    #expect(failure("\(folder.path)/missing")?.isInputMissingOrUnreadable == true)
    #expect(failure("\(folder.path)/missing/Info.plist")?.message == "there is no such file or folder")
    #expect(failure("")?.kind == .missing)
    #expect(failure("a\0b")?.kind == .missing)
    #expect(failure("\(folder.path)/empty")?.message == "the folder is empty")
    #expect(failure("\(folder.path)/empty.app")?.kind == .noInfoPlist)
    #expect(failure("\(folder.path)/stripped.app")?.message == "the app has no Info.plist")
    #expect(
      failure("\(folder.path)/project")?.message
        == "there is no Xcode project for iPhone or iPad; there is an XcodeGen specification, project.yml")
    #expect(
      failure("\(folder.path)/project")?.hint
        == "run `xcodegen generate`, then open the .xcodeproj that it writes")
    #expect(
      failure("\(folder.path)/flutter")?.hint
        == "run `flutter create --platforms=ios .`, then open ios/Runner.xcodeproj")
    #expect(failure("\(folder.path)/broken/App.xcodeproj")?.kind == .badProject)
    #expect(failure("\(folder.path)/broken")?.message == "the project file has no objects")
    #expect(failure("\(folder.path)/alone.xcworkspace")?.kind == .badProject)
    #expect(failure("\(folder.path)/mac.app")?.message == "this is an app for macOS")
  }

  /// The file of a generator may say whether the app adopts scenes; nothing runs.
  @Test(arguments: [
    (
      "project.yml", "info:\n  properties:\n    UISceneDelegateClassName: App.Scene",
      "; project.yml:3 names a scene delegate"
    ),
    (
      "app.json", "{\"expo\": {\"ios\": {\"infoPlist\": {\n\"UIApplicationSceneManifest\": {}}}}}",
      "; app.json:2 has a scene manifest without a delegate class (enough only for SwiftUI’s App, or if the app delegate gives the class)"
    ),
    ("project.yml", "settings:\n  INFOPLIST_KEY_UIApplicationSceneManifest_Generation: YES", ""),
    (
      "Project.swift", "let a = App(infoPlist: .file(path: \"Res/Info.plist\"))",
      "; Res/Info.plist:2 names a scene delegate"
    ),
    ("project.yml", "# UISceneDelegateClassName: App.Scene", ""), ("Project.swift", "\"../../Info.plist\"", ""),
    ("Project.swift", "\"Missing.plist\"", ""), ("project.yml", "\u{0}\u{FFFD}", ""),
  ])
  func generatorsNameTheSceneDelegate(file: String, text: String, words: String) {
    let folder = TemporaryFolder()
    folder.write(file, text)
    folder.write("Res/Info.plist", "<dict>\n<key>UISceneDelegateClassName</key><string>A</string></dict>")
    #expect(
      failure(folder.path)?.message.hasSuffix(", \(file)\(words)") == true, "\(failure(folder.path)?.message ?? "")")
  }

  @Test(arguments: [
    ("project.yml", "an XcodeGen specification"),
    ("app.json", "an Expo or React Native configuration"),
    ("Assets.car", "a compiled asset catalog"),
    ("project.pbxproj", "a part of an Xcode project"), ("x.xcconfig", "a file of build settings"),
  ])
  func knownFilesAreReported(_ file: String, _ title: String) {
    let folder = TemporaryFolder()
    let error = failure(folder.write(file, "x"))
    #expect(error?.kind == .unsupportedInput)
    #expect(error?.message == "this is \(title), which cannot be opened")
    #expect(error?.hint != nil)
  }

  @Test(arguments: [
    ("X.framework", "a framework"),
    ("X.appex", "an app extension"), ("X.xcassets", "an asset catalog"), ("X.icon", "an Icon Composer icon"),
  ])
  func knownFoldersAreReported(_ name: String, _ title: String) {
    let folder = TemporaryFolder()
    folder.write("\(name)/Info.plist", Self.plist)
    #expect(failure("\(folder.path)/\(name)")?.message == "this is \(title), which cannot be opened")
  }

  @Test(arguments: [
    ("", AppPackageError.Kind.badPropertyList, "the file is empty"),
    (xml("<array/>"), .notADictionary, "the Info.plist is an array, not a dictionary"),
    (xml("<string>x</string>"), .notADictionary, "the Info.plist is a string, not a dictionary"),
    ("<plist><dict>", .badPropertyList, "the file ends inside the <dict> on line 1"),
    (
      xml("<dict><key>CFBundleIdentifier</key>\n<integer>1</integer></dict>"), .wrongType,
      "CFBundleIdentifier is an integer, not a string"
    ),
    ("{\"expo\": 1}", .badPropertyList, "this is JSON, not a property list"),
  ])
  func badInfoPlistsAreReported(_ content: String, _ kind: AppPackageError.Kind, _ message: String) {
    let folder = TemporaryFolder()
    folder.write("X.app/Info.plist", content)
    let error = failure("\(folder.path)/X.app")
    #expect(error?.kind == kind)
    #expect(error?.message == message)
    #expect(error?.location.file == "X.app/Info.plist")
    if kind == .wrongType { #expect(error?.location.line == 2) }
  }

  @Test func infoPlistsThatAreNotFilesAreReported() {
    let folder = TemporaryFolder()
    folder.makeFolder("A.app/Info.plist")
    folder.write("secret.plist", Self.plist)
    folder.makeFolder("B.app")
    folder.link("B.app/Info.plist", to: "../secret.plist")
    folder.makeFolder("C.app")
    folder.link("C.app/Info.plist", to: "Info.plist")
    folder.makeFolder("D.app")
    folder.makePipe("D.app/Info.plist")
    #expect(failure("\(folder.path)/A.app")?.message == "this is a folder, not a file")
    #expect(failure("\(folder.path)/B.app")?.message == "this symbolic link leaves B.app")
    #expect(failure("\(folder.path)/C.app")?.message == "symbolic links point to each other in a cycle")
    #expect(failure("\(folder.path)/D.app")?.message == "this is a named pipe, not a file")
    #expect(failure("\(folder.path)/D.app")?.isInputMissingOrUnreadable == true)
  }

  @Test func unusualContentIsAWarning() throws {
    let folder = TemporaryFolder()
    folder.write(
      "X.app/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleIcons~ipad</key><string>x</string>
        <key>A</key><true/><key>A</key><false/><key>UIApplicationShortcutItems</key><dict/></dict>
        """))
    folder.write("X.app/icon.png", Array("RIFF____WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0])
    folder.write("X.app/liar.png", PNGMaker.picture(width: 0, height: 0))
    folder.write("X.app/en.lproj/InfoPlist.strings", "a = b")
    folder.write("X.app/de.lproj/InfoPlist.strings", "a = { b = c; };")
    folder.link("X.app/loop", to: ".")
    let package = try AppPackage(contentsOf: "\(folder.path)/X.app")
    #expect(
      package.warnings.map { "\($0.code.rawValue) \($0.location?.description ?? "")" } == [
        "duplicate-key X.app/Info.plist:2:20", "wrong-type X.app/Info.plist:1:106", "wrong-type X.app/Info.plist:2:77",
        "unreadable X.app/loop", "bad-image X.app/icon.png", "bad-image X.app/liar.png",
        "bad-strings X.app/de.lproj/InfoPlist.strings:1:5", "bad-strings X.app/en.lproj/InfoPlist.strings:1:6",
      ])
    #expect(package.resources["icon.png"]?.image?.format == .webP)
    #expect(package.resources["liar.png"]?.image == nil)
    #expect(package.looseImages(named: "liar", for: .iPhone).first?.problem?.kind == .badHeader)
  }

  @Test func walkThatReachesItsLimitIsReported() throws {
    let folder = TemporaryFolder()
    folder.write("X.app/Info.plist", Self.plist)
    for index in 0..<20 { folder.write("X.app/\(index)", "x") }
    let options = PackageOptions(fileTreeLimits: FileTreeLimits(maximumEntries: 10))
    let package = try AppPackage(contentsOf: "\(folder.path)/X.app", options: options)
    #expect(package.warnings.map(\.code) == [.limit])
    #expect(package.resources.count == 10)
  }

  @Test func memoryTreesLoadTheSame() throws {
    let tree = try MemoryTree(name: "X.app", ["Info.plist": Array(Self.plist.utf8), "Payload/y": []])
    #expect(try AppPackage(tree: tree).name == "X")
    let error = #expect(throws: AppPackageError.self) { try AppPackage(tree: tree, infoPlistPath: "Other.plist") }
    #expect(error?.kind == .noInfoPlist)
    #expect(throws: AppPackageError.self) { try AppPackage(tree: tree, infoPlistPath: "../Info.plist") }
    #expect(throws: AppPackageError.self) {
      try AppPackage(tree: tree, options: PackageOptions(resourceFolder: ".."))
    }
  }
}
