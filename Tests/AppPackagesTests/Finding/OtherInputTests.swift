import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Inputs that are not Xcode projects for iPhone and iPad: .NET apps, skeletons of projects, apps for other systems.
@Suite struct OtherInputTests {
  private let folder = TemporaryFolder()

  private func package(_ path: String) throws -> AppPackage { try AppPackage(contentsOf: "\(folder.path)/\(path)") }

  private func failure(_ path: String) -> AppPackageError? {
    do throws(AppPackageError) {
      _ = try AppPackage(contentsOf: "\(folder.path)/\(path)")
      return nil
    } catch {
      return error
    }
  }

  // MARK: .NET

  private static func plist(_ content: String = "") -> String {
    xml(
      "<dict><key>CFBundleIdentifier</key><string>com.example.paint</string>\(content)<key>UIDeviceFamily</key>"
        + "<array><integer>1</integer><integer>2</integer></array></dict>")
  }

  private func write(
    _ project: String, at path: String = "App/Paint.csproj", sets: [String] = ["Day", "Night", "Dusk"]
  ) {
    let folderPath = path.split(separator: "/").dropLast().joined(separator: "/")
    folder.write(path, "<Project Sdk=\"Microsoft.NET.Sdk\">\(project)</Project>")
    for set in sets {
      folder.write(
        "\(folderPath)/Assets.xcassets/\(set).appiconset/Contents.json",
        #"{"images": [{"filename": "a.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"}]}"#)
      folder.write("\(folderPath)/Assets.xcassets/\(set).appiconset/a.png", "?")
    }
  }

  private static let exe = """
    <PropertyGroup><TargetFramework>net9.0-ios</TargetFramework><OutputType>Exe</OutputType><AppIcon>Day</AppIcon></PropertyGroup>
    """

  private func alternates(_ package: AppPackage, _ key: String = "CFBundleIcons~ipad") -> [String] {
    package.infoPlist.value(at: key, "CFBundleAlternateIcons")?.dictionary?.keys.sorted() ?? []
  }

  // ICON-280
  @Test func dotNetProjectDeclaresAlternates() throws {
    write(Self.exe + #"<ItemGroup><AlternateAppIcon Include="Night" /></ItemGroup>"#)
    folder.write("App/Info.plist", Self.plist())
    for path in ["", "App", "App/Info.plist"] {
      let package = try package(path)
      #expect(package.isDotNet && alternates(package) == ["Night"], "\(path)")
      #expect(
        package.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconName")?.string == "Day")
      let note = try #require(package.warnings.first { $0.code == .dotNetApp })
      #expect(note.severity == .note && note.message.contains("AlternateAppIcon declares “Night”"))
    }
  }

  // ICON-280
  @Test(arguments: [
    ("net8.0-android", false), ("net8.0;net8.0-android", false), ("net8.0-android;net8.0-ios", true),
    ("$(AppFrameworks)", true), ("$(TargetFrameworks);net8.0-android", false),
  ])
  func mauiProjectNeedsAFrameworkForIOS(frameworks: String, isForIOS: Bool) throws {
    write(
      "<PropertyGroup><TargetFrameworks>\(frameworks)</TargetFrameworks><OutputType>Exe</OutputType>"
        + "<UseMaui>true</UseMaui></PropertyGroup>", at: "Maui/Maui.csproj")
    folder.write("Maui/Platforms/iOS/Info.plist", Self.plist())
    #expect((try? package("Maui"))?.isDotNet ?? false == isForIOS)
  }

  // ICON-280
  @Test func otherDotNetLayoutsAreRead() throws {
    write(
      "<PropertyGroup><TargetFrameworks>net8.0-android;net8.0-ios</TargetFrameworks><OutputType>Exe</OutputType><UseMaui>true</UseMaui>"
        + "<IncludeAllAppIcons>true</IncludeAllAppIcons></PropertyGroup><ItemGroup><MauiIcon Include=\"Resources\\AppIcon\\paint.svg\" />"
        + "</ItemGroup>", at: "Maui/Maui.csproj")
    folder.write("Maui/Platforms/iOS/Info.plist", Self.plist())
    folder.write("Maui/Platforms/Android/Resources/values/colors.xml", "<resources/>")
    let maui = try package("Maui")
    #expect(maui.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconName")?.string == "paint")
    #expect(alternates(maui) == ["Day", "Dusk", "Night"])
    let start =
      "<PropertyGroup><TargetFrameworks>net9.0-ios</TargetFrameworks><OutputType>Exe</OutputType><UseMaui>true</UseMaui></PropertyGroup>"
    let system = "$([MSBuild]::GetTargetPlatformIdentifier('$(TargetFramework)'))"
    for (number, items) in [
      "<ItemGroup><MauiIcon Include=\"a.svg\" Condition=\"\(system) != 'ios'\" /><MauiIcon Include=\"Paint.svg\" Condition=\"\(system) == 'ios'\" /></ItemGroup>",
      "<ItemGroup Condition=\"$(TargetFramework.Contains('-android'))\"><MauiIcon Include=\"a.svg\" /></ItemGroup><ItemGroup><MauiIcon Include=\"Paint.svg\" /></ItemGroup>",
      "<ItemGroup><MauiIcon Include=\"Paint.svg\" Condition=\"!$(TargetFramework.Contains('-android'))\" /><MauiIcon Include=\"b.svg\" Condition=\"$(X) == 1\" /></ItemGroup>",
    ].enumerated() {
      write(start + items, at: "Maui\(number)/Maui.csproj")
      folder.write(
        "Maui\(number)/Platforms/iOS/Info.plist",
        Self.plist("<key>XSAppIconAssets</key><string>Assets.xcassets/paint.appiconset</string>"))
      let names = try package("Maui\(number)").catalog?.sets.filter { $0.kind == .appIcon }.map(\.name) ?? []
      #expect(names.contains("paint") && !names.contains("a") && !names.contains("Paint"), "\(names)")
    }
    // The older location of the primary icon.
    write(
      #"<PropertyGroup><OutputType>Exe</OutputType></PropertyGroup><Import Project="$(X)\Xamarin.iOS.CSharp.targets" />"#,
      at: "Old/Old.csproj")
    folder.write(
      "Old/Info.plist", Self.plist("<key>XSAppIconAssets</key><string>Assets.xcassets/Dusk.appiconset</string>"))
    let old = try package("Old/Info.plist")
    #expect(old.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconName")?.string == "Dusk")
    let own = try package("Old").warnings.first { $0.code == .dotNetApp }
    #expect(own?.message == "this is a Xamarin.iOS app: Old.csproj builds it, and Xcode 15 is the last that can")
    #expect(own?.hint?.contains("AlternateAppIcon") == false)
    #expect(XcodeChoice(of: old).text == "Xcode 15 (the last for Xamarin.iOS)")
    #expect(XcodeChoice(of: old, given: XcodeVersion(26)).text == "Xcode 26 (--xcode)")
    let note = try package(".").warnings.first { $0.code == .dotNetApp }
    #expect(note?.message.contains("; not checked: ") == true && note?.message.contains("Old/Old.csproj") == true)
  }

  /// An empty identifier counts as missing: the build sets it.
  @Test(arguments: ["", "<key>CFBundleIdentifier</key><string></string>"])
  func projectHasTheIdentifier(written: String) throws {
    folder.write(
      "App/Info.plist", xml("<dict>\(written)<key>UIDeviceFamily</key><array><integer>1</integer></array></dict>"))
    func package(_ identifier: String) throws -> AppPackage {
      write(Self.exe + "<PropertyGroup>\(identifier)</PropertyGroup>")
      return try self.package("App")
    }
    let known = try package("<ApplicationId>com.example.dotnet</ApplicationId>")
    #expect(known.bundleIdentifier == "com.example.dotnet")
    #expect(!known.warnings.contains { $0.code == .noBundleIdentifier })
    for unknown in ["", "<ApplicationId></ApplicationId>", "<ApplicationId>$(Prefix).app</ApplicationId>"] {
      let note = try #require(try package(unknown).warnings.first { $0.code == .noBundleIdentifier }, "\(unknown)")
      #expect(note.hint?.contains("ApplicationId") == true)
    }
  }

  @Test(arguments: [
    "<PropertyGroup><TargetFramework>net9.0-ios</TargetFramework></PropertyGroup>",
    "<PropertyGroup><TargetFramework>net9.0</TargetFramework><OutputType>Exe</OutputType></PropertyGroup>",
    "<PropertyGroup><TargetFramework>net9.0-ios", "", "<<<",
  ])
  func otherDotNetProjectsAreNotApps(project: String) throws {
    write(project)
    folder.write("App/Info.plist", Self.plist())
    #expect(try !package("App").isDotNet)
  }

  /// The Xcode project next to a .NET app builds its widget, and needs an app around it.
  @Test func widgetStubIsNotTheApp() throws {
    var stub = ProjectMaker()
    stub.name = "Widget"
    folder.write("Widget/Widget.xcodeproj/project.pbxproj", stub.projectFile)
    for (file, bytes) in stub.files { folder.write("Widget/\(file)", bytes) }
    #expect(try !package("").isDotNet)
    write(Self.exe)
    folder.write("App/Info.plist", Self.plist())
    #expect(try package("").isDotNet)
  }

  // MARK: Generated projects

  @Test(arguments: [("project.yml", "xcodegen generate"), ("Project.swift", "tuist generate")])
  func skeletonNamesItsGenerator(file: String, command: String) {
    folder.write("Demo/\(file)", "name: Demo")
    folder.write("Demo/Demo.xcodeproj/xcshareddata/xcschemes/Demo.xcscheme", "<Scheme/>")
    for path in ["Demo", "Demo/Demo.xcodeproj"] {
      let error = failure(path)
      #expect(error?.kind == .noInfoPlist && error?.hint?.contains(command) == true, "\(String(describing: error))")
    }
    // The generator of this one is unknown.
    folder.write("Bare/Bare.xcodeproj/xcshareddata/a", "")
    #expect(failure("Bare/Bare.xcodeproj")?.kind == .badProject)
  }

  @Test func playgroundsAppIsReported() {
    folder.write("Paint.swiftpm/Package.swift", "// swift-tools-version: 5.9")
    #expect(failure("Paint.swiftpm")?.message == "this is a Swift Playgrounds app, which cannot be opened")
    #expect(failure("")?.message.contains("Paint.swiftpm") == true)
  }

  // MARK: Other systems

  @Test(arguments: [
    ("<key>WKApplication</key><true/>", "a Watch app"), ("<key>WKWatchKitApp</key><true/>", "a Watch app"),
    ("<key>TVTopShelfImage</key><dict/>", "a tvOS app"),
    ("<key>NSPrincipalClass</key><string>NSApplication</string>", "a Mac app"),
  ])
  func infoPlistForAnotherSystemIsNotAnApp(key: String, title: String) {
    folder.write("Other/Info.plist", Self.plist(key))
    for path in ["Other/Info.plist"] {
      let error = failure(path)
      #expect(error?.kind == .noTarget && error?.message == "this is the Info.plist of \(title)")
    }
    folder.write(
      "TV/Info.plist",
      xml(
        "<dict><key>CFBundleName</key><string>x</string><key>UIDeviceFamily</key><array><integer>3</integer></array></dict>"
      ))
    #expect(failure("TV/Info.plist")?.message == "this is the Info.plist of a tvOS app")
  }

  @Test func projectDecidesThePlatformOfAnInfoPlist() {
    var project = ProjectMaker()
    project.name = "Box"
    project.targetSettings["SDKROOT"] = "appletvos"
    project.targetSettings["INFOPLIST_FILE"] = "Box/Info.plist"
    folder.write("Box.xcodeproj/project.pbxproj", project.projectFile)
    folder.write("Box/Info.plist", Self.plist())
    let error = failure("Box/Info.plist")
    #expect(error?.kind == .noTarget && error?.message.contains("(tvOS)") == true, "\(String(describing: error))")
  }

  // MARK: Incomplete copies

  @Test func gitLFSPointerIsNotABrokenPicture() throws {
    folder.write("Paint.app/Info.plist", Self.plist())
    folder.write("Paint.app/night@2x.png", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    folder.write("Paint.app/day@2x.png", "no picture")
    let warnings = try package("Paint.app").warnings.filter { $0.code == .badImage }
    #expect(warnings.map(\.severity) == [.warning, .note])
    #expect(warnings.last?.message.hasPrefix("“night@2x.png” is not in this copy") == true)
  }
}
