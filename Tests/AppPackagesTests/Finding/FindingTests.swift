import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Opening the root of a repository.
@Suite struct FindingTests {
  private let folder = TemporaryFolder()

  private func write(_ project: ProjectMaker, _ path: String) {
    folder.write("\(path)/\(project.name).xcodeproj/project.pbxproj", project.projectFile)
    for (file, bytes) in project.files { folder.write("\(path)/\(file)", bytes) }
  }

  private func package(_ path: String, _ options: PackageOptions = PackageOptions()) throws -> AppPackage {
    try AppPackage(contentsOf: "\(folder.path)/\(path)", options: options)
  }

  private func failure(_ path: String) -> AppPackageError? {
    do throws(AppPackageError) {
      _ = try AppPackage(contentsOf: "\(folder.path)/\(path)")
      return nil
    } catch {
      return error
    }
  }

  private static func project(_ name: String, _ settings: PropertyListDictionary = [:]) -> ProjectMaker {
    var project = ProjectMaker()
    project.name = name
    project.targetSettings["PRODUCT_BUNDLE_IDENTIFIER"] = .string("com.example.\(name.lowercased())")
    for entry in settings.entries { project.targetSettings[entry.key] = entry.node.value }
    return project
  }

  // MARK: Platforms

  // ICON-213
  @Test func flutterRootMeansItsIOSProject() throws {
    write(Self.project("Runner"), "App/ios")
    var mac = Self.project("Runner", ["SDKROOT": "macosx", "MACOSX_DEPLOYMENT_TARGET": "11.0"])
    mac.targetSettings["PRODUCT_BUNDLE_IDENTIFIER"] = "com.example.mac"
    write(mac, "App/macos")
    folder.write("App/pubspec.yaml", "name: app")
    let package = try package("App")
    #expect(package.bundleIdentifier == "com.example.runner")
    #expect(!package.warnings.contains { $0.code == .severalApps })
    // The file of a project is missing: git ignores what the framework generates.
    folder.write("App/tvos/Runner.xcodeproj/project.xcworkspace/contents.xcworkspacedata", "<Workspace/>")
    #expect(try AppPackage.builds(at: "\(folder.path)/App").failures.isEmpty)
  }

  @Test(
    arguments: [
      (["SDKROOT": "macosx"], "macOS"), (["SDKROOT": "watchos"], "watchOS"), (["SDKROOT": "appletvos17.0"], "tvOS"),
      (["SDKROOT": "auto", "SUPPORTED_PLATFORMS": "xros xrsimulator"], "visionOS"),
      (["SDKROOT": "auto", "SUPPORTED_PLATFORMS": "appletvos macosx"], "macOS, tvOS"),
    ] as [([String: String], String)])
  func appForOtherPlatformsIsNotAnIPhoneApp(_ settings: [String: String], _ title: String) {
    let dictionary = PropertyListDictionary(settings.map { ($0.key, .string($0.value)) })
    write(Self.project("Paint", dictionary), "Other")
    let error = failure("Other")
    #expect(error?.kind == .noTarget)
    #expect(
      error?.message == "no project here has an app for iPhone or iPad: Paint.xcodeproj: “Paint” (\(title))")
    #expect(failure("Other/Paint.xcodeproj")?.hint == "its apps: “Paint” (\(title))")
  }

  @Test(
    arguments: [
      ["SDKROOT": "iphoneos"], ["SDKROOT": "macosx", "SUPPORTED_PLATFORMS": "iphoneos iphonesimulator macosx"],
      ["SDKROOT": "auto", "SUPPORTED_PLATFORMS": "iphonesimulator"], ["SDKROOT": "$(MADE_ELSEWHERE)"], [:],
    ] as [[String: String]])
  func multiplatformAppIsAnIPhoneApp(_ settings: [String: String]) throws {
    write(Self.project("Paint", PropertyListDictionary(settings.map { ($0.key, .string($0.value)) })), "Multi")
    #expect(try package("Multi").bundleIdentifier == "com.example.paint")
  }

  @Test func conditionalSettingsDecideToo() throws {
    let mac = Self.project("Paint", ["SUPPORTED_PLATFORMS": "macosx", "SUPPORTED_PLATFORMS[config=Debug]": "iphoneos"])
    write(mac, "Conditional")
    #expect(failure("Conditional")?.kind == .noTarget)
    var debug = mac
    debug.configurations = ["Debug", "Release"]
    write(debug, "Conditional")
    #expect(try package("Conditional", PackageOptions(configuration: "Debug")).name == "Paint")
  }

  // MARK: Choosing a project

  @Test func projectNamedLikeTheFolderIsChosen() throws {
    write(Self.project("Aaa"), "paint-ios/Aaa")
    write(Self.project("Paint"), "paint-ios/Paint")
    write(Self.project("Zzz"), "paint-ios/Examples/Zzz")
    let package = try package("paint-ios")
    #expect(package.name == "Paint")
    let note = try #require(package.warnings.first)
    #expect(note.code == .severalApps && note.severity == .note)
    #expect(note.message == "2 projects here have apps for iPhone or iPad; using Paint/Paint.xcodeproj")
    #expect(note.hint == "open another by its path: \(folder.path)/paint-ios/Aaa/Aaa.xcodeproj")
  }

  @Test func exampleIsChosenIfThereIsNothingElse() throws {
    write(Self.project("Demo"), "Library/Example")
    folder.write("Library/Package.swift", "// swift-tools-version:6.0")
    #expect(try package("Library").name == "Demo")
  }

  /// A project of a tool comes last, but the note names it.
  @Test func appIsChosenBeforeTheProjectOfATool() throws {
    write(Self.project("Aaa"), "Repo/tool/Aaa")
    write(Self.project("Zzz"), "Repo/apps/one/Zzz")
    let package = try package("Repo")
    #expect(package.name == "Zzz")
    #expect(package.warnings.first?.hint?.contains("tool/Aaa") == true)
  }

  /// If only examples or tools have a project, notes name the specification of an app and the limit of the search.
  @Test func notesNameWhatIsLeftOutNextToExamples() throws {
    write(Self.project("Aaa"), "Mono/tools/Aaa")
    folder.write("Mono/js/ios/app.yaml", "name: App\ntargets:\n  App:\n    type: application\n")
    let notes = try package("Mono").warnings.filter { $0.code == .severalApps }.map(\.message)
    #expect(notes == ["js/ios/app.yaml, an XcodeGen specification, makes another app"])
    write(Self.project("Deep"), "Mono/a/b/c/d/e")
    let more = try package("Mono").warnings.filter { $0.code == .severalApps }.map(\.message)
    #expect(more.last == "projects more than 4 levels below the folder are not searched")
  }

  @Test func dependencyFoldersAreSkipped() {
    for path in ["Pods/A", "node_modules/b/ios", "Carthage/Checkouts/C", ".build/D"] {
      write(Self.project("Paint"), "Foreign/\(path)")
    }
    #expect(failure("Foreign")?.kind == .noInfoPlist)
  }

  /// A folder of sources alone is not the app.
  @Test(arguments: ["App/Code", "App/Code/iOS", "App/Code/."])
  func projectAboveAFolderOfSourcesIsNamed(path: String) {
    let plist = xml("<dict><key>CFBundleIdentifier</key><string>com.example.a</string></dict>")
    folder.write("App/Code/Supporting Files/Info.plist", plist)
    folder.write("App/Code/iOS/Supporting Files/Info.plist", plist)
    #expect(
      failure(path)?.hint?.hasPrefix("open \(folder.path)/\(path)/") == true, "\(String(describing: failure(path)))")
    write(Self.project("Paint"), "App")
    #expect(failure(path)?.hint?.hasSuffix("Paint.xcodeproj, the Xcode project above this folder") == true)
    write(Self.project("Other"), "App")
    #expect(failure(path)?.hint?.contains("xcodeproj") == false)
  }

  // MARK: Ungenerated projects

  @Test(arguments: [
    ("project.yml", "an XcodeGen specification", "run `xcodegen generate`, then"),
    ("Project.swift", "a Tuist project", "run `tuist install && tuist generate --no-open`, then"),
    ("Workspace.swift", "a Tuist project", "run `tuist install && tuist generate --no-open`, then"),
    ("app.config.ts", "an Expo or React Native configuration", "run `npx expo prebuild --platform ios`, then"),
    ("pubspec.yaml", "a Flutter project", "run `flutter create --platforms=ios .`, then"),
    ("capacitor.config.ts", "a Capacitor project", "run `npx cap add ios`, then"),
    ("CMakeLists.txt", "a CMake project", "run `cmake -G Xcode -B build -DCMAKE_SYSTEM_NAME=iOS`, then"),
    ("ProjectSettings/ProjectVersion.txt", "a Unity project", "open the Xcode project that Unity writes"),
    ("MODULE.bazel", "a Bazel project", "run `bazel build //PATH/TO:APP`, then"),
  ])
  func commandThatGeneratesAProjectIsSuggested(_ file: String, _ title: String, _ hint: String) {
    folder.write("Root/\(file)", #"if(IOS) "cordova""#)
    // Other files may be there.
    folder.write("Root/GoogleService-Info.plist", xml("<dict><key>API_KEY</key><string>x</string></dict>"))
    folder.write("Root/App/Info.plist", xml("<dict><key>CFBundleName</key><string>x</string></dict>"))
    folder.write("Root/package.json", "{\"@capacitor/ios\": \"7\"}")
    let error = failure("Root")
    #expect(error?.kind == .noInfoPlist)
    #expect(error?.message == "there is no Xcode project for iPhone or iPad; there is \(title), \(file)")
    #expect(error?.hint?.hasPrefix(hint) == true)
  }

  /// Each command must work in the folder: the package of the platform, Cordova's own file, and a plugin of Flutter.
  @Test func commandThatCannotWorkIsNotSuggested() {
    folder.write("Web/capacitor.config.ts", "x")
    folder.write("Web/package.json", "{\"@capacitor/core\": \"7\"}")
    #expect(failure("Web")?.hint?.hasPrefix("run `npm install @capacitor/ios@7 && npx cap add ios`, then") == true)
    for (file, tool) in [("yarn.lock", "yarn"), ("pnpm-lock.yaml", "pnpm"), ("bun.lockb", "bun")] {
      folder.write("With-\(tool)/capacitor.config.ts", "x")
      folder.write("With-\(tool)/package.json", "{\"@capacitor/core\": \"7\"}")
      folder.write("With-\(tool)/\(file)", "x")
      #expect(failure("With-\(tool)")?.hint?.hasPrefix("run `\(tool) add @capacitor/ios@7 && npx cap add") == true)
    }
    // Cordova stops without its file, whatever Ionic's own file says.
    folder.write("Ionic/ionic.config.json", "{\"cordova\": {}}")
    #expect(failure("Ionic")?.message.contains("Cordova") == false)
    folder.write("Plugin/pubspec.yaml", "name: x\nflutter:\n\n  # A plugin.\n  plugin:\n    platforms:\n")
    #expect(failure("Plugin")?.message.contains("Flutter") == false)
    folder.write("Plugin/example/pubspec.yaml", "name: x\nflutter:\n  assets:\n    - plugin: x\n")
    #expect(failure("Plugin")?.hint?.hasPrefix("run `flutter create --platforms=ios .` in example, then") == true)
  }

  /// The Info.plist of an app that only previews parts of the app does not say whether the app has scenes.
  @Test(arguments: [("Mail", true), ("MailPreview", false), ("MailDemo", false)])
  func sceneManifestIsThatOfTheApp(target: String, isFound: Bool) {
    folder.write("Root/project.yml", "targets:\n  A:\n    type: application\n    info: \(target)/Info.plist\n")
    folder.write("Root/\(target)/Info.plist", "<key>UISceneDelegateClassName</key>")
    #expect(failure("Root")?.message.contains("names a scene delegate") == isFound)
  }

  @Test func cMakeProjectOfOtherSystemsIsNoApp() {
    folder.write("Tool/CMakeLists.txt", "project(scenarios)")
    #expect(failure("Tool")?.message.contains("CMake") == false)
  }

  @Test func specificationBelowTheRootIsRunInItsFolder() {
    folder.write("Multi/apple/project.yml", "name: x")
    folder.write("Multi/server/CMakeLists.txt", "x")
    #expect(failure("Multi")?.hint?.hasPrefix("run `xcodegen generate` in apple, then") == true)
  }

  /// XcodeGen takes any name, and the specification of a library is not the app's.
  @Test func specificationOfAnAppIsPreferred() {
    let app = "name: mail\ntargets:\n  mail:\n    type: \"application\"\n"
    folder.write("Many/sdk/project.yml", "name: sdk\ntargets:\n  sdk:\n    type: framework.static\n")
    #expect(failure("Many")?.hint?.hasPrefix("run `xcodegen generate` in sdk, then") == true)
    folder.write("Many/mobile/mail-project.yml", app)
    folder.write("Many/mobile/calendar-project.yml", app)
    folder.write("Many/mobile/common.yml", "targets:\n  x:\n    type: application\n")
    folder.write("Many/mobile/ci.yml", "name: application\njobs: x\n")
    let error = failure("Many")
    #expect(error?.message.hasSuffix("an XcodeGen specification, mobile/calendar-project.yml") == true)
    #expect(
      error?.hint == "run `xcodegen generate --spec calendar-project.yml` in mobile (or with mail-project.yml), "
        + "then open the .xcodeproj that it writes")
    folder.write(
      "Many/mobile/All.xcworkspace/contents.xcworkspacedata",
      "<Workspace><FileRef location=\"group:../sdk/sdk.xcodeproj\"/></Workspace>")
    folder.makeFolder("Many/.git")
    let missing = failure("Many/mobile/All.xcworkspace")
    #expect(missing?.message == "projects of the workspace are missing: ../sdk/sdk.xcodeproj")
    #expect(missing?.hint?.hasPrefix("run `xcodegen generate --spec calendar-project.yml` (or") == true)
  }

  /// An app that an included file describes counts, and the app that runs a framework's tests does not.
  @Test func specificationOfAFrameworkIsNotTheApps() {
    let kit = "targets:\n  Core:\n    type: framework\n  CoreTester:\n    settings: {}\n    type: application\n"
    folder.write("School/Core/project.yml", "name: Core\n\(kit)")
    #expect(failure("School")?.hint?.hasPrefix("run `xcodegen generate` in Core, then") == true)
    for app in ["Student", "Teacher"] {
      folder.write("School/\(app)/project.yml", "name: \(app)\ninclude:\n  - ./\(app)/app.yml\n  - path: x.yml\nx: y\n")
      folder.write("School/\(app)/\(app)/app.yml", "targets:\n  # The app.\n  \(app):\n    type: application\n")
    }
    #expect(failure("School")?.hint?.hasPrefix("run `xcodegen generate` in Student (or in Teacher), then") == true)
    // An app may have a framework, and one that is a demo may be alone.
    for app in ["App", "Demo"] {
      let framework = app == "App" ? "  Kit:\n    type: framework\n" : ""
      folder.write("\(app)/Core/project.yml", "name: Core\n\(kit)")
      folder.write("\(app)/Own/project.yml", "targets:\n\(framework)  \(app):\n    type: application\n")
      #expect(failure(app)?.hint?.hasPrefix("run `xcodegen generate` in Own, then") == true, "\(app)")
    }
  }

  @Test(arguments: ["Packages/Kit/Tests/Host", "Example", "Packages/Kit"])
  func projectOfAPartIsNotTheAppOfASpecification(place: String) throws {
    write(Self.project("Host"), "Wallet/\(place)")
    #expect(try package("Wallet").name == "Host")
    let specification = "name: Wallet\ntargets:\n  Wallet:\n    type: application\n"
    folder.write("Wallet/project.yml", specification)
    folder.makeFolder("Wallet/Wallet.xcodeproj/project.xcworkspace")
    let error = failure("Wallet")
    #expect(error?.kind == .noInfoPlist && error?.hint?.hasPrefix("run `xcodegen generate`, then") == true)
    #expect(error?.message.contains("Host.xcodeproj: an example, a test or part of a package)") == true)
    // A library has only its example.
    folder.write("Wallet/project.yml", specification.replacing("application", with: "framework"))
    #expect(try package("Wallet").name == "Host")
    folder.write(
      "Wallet/project.yml", "name: Kit\ntargets:\n  Kit:\n    type: framework\n  Demo:\n    type: application\n")
    #expect(try package("Wallet").name == "Host")
    // The project was generated.
    folder.write("Wallet/project.yml", specification)
    write(Self.project("Wallet"), "Wallet")
    #expect(try package("Wallet").name == "Wallet")
  }

  @Test func projectNextToAToolIsTheApp() throws {
    write(Self.project("Paint"), "Tool/ios")
    folder.write("Tool/project.yml", "name: Tool\ntargets:\n  Tool:\n    type: application\n")
    #expect(try package("Tool").name == "Paint")
  }

  @Test func oldTuistFetches() {
    folder.write("Tuist3/Project.swift", "x")
    folder.write("Tuist3/Tuist/Dependencies.swift", "x")
    #expect(failure("Tuist3")?.hint?.hasPrefix("run `tuist fetch && tuist generate --no-open`, then") == true)
    folder.write("Tuist3/.tuist-version", "2.6.0")
    #expect(failure("Tuist3")?.hint?.hasPrefix("run `tuist dependencies fetch && tuist generate`, then") == true)
    folder.delete("Tuist3/.tuist-version")
    folder.write("Tuist1/Project.swift", "let all = [CustomConfiguration.debug(name: \"debug\")]")
    #expect(failure("Tuist1")?.hint?.hasPrefix("run `tuist generate`, then") == true)
    for (file, text, command) in [
      (".tuist-version", "1.8.0", "tuist generate"),
      (".tool-versions", "ruby 3.1\ntuist 3.2\n", "tuist generate --no-open"),
      ("mise.toml", "[tools]\n\"tuist\" = \"4.1\"\n", "tuist install && tuist generate --no-open"),
      ("mise.toml", "[tools]\nnode = \"1\"\n", "tuist install && tuist generate --no-open"),
    ] {
      folder.write("Tuist\(command.count)\(file)/Project.swift", "x")
      folder.write("Tuist\(command.count)\(file)/\(file)", text)
      #expect(failure("Tuist\(command.count)\(file)")?.hint?.hasPrefix("run `\(command)`, then") == true, "\(text)")
    }
    // The file of version 3 is left over.
    folder.write("Tuist3/Tuist/Package.swift", "x")
    #expect(failure("Tuist3")?.hint?.hasPrefix("run `tuist install && tuist generate --no-open`, then") == true)
  }

  @Test func propertyListNextToAProjectForTheMacIsNotAnApp() {
    var mac = Self.project("Mac")
    mac.targetSettings["SDKROOT"] = "macosx"
    write(mac, "MacOnly")
    folder.write("MacOnly/Old-Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    #expect(failure("MacOnly")?.kind == .noTarget)
  }

  @Test func appJSONBelowTheRootIsRead() {
    folder.write("Web/site/app.json", #"{"name": "heroku"}"#)
    #expect(failure("Web")?.message.contains("or up to 4 levels below it") == true)
    folder.write("Web/mobile/app.json", #"{"expo": {}}"#)
    #expect(failure("Web")?.hint?.hasPrefix("run `npx expo prebuild --platform ios` in mobile") == true)
  }

  // MARK: Property lists

  @Test func onlyAppInfoPlistsCount() throws {
    let firebase = xml("<dict><key>BUNDLE_ID</key><string>com.example</string></dict>")
    folder.write("Lists/GoogleService-Info.plist", firebase)
    #expect(failure("Lists")?.message.hasPrefix("there is no Xcode project, built .app or Info.plist") == true)
    let error = failure("Lists/GoogleService-Info.plist")
    #expect(error?.kind == .unsupportedInput)
    #expect(error?.message == "this property list has none of the keys of an app")
    folder.write("Lists/Share-Info.plist", xml("<dict><key>NSExtension</key><dict/></dict>"))
    folder.write("Lists/Paint-Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    #expect(try package("Lists").infoPlistFile == "Lists/Paint-Info.plist")
    // A named property list is opened, and its kind is reported.
    let extended = try package("Lists/Share-Info.plist")
    #expect(extended.warnings.first?.message == "this is the Info.plist of an app extension, not of an app")
  }

  @Test func infoPlistOfAProjectIsReported() throws {
    write(Self.project("Paint"), "Repo")
    folder.write("Repo/App/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    let note = try #require(try package("Repo/App/Info.plist").warnings.first)
    #expect(note.code == .partOfProject)
    #expect(
      note.message
        == "this is the Info.plist of the target “Paint” of \(folder.path)/Repo/Paint.xcodeproj, which was not read")
    #expect(note.hint?.hasPrefix("open \(folder.path)/Repo/Paint.xcodeproj: ") == true)
    folder.write("Repo/Other/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    #expect(try !package("Repo/Other/Info.plist").warnings.contains { $0.code == .partOfProject })
    let spec = "name: Paint\ntargets:\n  Paint:\n    type: application\n    platform: iOS\n"
    folder.write("Generated/project.yml", spec)
    folder.write("Generated/App/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    let generated = try #require(try package("Generated/App/Info.plist").warnings.first)
    #expect(generated.code == .partOfProject)
    #expect(
      generated.message.hasPrefix("\(folder.path)/Generated/project.yml, an XcodeGen specification, may build this"))
    folder.write("Generated/project.yml", "\(spec)    info: { path: App/Info.plist }\n")
    #expect(try package("Generated/App/Info.plist").warnings.first?.message.contains(", builds this") == true)
    folder.makeFolder("Generated/Paint.xcodeproj/xcshareddata")
    #expect(try package("Generated/App/Info.plist").warnings.first?.code == .partOfProject)
    // A library's specification builds no app.
    folder.write("Generated/project.yml", spec.replacing("application", with: "framework"))
    #expect(try !package("Generated/App/Info.plist").warnings.contains { $0.code == .partOfProject })
    // A checkout ends at its root; folders above it are not read.
    folder.makeFolder("Repo/App/.git")
    #expect(try !package("Repo/App/Info.plist").warnings.contains { $0.code == .partOfProject })
  }

  // MARK: Skipped folders

  @Test func brokenProjectIsNotSilentlyReplacedByAnExample() throws {
    folder.write("Merge/App.xcodeproj/project.pbxproj", "<<<<<<< HEAD\n{}")
    write(Self.project("Demo"), "Merge/Example")
    #expect(failure("Merge")?.message == "the file has an unresolved merge conflict")
    // A less likely project does not prevent the other from being opened.
    write(Self.project("Paint"), "Well")
    folder.write("Well/Old.xcodeproj/project.pbxproj", "{}")
    let package = try package("Well")
    #expect(package.name == "Paint")
    #expect(
      package.warnings.first?.message
        == "Old.xcodeproj cannot be read, so another project was used: the project file has no objects")
    folder.write("Both/A.xcodeproj/project.pbxproj", "{}")
    folder.write("Both/B.xcodeproj/project.pbxproj", "{}")
    #expect(failure("Both")?.message == "the project file has no objects")
  }

  @Test func likeliestOfManyProjectsAreOpened() throws {
    for number in 10..<60 { write(Self.project("P\(number)"), "many/p\(number)") }
    write(Self.project("Many"), "many/zzz")
    let note = try #require(try package("many").warnings.first { $0.code == .severalApps })
    #expect(
      note.message
        == "40 projects here have apps for iPhone or iPad; using zzz/Many.xcodeproj; 11 more projects were not checked"
    )
  }

  @Test func wordInsideANameDoesNotMarkAnExample() throws {
    write(Self.project("Contest"), "Repo/Contest")
    write(Self.project("HelperTests"), "Repo/A")
    #expect(try package("Repo").name == "Contest")
    write(Self.project("Demo"), "Demo/Demo")
    write(Self.project("Other"), "Demo/Other")
    #expect(try package("Demo").name == "Demo")
  }

  @Test func requestedTargetSelectsTheProject() throws {
    write(Self.project("A"), "two/A")
    write(Self.project("B"), "two/B")
    #expect(try package("two", PackageOptions(target: "B")).build?.target == "B")
    #expect(try package("two", PackageOptions(target: "A")).build?.target == "A")
  }

  @Test func appClipIsOpenedByItsTarget() throws {
    var clip = Self.project("Clip")
    clip.targetFields["productType"] = "com.apple.product-type.application.on-demand-install-capable"
    write(clip, "clips")
    #expect(failure("clips")?.hint == "to open an App Clip, select its target: --target NAME")
    #expect(try package("clips", PackageOptions(target: "Clip")).build?.target == "Clip")
  }

  @Test func workspaceInTheFolderSelectsTheProject() throws {
    write(Self.project("Aaa"), "Repo")
    write(Self.project("Real"), "Repo/deep/er/than/any/search/goes")
    folder.write(
      "Repo/All.xcworkspace/contents.xcworkspacedata",
      "<Workspace><FileRef location=\"group:deep/er/than/any/search/goes/Real.xcodeproj\"/></Workspace>")
    #expect(try package("Repo").name == "Real")
  }

  // MARK: Misleading names

  @Test func checkoutMayBeNamedLikeAnApp() throws {
    write(Self.project("Paint"), "Paint.app")
    #expect(try package("Paint.app").origin == .xcodeProject)
    folder.write("Gen.app/project.yml", "name: x")
    folder.write("Gen.app/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    #expect(failure("Gen.app")?.hint?.hasPrefix("run `xcodegen generate`") == true)
    write(Self.project("Paint"), "Kit.framework")
    #expect(try package("Kit.framework").origin == .xcodeProject)
  }

  @Test(arguments: ["config.xml", "capacitor.config.json", "app.json", "BUILD", "CMakeLists.txt"])
  func filesCopiedIntoABundleDoNotMakeItACheckout(_ file: String) throws {
    let plist = xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>")
    for name in ["Built.app", "Plain"] {
      folder.write("\(name)/Info.plist", plist)
      folder.write("\(name)/\(file)", "x")
    }
    #expect(try package("Built.app").origin == .builtApp)
    #expect(try package("Plain").origin == .infoPlist)
  }

  /// Cordova takes a folder for a project only if it has `www`.
  @Test func cordovaNeedsAFolderForTheWebPart() throws {
    folder.write("Web/config.xml", "<widget/>")
    #expect(failure("Web")?.hint?.hasPrefix("run `mkdir -p www && cordova platform add ios`") == true)
    folder.makeFolder("Web/www")
    #expect(failure("Web")?.hint?.hasPrefix("run `cordova platform add ios`") == true)
  }

  @Test func builtAppMayLackItsExtension() throws {
    folder.write("Copied/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>"))
    #expect(try package("Copied").origin == .infoPlist)
    folder.write("Copied/_CodeSignature/CodeResources", "x")
    #expect(try package("Copied").origin == .builtApp)
  }

  // MARK: Beyond the folder

  @Test func projectPathsStayInTheirCheckout() throws {
    var project = Self.project("Paint")
    project.add("../shared/a.png")
    project.add("../../outside.png")
    write(project, "Clone/ios")
    folder.write("Clone/shared/a.png", "x")
    folder.write("outside.png", "x")
    // Without a checkout around it, only the named folder is read.
    let narrow = try package("Clone/ios")
    #expect(narrow.resources.isEmpty && narrow.infoPlistFile == "ios/App/Info.plist")
    folder.makeFolder("Clone/.git")
    for path in ["Clone/ios", "Clone/ios/Paint.xcodeproj"] {
      let package = try package(path)
      #expect(package.resources.map(\.path) == ["a.png"], "\(path)")
      #expect(
        package.warnings.first?.message
          == "paths of the project are outside of ios: the files in Clone were read, too")
      #expect(
        package.warnings.first { $0.code == .outsideOfProject }?.message
          == "“../../outside.png” is outside of Clone and is not read")
    }
  }
}
