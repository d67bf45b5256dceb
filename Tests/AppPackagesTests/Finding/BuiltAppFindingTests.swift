import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Built apps at the usual output paths.
@Suite struct BuiltAppFindingTests {
  private typealias File = ZIPWriter.File

  private let folder = TemporaryFolder()

  private static func plist(_ identifier: String, _ more: String = "") -> String {
    "{ CFBundleIdentifier = \"com.example.\(identifier)\"; CFBundleName = Paint; \(more) }"
  }

  /// An app in a folder.
  private func app(_ place: String, _ identifier: String = "paint", _ more: String = "") -> [ZIPWriter.File] {
    [
      File("\(place)/Info.plist", Self.plist(identifier, more)),
      File("\(place)/night@2x.png", PNGMaker.picture(width: 120, height: 120)),
    ]
  }

  private func archive(_ name: String, _ files: [ZIPWriter.File]) -> String {
    folder.write(name, ZIPWriter(files).bytes)
  }

  private func failure(_ path: String) -> AppPackageError? {
    #expect(throws: AppPackageError.self) { try AppPackage(contentsOf: path) }
  }

  @Test(arguments: [
    ("a.ipa", "Payload/Paint.app", PackageContainer.Kind.ipa), ("a.zip", "Payload/Paint.app", .ipa),
    ("a.ipa", "Paint 1.0/Payload/Paint.app", .ipa), ("a.zip", "Paint.app", .zip), ("a.ipa", "Paint.app", .zip),
    ("a.zip", "out/Release-iphoneos/Paint.app", .zip), ("a", "Payload/Paint.app", .ipa),
    ("a.zip", "Paint.xcarchive/Products/Applications/Paint.app", .xcarchive),
    ("a.zip", "Products/Applications/Paint.app", .xcarchive),
  ])
  func appsInArchivesAreFound(name: String, place: String, kind: PackageContainer.Kind) throws {
    let path = archive(name, app(place) + [File("Other/readme.txt", "x"), File("__MACOSX/\(place)/._Info.plist", "x")])
    for path in [path, "\(path)/\(place)"] {
      let package = try AppPackage(contentsOf: path)
      #expect(package.origin == .builtApp && package.name == "Paint")
      #expect(package.bundleIdentifier == "com.example.paint")
      #expect(package.infoPlistFile == "\(name)/\(place)/Info.plist")
      #expect(package.infoPlistPath == nil && package.files?.folder == nil)
      #expect(package.resources["night@2x.png"]?.image?.width == 120)
      #expect(package.builtApp?.container?.kind == kind && package.builtApp?.container?.name == name)
      #expect(package.builtApp?.container?.appPath == place)
      #expect(try AppPackage.builds(at: path).packages.count == 1)
    }
  }

  @Test(arguments: [
    ("Payload", "Payload/Paint.app", PackageContainer.Kind.ipa), ("unpacked", "unpacked/Payload/Paint.app", .ipa),
    ("P.xcarchive", "P.xcarchive/Products/Applications/Paint.app", .xcarchive),
    ("Products/Applications", "Products/Applications/Paint.app", .xcarchive),
    ("Products", "Products/Applications/Paint.app", .xcarchive),
  ])
  func appsInFoldersAreFound(name: String, place: String, kind: PackageContainer.Kind) throws {
    for file in app(place) { folder.write(String(decoding: file.name, as: UTF8.self), file.content) }
    folder.write("\(name)/other.txt", "x")
    let package = try AppPackage(contentsOf: "\(folder.path)/\(name)")
    #expect(package.origin == .builtApp && package.name == "Paint")
    #expect(package.infoPlistFile == "Paint.app/Info.plist")
    #expect(package.infoPlistPath == "\(folder.path)/\(place)/Info.plist")
    #expect(package.builtApp?.container?.kind == kind)
    #expect(package.files?.diskPath(of: package.infoPlistFile) != nil)
  }

  /// Services keep a build as an archive inside an archive.
  @Test func archivesInArchivesAreNotOpened() throws {
    let inner = ZIPWriter(app("Payload/Paint.app")).bytes
    let path = archive("artifact.zip", [File("log.txt", "x"), File("out/Paint.ipa", inner)])
    for path in [path, path + "/out/Paint.ipa"] {
      let package = try AppPackage(contentsOf: path)
      #expect(package.infoPlistFile == "artifact.zip/out/Paint.ipa/Payload/Paint.app/Info.plist")
    }
    let deeper = archive("deeper.zip", [File("a.zip", ZIPWriter([File("b.zip", inner)]).bytes)])
    #expect(failure(deeper) != nil)
  }

  /// The files of an app without its folder, and sources.
  @Test func otherArchivesAreRefused() throws {
    let files = archive(
      "files.zip", [File("Info.plist", Self.plist("paint")), File("_CodeSignature/CodeResources", "x")])
    #expect(try AppPackage(contentsOf: files).origin == .builtApp)
    let sources = archive(
      "sources.zip", [File("Paint-main/App/readme", "x"), File("Paint-main/Info.plist", Self.plist("x"))])
    let package = try AppPackage(contentsOf: sources)
    #expect(package.origin == .infoPlist && package.infoPlistFile == "sources.zip/Paint-main/Info.plist")
  }

  @Test func extensionsAndWatchAppsAreNotTheApp() throws {
    let path = archive(
      "a.ipa",
      app("Payload/Paint.app") + app("Payload/Paint.app/Watch/Wrist.app", "wrist")
        + app("Payload/Paint.app/AppClips/Clip.app", "clip")
        + app(
          "Payload/Paint.app/PlugIns/Widget.appex", "widget",
          "NSExtension = { NSExtensionPointIdentifier = \"com.apple.widgetkit-extension\"; };")
        + app(
          "Payload/Paint.app/Extensions/Intent.appex", "intent",
          "EXAppExtensionAttributes = { EXExtensionPointIdentifier = \"com.apple.appintents-extension\"; };"))
    let package = try AppPackage(contentsOf: path)
    #expect(package.bundleIdentifier == "com.example.paint")
    let bundles = try #require(package.builtApp?.nestedBundles)
    #expect(
      bundles.map(\.path) == [
        "AppClips/Clip.app", "Extensions/Intent.appex", "PlugIns/Widget.appex", "Watch/Wrist.app",
      ])
    let watch = package.warnings.filter { $0.code == .watchApp }
    #expect(watch.map(\.severity) == [.note] && watch[0].message.contains("“Wrist.app”"))
    #expect(bundles.map(\.kind) == [.appClip, .appExtension, .appExtension, .watchApp])
    #expect(bundles.map(\.bundleIdentifier) == ["clip", "intent", "widget", "wrist"].map { "com.example.\($0)" })
    #expect(bundles[2].extensionPoint == "com.apple.widgetkit-extension")
    #expect(bundles[1].extensionPoint == "com.apple.appintents-extension")
    #expect(package.resources["Watch/Wrist.app/night@2x.png"]?.image == nil)
    let clip = try AppPackage(contentsOf: "\(path)/Payload/Paint.app/AppClips/Clip.app")
    #expect(clip.bundleIdentifier == "com.example.clip" && clip.name == "Clip")
    #expect(try AppPackage(contentsOf: "\(path)/Payload/Paint.app/Info.plist").bundleIdentifier == "com.example.paint")
  }

  @Test func oneOfSeveralAppsIsChosen() throws {
    // At its path and for iPhone.
    let placed = archive("a.zip", app("Payload/Paint.app") + app("Tools/Other.app", "other"))
    #expect(try AppPackage(contentsOf: placed).bundleIdentifier == "com.example.paint")
    let mixed = archive(
      "b.zip",
      app("A.app", "wrist", "CFBundleSupportedPlatforms = (WatchOS);")
        + app("B.app", "paint", "CFBundleSupportedPlatforms = (iPhoneOS);"))
    #expect(try AppPackage(contentsOf: mixed).bundleIdentifier == "com.example.paint")
    let two = archive("c.ipa", app("Payload/A.app", "a") + app("Payload/B.app", "b"))
    let error = failure(two)
    #expect(error?.kind == .severalApps)
    #expect(error?.message == "the archive contains 2 apps: Payload/A.app and Payload/B.app")
    #expect(error?.hint == "name one of them: \(two)/Payload/A.app")
    #expect(try AppPackage(contentsOf: "\(two)/Payload/B.app").bundleIdentifier == "com.example.b")
  }

  @Test func inputWithoutAnAppIsReported() {
    let none = failure(archive("a.ipa", [File("Payload/readme.txt", "x"), File("Symbols/x", "y")]))
    #expect(none?.kind == .noInfoPlist && none?.message == "the archive contains no app, but Payload and Symbols")
    let mac = failure(archive("b.zip", [File("Paint.app/Contents/Info.plist", Self.plist("mac"))]))
    #expect(mac?.message == "this is an app for macOS" && mac?.kind == .unsupportedInput)
    #expect(failure(archive("c.ipa", []))?.message == "the archive is empty")
    folder.makeFolder("E.xcarchive/Products")
    #expect(failure("\(folder.path)/E.xcarchive")?.message == "the archive contains no app, but Products")
    let damaged = failure(folder.write("d.ipa", "no archive"))
    #expect(damaged?.kind == .badArchive && damaged?.location.description == "d.ipa, byte 10")
    #expect(damaged?.message == "this is not a ZIP archive")
    let path = archive("e.ipa", app("Payload/Paint.app"))
    #expect(failure("\(path)/Payload/Other.app")?.kind == .missing)
    #expect(failure("\(path)/../e.ipa/x")?.kind == .badPath)
    #expect(failure("\(path)/Payload/Paint.app/night@2x.png")?.message == "this is not an app")
    let text = folder.write("text.txt", "x")
    #expect(failure("\(text)/Payload/Paint.app")?.kind == .missing)
  }

  /// Files in a project folder belong to the project, whatever their names.
  @Test func projectIsPreferredToItsBuiltApp() throws {
    folder.write("P/P.xcodeproj/project.pbxproj", "x")
    folder.write("P/Products/Applications/P.app/Info.plist", Self.plist("built"))
    #expect(failure("\(folder.path)/P")?.kind == .badProject)
  }
}
