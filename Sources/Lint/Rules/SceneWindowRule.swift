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
    let missing = storyboards + configurations.compactMap { delegate($0, sources, code, subject.package) }
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

  private func delegate(
    _ scene: WrittenScene, _ sources: AppText, _ code: SubjectCode, _ package: AppPackage
  ) -> Finding? {
    guard let written = scene.delegate?.value.string, !written.contains("$(") else { return nil }
    let parts = written.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let name = parts.last, !name.isEmpty, let file = sources.fileLeftOut(ofClass: name) {
      return finding(
        "UISceneDelegateClassName names “\(written)”, but \(file), which has this class, is not in the target: the screen "
          + "stays black", at: scene.delegate?.location, help: "Add \(FileTreePath.lastComponent(file)) to the target.")
    }
    guard parts.count == 2, !parts.contains(""), let module = package.settings["PRODUCT_MODULE_NAME"] else {
      return nil
    }
    let owner = sources.module(ofClass: parts[1])
    let reason: String
    switch owner {
    case .own where parts[0] != module && !sources.modules.contains(parts[0]):
      reason = "the class is in the module “\(module)”"
    case .other(let other) where parts[0] == module: reason = "the class is in the module “\(other)”"
    case .nowhere where parts[0] == module && sources.isWhole: reason = "no source of the target declares this class"
    case .own, .other, .nowhere: return nil
    }
    guard !sources.contains("delegateClass"), !sources.mayUseSwiftUI else { return nil }
    let own = if case .nowhere = owner { code.sceneDelegates.map(\.name) } else { [String]() }
    return finding(
      "UISceneDelegateClassName names “\(written)”, but \(reason): the screen stays black",
      at: scene.delegate?.location,
      help: "Write $(PRODUCT_MODULE_NAME) and a dot before the name of a class that the target compiles"
        + (!own.isEmpty ? ": it has \(own.listed())." : "."))
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

/// The text of an app's sources.
private final class AppText {
  enum Owner { case own, other(String), nowhere }

  /// Whether all sources were found.
  let isWhole: Bool
  /// The packages and frameworks that are compiled into the app.
  let modules: Set<String>
  private let sources: SourceFiles
  private let tree: any FileTree
  private lazy var texts: [(file: SourceFiles.File, text: String)] = sources.files.compactMap { file in
    (try? tree.read(file.path)).map { (file, String(decoding: $0, as: UTF8.self)) }
  }

  init?(of package: AppPackage) {
    guard let sources = package.sourceFiles(), !sources.files.isEmpty, let tree = package.files?.tree else {
      return nil
    }
    (self.sources, self.tree, isWhole) = (sources, tree, sources.isWhole)
    modules = Set(sources.files.compactMap(\.module))
  }

  /// Returns whether a source contains a text outside all occurrences of another text.
  func contains(_ word: String, besides other: String? = nil) -> Bool {
    texts.contains { _, text in
      guard text.contains(word) else { return false }
      guard let other, other.contains(word) else { return true }
      return text.split(separator: other, omittingEmptySubsequences: false).contains { $0.contains(word) }
    }
  }

  /// Whether the entry point may be SwiftUI's `App`, which needs no scene delegate.
  var mayUseSwiftUI: Bool { contains("WindowGroup") || contains(": App {") || contains(".main()") }

  /// Returns where a class is declared. Files whose names begin with its name are read first.
  func module(ofClass name: String) -> Owner {
    let likely = sources.files.filter { FileTreePath.lastComponent($0.path).hasPrefix(name + ".") }
    for file in likely {
      guard let bytes = try? tree.read(file.path) else { continue }
      if Self.declares(name, String(decoding: bytes, as: UTF8.self)) { return file.module.map { .other($0) } ?? .own }
    }
    let found = texts.filter { Self.declares(name, $0.text) }.map(\.file.module)
    if found.contains(nil) { return .own }
    return found.compactMap(\.self).first.map { .other($0) } ?? .nowhere
  }

  /// Returns a file in a folder of the app's sources that has the code of a class, if nothing that the app contains has it.
  func fileLeftOut(ofClass name: String) -> String? {
    guard isWhole else { return nil }
    func isCode(_ path: String, _ text: String) -> Bool {
      path.hasSuffix(".swift") ? Self.declares(name, text) : text.contains("@implementation \(name)\n")
    }
    let folders = Set(sources.files.map { FileTreePath.directory(of: $0.path) })
    let paths = folders.sorted().flatMap { folder in
      ["swift", "m", "mm"].map { FileTreePath.join(folder, "\(name).\($0)") }
    }
    guard let file = paths.first(where: { path in text(of: path).map { isCode(path, $0) } ?? false }),
      !texts.contains(where: { isCode($0.file.path, $0.text) })
    else { return nil }
    return file
  }

  private static func declares(_ name: String, _ text: String) -> Bool {
    guard text.contains(name) else { return false }
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@") }
    return zip(words, words.dropFirst()).contains { word, next in
      next == name && ["class", "actor", "typealias", "@implementation", "@interface", "@objc"].contains(word)
    }
  }

  private func text(of file: String) -> String? { (try? tree.read(file)).map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the first place of one of these texts in the files of a class.
  func place(of words: [String], in handler: HandlerClass) -> SourcePlace? {
    let lines = text(of: handler.place.file)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    for (index, line) in lines.enumerated() where words.contains(where: { line.contains($0) }) {
      var place = handler.place
      (place.line, place.column) = (index + 1, 1)
      return place
    }
    return nil
  }

  /// Returns the body of a Swift method.
  func body(of method: HandlerMethod) -> MethodText? {
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
