import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// `wrapper-plugin`
struct WrapperPluginRule: Rule {
  static let all: [any Rule] = [WrapperPluginRule()]

  let description = RuleDescription(
    "wrapper-plugin", .note, "A plugin handles quick actions or icons for the app",
    facts: ["LAUNCH-021", "LAUNCH-013", "LAUNCH-022", "LAUNCH-194"])

  func check(_ subject: LintSubject) -> [Finding] {
    guard let tree = subject.package.files?.tree else { return [] }
    let file = subject.package.build?.projectFile ?? subject.package.infoPlistFile
    let folder = FileTreePath.directory(of: subject.package.files?.path(of: file) ?? "")
    let hasScenes = SceneManifest(of: subject.package).hasWindows
    // The reader may not know a part of a file, but a file without the method’s name does not implement the method.
    let isSilent =
      subject.code?.appDelegate.map { delegate in
        Set([delegate.place.file] + delegate.methods.map(\.place.file)).allSatisfy { file in
          (try? tree.read(file)).map { !String(decoding: $0, as: UTF8.self).contains("performActionFor") } ?? false
        }
      } ?? false
    let hasNoIcon = subject.isWhole && subject.declaredIcons.isEmpty
    return WrapperManifests(tree).entries(around: folder).compactMap { entry -> Finding? in
      let plugin = entry.plugin
      if plugin.adoption != nil, !hasScenes || !entry.isBeforeAdoption { return nil }
      let installed = entry.locked.flatMap { entry.version == $0 ? nil : "installed: \($0)" }
      let words = [entry.version, installed].compactMap(\.self)
      let version = words.isEmpty ? "" : " " + words.joined(separator: ", ")
      let isLost = plugin.handlesActions && hasScenes && plugin.servesScenes == false
      var finding = finding(
        "“\(plugin.name)”\(version) (\(plugin.framework.rawValue)) \(plugin.words)"
          + (isLost
            ? "; this app has scenes"
            : isSilent && plugin.needsDelegate
              ? "; this app’s delegate passes none on"
              : hasNoIcon && plugin.changesIcon ? ", but the app declares no alternate icon" : ""),
        at: entry.location,
        help: isLost ? "Let the scene delegate pass quick actions on to the plugin, at launch and later." : nil)
      finding.facts = plugin.facts
      return finding
    }
  }
}

/// A plugin that handles quick actions or icons in apps that are not written in the system’s languages.
struct WrapperPlugin: Sendable {
  /// The plugin's framework, which determines the project file that names it.
  enum Framework: String, Sendable, CaseIterable {
    case reactNative = "React Native"
    case expo = "Expo"
    case capacitor = "Capacitor"
    case cordova = "Cordova"
    case flutter = "Flutter"
  }

  /// The name in the project’s files.
  let name: String
  let framework: Framework
  /// The plugin's function and life cycle: the rest of a sentence that begins with the plugin's name.
  let words: String
  let facts: [FactID]
  /// Whether the plugin receives quick actions, which matters to apps with scenes.
  let handlesActions: Bool
  var changesIcon: Bool { words.hasPrefix(Self.changesIcon) }
  /// Whether the app delegate must pass quick actions on to the plugin.
  var needsDelegate: Bool { words.contains("the app’s own delegate must pass them on") }
  /// Whether the plugin also receives the quick actions that launch an app with scenes; nil if its version decides.
  let servesScenes: Bool?
  /// The first version that adopts scenes, for a plugin of links or notifications; empty if there is none yet.
  var adoption: String?
  /// The plugin's name in CocoaPods; nil if its versions are not in `Podfile.lock`.
  var pod: String? { Self.pods[name] }

  private static let pods = [
    "react-native-quick-actions": "RNQuickAction", "react-native-change-icon": "react-native-change-icon",
    "expo-quick-actions": "ExpoQuickActions", "@capawesome/capacitor-app-shortcuts": "CapawesomeCapacitorAppShortcuts",
    "@capawesome/capacitor-app-icon": "CapawesomeCapacitorAppIcon",
    "@capacitor-community/app-icon": "CapacitorCommunityAppIcon",
  ]

  private init(_ name: String, _ framework: Framework, actions words: String, servesScenes: Bool?, _ facts: [FactID]) {
    (self.name, self.framework, self.words, self.facts) = (name, framework, words, facts)
    (handlesActions, self.servesScenes) = (true, servesScenes)
  }

  private init(_ name: String, _ framework: Framework, icons words: String, _ facts: [FactID] = ["ICON-010"]) {
    (self.name, self.framework, self.words, self.facts) = (name, framework, words, facts)
    (handlesActions, servesScenes) = (false, nil)
  }

  private init(_ name: String, _ framework: Framework, _ events: String, adoption: String) {
    words =
      "gets \(events) through the app delegate; "
      + (adoption.isEmpty ? "no version adopts scenes yet" : "it adopts scenes in \(adoption)")
    (self.name, self.framework, self.facts) = (name, framework, ["LAUNCH-194"])
    (handlesActions, servesScenes, self.adoption) = (false, nil, adoption)
  }

  private static let byAppDelegate = "handles quick actions that the app delegate gets, but none in an app with scenes"
  private static let changesIcon = "changes the icon"
  private static let hidesAlert = "changes the icon, optionally with the private selector that hides the alert"

  static let all: [WrapperPlugin] = [
    WrapperPlugin(
      "react-native-quick-actions", .reactNative,
      actions: byAppDelegate + ": the app’s own delegate must pass them on; the one that launches the app is in the "
        + "launch options", servesScenes: false, ["LAUNCH-021", "LAUNCH-012"]),
    WrapperPlugin("react-native-change-icon", .reactNative, icons: changesIcon),
    WrapperPlugin("react-native-dynamic-app-icon", .reactNative, icons: changesIcon),
    WrapperPlugin(
      "expo-quick-actions", .expo,
      actions:
        "handles quick actions as a subscriber of Expo’s app delegate; with scenes, it gets only what Expo’s "
        + "scene delegate passes on, and may miss the action that launches the app", servesScenes: nil,
      ["LAUNCH-013", "LAUNCH-021"]),
    WrapperPlugin("expo-dynamic-app-icon", .expo, icons: changesIcon),
    WrapperPlugin("expo-alternate-app-icons", .expo, icons: hidesAlert, ["ICON-082", "STORE-028"]),
    WrapperPlugin(
      "@capawesome/capacitor-app-shortcuts", .capacitor,
      actions: byAppDelegate + ": the app’s own delegate must pass them on", servesScenes: false,
      ["LAUNCH-021", "LAUNCH-012"]),
    WrapperPlugin("@capawesome/capacitor-app-icon", .capacitor, icons: changesIcon),
    WrapperPlugin("@capacitor-community/app-icon", .capacitor, icons: hidesAlert, ["ICON-082", "ICON-083"]),
    WrapperPlugin(
      "cordova-plugin-3dtouch", .cordova, actions: byAppDelegate + " (in a category of its class)", servesScenes: false,
      ["LAUNCH-021"]),
    WrapperPlugin(
      "quick_actions", .flutter,
      actions:
        "handles quick actions: its first versions only in apps without scenes, later ones also in apps with scenes",
      servesScenes: nil, ["LAUNCH-022", "LAUNCH-021"]),
    WrapperPlugin("flutter_dynamic_icon", .flutter, icons: hidesAlert, ["ICON-082", "ICON-083"]),
    WrapperPlugin("flutter_dynamic_icon_plus", .flutter, icons: changesIcon),
    WrapperPlugin("app_links", .flutter, "links", adoption: "7.0.0"),
    WrapperPlugin("receive_sharing_intent", .flutter, "shared files and links", adoption: "1.9.0"),
    WrapperPlugin("flutter_appauth", .flutter, "the link that ends a sign-in", adoption: "12.0.0"),
    WrapperPlugin("facebook_app_events", .flutter, "links", adoption: "0.29.0"),
    WrapperPlugin("appmetrica_plugin", .flutter, "links", adoption: "4.0.0"),
    WrapperPlugin("customer_io", .flutter, "notifications and links", adoption: "4.4.0"),
    WrapperPlugin("clevertap-cordova", .cordova, "notifications and links", adoption: ""),
  ]
}

/// The files that name plugins in projects of other languages.
struct WrapperManifests {
  /// A plugin in a file.
  struct Entry {
    let plugin: WrapperPlugin
    /// The version in the file: `^1.0.7`; nil if there is none.
    let version: String?
    /// The installed version; nil if it is not in a lock file.
    let locked: String?
    let location: SourceLocation

    /// Whether the version is known and does not adopt scenes.
    var isBeforeAdoption: Bool {
      guard let adoption = plugin.adoption, let text = locked ?? version,
        let own = VersionNumber(String(text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }))
      else { return false }
      return VersionNumber(adoption).map { own < $0 } ?? true
    }
  }

  private let tree: any FileTree

  init(_ tree: any FileTree) { self.tree = tree }

  /// Searches a folder and its readable parents, because the project for Xcode is in a separate folder.
  func entries(around folder: String) -> [Entry] {
    var folder = folder
    while true {
      let found = entries(in: folder)
      if !found.isEmpty || folder.isEmpty { return found }
      folder = FileTreePath.directory(of: folder)
    }
  }

  private func entries(in folder: String) -> [Entry] {
    var isCapacitor = false
    return Self.kinds.flatMap { kind -> [Entry] in
      let path = FileTreePath.join(folder, kind.name)
      guard tree.kind(of: path) == .file, let bytes = try? tree.readPrefix(path, count: WrapperText.maximumBytes) else {
        return []
      }
      let named = kind.read(bytes, FileTreePath.join(tree.name, path))
      // Capacitor has its own class AppDelegate: the categories of Cordova's plugins do not extend that of the app.
      isCapacitor = isCapacitor || named.contains { ["@capacitor/core", "@capacitor/ios"].contains($0.name) }
      let frameworks = isCapacitor ? kind.frameworks.subtracting([.cordova]) : kind.frameworks
      return WrapperPlugin.all.filter { frameworks.contains($0.framework) }.compactMap { plugin in
        named.first { $0.name == plugin.name }.map {
          Entry(
            plugin: plugin, version: $0.version, locked: WrapperLocks(tree).version(of: plugin, in: folder),
            location: $0.location)
        }
      }
    }
  }

  // MARK: Kinds of files

  /// A file, the frameworks of its plugins, and its parser.
  private struct Kind {
    let name: String
    let frameworks: Set<WrapperPlugin.Framework>
    let read: @Sendable ([UInt8], String) -> [(name: String, version: String?, location: SourceLocation)]
  }

  private static let kinds = [
    Kind(name: "package.json", frameworks: [.reactNative, .expo, .capacitor, .cordova]) { bytes, file in
      let root = try? LenientJSON.parse(bytes, file: file).root
      return (root?["dependencies"]?.object?.entries ?? []).map { entry in
        (entry.key, entry.node.string, entry.node.location ?? SourceLocation(file: file))
      }
    },
    Kind(name: "config.xml", frameworks: [.cordova]) { bytes, file in
      WrapperText.lines(bytes).compactMap { number, line in
        guard line.contains("<plugin "), let name = attribute("name", of: line) else { return nil }
        return (name, attribute("spec", of: line), SourceLocation(file: file, line: number))
      }
    },
    Kind(name: "pubspec.yaml", frameworks: [.flutter]) { bytes, file in
      // A block of names with their versions, each indented by two blanks.
      var isInside = false
      return WrapperText.lines(bytes).compactMap { number, line in
        if line.first?.isWhitespace == false { isInside = line.hasPrefix("dependencies:") }
        guard isInside, line.hasPrefix("  "), let colon = line.firstIndex(of: ":") else { return nil }
        let version = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace).first.map(String.init)
        return (
          String(line[..<colon].drop(while: \.isWhitespace)), version,
          SourceLocation(file: file, line: number, column: 3)
        )
      }
    },
  ]

  private static func attribute(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return line[start...].firstIndex(of: "\"").map { String(line[start..<$0]) }
  }
}

/// The installed versions in lock files: `pubspec.lock` of Flutter, `Podfile.lock` of CocoaPods.
struct WrapperLocks {
  private let tree: any FileTree

  init(_ tree: any FileTree) { self.tree = tree }

  /// Returns the version of a plugin named by a file in a folder, or nil if no lock file has it.
  func version(of plugin: WrapperPlugin, in folder: String) -> String? {
    switch plugin.framework {
    case .flutter: version(FileTreePath.join(folder, "pubspec.lock")) { Self.pubspec($0, plugin.name) }
    case .reactNative, .expo, .capacitor, .cordova:
      plugin.pod.flatMap { pod in
        ["", "ios", "ios/App"].lazy.compactMap { place in
          version(FileTreePath.join(FileTreePath.join(folder, place), "Podfile.lock")) { Self.podfile($0, pod) }
        }.first
      }
    }
  }

  private func version(_ path: String, _ find: ([Substring]) -> String?) -> String? {
    guard tree.kind(of: path) == .file, let bytes = try? tree.readPrefix(path, count: WrapperText.maximumBytes)
    else { return nil }
    return find(WrapperText.lines(bytes).map(\.line))
  }

  /// Finds the version of a package: its block has two spaces before the name and four before `version: "1.1.0"`.
  private static func pubspec(_ lines: [Substring], _ name: String) -> String? {
    guard let start = lines.firstIndex(of: "  \(name):") else { return nil }
    let block = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
    return block.lazy.compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard words.count == 2, words[0] == "version:" else { return nil }
      return words[1].filter { $0 != "\"" }
    }.first
  }

  /// Finds `  - RNQuickAction (0.3.13):` in the list of pods.
  private static func podfile(_ lines: [Substring], _ pod: String) -> String? {
    lines.lazy.compactMap { line -> String? in
      let head = "  - \(pod) ("
      guard line.hasPrefix(head) else { return nil }
      let version = line.dropFirst(head.count).prefix { $0 != ")" }
      return version.first?.isNumber == true ? String(version) : nil
    }.first
  }
}
