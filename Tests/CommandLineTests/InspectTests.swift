import TestSupport
import Testing

/// `homescreen inspect`, and the options that select an app of a project.
@Suite struct InspectTests {
  private static let projectFile = """
    // !$*UTF8*$!
    { objects = {
      P = { isa = PBXProject; buildConfigurationList = CP; mainGroup = G; targets = (T, L); };
      CP = { isa = XCConfigurationList; buildConfigurations = (PR); defaultConfigurationName = Release; };
      PR = { isa = XCBuildConfiguration; name = Release; buildSettings = {
        TARGETED_DEVICE_FAMILY = "1,2"; GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = App/Info.plist;
        PRODUCT_BUNDLE_IDENTIFIER = "com.example.$(TARGET_NAME:lower)$(SUFFIX)"; }; };
      T = { isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
        buildConfigurationList = CT; buildPhases = (R); };
      L = { isa = PBXNativeTarget; name = Lite; productType = "com.apple.product-type.application";
        buildConfigurationList = CT; buildPhases = (R); };
      CT = { isa = XCConfigurationList; buildConfigurations = (TD, TR); };
      TD = { isa = XCBuildConfiguration; name = Debug; buildSettings = { SUFFIX = .debug; }; };
      TR = { isa = XCBuildConfiguration; name = Release; buildSettings = { }; };
      G = { isa = PBXGroup; children = (F); sourceTree = "<group>"; };
      F = { isa = PBXFileReference; path = "night@2x.png"; sourceTree = "<group>"; };
      R = { isa = PBXResourcesBuildPhase; files = (B); };
      B = { isa = PBXBuildFile; fileRef = F; };
    }; rootObject = P; }
    """

  private static let plist = """
    <plist version="1.0"><dict>
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
        <key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict>
      </dict></dict>
      <key>CFBundleIcons~ipad</key><dict/>
      <key>UIApplicationShortcutItems</key><array><dict>
        <key>UIApplicationShortcutItemType</key><string>$(PRODUCT_BUNDLE_IDENTIFIER).new</string>
        <key>UIApplicationShortcutItemTitle</key><string>New</string>
        <key>UIApplicationShortcutItemIconType</key><string>UIApplicationShortcutIconTypeAdd</string>
      </dict></array>
    </dict></plist>
    """

  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 120, 0, 0, 0, 120, 8, 2, 0, 0, 0, 0xB6, 0x06, 0xA1, 0x85] + [0, 0, 0, 0] + Array("IEND".utf8) + [
      0xAE, 0x42, 0x60, 0x82,
    ]

  private static func folder() -> TemporaryFolder {
    let folder = TemporaryFolder()
    folder.write("Paint.xcodeproj/project.pbxproj", projectFile)
    folder.write("App/Info.plist", plist)
    folder.write("night@2x.png", png)
    return folder
  }

  /// Every variant of a key that applies to iPad, the strongest first (ICON-106): both commands read the same one.
  @Test(arguments: ["CFBundleIcons-iphoneos~ipad", "CFBundleIcons~ipad", "CFBundleIcons-iphoneos", "CFBundleIcons"])
  func whyReadsTheSameKey(key: String) throws {
    let all = ["CFBundleIcons", "CFBundleIcons-iphoneos", "CFBundleIcons~ipad", "CFBundleIcons-iphoneos~ipad"]
    var text = "<plist version=\"1.0\"><dict>\n<key>CFBundleIdentifier</key><string>com.example.paint</string>\n"
    for (index, variant) in all.prefix(through: all.firstIndex(of: key) ?? 0).enumerated() {
      text += "<key>\(variant)</key><dict><key>CFBundleAlternateIcons</key><dict>\n"
      text +=
        "<key>icon\(index)</key>\n<dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict>\n"
      text += "</dict></dict>\n"
    }
    let folder = TemporaryFolder()
    folder.write("Paint.app/Info.plist", text + "</dict></plist>\n")
    folder.write("Paint.app/night@2x.png", Self.png)
    let index = all.firstIndex(of: key) ?? 0
    let why = try homescreen(["why", "\(folder.path)/Paint.app", "icon\(index)", "--device", "iPad", "--json"])
    #expect(
      why.stdout.contains("\"key\":\"\(key)\"") && why.stdout.contains("\"declared\":[\"icon\(index)\"]"), "\(why)")
    let inspected = try homescreen(["inspect", "\(folder.path)/Paint.app", "--json", "--device", "iPad"])
    let place = "/Paint.app/Info.plist\",\"line\":\(5 + 4 * index)},"
    #expect(
      inspected.stdout.contains("\"iPad\":{\"alternateIcons\":[{\"declaredBy\":\"infoPlist\""), "\(inspected)")
    #expect(inspected.stdout.contains(place) && inspected.stdout.contains("\"name\":\"icon\(index)\""), "\(inspected)")
  }

  @Test func showsIconsAndActionsOnOneScreen() throws {
    let folder = Self.folder()
    let result = try homescreen(["inspect", folder.path])
    #expect(result.exitCode == 0, "\(result)")
    for line in [
      "Paint  com.example.paint", "target Paint, configuration Release",
      "runs on iPhone and iPad · life cycle not set in the Info.plist, no scene manifest",
      "night@2x.png scaled to 180: 120", "not declared", "New · com.example.paint.new · type add",
    ] {
      #expect(result.stdout.contains(line), "\(line): \(result)")
    }
    #expect(result.stdout.split(separator: "\n").count < 40)
    let tablet = try homescreen(["inspect", "--device", "iPad", folder.path])
    #expect(!tablet.stdout.contains("night@2x.png scaled to 180"))
  }

  @Test func jsonIsTheSameOnEveryRun() throws {
    let folder = Self.folder()
    let first = try homescreen(["inspect", "--json", folder.path])
    #expect(first.exitCode == 0)
    #expect(first.stdout == (try homescreen(["inspect", "--json", folder.path])).stdout)
    #expect(first.stdout.hasPrefix("{\"app\":{"))
    #expect(first.stdout.contains("\"plistAlternates\":{\"iPad\":0,\"iPhone\":1}"))
    #expect(JSONChecker.isObject(first.stdout.dropLast()))
  }

  @Test func optionsChooseTheApp() throws {
    let folder = Self.folder()
    let arguments = ["--target", "Lite", "--configuration", "Debug", "--setting", "TARGETED_DEVICE_FAMILY=2"]
    let result = try homescreen(["inspect", "--json"] + arguments + [folder.path])
    #expect(result.stdout.contains("\"bundleIdentifier\":\"com.example.lite.debug\""), "\(result)")
    #expect(result.stdout.contains("\"families\":[\"iPad\"]"))
    let run = try ScriptRun().run(
      """
      it("installs what is named", function()
      local device = Device { model = "iPad" }
      assert.equal("com.example.lite.debug", device:install().bundleIdentifier)
      local package = AppPackage("\(folder.path)", { target = "Lite", settings = { SUFFIX = ".x" } })
      assert.equal("com.example.lite.x", device:install(package).bundleIdentifier)
      local app = device:install("\(folder.path)/Paint.xcodeproj", { configuration = "Debug" })
      assert.equal("com.example.paint.debug", app.bundleIdentifier)
      assert.has_error(function() AppPackage("\(folder.path)", { target = "None" }) end)
      end)
      """, options: ["--app", folder.path] + arguments)
    #expect(run.exitCode == 0, "\(run)")
  }

  @Test func plistShowsTheInfoPlistOfTheDevice() throws {
    let folder = Self.folder()
    let result = try homescreen(["inspect", "--plist", folder.path])
    #expect(result.stdout.hasPrefix("<?xml"))
    #expect(result.stdout.contains("<string>com.example.paint.new</string>"))
    #expect(result.stdout.contains("<key>UIDeviceFamily</key>"))
    folder.write("out/Info.plist", result.stdout)
    #expect(try homescreen(["inspect", "\(folder.path)/out/Info.plist"]).exitCode == 0)
  }

  @Test func refusalsExplainTheFix() throws {
    let folder = Self.folder()
    let missing = try homescreen(["inspect", "\(folder.path)/none"])
    #expect(missing.exitCode == 66)
    let target = try homescreen(["inspect", "--target", "Other", folder.path])
    #expect(target.exitCode == 1)
    #expect(target.stderr.contains("its apps: “Paint” and “Lite”"))
    folder.write("expo/app.json", "{\"expo\": {}}")
    let expo = try homescreen(["inspect", "\(folder.path)/expo"])
    #expect(expo.exitCode == 66)
    #expect(expo.stderr.contains("npx expo prebuild"))
    #expect(try homescreen(["inspect", "--setting", "X", folder.path]).exitCode == 64)
    #expect(try homescreen(["inspect", "--device", "iPone", folder.path]).exitCode == 64)
  }
}
