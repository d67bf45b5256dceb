import AppPackages
import Events
import Platform
import PropertyLists

/// Examples of the Info.plist icon rules.
extension RuleExamples {
  static let icons: [RuleExample] =
    ofIPad + ofShapes + ofEntries + ofFiles + ofSizes + ofPrimary + ofPixels

  // MARK: Making apps

  private typealias Plist = PropertyListDictionary

  private static let both: PropertyListValue = [1, 2]
  private static let iPhone: PropertyListValue = [1]
  private static let primaryIcon: PropertyListValue = ["CFBundleIconFiles": ["Main"]]

  /// The usual pictures of the icons Main and Night for both device families.
  private static let pictures: [String: PackageFile] = {
    let sides = ["@2x": 120, "@3x": 180, "-76@2x": 152, "-83.5@2x": 167]
    let pairs = ["Main", "Night", "Day"].flatMap { name in
      sides.map { ("\(name)\($0.key).png", PackageFile.pixels(width: $0.value, height: $0.value)) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  private static func files(_ name: String) -> PropertyListValue {
    ["CFBundleIconFiles": [.string(name), .string("\(name)-76"), .string("\(name)-83.5")]]
  }

  /// An app with `CFBundleIcons` for all its devices.
  private static func app(
    _ icons: PropertyListValue, iPad: PropertyListValue? = nil, family: PropertyListValue = both,
    without missing: [String] = [], with more: [String: PackageFile] = [:], catalog: AssetCatalog? = nil,
    settings: StringTable = [:]
  ) throws -> AppPackage {
    var plist: Plist = [
      "CFBundleIdentifier": "com.example.paint", "CFBundleName": "Paint", "UIDeviceFamily": family,
      "CFBundleIcons": icons,
    ]
    plist["CFBundleIcons~ipad"] = iPad
    let all = pictures.filter { !missing.contains($0.key) }.merging(more) { $1 }
    return try AppPackage(
      name: "Paint", infoPlist: plist, files: all.map { (path: $0.key, content: $0.value) }, catalog: catalog,
      settings: settings)
  }

  /// The same with one alternate, “Night”, with these pictures or this entry.
  private static func night(
    _ entry: PropertyListValue? = nil, without missing: [String] = [], with more: [String: PackageFile] = [:],
    catalog: AssetCatalog? = nil, settings: StringTable = [:]
  ) throws -> AppPackage {
    try app(
      ["CFBundlePrimaryIcon": files("Main"), "CFBundleAlternateIcons": ["Night": entry ?? files("Night")]],
      without: missing, with: more, catalog: catalog, settings: settings)
  }

  private static func alternates(_ entries: Plist) throws -> AppPackage {
    try app(["CFBundlePrimaryIcon": files("Main"), "CFBundleAlternateIcons": .dictionary(entries)])
  }

  private static func iconSet(_ name: String) -> AssetSet {
    AssetSet(name: name, kind: .appIcon, entries: [AssetEntry(filename: "\(name).png")])
  }

  private static let square = PackageFile.pixels(width: 120, height: 120)

  // MARK: iPad

  private static let whole: PropertyListValue = [
    "CFBundlePrimaryIcon": files("Main"), "CFBundleAlternateIcons": ["Night": files("Night"), "Day": files("Day")],
  ]

  private static let ofIPad: [RuleExample] = [
    RuleExample("ipad-alternates-missing") {
      try app(whole, iPad: ["CFBundlePrimaryIcon": files("Main")])
    } right: {
      try app(whole, iPad: whole)
    },
    RuleExample("ipad-alternates-partial") {
      try app(whole, iPad: ["CFBundlePrimaryIcon": files("Main"), "CFBundleAlternateIcons": ["Day": files("Day")]])
    } right: {
      try app(whole)
    },
    RuleExample("misnested-ipad-key") {
      try app([
        "CFBundlePrimaryIcon": files("Main"), "CFBundleAlternateIcons": ["Night": files("Night")],
        "CFBundleAlternateIcons~ipad": ["Night": files("Night")],
      ])
    } right: {
      try night()
    },
    RuleExample("alternates-in-iphone-app") {
      try app(whole, family: iPhone)
    } right: {
      try app(whole)
    },
  ]

  // MARK: Shapes and entries

  private static let ofShapes: [RuleExample] = [
    RuleExample("alternates-flat") {
      try alternates(["CFBundleIconFiles": ["Night"]])
    } right: {
      try night()
    },
    RuleExample("primary-among-alternates") {
      try app(["CFBundleAlternateIcons": ["CFBundlePrimaryIcon": files("Main"), "Night": files("Night")]])
    } right: {
      try night()
    },
    RuleExample("alternate-not-dictionary") {
      try night("Night")
    } right: {
      try night()
    },
    RuleExample("icon-wrong-type") {
      try night(["CFBundleIconFiles": "Night"])
    } right: {
      try night()
    },
    RuleExample("icon-wrong-type") {
      try app(["CFBundlePrimaryIcon": files("Main"), "CFBundleAlternateIcons": ["Night"]])
    } right: {
      try night()
    },
    RuleExample("icon-wrong-type") {
      try night(["CFBundleIconName": 1])
    } right: {
      try night()
    },
    RuleExample("icon-wrong-type") {
      try app(["CFBundlePrimaryIcon": "Main"])
    } right: {
      try night()
    },
    RuleExample("icon-wrong-type") {
      try night(["CFBundleIconFiles": ["Night", 1]])
    } right: {
      try night()
    },
  ]

  private static let ofEntries: [RuleExample] = [
    RuleExample("icon-file-listed-twice") {
      try night(["CFBundleIconFiles": ["Night", "Night-76", "Night-83.5", "Night"]])
    } right: {
      try night()
    },
    RuleExample("alternates-share-files") {
      try alternates(["Night": files("Night"), "Dark": files("Night")])
    } right: {
      try alternates(["Night": files("Night"), "Day": files("Day")])
    },
    RuleExample("unknown-icon-key") {
      try night(["CFBundleIconFiles": ["Night"], "ordinal": 1])
    } right: {
      try night(["CFBundleIconFiles": ["Night"], "UIPrerenderedIcon": false])
    },
    RuleExample("icon-keys-misplaced") {
      var package = try night()
      package.infoPlist["CFBundleAlternateIcons"] = ["Dusk": files("Night")]
      return package
    } right: {
      try night()
    },
    RuleExample("newsstand-key") {
      try app(["UINewsstandIcon": ["CFBundleIconFiles": [""]], "CFBundlePrimaryIcon": files("Main")])
    } right: {
      try night()
    },
    RuleExample("alternate-names-alike") {
      try alternates(["Night": files("Night"), "night": files("Day")])
    } right: {
      try alternates(["Night": files("Night"), "Day": files("Day")])
    },
    RuleExample("alternate-names-alike") {
      try alternates(["Caf\u{E9}": files("Night"), "Cafe\u{301}": files("Day")])
    } right: {
      try alternates(["Caf\u{E9}": files("Night"), "Cafe": files("Day")])
    },
  ]

  // MARK: Files

  private static let ofFiles: [RuleExample] = [
    RuleExample("icon-file-missing") {
      try night(["CFBundleIconFiles": ["Nacht"]])
    } right: {
      try night()
    },
    RuleExample("icon-file-missing") {
      try night(["CFBundleIconFiles": ["Night", "night"]])
    } right: {
      try night()
    },
    RuleExample("icon-file-missing") {
      try night(["CFBundleIconFiles": ["Night.png"]])
    } right: {
      try night(["CFBundleIconFiles": ["Night@2x.png", "Night@3x.png"]])
    },
    RuleExample("icon-file-in-folder") {
      try night(["CFBundleIconFiles": ["Dark"]], with: ["Icons/Dark@2x.png": square])
    } right: {
      try night(["CFBundleIconFiles": ["Icons/Dark"]], with: ["Icons/Dark@2x.png": square])
    },
    RuleExample("icon-file-in-folder") {
      try night(["CFBundleIconFiles": ["Dark"]], with: ["Icons.bundle/Dark@2x.png": square])
    } right: {
      try night(["CFBundleIconFiles": ["Dark"]], with: ["Dark@2x.png": square])
    },
    RuleExample("icon-file-other-device") {
      try night(["CFBundleIconFiles": ["Dark"]], with: ["Dark@2x~iphone.png": square])
    } right: {
      try night(["CFBundleIconFiles": ["Dark"]], with: ["Dark@2x~iphone.png": square, "Dark@2x~ipad.png": square])
    },
    RuleExample("icon-file-only-in-catalog") {
      try night(["CFBundleIconFiles": ["Dark"]], catalog: AssetCatalog(sets: [iconSet("Dark")]))
    } right: {
      try night(["CFBundleIconFiles": ["Dark"]], with: ["Dark@2x.png": square])
    },
    RuleExample("icon-without-picture") {
      try night(["CFBundleIconFiles": [""]])
    } right: {
      try night()
    },
    RuleExample("icon-without-picture") {
      try night([:])
    } right: {
      try night()
    },
    RuleExample("icon-name-not-in-catalog") {
      try night(["CFBundleIconName": "Dark"], catalog: AssetCatalog(sets: [iconSet("Day")]))
    } right: {
      try night(["CFBundleIconName": "Dark"], catalog: AssetCatalog(sets: [iconSet("Dark")]))
    },
    RuleExample("icon-only-in-image-set") {
      try night(
        ["CFBundleIconName": "Dark"], catalog: AssetCatalog(sets: [AssetSet(name: "Dark", kind: .image)]))
    } right: {
      try night(["CFBundleIconName": "Dark"], catalog: AssetCatalog(sets: [iconSet("Dark")]))
    },
  ]

  // MARK: Sizes

  private static let ofSizes: [RuleExample] =
    [
      ("iphone-sizes-missing", "Night@2x.png"), ("iphone-sizes-missing", "Night@3x.png"),
      ("ipad-sizes-missing", "Night-76@2x.png"), ("ipad-sizes-missing", "Night-83.5@2x.png"),
    ].map { code, file in
      RuleExample(RuleCode(rawValue: code)) {
        try night(without: [file])
      } right: {
        try night()
      }
    } + [
      RuleExample("iphone-sizes-missing") {
        try app(["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["Main-76"]]])
      } right: {
        try night()
      },
      RuleExample("icon-dimension") {
        try night(with: ["Night-76@3x.png": .pixels(width: 167, height: 167)])
      } right: {
        try night()
      },
      RuleExample("icon-dimension") {
        try night(with: ["Night@2x.png": .pixels(width: 120, height: 121)])
      } right: {
        try night()
      },
      RuleExample("icon-dimension") {
        try night(with: ["Night.png": .pixels(width: 2048, height: 2048)])
      } right: {
        try night(with: ["Night.png": .pixels(width: 60, height: 60)])
      },
      RuleExample("icon-scale-ratio") {
        try night(with: ["Night-76@3x.png": .pixels(width: 180, height: 180)])
      } right: {
        try night(with: ["Night-76@3x.png": .pixels(width: 228, height: 228)])
      },
    ]

  // MARK: The primary icon

  private static let ofPrimary: [RuleExample] = [
    RuleExample("primary-icon-missing") {
      try app(["CFBundlePrimaryIcon": ["CFBundleIconFiles": [""]]])
    } right: {
      try night()
    },
    RuleExample("primary-icon-missing") {
      try app(whole, iPad: ["CFBundlePrimaryIcon": [:]])
    } right: {
      try app(whole, iPad: whole)
    },
    RuleExample("primary-icon-file-empty") {
      try app(["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["Main", ""]]])
    } right: {
      try app(["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["Main"]]])
    },
    RuleExample("primary-icon-file-absent") {
      try app(["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["Main", "Pride"]]])
    } right: {
      try app(["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["Main"]]])
    },
    RuleExample("no-primary-in-CFBundleIcons") {
      try app(["CFBundleAlternateIcons": ["Night": files("Night")]])
    } right: {
      try night()
    },
    RuleExample("primary-icon-name-missing") {
      try night()
    } right: {
      try night(
        catalog: AssetCatalog(sets: [iconSet("AppIcon")]), settings: ["ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon"])
    },
  ]

  // MARK: Pixels

  private static let plist = """
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
    <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>Night</key>
    <dict><key>CFBundleIconFiles</key><array><string>Night</string></array></dict></dict></dict></dict></plist>
    """

  /// An app on disk whose picture has a corner with this alpha.
  private static func built(corner: UInt8) throws -> AppPackage {
    try AppPackage(
      tree: MemoryTree(
        name: "Paint.app",
        ["Info.plist": Array(plist.utf8), "Night@2x.png": TestPictures.png(120, corner: corner)]))
  }

  private static let ofPixels: [RuleExample] = [
    RuleExample("icon-transparent") {
      try built(corner: 0)
    } right: {
      try built(corner: 251)
    },
    RuleExample("icon-alpha-not-255") {
      try built(corner: 251)
    } right: {
      try built(corner: 255)
    },
  ]
}
