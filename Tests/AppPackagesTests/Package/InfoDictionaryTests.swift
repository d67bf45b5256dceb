import AppPackages
import Platform
import PropertyLists
import Testing

@Suite struct InfoDictionaryTests {
  private func package(_ plist: PropertyListDictionary) throws -> AppPackage {
    try AppPackage(name: "App", infoPlist: plist)
  }

  /// ICON-106.
  @Test(arguments: [
    (["K", "K-iphoneos", "K~ipad", "K-iphoneos~ipad", "K~iphone"], "K~iphone", "K-iphoneos~ipad"),
    (["K", "K-iphoneos", "K~ipad", "K~iphone"], "K~iphone", "K~ipad"),
    (["K", "K-iphoneos"], "K-iphoneos", "K-iphoneos"), (["K-iphoneos", "K"], "K-iphoneos", "K-iphoneos"),
    (["K", "K-iphoneos~iphone", "K~iphone"], "K-iphoneos~iphone", "K"), (["K"], "K", "K"),
    (["K", "K~ipod"], "K", "K"),
  ])
  func mostSpecificVariantForTheDeviceClassWins(_ keys: [String], _ iPhone: String, _ iPad: String) throws {
    var plist: PropertyListDictionary = ["CFBundleIdentifier": "a.b"]
    for key in keys { plist[key] = .string(key) }
    let package = try package(plist)
    #expect(package.infoDictionary(for: .iPhone)["K"] == .string(iPhone))
    #expect(package.infoDictionary(for: .iPad)["K"] == .string(iPad))
    #expect(package.infoDictionary(for: .iPad).keys.sorted() == ["CFBundleIdentifier", "K"])
  }

  /// ICON-107, ICON-111.
  @Test func winningVariantReplacesTheKeyAndSuffixedKeysDisappear() throws {
    let package = try package([
      "CFBundleIcons": ["CFBundlePrimaryIcon": [:], "CFBundleAlternateIcons": ["night": [:]]],
      "CFBundleIcons~ipad": ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]], "Only~ipad": true,
    ])
    let pad = package.infoDictionary(for: .iPad)
    #expect(pad["CFBundleIcons"] == ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]])
    #expect(pad.keys == ["CFBundleIcons", "Only"])
    #expect(package.infoDictionary(for: .iPhone).keys == ["CFBundleIcons"])
    #expect(package.infoPlist.keys == ["CFBundleIcons", "CFBundleIcons~ipad", "Only~ipad"])
  }

  /// ICON-105.
  @Test func unknownPlatformsAndProductsArePartOfTheKey() throws {
    let keys = [
      "A~tv", "B-foo", "C-macos~ipad", "~ipad", "-iphoneos", "D~ipad~x", "NSX-y~iphone", "E-macos", "F~iphone-iphoneos",
    ]
    let known = ["G-h-iphoneos", "I~j~iphone", "K~l-iphoneos~iphone"]
    let package = try package(PropertyListDictionary((keys + known).map { ($0, true) }))
    #expect(package.infoDictionary(for: .iPhone).keys == keys + ["G-h", "I~j", "K~l"])
  }

  /// ICON-108.
  @Test func executableAndIdentifierCannotBeOverridden() throws {
    let package = try package([
      "CFBundleIdentifier": "a.b", "CFBundleIdentifier~ipad": "c.d", "CFBundleExecutable": "App",
      "CFBundleExecutable-iphoneos": "Other",
    ])
    #expect(package.infoDictionary(for: .iPad) == ["CFBundleIdentifier": "a.b", "CFBundleExecutable": "App"])
    #expect(package.bundleIdentifier == "a.b")
  }

  /// ICON-109.
  @Test func onlyTopLevelKeysAreProcessed() throws {
    let icons: PropertyListValue = ["CFBundleAlternateIcons~ipad": ["x": [:]]]
    #expect(try package(["CFBundleIcons": icons]).infoDictionary(for: .iPad)["CFBundleIcons"] == icons)
  }

  @Test func keysKeepTheirLocations() throws {
    let text = "A = 1;\n\"B~ipad\" = 2;\nB = 3;\n"
    let tree = try MemoryTree(name: "X", files: [("Info.plist", Array(text.utf8))])
    let package = try AppPackage(tree: tree)
    let dictionary = package.infoDictionary(for: .iPad)
    #expect(dictionary["B"] == "2")
    #expect(dictionary.keyLocation(for: "B")?.description == "X/Info.plist:2:1")
  }

  @Test func deviceFamilies() throws {
    #expect(try package([:]).deviceFamilies == [.iPhone])
    #expect(try package(["UIDeviceFamily": [2, 1, 7]]).deviceFamilies == [.iPhone, .iPad])
    #expect(try package(["UIDeviceFamily": ["2"]]).deviceFamilies == [.iPad])
    #expect(try package(["UIDeviceFamily": [3]]).deviceFamilies == [])
    let source = try MemoryTree(["Info.plist": Array("{ a = b; }".utf8)])
    #expect(try AppPackage(tree: source).deviceFamilies == [.iPhone, .iPad])
    let options = PackageOptions(settings: ["TARGETED_DEVICE_FAMILY": "1"])
    #expect(try AppPackage(tree: source, options: options).deviceFamilies == [.iPhone])
  }
}
