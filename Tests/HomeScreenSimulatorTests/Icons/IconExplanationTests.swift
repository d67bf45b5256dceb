import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Explaining why an icon does not change.
@Suite struct IconExplanationTests {
  private func explain(
    _ name: String?, os: String = "17.5", model: DeviceModel = .iPhone, _ package: AppPackage
  ) throws -> IconExplanation {
    try Scene(os: os, model: model, package: package, launch: false).app.explainIcon(name)
  }

  private func facts(_ explanation: IconExplanation) -> [FactID] { explanation.advice.map(\.fact) }

  @Test func correctPackageIsExplainedWithAllChecksAndLocations() throws {
    let explanation = try explain("night", os: "26.1", Packages.paint())
    #expect(explanation.changes)
    #expect(explanation.decision.result == .accepted(name: "night"))
    #expect(explanation.key == "CFBundleIcons")
    #expect(explanation.declaredNames == ["night", "day"])
    #expect(explanation.nearNames.isEmpty)
    #expect(explanation.places.map(\.surface) == IconSurface.allCases)
    #expect(explanation.places.first?.picture.file == "night@3x.png")
    #expect(explanation.preview?.file == "night@3x.png")
    #expect(facts(explanation) == ["ICON-041", "ICON-046", "ICON-158"])
    #expect(explanation.label == "Paint" && explanation.bundleIdentifier == "com.example.paint")
  }

  @Test func primaryIconIsExplained() throws {
    #expect(try explain(nil, Packages.paint()).changes)
    #expect(try explain("CFBundlePrimaryIcon", Packages.paint()).changes)
    let already = try explain(nil, os: "26.1", Packages.paint())
    #expect(already.decision.result == .alreadySet)
    #expect(already.changes && already.preview == nil)
  }

  @Test func misspelledNamesGetSuggestionsAndPrimaryWordsGetAdvice() throws {
    let package = try Packages.paint()
    let misspelt = try explain("Nihgt", package)
    #expect(!misspelt.changes)
    #expect(misspelt.nearNames == ["night"])
    #expect(facts(misspelt) == ["ICON-026"])
    #expect(misspelt.advice[0].text.contains("“night”"))
    #expect(misspelt.places.first?.picture.iconName == nil)
    #expect(try facts(explain("", package)) == ["ICON-029"])
    #expect(try facts(explain("AppIcon", package)) == ["ICON-030"])
    #expect(try facts(explain("quite another", package)) == ["ICON-039"])
  }

  /// A word for the primary icon that names another icon means that icon.
  @Test func primaryWordThatNamesAnotherIconMeansThatIcon() throws {
    let elsewhere = try Packages.make([
      "CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2],
      "CFBundleIcons": ["CFBundleAlternateIcons": ["Default": ["CFBundleIconFiles": ["d"]]]],
      "CFBundleIcons~ipad": ["CFBundleAlternateIcons": [:]],
    ])
    #expect(try facts(explain("Default", model: .iPad, elsewhere)) == ["ICON-036"])
    #expect(try facts(explain("default", elsewhere)) == ["ICON-026"])
    #expect(try facts(explain("Primary", model: .iPad, elsewhere)) == ["ICON-030"])
    let undeclared = try Packages.make(
      ["CFBundleIdentifier": "com.example.a"],
      catalog: AssetCatalog(sets: ["AppIcon", "Default"].map { AssetSet(name: $0, kind: .appIcon) }),
      settings: [
        "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS": "NO",
      ])
    #expect(try facts(explain("AppIcon", undeclared)) == ["ICON-030"])
    #expect(try facts(explain("primary", undeclared)) == ["ICON-030"])
    let loose = try Packages.make(
      ["CFBundleIdentifier": "com.example.a"],
      catalog: AssetCatalog(sets: [AssetSet(name: "Default", kind: .appIcon)]))
    #expect(try facts(explain("Default", loose)) == ["ICON-137"])
  }

  /// ICON-036, ICON-111.
  @Test func generatedIPadKeyIsExplained() throws {
    let generated = try Packages.paint {
      $0["CFBundleIcons~ipad"] = ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]]
    }
    let explanation = try explain("night", model: .iPad, generated)
    #expect(explanation.key == "CFBundleIcons~ipad")
    #expect(explanation.declaredNames.isEmpty)
    #expect(facts(explanation) == ["ICON-036", "ICON-111"])
    #expect(try explain("night", generated).changes)
  }

  @Test func nestedFlatAndMisplacedShapesAreReported() throws {
    func facts(_ icons: PropertyListValue, _ name: String = "night") throws -> [FactID] {
      try self.facts(explain(name, Packages.paint { $0["CFBundleIcons"] = icons }))
    }
    #expect(try facts(["CFBundleAlternateIcons~ipad": ["night": [:]]]).contains("ICON-109"))
    #expect(try facts(["CFBundleIcons~ipad": ["CFBundleAlternateIcons": [:]]]).contains("ICON-109"))
    #expect(try facts(["CFBundleAlternateIcons": ["CFBundleIconFiles": ["night"]]]).contains("ICON-034"))
    #expect(try facts(["CFBundleAlternateIcons": ["CFBundlePrimaryIcon": [:]]]).contains("ICON-095"))
    #expect(try facts("text") == ["ICON-038"])
  }

  @Test func adviceEndsWithOneFact() throws {
    let shapes: [(icons: PropertyListValue?, fact: FactID)] = [
      (nil, "ICON-038"), ("text", "ICON-038"), ([:], "ICON-037"), (["CFBundleAlternateIcons": 1], "ICON-037"),
      (["CFBundleAlternativeIcons": [:]], "ICON-037"), (["CFBundleAlternateIcons": ["day": [:]]], "ICON-039"),
      (["CFBundleAlternateIcons": ["CFBundleIconFiles": ["a"]]], "ICON-034"),
    ]
    for (icons, fact) in shapes {
      let explanation = try explain("night", Packages.paint { $0["CFBundleIcons"] = icons })
      let advice = try #require(explanation.advice.first)
      #expect(advice.text.hasPrefix("Declare ") && advice.fact == fact, "\(advice)")
      #expect(explanation.advice.allSatisfy { !$0.text.contains("(ICON-") }, "\(explanation.advice)")
    }
  }

  @Test func misplacedMisspelledAndMissingFilesAreReported() throws {
    func advice(_ files: Packages.Files, entry: PropertyListValue = ["CFBundleIconFiles": ["a"]]) throws
      -> [IconExplanation.Advice]
    {
      let package = try Packages.make(
        ["CFBundleIdentifier": "com.example.a", "CFBundleIcons": ["CFBundleAlternateIcons": ["a": entry]]], files: files
      )
      let explanation = try explain("a", package)
      #expect(!explanation.changes)
      return explanation.advice
    }
    #expect(try advice([("icons/a@3x.png", 180)])[0].fact == "ICON-114")
    #expect(try advice([("Icons.bundle/a@3x.png", 180)])[0].fact == "ICON-126")
    #expect(try advice([("A@3x.png", 180)])[0].fact == "ICON-026")
    let missing = try advice([])[0]
    #expect(missing.fact == "ICON-112")
    #expect(missing.text.contains("a@3x.png, 180 × 180 px"))
    #expect(try advice([], entry: [:])[0].fact == "ICON-123")
    #expect(try advice([], entry: ["CFBundleIconName": "a"])[0].fact == "ICON-137")
  }

  @Test func tooSmallPictureIsReported() throws {
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.a",
        "CFBundleIcons": ["CFBundleAlternateIcons": ["a": ["CFBundleIconFiles": ["a"]]]],
      ],
      files: [("a.png", 60)])
    let explanation = try explain("a", package)
    #expect(explanation.changes)
    #expect(facts(explanation) == ["ICON-120"])
  }

  @Test func undeclaredSetIPhoneAppOnIPadAndOldVersionAreExplained() throws {
    let package = try Packages.make(
      ["CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1], "CFBundleIcons": [:]],
      catalog: AssetCatalog(sets: [AssetSet(name: "night", kind: .appIcon)]))
    #expect(try facts(explain("night", package)) == ["ICON-137"])
    #expect(try facts(explain("night", model: .iPad, package)) == ["ICON-176"])
    let old = try explain("night", os: "10.2", package)
    #expect(!old.apiExists && !old.changes)
    #expect(facts(old) == ["ICON-009"])
  }

  /// ICON-123.
  @Test func iconWithoutArtworkKeepsThePictureBeforeIOS11() throws {
    let package = try Packages.paint {
      $0["CFBundleIcons"] = [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]],
        "CFBundleAlternateIcons": ["lost": ["CFBundleIconFiles": ["lost"]]],
      ]
    }
    let explanation = try explain("lost", os: "10.3", package)
    #expect(!explanation.changes)
    #expect(explanation.places.first?.picture.source == .unchanged)
    #expect(explanation.places.first?.picture.file == "paint@3x.png")
    #expect(facts(explanation) == ["ICON-112"])
  }

  @Test func queryChangesNothingWhetherTheAppRunsOrNot() throws {
    let scene = try Scene()
    let count = scene.device.trace.count
    _ = try scene.app.explainIcon("night")
    #expect(scene.device.trace.count == count)
    #expect(try scene.app.iconName == nil)
    try scene.device.pressHome()
    #expect(try scene.app.explainIcon("night").advice.map(\.fact) == ["ICON-042"])
    try scene.device.uninstall(scene.app)
    #expect(simulatorError { _ = try scene.app.explainIcon("night") }?.code == .appNotInstalled)
  }
}
