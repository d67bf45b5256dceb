import AppPackages
import PropertyLists
import Testing

/// Packages made from data.
@Suite struct DataPackageTests {
  @Test func picturesCanBeGivenBySize() throws {
    let package = try AppPackage(
      name: "Paint",
      infoPlist: [
        "CFBundleIdentifier": "com.example.paint", "CFBundleName": "Paint", "UIDeviceFamily": [1, 2],
        "CFBundleIcons": ["CFBundleAlternateIcons": ["night": ["CFBundleIconFiles": ["night"]]]],
      ],
      files: [
        ("night@2x.png", .pixels(width: 120, height: 120)), ("night@3x.png", .pixels(width: 180, height: 180)),
        ("raw.png", .bytes(PNGMaker.picture(width: 60, height: 60))), ("note.txt", .opaque(size: 5)),
      ],
      catalog: AssetCatalog(sets: [
        AssetSet(name: "AppIcon", kind: .appIcon), AssetSet(name: "red", kind: .image),
        AssetSet(name: "tint", kind: .other("colorset")),
      ]),
      strings: [("zh-Hans", ["CFBundleName": "画"]), ("en", [:])])
    #expect(package.origin == .data)
    #expect(package.warnings.isEmpty)
    #expect(package.looseImages(named: "night", for: .iPad).map(\.header?.height) == [120, 180])
    #expect(package.resources["raw.png"]?.image?.width == 60)
    #expect(package.catalog?.set(named: "AppIcon", kind: .appIcon) != nil)
    #expect(package.catalog?.set(named: "appicon") == nil)
    #expect(package.catalog?.set(named: "red", kind: .appIcon) == nil)
    #expect(package.catalog?.names(of: .image) == ["red"])
    #expect(package.displayName(for: .iPhone, languages: ["zh-Hans-CN", "en"]) == "画")
    #expect(package.displayName(for: .iPhone, languages: ["fr"]) == "Paint")
  }

  @Test func badPathsAndTypesAreRefused() {
    for files: [(String, PackageFile)] in [
      [("../x.png", .opaque(size: 1))], [("/x", .opaque(size: 1))], [("a", .opaque(size: 1)), ("a", .opaque(size: 1))],
      [("a", .opaque(size: 1)), ("a/b", .opaque(size: 1))], [("", .opaque(size: 1))],
    ] {
      let error = #expect(throws: AppPackageError.self) {
        try AppPackage(name: "X", infoPlist: ["CFBundleIdentifier": "a"], files: files)
      }
      #expect(error?.kind == .badPath)
    }
    let error = #expect(throws: AppPackageError.self) {
      try AppPackage(name: "X", infoPlist: ["CFBundleIdentifier": 1], source: "x.lua")
    }
    #expect(
      error?.description
        == "x.lua: CFBundleIdentifier is an integer, not a string\n  hint: write a reverse domain name, for example com.example.X"
    )
  }

  @Test func unusualPicturesAreWarnings() throws {
    let package = try AppPackage(
      name: "X", infoPlist: ["CFBundleIdentifier": "a"],
      files: [
        ("a.png", .pixels(width: 0, height: 5)), ("b.png", .image(ImageHeader(format: .jpeg, width: 1, height: 1))),
        ("c.png", .bytes([])),
      ])
    #expect(package.warnings.map(\.code) == [.badImage, .badImage, .badImage])
    #expect(package.resources.map(\.problem?.kind) == [.badHeader, .wrongExtension, .empty])
  }

  @Test func missingIdentifierIsAWarning() throws {
    let package = try AppPackage(name: "X", infoPlist: [:])
    #expect(package.bundleIdentifier == nil)
    #expect(package.warnings.map(\.code) == [.noBundleIdentifier])
  }

  /// ICON-167, QUICK-028.
  @Test func oneLocalisationIsChosenForTheWholeApp() throws {
    let package = try AppPackage(
      name: "X", infoPlist: ["CFBundleIdentifier": "a", "CFBundleDevelopmentRegion": "en", "T": "plain"],
      strings: [("en", ["T": "english", "U": "only english"]), ("pt-BR", ["T": "brasileiro"]), ("zh_TW", ["T": "台"])])
    #expect(package.localizedString(forKey: "T", languages: ["pt-BR"]) == "brasileiro")
    #expect(package.localizedString(forKey: "U", languages: ["pt-BR", "en"]) == nil)
    #expect(package.localizedString(forKey: "T", languages: ["fr", "zh-TW"]) == "台")
    #expect(package.localizedString(forKey: "T", languages: ["fr"]) == "english")
    #expect(package.localizedString(forKey: "T", languages: []) == "english")
  }

  /// Folders may have the older names of the two kinds of Chinese (QUICK-028).
  @Test(arguments: [
    ("zh-Hans", "简"), ("zh-Hans-CN", "简"), ("zh-SG", "简"), ("zh-CN", "简"), ("zh-Hant", "繁"), ("zh-Hant-TW", "繁"),
    ("zh-HK", "港"), ("zh-TW", "繁"), ("zh", "english"), ("ja", "english"),
  ])
  func olderNamesOfChineseAreFound(language: String, text: String) throws {
    for names in [["zh-CN", "zh-TW"], ["zh_CN", "zh-Hant"], ["zh-Hans", "zh_TW"]] {
      let strings = zip(names + ["zh-HK", "en"], ["简", "繁", "港", "english"]).map { ($0, ["T": $1] as StringTable) }
      let package = try AppPackage(
        name: "X", infoPlist: ["CFBundleIdentifier": "a", "CFBundleDevelopmentRegion": "en"], strings: strings)
      #expect(package.localizedString(forKey: "T", languages: [language]) == text, "\(names)")
    }
  }

  @Test func editingACopyLeavesTheOriginal() throws {
    let package = try AppPackage(name: "X", infoPlist: ["CFBundleIdentifier": "a"], files: [("b", .opaque(size: 1))])
    var copy = package
    copy.infoPlist["CFBundleIcons~ipad"] = [:]
    copy.resources["a"] = Resource(path: "a")
    copy.resources["b"] = nil
    #expect(package.infoPlist.count == 1)
    #expect(package.resources.map(\.path) == ["b"])
    #expect(copy.resources.map(\.path) == ["a"])
    #expect(copy.infoDictionary(for: .iPad)["CFBundleIcons"] == [:])
  }
}
