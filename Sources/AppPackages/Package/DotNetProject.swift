import Platform
import PropertyLists

/// The project of a .NET app for iPhone or iPad, MAUI included, with its icon settings (ICON-280).
struct DotNetProject: Sendable {
  /// The `.csproj` in the tree.
  let path: String
  /// The app's Info.plist.
  let infoPlist: String
  private var primary: String?
  private var identifier: String?
  /// The oldest iOS that the app supports.
  private(set) var oldestOS = "11.0"
  private(set) var alternates: [String] = []
  private(set) var includesAll = false
  /// Whether Xamarin.iOS builds the app, the predecessor of .NET for iOS.
  private(set) var isXamarin = false
  /// The names of the `MauiIcon` pictures for iOS.
  private var mauiIcons: [String] = []

  /// The name of the app icon set that the build makes from a `MauiIcon` picture. Its letter case is that in the
  /// Info.plist, because file names on a Mac are not case-sensitive.
  var mauiIcon: String? {
    mauiIcons.contains { $0.lowercased() == primary?.lowercased() } ? primary : mauiIcons.first
  }

  private static let maximumBytes = 1 << 20
  private static let infoPlists = ["Info.plist", "Platforms/iOS/Info.plist", "iOS/Info.plist"]
  /// The folders of other systems and of build products.
  static let foreignFolders: Set<String> = ["bin", "obj", "Android", "MacCatalyst", "Tizen", "Windows", "tvOS"]

  /// The depth of the project in the tree.
  var depth: Int { FileTreePath.parts(of: path).count }

  /// The folder of the project.
  var folder: String { FileTreePath.directory(of: path) }

  static func isProject(_ name: String) -> Bool {
    ["csproj", "fsproj"].contains(FileTreePath.lowercasedExtension(of: name))
  }

  /// Returns nil for a project that does not build an app for iPhone or iPad.
  init?(_ path: String, in tree: any FileTree) {
    let folder = FileTreePath.directory(of: path)
    guard
      let infoPlist = Self.infoPlists.map({ FileTreePath.join(folder, $0) }).first(where: { tree.kind(of: $0) == .file }
      ),
      let bytes = try? tree.readPrefix(path, count: Self.maximumBytes),
      let source = try? TextDecoding.decode(bytes, file: path)
    else { return nil }
    (self.path, self.infoPlist) = (path, infoPlist)
    var (frameworks, usesMaui, isApp, written) = ("", false, false, nil as String?)
    var group: String?
    var reader = XMLTagReader(source)
    while let tag = try? reader.next() {
      if ["ItemGroup", "PropertyGroup"].contains(tag.name) {
        group = tag.kind == .start ? tag.attributes["Condition"] : nil
      }
      guard tag.kind != .end, Self.mayHold(group), Self.mayHold(tag.attributes["Condition"]) else { continue }
      let text = tag.kind == .start ? reader.text : ""
      let items = (tag.attributes["Include"] ?? "").split(separator: ";").map(String.init)
      switch tag.name {
      case "TargetFramework", "TargetFrameworks":
        frameworks += text.replacing("$(TargetFrameworks)", with: "")
        if text.firstMatch(of: /net(?:9|[1-9]\d)\./) != nil { oldestOS = "12.2" }
      case "SupportedOSPlatformVersion":
        if tag.attributes["Condition"]?.contains("ios") ?? true, !text.isEmpty { written = text }
      case "ProjectTypeGuids":
        isXamarin = isXamarin || text.uppercased().contains("FEACFBD2-3405-455C-9665-78FE426C6842")
      case "Import": isXamarin = isXamarin || tag.attributes["Project"]?.contains("Xamarin.iOS") == true
      case "UseMaui": usesMaui = infoPlist.hasSuffix(Self.infoPlists[1])
      case "OutputType": isApp = isApp || text.lowercased() == "exe"
      case "ApplicationId":
        if !text.contains("$"), !text.isEmpty, identifier == nil || tag.attributes.isEmpty { identifier = text }
      case "AppIcon": if primary == nil || tag.attributes["Condition"] == nil { primary = text }
      case "IncludeAllAppIcons": includesAll = text.lowercased() == "true"
      case "AlternateAppIcon": alternates += items.filter { !alternates.contains($0) }
      case "MauiIcon":
        let file = items.first.map { FileTreePath.lastComponent(String($0.map { $0 == "\\" ? "/" : $0 })) } ?? ""
        if let end = file.firstIndex(of: ".") { mauiIcons.append(String(file[..<end])) }
      default: break
      }
    }
    // A MAUI project may have frameworks in a property or in another file.
    let isOpen = frameworks.isEmpty || frameworks.contains("$(")
    let isForIOS = frameworks.contains("-ios") || usesMaui && isOpen
    isXamarin = isXamarin && !isForIOS
    guard isForIOS || isXamarin, isApp else { return nil }
    oldestOS = written ?? oldestOS
    if primary == nil, let list = try? PropertyList.parse(tree.read(infoPlist), file: infoPlist).root.dictionary {
      // `Assets.xcassets/AppIcon.appiconset`
      let set = list["XSAppIconAssets"]?.string.map(FileTreePath.lastComponent) ?? ""
      if set.hasSuffix(".appiconset") { primary = String(set.dropLast(".appiconset".count)) }
    }
  }

  /// Returns false for a condition that names one platform and does not hold for iOS. Others are not evaluated.
  private static func mayHold(_ condition: String?) -> Bool {
    guard let condition = condition?.lowercased().filter({ $0 != " " }) else { return true }
    let platforms = ["ios", "android", "maccatalyst", "windows", "tizen", "macos", "tvos"].filter { name in
      condition.contains("'\(name)'") || condition.contains("-\(name)")
    }
    guard platforms.count == 1 else { return true }
    let isNegated =
      ["!=", "!$", "=='false'", "==false"].contains { condition.contains($0) } || condition.hasPrefix("!")
    return (platforms == ["ios"]) != isNegated
  }

  /// Returns the project that builds an app with an Info.plist, and the tree of the project's folder.
  static func owner(ofInfoPlistAt path: String, limits: FileTreeLimits) -> (project: DotNetProject, tree: FolderTree)? {
    guard let real = RealPath.of(path) else { return nil }
    for name in infoPlists {
      guard real.hasSuffix("/" + name),
        let tree = try? FolderTree(String(real.dropLast(name.count + 1)), limits: limits),
        let project = owner(of: name, in: tree)
      else { continue }
      return (project, tree)
    }
    return nil
  }

  /// Returns the project in the root of a tree that builds an app with an Info.plist.
  static func owner(of infoPlist: String, in tree: any FileTree) -> DotNetProject? {
    let files = ((try? tree.entries(in: "")) ?? []).filter { $0.kind == .file && isProject($0.name) }
    return files.lazy.compactMap { DotNetProject($0.name, in: tree) }.first { $0.infoPlist == infoPlist }
  }

  /// Returns options with the settings of the project.
  func options(over options: PackageOptions) -> PackageOptions {
    var options = options
    for (name, value) in settings where options.settings[name] == nil { options.settings[name] = value }
    options.resourceFolder = options.resourceFolder ?? folder
    return options
  }

  /// The equivalent build settings of Xcode.
  var settings: StringTable {
    func quoted(_ name: String) -> String { name.contains(" ") ? "\"\(name)\"" : name }
    var settings: StringTable = [
      "ASSETCATALOG_COMPILER_APPICON_NAME": primary ?? mauiIcon ?? "",
      "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": alternates.map(quoted).joined(separator: " "),
    ]
    if let identifier { settings["PRODUCT_BUNDLE_IDENTIFIER"] = identifier }
    if includesAll { settings["ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"] = "YES" }
    return settings
  }

  /// Returns a note about the project, with the location of its alternates.
  ///
  /// - Parameter others: the projects of other apps, which are not read.
  func note(at file: String, _ others: [String]) -> PackageWarning {
    let name = FileTreePath.lastComponent(path)
    let declared =
      alternates.isEmpty
      ? (includesAll ? "IncludeAllAppIcons makes each app icon set an alternate" : "it declares no alternate icon")
      : "AlternateAppIcon declares \(Names.list(alternates.map { "“\($0)”" }))"
    let icons =
      isXamarin
      ? "XSAppIconAssets in the Info.plist names the primary icon, CFBundleIcons the alternates"
      : "AppIcon\(mauiIcon == nil ? "" : " or MauiIcon") names the primary icon, AlternateAppIcon and "
        + "IncludeAllAppIcons the alternates"
    return PackageWarning(
      .dotNetApp,
      "this is a \(isXamarin ? "Xamarin.iOS" : ".NET") app: \(name) builds it"
        + (isXamarin ? ", and Xcode 15 is the last that can" : ", and \(declared)")
        + (others.isEmpty ? "" : "; not checked: \(Names.list(others))"), severity: .note,
      location: SourceLocation(file: file), hint: "\(icons); to be sure, build the app and open the .app")
  }

  /// Returns the path of a project file in the app: `Resources` and the iOS folders map to the root.
  static func bundlePath(of path: String) -> String {
    var path = path[...]
    for prefix in ["Platforms/iOS/", "iOS/", "Resources/", "Images/", "Raw/"] where path.hasPrefix(prefix) {
      path = path.dropFirst(prefix.count)
    }
    return String(path)
  }
}
