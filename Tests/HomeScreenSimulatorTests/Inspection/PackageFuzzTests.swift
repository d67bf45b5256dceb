import AppPackages
import HomeScreenSimulator
import Platform
import PropertyLists
import TestSupport
import Testing

/// Reproducible mutations of projects and apps, from their files to the output of `inspect --json`.
///
/// ``Fuzzing/rounds`` sets the number of mutations of each file.
@Suite struct PackageFuzzTests {
  private typealias Files = [(path: String, text: String)]

  private static let infoPlist = """
    <plist><dict><key>CFBundleIdentifier</key><string>com.example.$(NAME:rfc1034identifier)</string>
    <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>night</key>
    <dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict></dict>
    <key>CFBundleIcons~ipad</key><dict><key>CFBundleAlternateIcons</key><array><string>night</string></array></dict>
    <key>UIApplicationShortcutItems</key><array><dict><key>UIApplicationShortcutItemType</key><string>draw</string>
    <key>UIApplicationShortcutItemTitle</key><string>Draw</string>
    <key>UIApplicationShortcutItemIconFile</key><string>night</string></dict></array></dict></plist>
    """
  private static let picture =
    "\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR\0\0\0\u{78}\0\0\0\u{78}\u{08}\u{06}\0\0\0\0\0\0\0\0\0\0\0IEND"

  private static let app: Files = [
    ("Info.plist", infoPlist), ("night@2x.png", picture), ("night@3x~ipad.png", "no picture"),
    ("de.lproj/InfoPlist.strings", "\"Draw\" = \"Zeichnen\"; /* x */\nCFBundleDisplayName = Farbe;\n"),
    ("Frameworks/A.framework/night@2x.png", picture), ("Assets.car", "BOMStore"),
  ]

  private static let project: Files = [
    (
      "Paint.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      { objects = {
      P = { isa = PBXProject; buildConfigurationList = C; mainGroup = G; targets = (T); };
      G = { isa = PBXGroup; children = (S, X, V, B); sourceTree = "<group>"; };
      X = { isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>"; };
      B = { isa = PBXFileReference; lastKnownFileType = folder; path = Blue; sourceTree = SOURCE_ROOT; };
      V = { isa = PBXVariantGroup; name = InfoPlist.strings; children = (W); sourceTree = "<group>"; };
      W = { isa = PBXFileReference; name = de; path = de.lproj/InfoPlist.strings; sourceTree = "<group>"; };
      S = { isa = PBXFileSystemSynchronizedRootGroup; path = App; exceptions = (Y); sourceTree = "<group>"; };
      Y = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Info.plist); target = T; };
      C = { isa = XCConfigurationList; buildConfigurations = (R); };
      R = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
      D = { isa = XCConfigurationList; buildConfigurations = (E); };
      E = { isa = XCBuildConfiguration; name = Release; baseConfigurationReference = X; buildSettings = {
      GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = com.example.paint; TARGETED_DEVICE_FAMILY = "1,2";
      INFOPLIST_KEY_CFBundleDisplayName = "$(NAME)"; INFOPLIST_FILE = App/Info.plist; PRODUCT_NAME = Paint;
      ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS = YES; }; };
      T = { isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
      buildConfigurationList = D; buildPhases = (H); fileSystemSynchronizedGroups = (S); };
      H = { isa = PBXResourcesBuildPhase; files = (I, J); };
      I = { isa = PBXBuildFile; fileRef = V; };
      J = { isa = PBXBuildFile; fileRef = B; platformFilters = (ios); };
      }; rootObject = P; }
      """
    ),
    ("App/Info.plist", infoPlist), ("App/night@2x.png", picture), ("Blue/x.txt", "x"),
    ("de.lproj/InfoPlist.strings", "\"Draw\" = \"Zeichnen\";\n"),
    ("App.xcconfig", "#include? \"Other.xcconfig\"\nNAME[sdk=iphoneos*] = $(inherited) ${BASE:upper:default=x} // y\n"),
    (
      "App/A.xcassets/AppIcon.appiconset/Contents.json",
      #"{"images": [{"filename": "i.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"},], }"#
    ),
    ("App/A.xcassets/AppIcon.appiconset/i.png", picture),
    ("App/N.icon/icon.json", #"{"groups": [{"layers": [{"image-name": "a.svg", "glass": true}]}]}"#),
    (
      "App/InfoPlist.xcstrings",
      #"{"sourceLanguage": "en", "strings": {"Draw": {"localizations": {"fr": {"stringUnit": {"value": "é"}}}}}}"#
    ),
  ]

  private static func bytes(_ text: String) -> [UInt8] {
    // The picture is stored as code points below 256.
    text.hasPrefix("\u{89}") ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
  }

  @Test(arguments: app.indices)
  func damagedAppsAreInspected(_ index: Int) throws {
    try mutate(Self.app, index) { try AppPackage(tree: MemoryTree(name: "Paint.app", $0), options: $1) }
  }

  @Test(arguments: project.indices)
  func damagedProjectsAreInspected(_ index: Int) throws {
    try mutate(Self.project, index) { files, options in
      try AppPackage(projectAt: "Paint.xcodeproj", in: MemoryTree(name: "Paint", files), options: options)
    }
  }

  private func mutate(
    _ files: Files, _ index: Int, _ open: ([String: [UInt8]], PackageOptions) throws -> AppPackage
  ) throws {
    let options = PackageOptions(
      propertyListLimits: PropertyListLimits(maximumDepth: 100, maximumNodes: 5000, maximumBytes: 100_000))
    let seeds = files.map { Self.bytes($0.text) }
    var tree = Dictionary(zip(files.map(\.path), seeds)) { $1 }
    #expect(try open(tree, options).bundleIdentifier?.hasPrefix("com.example.") == true)
    var mutator = Mutator(seed: UInt64(index) + 500, other: seeds)
    for _ in 0..<Fuzzing.rounds / 4 {
      tree[files[index].path] = mutator.mutate(seeds[index])
      let package: AppPackage
      do {
        package = try open(tree, options)
      } catch {
        #expect(error is AppPackageError && !"\(error)".isEmpty)
        continue
      }
      #expect(SortedJSON.text(PackageInspection(package).json).hasPrefix("{"))
    }
  }
}
