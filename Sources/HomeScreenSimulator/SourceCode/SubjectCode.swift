public import AppPackages
public import AppSources
import Platform
public import PropertyLists

/// An app's own code, without its configuration: the classes that the system calls, as known from the scene manifest,
/// the life cycle and the code.
public struct SubjectCode: Sendable {
  /// The findings of the source reader.
  public let document: SourceDocument
  /// The life cycle on iOS 13 and later; nil if it is unknown.
  public let lifeCycle: LifeCycle?
  /// The app delegate; nil if there is none or several candidates.
  public let appDelegate: HandlerClass?
  /// The classes that are, or may be, the delegate of a scene with the app's own windows.
  public let sceneDelegates: [HandlerClass]
  /// The code that was not read and may also handle launch events, in a few words: a superclass in a framework, a
  /// plugin, a file, or a part of a file with delegates; nil if everything was read.
  public let unreadPart: String?
  /// Whether a method of a delegate has its name of Swift 2.
  public let isSwift2: Bool

  private let treeName: String
  private let classes: HandlerClasses
  private let manifest: SceneManifest
  /// The classes of the manifest, as written, that iOS cannot load, each with the reason and the cure (LAUNCH-171).
  package let unloadable: [String: (reason: String, help: String)]
  /// The macros that the target's settings define: `A=1`, `B`.
  private let definitions: [Substring]

  /// Examines the code that was read from a package’s sources.
  public init(_ document: SourceDocument, of package: AppPackage) {
    self.document = document
    treeName = package.files?.tree.name ?? ""
    classes = HandlerClasses(document.handlers)
    appDelegate = classes.appDelegate(entry: document.entry)
    let written = SceneManifest(of: package)
    let unloadable = AppText.unloadable(written.written, in: package, document)
    self.unloadable = unloadable
    manifest = written.loading { [classes] in unloadable[$0] == nil && ($0.contains(".") || classes.mayLoad($0)) }
    definitions = ["GCC_PREPROCESSOR_DEFINITIONS", "SWIFT_ACTIVE_COMPILATION_CONDITIONS"].flatMap {
      (package.settings[$0] ?? "").split(separator: " ")
    }
    sceneDelegates = classes.sceneDelegates(manifest, connectedBy: appDelegate)
    lifeCycle = Self.lifeCycle(document, manifest, appDelegate, package)
    let delegates = [appDelegate].compactMap(\.self) + sceneDelegates
    let unread = document.unread.first { [classes] in
      $0.reason != .unparsed || classes.places.contains($0.place.file)
    }
    // Before Swift 3, methods of delegates have other names for the same selectors.
    isSwift2 = delegates.contains { $0.nearMisses.contains(where: \.isSwift2) }
    let version = package.settings["SWIFT_VERSION"].flatMap { Int($0.prefix { $0.isNumber }) } ?? (isSwift2 ? 2 : 3)
    let isOld = version < 3 && delegates.contains { $0.place.file.hasSuffix(".swift") }
    unreadPart =
      delegates.lazy.compactMap(classes.foreignBase).first ?? unread?.place.file
      ?? (classes.hasPlugins ? "a plugin" : isOld ? "code in Swift \(version), which is not read," : nil)
      ?? document.handlers.first(where: \.roles.isEmpty).map { "the class “\($0.name)”, which was not found," }
      ?? (document.entry == nil ? "code with the entry point of the app, which was not found," : nil)
  }

  /// Whether code that was not read may also handle launch events.
  public var isOpen: Bool { unreadPart != nil }

  private static func lifeCycle(
    _ document: SourceDocument, _ manifest: SceneManifest, _ appDelegate: HandlerClass?, _ package: AppPackage
  ) -> LifeCycle? {
    if document.entry?.kind == .swiftUI { return .swiftUI }
    // A manifest without configurations may only silence a console message (LAUNCH-170): its app delegate may have been
    // written for an app without scenes.
    let isEmpty = manifest.adoption == .empty && !document.handlers.contains { $0.roles.contains(.sceneDelegate) }
    if manifest.hasWindows && !isEmpty || appDelegate?.method(.configurationForConnecting) != nil { return .scene }
    // A scene for another display only: the app's own window may use either life cycle. If no project shows the
    // manifest that a build adds, the code for scenes does.
    let hasSceneCode = document.handlers.contains { $0.roles.contains(.sceneDelegate) }
    if manifest.exists || appDelegate == nil || hasSceneCode && package.origin == .infoPlist { return nil }
    return .appDelegate
  }

  // MARK: Asking

  /// Returns the location of a place, in the form of findings.
  public func location(_ place: SourcePlace) -> SourceLocation {
    SourceLocation(
      file: treeName.isEmpty ? place.file : "\(treeName)/\(place.file)", line: place.line, column: place.column)
  }

  /// Returns whether the system may call a method of a class. It does not call a delegate that is never connected, or
  /// the methods of an app delegate that scenes replace.
  package func mayBeCalled(_ callback: AppCallback, of handler: HandlerClass) -> Bool {
    guard lifeCycle.map(callback.isCalled) ?? true else { return false }
    return switch callback.receiver {
    case .sceneDelegate: sceneDelegates.contains { $0.name == handler.name }
    case .appDelegate:
      handler.roles.contains(.appDelegate) && (appDelegate.map { $0.name == handler.name } ?? (unusedDelegate == nil))
    }
  }

  /// Whether a place needs the window of the app delegate, which is nil: the app has scenes, and no code sets it.
  func needsUnsetWindow(_ place: SourcePlace) -> Bool {
    lifeCycle == .scene && document.unread.isEmpty && document.windowUses.contains(place)
  }

  /// Whether a call posts a notification or stores a setting that no other code mentions.
  func isUnheard(_ place: SourcePlace) -> Bool { document.unheard.contains(place) }

  /// Returns the delegate that the system creates for a new window.
  ///
  /// - Parameters:
  ///   - className: the class that the configuration names, if it names one.
  ///   - configuration: the name of the configuration; nil for the default one.
  package func sceneDelegate(_ className: String?, configuration: String?) -> HandlerClass? {
    if className == nil, unloaded(configuration) != nil { return nil }
    let declared = configuration == nil ? manifest.delegates.first : configuration.flatMap(manifest.delegate)
    if let name = className ?? declared {
      return classes.whole(name)
    }
    return lifeCycle == .swiftUI || sceneDelegates.count != 1 ? nil : sceneDelegates[0]
  }

  /// The delegate of the first window: the one set in `configurationForConnecting`, otherwise the one in the manifest.
  package var firstSceneDelegate: HandlerClass? {
    let connecting = appDelegate?.method(.configurationForConnecting)
    // SwiftUI uses a delegate only if the configuration names its class (LAUNCH-027).
    if lifeCycle == .swiftUI, connecting?.sceneDelegate == nil { return nil }
    return sceneDelegate(connecting?.sceneDelegate, configuration: connecting?.configuration?.literal)
  }

  /// Returns the window that the delegate of the first scene makes, and that nothing keeps; nil if there is none, or if
  /// a storyboard makes another one.
  package func lostWindow(in package: AppPackage) -> SourcePlace? {
    let scenes = package.infoPlist.value(at: "UIApplicationSceneManifest", "UISceneConfigurations")?.dictionary
    let own = scenes?["UIWindowSceneSessionRoleApplication"]?.array ?? []
    guard package.infoPlist["UIMainStoryboardFile"] == nil,
      own.allSatisfy({ $0.value.dictionary?["UISceneStoryboardFile"] == nil })
    else { return nil }
    return firstSceneDelegate?.method(.sceneWillConnect)?.lostWindow
  }

  /// The app delegate's class in a SwiftUI app that has no adaptor for it, so that nothing creates it.
  package var unusedDelegate: HandlerClass? {
    guard let entry = document.entry, entry.kind == .swiftUI, entry.appDelegate == nil else { return nil }
    return document.handlers.first { $0.roles.contains(.appDelegate) }
  }

  /// Why the scene delegate of the code is never connected, with the place; nil if another reason is more likely.
  package var lackOfSceneDelegate: (reason: String, place: SourcePlace)? {
    let scene = misnamedDelegate ?? document.handlers.first { $0.roles.contains(.sceneDelegate) }
    if let lack = unloaded(namedConfiguration) ?? unloaded(nil), let place = (scene ?? appDelegate)?.place {
      return (lack, place)
    }
    guard let unnamed = scene else { return nil }
    if let choice = appDelegate?.method(.configurationForConnecting), choice.sceneDelegate == nil,
      manifest.lacksDelegate(choice.configuration)
    {
      let name = choice.configuration?.literal.map { ", and the Info.plist has no delegate for “\($0)”" } ?? ""
      return ("\(choice.written) sets no delegateClass\(name)", choice.place)
    }
    return ("nothing names \(unnamed.name) as the scene delegate", unnamed.place)
  }

  private var namedConfiguration: String? { appDelegate?.method(.configurationForConnecting)?.configuration?.literal }

  /// The scene delegate that the Info.plist names in a way that iOS cannot load; nil if there is none.
  package var misnamedDelegate: HandlerClass? {
    let named = manifest.unloaded(namedConfiguration) ?? manifest.unloaded(nil)
    let name = named?.split(separator: ".").last.map(String.init)
    return document.handlers.first { $0.roles.contains(.sceneDelegate) && $0.name == name }
  }

  /// Why iOS cannot load the class that a configuration names, by default the first one; nil if it can.
  private func unloaded(_ configuration: String?) -> String? {
    manifest.unloaded(configuration).map { name in
      "the Info.plist names "
        + (unloadable[name].map { "“\(name)”, but \($0.reason)" } ?? "\(name) without its module")
    }
  }

  /// Why the first window has no delegate although the manifest names one; nil if it may have one.
  package var unloadedDelegate: String? {
    let choice = appDelegate?.method(.configurationForConnecting)
    guard document.entry?.kind != .swiftUI, unreadBase == nil, choice?.sceneDelegate == nil else { return nil }
    if case .computed? = choice?.configuration { return nil }
    return unloaded(choice?.configuration?.literal)
  }

  /// The superclass of the app delegate that is not in the files; nil if all of its methods were read.
  package var unreadBase: String? { appDelegate.flatMap(classes.foreignBase) }

  /// Returns the class that may add methods to a delegate; nil if all of its methods were read.
  func unreadBase(of handler: HandlerClass) -> String? { classes.foreignBase(of: handler) }

  /// The notification centre's delegate, if it is a separate class; nil if there is none.
  package var notificationDelegate: HandlerClass? { classes.notificationDelegate }

  /// The notification centre's only delegate, if it was read completely and does not receive taps; otherwise nil.
  package var silentNotificationDelegate: HandlerClass? {
    guard !isOpen, let centre = classes.onlyNotificationDelegate, classes.foreignBase(of: centre) == nil,
      centre.method(.didReceiveNotificationResponse) == nil
    else { return nil }
    return centre
  }

  /// Whether nothing reads a store of events, and all code that can access it was read.
  package func isNeverRead(_ store: String) -> Bool {
    document.unread.allSatisfy { $0.reason == .unparsed }
      && document.stores.contains { $0.identifier == store && $0.reads.isEmpty && !$0.escapes && !$0.writes.isEmpty }
  }

  /// Whether no code that was read sets the notification centre's delegate, or has its method for taps.
  package var lacksNotificationDelegate: Bool {
    !document.handlers.contains {
      $0.roles.contains(.notificationDelegate) || $0.method(.didReceiveNotificationResponse) != nil
    }
  }

  /// Returns the `#if` around the delegate's method with this name, if it is a macro that the target may not define.
  package func conditionInDoubt(of name: String) -> String? {
    let methods = [appDelegate, firstSceneDelegate].compactMap { $0?.methods.first { $0.name == name } }
    guard let condition = methods.lazy.compactMap(\.condition).first, condition != "DEBUG",
      condition.wholeMatch(of: /[A-Z][A-Z0-9_]*/) != nil, !condition.hasPrefix("TARGET_"),
      !definitions.contains(where: { $0 == condition || $0.hasPrefix(condition + "=") && $0 != condition + "=0" })
    else { return nil }
    return condition
  }

  /// The scene delegate of the code or the manifest that is not among the classes that were read; nil if there is none.
  package var unreadSceneDelegate: String? {
    let choice = appDelegate?.method(.configurationForConnecting)
    let connected = choice?.sceneDelegate ?? choice?.configuration?.literal.flatMap(manifest.delegate)
    let named = connected.map { [$0] } ?? (lifeCycle == .swiftUI ? [] : manifest.delegates)
    return named.first { classes.whole($0) == nil }
  }

  /// The place in the app delegate that chooses the scene delegate; nil if no code does.
  var scenePlace: SourcePlace? {
    appDelegate?.method(.configurationForConnecting).map { method in
      method.steps.first { $0.comparison != nil }?.place ?? method.place
    }
  }

  /// Whether several classes may be the scene delegate.
  var hasSeveralSceneDelegates: Bool { Set(sceneDelegates.map(\.name)).count > 1 }

  /// The methods of SwiftUI's scenes and views as one class; nil for an app without SwiftUI's `App`.
  package var views: HandlerClass? {
    guard lifeCycle == .swiftUI else { return nil }
    let parts = document.handlers.filter { $0.roles.contains(.swiftUI) }
    guard var whole = parts.first else { return nil }
    whole.methods = parts.flatMap(\.methods)
    return whole
  }

  /// Returns the methods with these names that the system may call, with their classes.
  package func called(_ callbacks: AppCallback...) -> [(handler: HandlerClass, method: HandlerMethod)] {
    document.handlers.flatMap { handler in
      callbacks.filter { mayBeCalled($0, of: handler) }.compactMap { callback in
        handler.method(callback).map { (handler, $0) }
      }
    }
  }

  /// Whether the code has a method that receives quick actions.
  public var takesItems: Bool { !called(.performAction, .windowScenePerformAction).isEmpty }

  /// Whether the code adds quick actions to the menu, or may add them.
  public var setsItems: Bool {
    document.dynamicItems.contains { [.set, .add].contains($0.change) && (!$0.items.isEmpty || !$0.isComplete) }
  }
}

extension SourceDocument {
  /// The quick actions that the code creates from literals.
  public var shortcutItems: [ShortcutItem] {
    dynamicItems.flatMap(\.items).compactMap { item in item.type.literal.map { ShortcutItem(item, ofType: $0) } }
  }

  /// The literals of the code, and the texts with which it compares events.
  package var texts: [String] {
    literals.map(\.text)
      + handlers.flatMap(\.methods).flatMap(\.steps).flatMap { $0.comparison?.texts ?? [] }.compactMap(\.text.literal)
  }

  /// Returns the scheme of a web sign-in session, which gets this URL instead of the app; nil if no session names it.
  package func webSession(for url: String) -> NamedLiteral? {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    return literals.first { $0.kind == .sessionScheme && $0.text.lowercased() == scheme }
  }

  /// Returns a quick action of this type that the code sets, or may set because it creates some from values that cannot
  /// be read.
  public func shortcutItem(ofType type: String) -> ShortcutItem? {
    if let item = shortcutItems.first(where: { ExactText.isSame($0.type, type) }) { return item }
    let isOpen = dynamicItems.contains { change in
      !change.isComplete || change.items.contains { $0.type.literal == nil }
    }
    return isOpen ? ShortcutItem(type: type, localizedTitle: type) : nil
  }
}

extension HandlerClass {
  /// Returns the method that the system calls by this name, or nil if the class does not have it.
  package func method(_ callback: AppCallback) -> HandlerMethod? { methods.first { $0.name == callback.rawValue } }

  /// Returns the steps that use a quick action itself in the given methods of the class.
  package func steps(in callbacks: AppCallback...) -> [HandlerStep] {
    callbacks.compactMap { method($0) }.flatMap(\.steps).filter { $0.subject == .shortcutItem && $0.action != .offer }
  }
}

/// The classes of a document and the inheritance between them.
package struct HandlerClasses {
  private let all: [HandlerClass]
  private let byName: [String: HandlerClass]

  /// The limit for following superclasses; no class of an app reaches it.
  private static let maximumDepth = 20

  init(_ classes: [HandlerClass]) {
    all = classes
    let renamed = classes.compactMap { handler in handler.objectiveCName.map { ($0, handler) } }
    byName = Dictionary(renamed + classes.map { ($0.name, $0) }) { first, _ in first }
  }

  // MARK: Delegates

  func appDelegate(entry: EntryPoint?) -> HandlerClass? {
    let named = entry?.appDelegate.flatMap { byName[$0] }
    let candidates = all.filter { $0.roles.contains(.appDelegate) }
    // SwiftUI creates only the class that an adaptor names.
    let isNamed = entry?.kind == .swiftUI && entry?.appDelegate == nil
    guard let found = named ?? (candidates.count == 1 && !isNamed ? candidates[0] : nil) else { return nil }
    return withInherited(found)
  }

  /// The delegate that receives taps from the notification centre, if it is not the app delegate. If there are several
  /// candidates, it is unknown which one is set last, so each may receive taps.
  var notificationDelegate: HandlerClass? {
    let candidates = all.filter { $0.roles.contains(.notificationDelegate) }.map(withInherited)
    guard let first = candidates.first, candidates.count > 1 || !first.roles.contains(.appDelegate) else { return nil }
    guard candidates.count > 1 else { return first }
    let methods = candidates.compactMap { $0.method(.didReceiveNotificationResponse) }
    guard var whole = methods.first else { return nil }
    whole.steps = methods.flatMap(\.steps).map { step in
      var step = step
      step.condition = .sometimes
      return step
    }
    var several = first
    several.methods = [whole]
    return several
  }

  /// The only class that code sets as the notification centre's delegate; nil if there are several.
  var onlyNotificationDelegate: HandlerClass? {
    let candidates = all.filter { $0.roles.contains(.notificationDelegate) }
    return candidates.count == 1 ? withInherited(candidates[0]) : nil
  }

  /// Returns the classes that may be the delegate of a scene with the app's own windows. If none is named, returns all
  /// scene delegates in the code.
  func sceneDelegates(_ manifest: SceneManifest, connectedBy appDelegate: HandlerClass?) -> [HandlerClass] {
    let connecting = appDelegate?.method(.configurationForConnecting)
    var names = manifest.delegates
    var isKnown = !names.isEmpty
    if let connecting {
      if let name = connecting.sceneDelegate {
        names.append(name)
        isKnown = true
      } else if let name = connecting.configuration?.literal.flatMap(manifest.delegate) {
        names = [name]
      } else if manifest.lacksDelegate(connecting.configuration) {
        return []
      } else if manifest.delegates.isEmpty {
        isKnown = false
      }
    }
    // A manifest may use the Objective-C name of a class, which may differ from its Swift name.
    let found = names.compactMap { byName[$0] }
    let possible = all.filter {
      $0.roles.contains(.sceneDelegate) && !manifest.isForOthers($0.name) && !manifest.isUnloaded($0.name)
    }
    // A delegate is connected only if one of the two names its class (LAUNCH-159); a base class may do so, too.
    let isWhole = appDelegate.map { foreignBase(of: $0) == nil } ?? false
    let isConnected = connecting != nil || manifest.hasWindows && !(isWhole && names.isEmpty)
    return (isKnown && !found.isEmpty ? found : isConnected ? possible : []).map(withInherited)
  }

  /// Whether the system finds a class by a name without a module: a Swift class has it only with `@objc(…)`.
  func mayLoad(_ name: String) -> Bool {
    byName[name].map { $0.isPartial || !$0.place.file.hasSuffix(".swift") || $0.objectiveCName == name } ?? true
  }

  /// Returns a class with its inherited methods, or nil if it is not in the files.
  func whole(_ name: String) -> HandlerClass? { byName[name].map(withInherited) }

  private func withInherited(_ handler: HandlerClass) -> HandlerClass {
    var whole = handler
    for ancestor in ancestors(of: handler) {
      whole.methods += ancestor.methods.filter { method in !whole.methods.contains { $0.name == method.name } }
    }
    return whole
  }

  private func ancestors(of handler: HandlerClass) -> [HandlerClass] {
    var found: [HandlerClass] = []
    var next = handler.inherits.first.flatMap { byName[$0] }
    while let ancestor = next, found.count < Self.maximumDepth {
      found.append(ancestor)
      next = ancestor.inherits.first.flatMap { byName[$0] }
    }
    return found
  }

  // MARK: What was not read

  /// The files that contain the classes and their methods.
  package var places: Set<String> { Set(all.flatMap { [$0.place.file] + $0.methods.map(\.place.file) }) }

  /// Returns the class that may add methods: a superclass that is not in the files, or a class that is only in part.
  func foreignBase(of handler: HandlerClass) -> String? {
    let all = [handler] + ancestors(of: handler)
    if let base = all.last?.inherits.first, !Self.isApples(base) { return base }
    return all.first(where: \.isPartial)?.name
  }

  /// Returns whether the name has a prefix of Apple's classes. These implement no methods of a delegate; classes of
  /// frameworks for other languages do.
  private static func isApples(_ name: String) -> Bool {
    let name = name.split(separator: ".").last.map(String.init) ?? name
    return ["ObservableObject", "Sendable"].contains(name)
      || ["NS", "UI", "UN", "CP", "SK", "MK", "PK", "WC", "CL", "AV"].contains { prefix in
        name.hasPrefix(prefix) && name.dropFirst(2).first?.isUppercase == true
      }
  }

  /// Whether a framework receives quick actions instead of the delegates, or in addition to them.
  package var hasPlugins: Bool {
    let callbacks: Set<String> = [
      AppCallback.performAction.rawValue, AppCallback.windowScenePerformAction.rawValue,
    ]
    return all.contains { handler in
      handler.roles.contains(.plugin) && handler.methods.contains { callbacks.contains($0.name) }
    }
  }
}

/// The text of an app's sources.
package final class AppText {
  private enum Owner { case own, other(String), nowhere }

  /// Whether all sources were found.
  package let isWhole: Bool
  /// The packages and frameworks that are compiled into the app.
  private let modules: Set<String>
  private let sources: SourceFiles
  private let tree: any FileTree
  private lazy var texts: [(file: SourceFiles.File, text: String)] = sources.files.compactMap { file in
    (try? tree.read(file.path)).map { (file, String(decoding: $0, as: UTF8.self)) }
  }

  package init?(of package: AppPackage) {
    guard let sources = package.sourceFiles(), !sources.files.isEmpty, let tree = package.files?.tree else {
      return nil
    }
    (self.sources, self.tree, isWhole) = (sources, tree, sources.isWhole)
    modules = Set(sources.files.compactMap(\.module))
  }

  /// Returns whether a source contains a text outside all occurrences of another text.
  package func contains(_ word: String, besides other: String? = nil) -> Bool {
    texts.contains { _, text in
      guard text.contains(word) else { return false }
      guard let other, other.contains(word) else { return true }
      return text.split(separator: other, omittingEmptySubsequences: false).contains { $0.contains(word) }
    }
  }

  /// Whether the entry point may be SwiftUI's `App`, which needs no scene delegate.
  private var mayUseSwiftUI: Bool { contains("WindowGroup") || contains(": App {") || contains(".main()") }

  /// Returns where a class is declared. Files whose names begin with its name are read first.
  private func owner(ofClass name: String) -> Owner {
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
  private func fileLeftOut(ofClass name: String) -> String? {
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

  package func text(of file: String) -> String? { (try? tree.read(file)).map { String(decoding: $0, as: UTF8.self) } }

  // MARK: Scene delegates

  /// Returns those of the classes that iOS cannot load, with the reasons; a class in doubt is left out.
  fileprivate static func unloadable(
    _ written: [String], in package: AppPackage, _ document: SourceDocument
  ) -> [String: (reason: String, help: String)] {
    guard package.build != nil, document.entry?.kind != .swiftUI, let sources = AppText(of: package) else { return [:] }
    let own = document.handlers.filter { $0.roles.contains(.sceneDelegate) }.map(\.name)
    var found: [String: (reason: String, help: String)] = [:]
    for name in written { found[name] = sources.fault(of: name, package.settings["PRODUCT_MODULE_NAME"], own) }
    return found
  }

  private func fault(of written: String, _ module: String?, _ own: [String]) -> (reason: String, help: String)? {
    let parts = written.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !written.contains("$("), let name = parts.last, !name.isEmpty else { return nil }
    if let file = fileLeftOut(ofClass: name) {
      return (
        "\(file), which has this class, is not in the target", "Add \(FileTreePath.lastComponent(file)) to the target."
      )
    }
    guard parts.count == 2, !parts[0].isEmpty, let module else { return nil }
    let reason: String
    var help = "Write $(PRODUCT_MODULE_NAME) and a dot before the name of a class that the target compiles"
    switch owner(ofClass: name) {
    case .own where parts[0] != module && !modules.contains(parts[0]) && !contains("import \(parts[0])"):
      reason = "the class is in the module “\(module)”"
    case .other(let other) where parts[0] == module: reason = "the class is in the module “\(other)”"
    // Code can register a class under another name while the app runs.
    case .nowhere where parts[0] == module && isWhole && !contains("objc_runtime_name") && !contains("ClassPair("):
      reason = "no source of the target declares this class"
      let near = Spelling.nearest(to: name, in: own).first
      help =
        near.map { "Did you mean “$(PRODUCT_MODULE_NAME).\($0)”" } ?? help
        + (own.isEmpty ? "" : ": it has \(Names.list(own.map { "“\($0)”" }, atMost: Names.maximum))")
    case .own, .other, .nowhere: return nil
    }
    // Code may choose another class, or need none.
    return contains("delegateClass") || mayUseSwiftUI ? nil : (reason, help + (help.hasPrefix("Did") ? "?" : "."))
  }
}
