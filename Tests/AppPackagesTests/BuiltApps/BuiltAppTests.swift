import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// The build information in a built app.
@Suite struct BuiltAppTests {
  private typealias File = ZIPWriter.File

  private let folder = TemporaryFolder()

  private static let info: PropertyListDictionary = [
    "CFBundleIdentifier": "com.example.paint", "DTXcode": "1640", "DTXcodeBuild": "16F6", "DTSDKName": "iphoneos18.5",
    "DTSDKBuild": "22F76", "MinimumOSVersion": "15.0", "DTPlatformName": "iphoneos",
    "CFBundleSupportedPlatforms": ["iPhoneOS"],
  ]

  private static func binary(_ list: PropertyListDictionary) -> [UInt8] {
    BinaryPropertyListWriter.write(.dictionary(list))
  }

  /// A signed profile: the property list is between other bytes.
  private static func profile(_ keys: String) -> [UInt8] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>Name</key><string>Paint profile</string>
      <key>TeamName</key><string>Example Inc.</string><key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date>
      \(keys)</dict></plist>
      """
    return [0x30, 0x82, 0x01] + Array(text.utf8) + [0, 1, 2]
  }

  private func app(
    _ info: PropertyListDictionary = info, _ files: [ZIPWriter.File] = [], others: [ZIPWriter.File] = []
  ) throws -> BuiltApp {
    let place = "Payload/Paint.app/"
    let inside = files.map { file in file.with { $0.name = Array(place.utf8) + $0.name } }
    let writer = ZIPWriter([File(place + "Info.plist", Self.binary(info))] + inside + others)
    return try #require(try AppPackage(contentsOf: folder.write("Paint.ipa", writer.bytes)).builtApp)
  }

  @Test func xcodeAndSDK() throws {
    let app = try app()
    #expect(app.xcode == XcodeVersion(16, 4) && app.xcodeBuild == "16F6")
    #expect(app.sdk == "iphoneos18.5" && app.sdkBuild == "22F76" && app.minimumOS == "15.0")
    #expect(!app.isForSimulator && app.distribution == .unsigned && app.profile == nil)
    let unusual = try self.app(["CFBundleIdentifier": "a", "DTXcode": 7, "DTSDKName": ["x"]])
    #expect(unusual.xcode == nil && unusual.sdk == nil)
  }

  @Test(arguments: [
    (
      "<key>ProvisionedDevices</key><array><string>1</string><string>2</string></array><key>Entitlements</key><dict>"
        + "<key>get-task-allow</key><true/></dict>", BuiltApp.Distribution.development, Int?.some(2)
    ),
    ("<key>ProvisionedDevices</key><array><string>1</string></array>", .adHoc, 1),
    ("<key>ProvisionsAllDevices</key><true/>", .enterprise, nil),
    ("<key>Entitlements</key><dict><key>get-task-allow</key><false/></dict>", .appStore, nil),
  ])
  func profiles(keys: String, distribution: BuiltApp.Distribution, devices: Int?) throws {
    let app = try app(Self.info, [File("embedded.mobileprovision", Self.profile(keys))])
    #expect(app.distribution == distribution)
    #expect(app.profile?.deviceCount == devices)
    #expect(app.profile?.name == "Paint profile" && app.profile?.team == "Example Inc.")
    #expect(app.profile?.expires?.iso8601 == "2027-01-02T03:04:05Z")
  }

  @Test func otherMarksOfABuiltApp() throws {
    let signature = File("_CodeSignature/CodeResources", "x")
    #expect(try app(Self.info, [signature]).distribution == .unknown)
    #expect(try app(Self.info, [signature, File("embedded.mobileprovision", "no profile")]).distribution == .unknown)
    #expect(try app(Self.info, [signature, File("SC_Info/Paint.sinf", "x")]).distribution == .appStore)
    let simulator = try app([
      "CFBundleIdentifier": "a", "CFBundleSupportedPlatforms": ["iPhoneSimulator"], "DTPlatformName": "iphonesimulator",
    ])
    #expect(simulator.isForSimulator && simulator.distribution == .simulator)
    let bought = File("iTunesMetadata.plist", Self.binary(["itemId": 1, "appleId": "somebody@example.com"]))
    #expect(try app(Self.info, [signature], others: [bought]).distribution == .appStore)
    // Other files may be there.
    let other = File("iTunesMetadata.plist", Self.binary(["x": 1]))
    #expect(try app(Self.info, [signature], others: [other]).distribution == .unknown)
    #expect(try app(Self.info, [signature], others: [File("iTunesMetadata.plist", "{")]).distribution == .unknown)
  }

  /// A picture as Xcode packs it for a device, in an archive.
  @Test func picturesOfBuiltAppsAreRead() throws {
    let picture = PNGMaker.picture(width: 120, height: 120, isCgBI: true)
    let writer = ZIPWriter([
      File("Payload/Paint.app/Info.plist", Self.binary(Self.info)), File("Payload/Paint.app/night@2x.png", picture),
    ])
    let package = try AppPackage(contentsOf: folder.write("Paint.ipa", writer.bytes))
    #expect(package.resources["night@2x.png"]?.image?.isCgBI == true)
  }

  @Test func onlyBuiltAppsHaveBuildInformation() throws {
    folder.write("Sources/Info.plist", "{ CFBundleIdentifier = \"com.example.paint\"; DTXcode = 1640; }")
    #expect(try AppPackage(contentsOf: "\(folder.path)/Sources").builtApp == nil)
    // The files of an app without its folder: sources are never binary.
    folder.write("App/Info.plist", Self.binary(Self.info))
    #expect(try AppPackage(contentsOf: "\(folder.path)/App").builtApp?.xcode == XcodeVersion(16, 4))
    folder.write("App.app/Info.plist", Self.binary(Self.info))
    let plain = try AppPackage(contentsOf: "\(folder.path)/App.app")
    #expect(plain.builtApp?.xcode == XcodeVersion(16, 4) && plain.builtApp?.container == nil)
  }

  /// An app for another platform is not an iPhone app.
  @Test(
    arguments: [
      ("(AppleTVOS)", "tvOS"), ("(XROS)", "visionOS"), ("(MacOSX)", "the Mac"), ("(WatchOS)", "watchOS"),
      ("(XRSimulator, AppleTVSimulator)", "the visionOS Simulator and the tvOS Simulator"), ("(Fridge)", "Fridge"),
      ("(iPhoneOS)", nil), ("(AppleTVOS, iPhoneSimulator)", nil), ("()", nil), ("iPhone", nil),
    ] as [(String, String?)]) func appsOfOtherSystemsAreRefused(platforms: String, systems: String?) throws
  {
    let plist = "{ CFBundleIdentifier = a; CFBundleSupportedPlatforms = \(platforms); }"
    let tree = try MemoryTree(name: "A.app", ["Info.plist": Array(plist.utf8)])
    guard let systems else {
      #expect(try AppPackage(tree: tree).bundleIdentifier == "a")
      return
    }
    let error = #expect(throws: AppPackageError.self) { try AppPackage(tree: tree) }
    #expect(error?.kind == .unsupportedInput && error?.message.contains("built for \(systems),") == true)
  }
}
