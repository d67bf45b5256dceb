import AppPackages
import PropertyLists
import TestSupport
import Testing

/// All builds of an input.
@Suite struct AppBuildsTests {
  private let folder = TemporaryFolder()

  private func write(_ project: ProjectMaker, _ path: String) {
    folder.write("\(path)/\(project.name).xcodeproj/project.pbxproj", project.projectFile)
    for (file, bytes) in project.files { folder.write("\(path)/\(file)", bytes) }
  }

  private func builds(_ path: String, _ options: PackageOptions = PackageOptions()) throws -> AppBuilds {
    try AppPackage.builds(at: "\(folder.path)/\(path)", options: options)
  }

  private func titles(_ builds: AppBuilds) -> [String] {
    builds.packages.map {
      "\($0.build?.projectName ?? "-") \($0.build?.target ?? "-") \($0.build?.configuration ?? "-")"
    }
  }

  /// A project with a second app, a watch app and an App Clip; Debug has its own settings.
  private var project: ProjectMaker {
    var project = ProjectMaker()
    project.configurations = ["Debug", "Release"]
    project.targetSettings["PRODUCT_NAME"] = "Paint-$(CONFIGURATION)"
    for (id, name, type, sdk) in [
      ("T2", "Draw", "application", "iphoneos"), ("T3", "Wrist", "application", "watchos"),
      ("T4", "Clip", "application.on-demand-install-capable", "iphoneos"),
    ] {
      project.extraTargets.append(id)
      project.addObject(
        id, "PBXNativeTarget",
        [
          "name": .string(name), "productType": .string("com.apple.product-type.\(type)"),
          "buildConfigurationList": .string("C" + id), "buildPhases": ["R"],
        ])
      project.addObject(
        "C" + id, "XCConfigurationList",
        ["buildConfigurations": [.string("A" + id), .string("B" + id)], "defaultConfigurationName": "Release"])
      for (configuration, letter) in [("Debug", "A"), ("Release", "B")] {
        project.addObject(
          letter + id, "XCBuildConfiguration",
          [
            "name": .string(configuration),
            "buildSettings": ["SDKROOT": .string(sdk), "INFOPLIST_FILE": "App/\(configuration).plist".value],
          ])
      }
    }
    project.files["App/Debug.plist"] = Array(xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>").utf8)
    return project
  }

  /// An example, and an app one level deeper, are not checked with several apps.
  @Test func appsThatAreLeftOutAreNamed() throws {
    func named(_ name: String) -> ProjectMaker {
      var project = ProjectMaker()
      project.name = name
      return project
    }
    write(named("Bell"), "Many/Bell")
    write(named("Sample"), "Many/Sample")
    write(named("Deep"), "Many/Group/Deep")
    folder.write("Many/Group/Bad/Bad.xcodeproj/project.pbxproj", "{}")
    // Next to one app, they are not the user's.
    #expect(try builds("Many").notes.isEmpty)
    write(named("Clock"), "Many/Clock")
    let builds = try builds("Many")
    #expect(Set(builds.packages.compactMap(\.build?.projectName)) == ["Bell", "Clock"] && builds.failures.isEmpty)
    #expect(
      builds.notes.map(\.message) == [
        "2 projects here have apps for iPhone or iPad and are not checked: Group/Deep/Deep.xcodeproj and "
          + "Sample/Sample.xcodeproj"
      ])
  }

  /// All commands choose the same configuration.
  @Test(arguments: [
    (["Debug", "Release"], "Release"), (["Dev", "Prod"], "Prod"), (["Prod", "Dev"], "Prod"),
    (["Device", "Staging"], "Device"), (["Debug", "Beta"], "Debug"), (["Release (Beta)", "Store"], "Store"),
  ])
  func archivedConfigurationIsNotForDevelopers(names: [String], expected: String) throws {
    var project = ProjectMaker()
    project.configurations = names
    write(project, "Repo")
    #expect(try builds("Repo").archived.map(\.build?.configuration) == [expected])
    #expect(try AppPackage(contentsOf: "\(folder.path)/Repo").build?.configuration == expected)
  }

  @Test func appWithoutAnIconNextToAnotherProjectMayBeAHelper() throws {
    var main = ProjectMaker()
    main.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon"
    main.add("Media.xcassets", ["lastKnownFileType": "folder.assetcatalog"])
    main.files["Media.xcassets/AppIcon.appiconset/Contents.json"] = Array(
      #"{"images": [{"filename": "i.png", "idiom": "universal", "size": "1024x1024"}]}"#.utf8)
    main.files["Media.xcassets/AppIcon.appiconset/i.png"] = []
    write(main, "Both/main")
    var sample = ProjectMaker()
    sample.name = "Tool"
    write(sample, "Both/other")
    let builds = try builds("Both").packages.compactMap(\.build)
    #expect(builds.count == 2)
    for build in builds {
      #expect((build.iconDoubt == nil) == (build.projectName == "Paint"))
    }
    write(sample, "Alone")
    #expect(try self.builds("Alone").packages.allSatisfy { $0.build?.iconDoubt == nil })
  }

  @Test func allAppsAreBuiltInAllConfigurations() throws {
    write(project, "Repo")
    let builds = try builds("Repo")
    #expect(titles(builds) == ["Paint Paint Debug", "Paint Paint Release", "Paint Draw Debug"])
    #expect(builds.packages.map(\.name) == ["Paint-Debug", "Paint-Release", "Draw"])
  }

  @Test func buildWithoutInfoPlistFailsAlone() throws {
    write(project, "Repo")
    let failures = try builds("Repo").failures
    #expect(failures.map(\.target) == ["Draw"])
    #expect(failures.map(\.configuration) == ["Release"])
    #expect(failures.first?.error.kind == .noInfoPlist)
    #expect(failures.first?.error.location.line != nil)
  }

  @Test func optionsLimitTheBuilds() throws {
    write(project, "Repo")
    #expect(titles(try builds("Repo", PackageOptions(target: "Paint"))).count == 2)
    #expect(
      try titles(builds("Repo", PackageOptions(configuration: "Debug"))) == ["Paint Paint Debug", "Paint Draw Debug"])
    // An App Clip must be named.
    #expect(try titles(builds("Repo", PackageOptions(target: "Clip", configuration: "Debug"))) == ["Paint Clip Debug"])
    let unknown = #expect(throws: AppPackageError.self) { try builds("Repo", PackageOptions(configuration: "Beta")) }
    #expect(unknown?.kind == .noConfiguration)
    let noApp = #expect(throws: AppPackageError.self) { try builds("Repo", PackageOptions(target: "Wrist")) }
    #expect(noApp?.kind == .noTarget)
  }

  @Test func buildsDoNotAffectEachOther() throws {
    var project = project
    project.add("Words.strings")
    project.add("Missing.png")
    project.add("icon.png")
    project.files["words.strings"] = []
    project.files["icon.png"] = [1, 2, 3]
    write(project, "Repo")
    for package in try builds("Repo").packages {
      let build = try #require(package.build)
      let alone = try AppPackage(
        contentsOf: "\(folder.path)/Repo",
        options: PackageOptions(target: build.target, configuration: build.configuration))
      #expect(package.infoPlist == alone.infoPlist)
      #expect(package.resources == alone.resources)
      #expect(package.settings == alone.settings)
      #expect(package.warnings == alone.warnings)
      #expect(!package.warnings.isEmpty)
    }
  }

  @Test func allProjectsOfALevelExceptExamplesAreBuilt() throws {
    for (name, path) in [
      ("Paint", "Repo/one"), ("Draw", "Repo/two"), ("Sample", "Repo/examples"), ("Deep", "Repo/a/b"),
    ] {
      var project = ProjectMaker()
      project.name = name
      write(project, path)
    }
    let builds = try builds("Repo")
    #expect(Set(titles(builds)) == ["Paint Paint Release", "Draw Draw Release"])
    #expect(!builds.packages.contains { $0.warnings.contains { $0.code == .severalApps } })
  }

  @Test func brokenProjectFailsAlone() throws {
    write(ProjectMaker(), "Repo")
    folder.write("Repo/Bad.xcodeproj/project.pbxproj", "{ objects = ")
    let builds = try builds("Repo")
    #expect(titles(builds) == ["Paint Paint Release"])
    #expect(builds.failures.map(\.error.location.file) == ["Repo/Bad.xcodeproj/project.pbxproj"])
    #expect(builds.failures.first?.target == nil)
  }

  @Test func otherInputIsOneBuild() throws {
    folder.write("Old.app/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    #expect(try builds("Old.app").packages.map(\.origin) == [.builtApp])
    #expect(try builds("Old.app/Info.plist").packages.count == 1)
    let missing = #expect(throws: AppPackageError.self) { try builds("nowhere") }
    #expect(missing?.kind == .missing)
  }
}

extension String {
  fileprivate var value: PropertyListValue { .string(self) }
}
