import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// `scene-window-missing`: what an app with scenes needs for its first window. Reported only if the Info.plist and the
/// text of its sources are enough to be certain.
struct SceneWindowMissing: Rule {
  let description = RuleDescription(
    "scene-window-missing", .warning,
    "An app with scenes shows a black screen or crashes at launch, because a class, storyboard or window is missing",
    facts: ["LAUNCH-171", "LAUNCH-230", "LAUNCH-152", "LAUNCH-231"])

  func check(_ subject: LintSubject) -> [Finding] {
    guard let build = subject.package.build, subject.code?.lifeCycle != .swiftUI else { return [] }
    let configurations = WrittenScene.used(in: subject.package, subject.code)
    let storyboards = configurations.compactMap { storyboard($0, of: subject.package, build) }
    // Reading the sources takes many times as long as the rest of lint: only if the caller asked for them.
    guard let code = subject.code, let sources = AppText(of: subject.package) else { return storyboards }
    let missing = storyboards + configurations.compactMap { delegate($0, code) }
    let lost = code.lifeCycle == .scene ? code.lostWindow(in: subject.package) : nil
    return missing + (missing.isEmpty ? window(sources, code, subject.package) : [])
      + unwrapped(sources, code)
      + [lost].compactMap(\.self).map { place in
        finding(
          "no code keeps the window of the scene delegate after scene(_:willConnectTo:options:): the screen stays black",
          at: code.location(place), help: "Set the window property of the scene delegate to this window.")
      }
  }

  // MARK: The manifest

  private func storyboard(_ scene: WrittenScene, of package: AppPackage, _ build: XcodeBuild) -> Finding? {
    guard let name = scene.storyboard?.value.string, !name.isEmpty, !name.contains("$(") else { return nil }
    // A referenced file that this copy lacks may be there where the app is built.
    let files = package.resources.map(\.path) + build.missingFiles
    guard !files.contains(where: { Self.isStoryboard($0, name) }), files.contains(where: { $0.contains(".storyboard") })
    else { return nil }
    return finding(
      "UISceneStoryboardFile names “\(name)”, but the target contains no such storyboard: the app crashes at launch",
      at: scene.storyboard?.location,
      help: "Add \(name).storyboard to the target, or remove UISceneStoryboardFile if code makes the window.")
  }

  private static func isStoryboard(_ path: String, _ name: String) -> Bool {
    FileTreePath.parts(of: path).contains { part in
      ["\(name).storyboardc", "\(name).storyboard", "\(name)~iphone.storyboardc", "\(name)~ipad.storyboardc"]
        .contains(String(part))
    }
  }

  private func delegate(_ scene: WrittenScene, _ code: SubjectCode) -> Finding? {
    guard let written = scene.delegate?.value.string else { return nil }
    if let fault = code.unloadable[written] {
      return finding(
        "UISceneDelegateClassName names “\(written)”, but \(fault.reason): the screen stays black",
        at: scene.delegate?.location, help: fault.help)
    }
    guard code.misnamedDelegate?.name == written, code.unloadedDelegate != nil else { return nil }
    return finding(
      "UISceneDelegateClassName names “\(written)” without its module: iOS finds no such class, and the screen stays black",
      at: scene.delegate?.location,
      help: "Write $(PRODUCT_MODULE_NAME).\(written), or @objc(\(written)) before the class.")
  }

  // MARK: The code

  /// Finds a window of the app delegate, in an app whose scene delegates make none.
  private func window(_ sources: AppText, _ code: SubjectCode, _ package: AppPackage) -> [Finding] {
    guard code.lifeCycle == .scene, !code.sceneDelegates.isEmpty, code.unreadSceneDelegate == nil,
      let delegate = code.appDelegate, sources.isWhole,
      WrittenScene.all(of: package).allSatisfy({ $0.storyboard == nil }),
      package.infoPlist["UIMainStoryboardFile"] == nil,
      code.unreadPart == nil,
      code.sceneDelegates.allSatisfy({ handler in
        handler.method(.sceneWillConnect).map { sources.body(of: $0)?.isTemplate == true } ?? true
      }),
      !["connectedScenes", "windowScene:", ".windowScene", "WindowScene:", "willConnect"].contains(
        where: { word in sources.contains(word, besides: "willConnectTo") }),
      let place = sources.place(of: ["UIWindow(frame", "UIWindow()", "[UIWindow alloc]"], in: delegate)
    else { return [] }
    return [
      finding(
        "\(delegate.name) makes a window, but no scene delegate gives one to its scene: the screen stays black",
        at: code.location(place),
        help: "Make the window in scene(_:willConnectTo:options:), with UIWindow(windowScene:).")
    ]
  }

  /// Finds code that unwraps a window in a launch method, before there is one.
  private func unwrapped(_ sources: AppText, _ code: SubjectCode) -> [Finding] {
    guard code.lifeCycle == .scene, let delegate = code.appDelegate else { return [] }
    let methods = [AppCallback.willFinishLaunching, .didFinishLaunching].compactMap { delegate.method($0) }
    return methods.compactMap { method in
      guard method.condition == nil, let body = sources.body(of: method), let (word, line) = body.unwrapped(in: sources)
      else { return nil }
      var place = method.place
      (place.line, place.column) = (line, 1)
      return finding(
        "\(delegate.name) unwraps \(word) in \(method.written), before a scene has a window: the app crashes at launch",
        at: code.location(place), help: "Move the line to scene(_:willConnectTo:options:), and use the scene’s window.")
    }
  }
}

/// A configuration of the app's own windows, as the Info.plist has it.
private struct WrittenScene {
  let name: String?
  let delegate: PropertyListNode?
  let storyboard: PropertyListNode?

  /// Returns the configuration of the first window; empty if it is not certain which one it is (LAUNCH-171).
  static func used(in package: AppPackage, _ code: SubjectCode?) -> [WrittenScene] {
    let all = all(of: package)
    guard all.count > 1 else { return all }
    guard let code, let delegate = code.appDelegate else { return [] }
    guard let method = delegate.method(.configurationForConnecting) else {
      return code.unreadBase == nil ? [all[0]] : []
    }
    return method.configuration?.literal.map { name in all.filter { $0.name == name } } ?? []
  }

  static func all(of package: AppPackage) -> [WrittenScene] {
    let roles = package.infoPlist.value(at: "UIApplicationSceneManifest", "UISceneConfigurations")?.dictionary
    return (roles?["UIWindowSceneSessionRoleApplication"]?.array ?? []).compactMap(\.value.dictionary).map { entry in
      WrittenScene(
        name: entry["UISceneConfigurationName"]?.string, delegate: entry.node(for: "UISceneDelegateClassName"),
        storyboard: entry.node(for: "UISceneStoryboardFile"))
    }
  }
}

extension AppText {
  /// Returns the first place of one of these texts in the files of a class.
  fileprivate func place(of words: [String], in handler: HandlerClass) -> SourcePlace? {
    let lines = text(of: handler.place.file)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    for (index, line) in lines.enumerated() where words.contains(where: { line.contains($0) }) {
      var place = handler.place
      (place.line, place.column) = (index + 1, 1)
      return place
    }
    return nil
  }

  /// Returns the body of a Swift method.
  fileprivate func body(of method: HandlerMethod) -> MethodText? {
    guard method.place.file.hasSuffix(".swift"), let text = text(of: method.place.file) else { return nil }
    return MethodText(text, from: method.place.line)
  }
}

/// The text of a Swift method, without comments.
private struct MethodText {
  /// The statements that always run, because they are outside of inner braces, with their lines.
  private var lines: [(line: Int, text: String)] = []
  private var whole = ""
  private let file: String

  init?(_ file: String, from first: Int) {
    self.file = file
    var depth = 0
    for (index, line) in file.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where index + 1 >= first {
      var outer = ""
      var rest = line[...]
      if let end = rest.firstRange(of: "//") { rest = rest[..<end.lowerBound] }
      for sign in rest {
        if sign == "{" { depth += 1 }
        if depth == 1, sign != "{" { outer.append(sign) }
        if depth > 0 { whole.append(sign) }
        if sign == "}" {
          depth -= 1
          if depth == 0 { return }
        }
      }
      lines.append((index + 1, outer))
    }
    return nil
  }

  /// Whether the method does no more than Xcode's template: it tests the kind of the scene.
  var isTemplate: Bool {
    let plain = whole.filter { !$0.isWhitespace }
    guard plain != "{}" else { return true }
    guard plain.hasPrefix("{guardlet"), plain.hasSuffix("else{return}}") else { return false }
    return plain.count < 80 && plain.contains("as?UIWindowScene") && plain.filter { $0 == "{" }.count == 2
  }

  /// Returns the value that the method unwraps before there is a window, and its line; nil if there is none.
  func unwrapped(in sources: AppText) -> (word: String, line: Int)? {
    let isSet = ["window =", "window=", "lazy var window", "let window", "#if"].contains { file.contains($0) }
    for (line, text) in lines {
      for word in ["keyWindow!", "windows.first!", "windows[0]"] where text.contains("shared.\(word)") {
        return (word.filter { $0.isLetter || $0 == "." }, line)
      }
      if !isSet, text.contains("window!."), !text.contains(".window!.") || text.contains("self.window!.") {
        return ("window", line)
      }
    }
    return nil
  }
}
