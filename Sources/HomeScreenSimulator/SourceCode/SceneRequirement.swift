package import AppPackages
import AppSources
import Platform
package import PropertyLists

/// Whether an app launches on iOS 27 if it is built with the iOS 27 SDK, and why. `lint`, `check` and `why` share this
/// verdict, which uses the same ``SceneManifest/Adoption`` as the launch on a device. If public reports disagree, the
/// device follows one of them, and the verdict says that they disagree.
package struct SceneRequirement: Sendable {
  /// The verdict.
  package enum Answer: String, Sendable, CaseIterable {
    case launches
    /// The app ends at launch.
    case ends
    /// Public reports disagree.
    case contradicted
    /// Code that was not read decides.
    case notKnown
  }

  /// The verdict.
  package let answer: Answer
  /// The reason, as a sentence without a capital letter or a full stop.
  package let reason: String
  /// The fact that the verdict relies on.
  package let fact: FactID
  /// The places that decide: the manifest or the Info.plist, then the code.
  package let places: [SourceLocation]
  /// What to add; nil if the app launches.
  package let help: String?

  /// Judges an app, with the behaviour of its code if it was read.
  package init(_ package: AppPackage, _ code: SubjectCode?) {
    let adoption = SceneManifest(of: package).adoption
    let ruling = Ruling(adoption, package, code)
    let written = package.build?.writtenInfoPlist ?? package.writtenInfoPlist ?? package.infoPlist
    let isReplaced = adoption == .empty && SceneManifest(written).adoption == .delegate
    (answer, fact) = (ruling.answer, ruling.fact)
    reason = ruling.reason + (isReplaced ? Self.generated : "")
    let key = "UIApplicationSceneManifest"
    let place = written.keyLocation(for: key) ?? package.infoPlist.keyLocation(for: key)
    places = [place ?? package.infoPlistLocation] + [ruling.place.flatMap { code?.location($0) }].compactMap(\.self)
    let maker = AppMaker(of: package, code)
    let takesLinks = !URLScheme.declared(in: package.infoPlist).isEmpty || package.linkDomains?.isEmpty == false
    help =
      answer == .launches
      ? nil
      : (maker?.help ?? Self.usualHelp) + (maker?.isReactNative == true && takesLinks ? Self.initialURL : "")
        + Self.moves(code, maker)
  }

  /// Returns what to do with code of the app delegate for quick actions and links, which needs a scene delegate
  /// (LAUNCH-058). Code that passes them to a framework whose scene delegate passes them on needs no change.
  private static func moves(_ code: SubjectCode?, _ maker: AppMaker?) -> String {
    let methods = replaced.compactMap { code?.appDelegate?.method($0) }.filter { $0.isIdle != true }
    // Plugins of Cordova extend the app delegate with categories.
    let plugins = maker?.file?.name == "config.xml" ? methods.filter { $0.place.file.contains("/Plugins/") } : []
    let own = methods.filter { method in
      // No framework passes on that the app becomes active or leaves the screen, except Unity.
      let isPassedOn = maker?.isUnity ?? false || maker?.passesOn ?? false && method.name.hasPrefix("application_")
      return !plugins.contains(method)
        && (!isPassedOn || method.steps.contains { [.handle, .keep].contains($0.action) })
    }
    let files = Set(plugins.map { FileTreePath.lastComponent($0.place.file) }).sorted()
    return
      (own.isEmpty
      ? ""
      : " Move your own code in \(Names.list(own.map(\.written), atMost: replaced.count)) to the scene delegate’s methods"
        + (own.contains { $0.name.hasPrefix("application_") }
          ? ", and for launches to scene(_:willConnectTo:options:)" : "") + ": with scenes, iOS calls these instead.")
      + (plugins.isEmpty
        ? ""
        : " Update or replace the plugin with \(Names.list(files)), which extends the app delegate with "
          + "\(Names.list(plugins.map(\.written))): with scenes, iOS does not call these.")
  }

  /// The methods of the app delegate that iOS does not call with scenes (LAUNCH-024), apart from those about state.
  private static let replaced: [AppCallback] = [
    .performAction, .openURL, .continueUserActivity, .applicationDidBecomeActive, .applicationWillResignActive,
    .applicationWillEnterForeground, .applicationDidEnterBackground,
  ]

  /// The reason if a build setting replaces the manifest of the file with an empty one (LAUNCH-076).
  private static let generated =
    " (INFOPLIST_KEY_UIApplicationSceneManifest_Generation replaces the configurations of the file)"

  /// How React Native gets the URL of a launch (LAUNCH-012).
  private static let initialURL = """
     With scenes, launchOptions is nil: for Linking.getInitialURL, pass the URL of connectionOptions in launchOptions to \
    the root view.
    """

  private static let usualHelp = """
    Add a scene delegate that makes the window, and name it with UISceneDelegateClassName in \
    UIApplicationSceneManifest, or let the app delegate implement application(_:configurationForConnecting:options:). \
    An empty manifest is not enough, and INFOPLIST_KEY_UIApplicationSceneManifest_Generation = YES writes an empty one.
    """
}

/// The row of the table that decides.
private struct Ruling {
  let answer: SceneRequirement.Answer
  let reason: String
  let fact: FactID
  var place: SourcePlace?

  private static let method = "application(_:configurationForConnecting:options:)"

  private init(_ answer: SceneRequirement.Answer, _ reason: String, _ fact: FactID, at place: SourcePlace? = nil) {
    (self.answer, self.reason, self.fact, self.place) = (answer, reason, fact, place)
  }

  init(_ adoption: SceneManifest.Adoption, _ package: AppPackage, _ code: SubjectCode?) {
    guard let lack = adoption.lack else {
      let lost = code?.unloadedDelegate.map { ", but the screen stays black: \($0)" }
      self.init(
        .launches, "the scene manifest names a delegate class for windows\(lost ?? "")",
        lost == nil ? "LAUNCH-058" : "LAUNCH-171")
      return
    }
    guard let code else {
      self.init(withoutCode: lack, adoption, package)
      return
    }
    guard code.lifeCycle != .swiftUI else {
      self.init(.launches, "its entry point is SwiftUI’s App", "LAUNCH-192", at: code.document.entry?.place)
      return
    }
    guard code.document.entry != nil, let delegate = code.appDelegate else {
      let entry = code.document.entry
      let lost = entry?.kind == .mainFile ? "which class UIApplicationMain uses is not known" : nil
      self.init(
        .notKnown, "\(lack), and \(lost ?? "its app delegate was not found in the sources")", adoption.fact,
        at: entry?.place)
      return
    }
    if let method = delegate.method(.configurationForConnecting) {
      if let condition = method.condition {
        self.init(
          .notKnown, "\(lack), and \(Self.method) is inside “#if \(condition)”", adoption.fact, at: method.place)
      } else if adoption == .none {
        self.init(.launches, "\(delegate.name) implements \(Self.method)", "LAUNCH-058", at: method.place)
      } else {
        self.init(
          .contradicted, "\(lack), and \(delegate.name) implements \(Self.method): public reports disagree",
          adoption == .empty ? "LAUNCH-174" : "LAUNCH-191", at: method.place)
      }
      return
    }
    guard adoption != .otherRoles else {
      self.init(.contradicted, "\(lack): one report describes a black screen", "LAUNCH-159", at: delegate.place)
      return
    }
    if let unread = code.unreadBase.flatMap({ AppMaker(delegate: $0) == nil ? $0 : nil })
      ?? code.unreadDelegateFile(of: package)
    {
      self.init(
        .notKnown, "\(lack), and “\(unread)”, which was not read, may implement \(Self.method)", adoption.fact,
        at: delegate.place)
    } else {
      self.init(
        .ends, "\(lack), and \(delegate.name) does not implement \(Self.method)", adoption.fact, at: delegate.place)
    }
  }

  /// Judges an app without its code: the app may use SwiftUI, or adopt scenes in its app delegate.
  private init(withoutCode lack: String, _ adoption: SceneManifest.Adoption, _ package: AppPackage) {
    let executable = package.infoPlist["CFBundleExecutable"]?.string ?? package.name
    let sdk = package.builtApp?.sdk.flatMap { BuildSDK($0) }
    if sdk?.requiresScenes == true, package.resources[executable] == nil, adoption != .otherRoles {
      self.init(.ends, "\(lack), and it has no executable with an app delegate", adoption.fact)
      return
    }
    let code =
      package.isDotNet
      ? "C#, which is not read, decides: the app launches only if"
      : "Swift or Objective-C, which was not read, decides: the app launches only as SwiftUI’s App, or if"
    self.init(.notKnown, "\(lack); its code in \(code) its app delegate implements \(Self.method)", adoption.fact)
  }
}

extension SubjectCode {
  private var delegateFiles: Set<String> {
    appDelegate.map { Set([$0.place.file] + $0.methods.map(\.place.file)) } ?? []
  }

  /// Returns whether a file of the app delegate has a text; nil if it cannot be read.
  fileprivate func mentionsInDelegate(_ text: some RegexComponent, of package: AppPackage) -> Bool? {
    let texts = delegateFiles.compactMap { try? package.files?.tree.read($0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    return texts.isEmpty ? nil : texts.contains { $0.contains(text) }
  }

  /// Returns a file that was not read completely and that may choose the scene delegate: that of the app delegate, or
  /// one named like a delegate. A file without the method's name cannot contain it.
  fileprivate func unreadDelegateFile(of package: AppPackage) -> String? {
    let own = delegateFiles
    return document.unread.map(\.place.file).first { file in
      guard own.contains(file) || FileTreePath.lastComponent(file).contains("Delegate") else { return false }
      let bytes = try? package.files?.tree.read(file)
      return bytes.map { String(decoding: $0, as: UTF8.self).contains("configurationForConnecting") } ?? true
    }
  }
}

/// A framework or tool that makes apps: how to recognise it, and which version of it adopts scenes.
private struct AppMaker {
  /// The app's delegates: classes of UIKit without the method that names a scene delegate (LAUNCH-193).
  let delegates: [String]
  /// The name of a file next to the project or above it, and a text in that file.
  let file: (name: String, mark: String)?
  /// The command or version that changes what the build contains.
  private(set) var help: String
  /// Whether its scene delegate passes links and quick actions on to code that used to get them from the app delegate.
  var passesOn: Bool { !isReactNative }
  var isReactNative: Bool { delegates.contains("RCTAppDelegate") }
  /// Whether its scene delegate calls all methods of the app delegate that scenes replace.
  var isUnity: Bool { delegates.contains("UnityAppController") }
  /// Returns more specific help, by the files next to the marked one; nil if there is none.
  var betterHelp: (@Sendable (_ read: (_ name: String) -> String?) -> String?)?

  private static let expo = "\"expo\":"
  private static let all: [AppMaker] = [
    AppMaker(
      delegates: ["FlutterAppDelegate"], file: ("pubspec.yaml", "flutter:"),
      help: """
        Update to Flutter 3.41: flutter build ios then adds a manifest that names FlutterSceneDelegate, if the app \
        delegate is unchanged (3.38: flutter config --enable-uiscene-migration). A changed app delegate needs the \
        steps of Flutter’s guide “UIScene adoption”. An empty manifest is not enough.
        """,
      betterHelp: { read in
        // The oldest version that the project allows.
        let version =
          /(?m)^(?:environment|sdks):[ \t]*\r?\n(?:[ \t]+.*\r?\n)*?[ \t]+flutter:[ \t]*["']?(?:\^|>=?)?[ \t]*(\d+)\.(\d+)/
        guard
          let found = ["pubspec.lock", "pubspec.yaml"].compactMap({ read($0)?.firstMatch(of: version) }).first,
          let major = Int(found.1), let minor = Int(found.2), (major, minor) >= (3, 41)
        else { return nil }
        return """
          Run flutter build ios once, and commit the Info.plist: it adds a manifest that names FlutterSceneDelegate, if \
          the app delegate is unchanged. A changed one needs the steps of Flutter’s guide “UIScene adoption”.
          """
      }),
    AppMaker(
      delegates: ["ExpoAppDelegate", "EXAppDelegateWrapper"], file: ("package.json", expo),
      help: """
        Update to Expo 58, or set ios.enableSceneSupport of expo-build-properties in the app config (from Expo \
        57.0.23); then run npx expo prebuild.
        """,
      betterHelp: { read in
        // Prebuild needs an app config with the bundle identifier, perhaps in a file that it imports; without it, or if
        // Git does not ignore the ios folder, the folder is kept by hand.
        let isMade = ["app.json", "app.config.ts", "app.config.js", "app.config.mjs", "app.config.cjs"].contains {
          name in
          read(name)?.contains(name == "app.json" ? /"bundleIdentifier"\s*:/ : /bundleIdentifier|["']\.\.?\//) == true
        }
        guard !isMade || read(".gitignore")?.contains(/(?m)^\/?ios\/?\s*$/) != true else { return nil }
        let made = " If npx expo prebuild writes the folder again, set ios.enableSceneSupport of expo-build-properties."
        return """
          Update to Expo 57.0.23 or later, name EXExpoAppSceneDelegate with UISceneDelegateClassName in \
          UIApplicationSceneManifest, let the app delegate conform to ExpoReactNativeFactoryProvider, and remove the \
          lines that make its window and call startReactNative. An empty manifest is not enough.
          """ + (isMade ? made : "")
      }),
    AppMaker(
      delegates: ["CDVAppDelegate"], file: ("config.xml", "<widget"),
      help: """
        Update to cordova-ios 8, whose template names a scene delegate: cordova platform remove ios, then cordova \
        platform add ios@8. Links need 8.1.
        """,
      betterHelp: { read in
        // A folder that is in version control can have code of its own.
        read(".gitignore")?.contains("platforms") == true
          ? nil
          : """
          Update to cordova-ios 8 first: older versions have no scene delegate. Then copy the scene delegate, the \
          manifest and Main.storyboard from a new project of it; links need 8.1. The command cordova platform remove \
          ios also deletes code that was added to platforms/ios.
          """
      }),
    AppMaker(
      delegates: [], file: ("package.json", "\"@capacitor/ios\":"),
      help: """
        Update to Capacitor 8.5 and run npx cap migrate: it adds a scene delegate that passes links on. Your own code \
        for links and quick actions in the app delegate moves to its methods.
        """),
    AppMaker(
      delegates: ["RCTAppDelegate", "RCTDefaultReactNativeFactoryDelegate"],
      file: ("package.json", "\"react-native\":"),
      help: """
        Add a scene delegate that puts React Native’s root view into a window of its scene, and name it with \
        UISceneDelegateClassName in UIApplicationSceneManifest. An empty manifest is not enough.
        """,
      betterHelp: { read in
        read("package.json")?.contains("\"react-native-navigation\":") != true
          ? nil
          : """
          React Native Navigation makes the window itself, without a scene: the app needs a version of it that supports \
          scenes, and a scene delegate that UISceneDelegateClassName in UIApplicationSceneManifest names.
          """
      }),
    AppMaker(
      delegates: ["UnityAppController"], file: nil,
      help: """
        Unity exports Classes/UnityAppController.mm, and each export overwrites it: update Unity to a version whose \
        export has a scene delegate, and export the project again.
        """),
    AppMaker(
      delegates: [], file: ("pyproject.toml", "[tool.briefcase"),
      help: """
        Briefcase’s template writes an empty UISceneConfigurations, which is not enough: name a scene delegate there, \
        or make the app with a newer template (briefcase update ios).
        """),
  ]

  private static let ofDotNet = AppMaker(
    delegates: [], file: nil,
    help: """
      Add a class with [Register("SceneDelegate")] that derives from UIWindowSceneDelegate (in MAUI from \
      MauiUISceneDelegate), and name it with UISceneDelegateClassName in UIApplicationSceneManifest of the Info.plist \
      for iOS.
      """)

  private init(
    delegates: [String], file: (name: String, mark: String)?, help: String,
    betterHelp: (@Sendable (_ read: (_ name: String) -> String?) -> String?)? = nil
  ) {
    (self.delegates, self.file, self.help, self.betterHelp) = (delegates, file, help, betterHelp)
  }

  /// Returns the maker of an app delegate's superclass.
  init?(delegate base: String) {
    let name = base.split(separator: ".").last.map(String.init) ?? base
    guard let maker = Self.all.first(where: { $0.delegates.contains(name) }) else { return nil }
    self = maker
  }

  /// Returns the maker of an app, by its app delegate or the files around its project.
  init?(of package: AppPackage, _ code: SubjectCode?) {
    if package.isDotNet {
      self = Self.ofDotNet
    } else if let maker =
      ([code?.unreadBase, code?.appDelegate?.name].compactMap(\.self)
      + (code?.appDelegate?.inherits ?? [])).lazy.compactMap({ AppMaker(delegate: $0) }).first
      ?? Self.found(around: package)
    {
      // An app delegate that is not Expo's cannot use its scene delegate.
      let isOther = maker.file?.mark == Self.expo && code?.appDelegate != nil && code?.unreadBase == nil
      self = isOther ? AppMaker(delegate: "RCTAppDelegate") ?? maker : maker
      let maker = self
      // A native app may use React Native for some views only.
      if isReactNative, code?.mentionsInDelegate(/\b(?:RCT|React|RN)/, of: package) == false { return nil }
      help =
        Self.search(around: package) { read in
          maker.isMarked(read) ? maker.versioned(maker.betterHelp?(read) ?? help, read) : nil
        } ?? help
    } else {
      return nil
    }
  }

  /// Puts the installed version into “Update to Capacitor 8.5”, if a lock file has exactly one that is older.
  private func versioned(_ help: String, _ read: (String) -> String?) -> String {
    guard let file, file.name == "package.json", let goal = help.prefixMatch(of: /Update to (\S+) (\d+)/),
      let wanted = Int(goal.2)
    else { return help }
    let name = file.mark.filter { !"\":".contains($0) }
    // The second form is that of npm before version 7; newer files have it in addition to the first one.
    let entries = [
      ("package-lock.json", "\"node_modules/\(name)\": {"), ("package-lock.json", "\"\(name)\": {"),
      ("yarn.lock", "\n\(name)@"), ("yarn.lock", "\n\"\(name)@"),
    ]
    let all = entries.map { file, start in
      (read(file)?.split(separator: start, omittingEmptySubsequences: false).dropFirst() ?? []).map { $0.prefix(400) }
    }
    let found = (all[0].isEmpty ? all[1] : all[0]) + all[2] + all[3]
    // Without a lock file, the range of versions has a major version: `^54.0.33`, `>=48.0.0 <49.0.0`.
    let range = read(file.name)?.split(separator: file.mark).dropFirst().first?.prefix { $0 != "," && $0 != "}" } ?? ""
    let installed =
      found.isEmpty
      ? range.prefixMatch(of: /\s*"(?:[~^]|>=(?=[^"]*<))?((\d+)\.[\d.]*\d)/)?.output
      : found[0].firstMatch(of: /\n +"?version"?:? "?((\d+)\.[\d.]+)/)?.output
    guard found.count < 2, let installed, let major = Int(installed.2), major < wanted
    else { return help }
    let path = major + 1 < wanted ? " through each major version" : ""
    return "Update from \(goal.1) \(installed.1)\(path) to \(goal.2)\(help[goal.range.upperBound...])"
  }

  private static let maximumBytes = 4 << 20

  private static func found(around package: AppPackage) -> AppMaker? {
    search(around: package) { read in all.first { $0.isMarked(read) } }
  }

  private func isMarked(_ read: (String) -> String?) -> Bool {
    file.map { read($0.name)?.contains($0.mark) == true } ?? false
  }

  /// Searches the folder of the project, and those above it, until one has a result.
  private static func search<Found>(
    around package: AppPackage, _ find: (_ read: (_ name: String) -> String?) -> Found?
  ) -> Found? {
    guard let build = package.build, let files = package.files else { return nil }
    var folder = FileTreePath.directory(of: files.path(of: build.projectFile) ?? "")
    while true {
      let found = find { name in
        let path = FileTreePath.join(folder, name)
        guard files.tree.kind(of: path) == .file else { return nil }
        return (try? files.tree.readPrefix(path, count: maximumBytes)).map { String(decoding: $0, as: UTF8.self) }
      }
      if let found { return found }
      if folder.isEmpty { return nil }
      folder = FileTreePath.directory(of: folder)
    }
  }
}
