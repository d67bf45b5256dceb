public import AppPackages
public import AppSources
import Platform
public import PropertyLists

/// An app's own code beside its configuration: which of its classes the system calls, as far as the scene manifest, the
/// life cycle and the code itself tell.
public struct SubjectCode: Sendable {
  /// What the reader of sources has found.
  public let document: SourceDocument
  /// How the app lives on iOS 13 and later; nil where it cannot be told.
  public let lifeCycle: LifeCycle?
  /// The app delegate; nil where there is none, or several might be it.
  public let appDelegate: HandlerClass?
  /// The delegates that the scenes of the app's own windows have, or may have.
  public let sceneDelegates: [HandlerClass]
  /// What was not read and may handle launch events too, in a few words: a superclass of a framework, a plugin, a file, or
  /// of one with delegates in it a part; nil where all is known.
  public let unreadPart: String?

  private let treeName: String
  private let classes: HandlerClasses
  private let manifest: SceneManifest

  /// Looks at what was read of a package’s sources.
  public init(_ document: SourceDocument, of package: AppPackage) {
    self.document = document
    treeName = package.files?.tree.name ?? ""
    classes = HandlerClasses(document.handlers)
    appDelegate = classes.appDelegate(entry: document.entry)
    manifest = SceneManifest(of: package)
    sceneDelegates = classes.sceneDelegates(manifest, connectedBy: appDelegate)
    lifeCycle = Self.lifeCycle(document, manifest, appDelegate, package)
    let delegates = [appDelegate].compactMap(\.self) + sceneDelegates
    let unread = document.unread.first { [classes] in
      $0.reason != .unparsed || classes.places.contains($0.place.file)
    }
    unreadPart =
      delegates.lazy.compactMap(classes.foreignBase).first ?? unread?.place.file
      ?? (classes.hasPlugins ? "a plugin" : nil)
  }

  /// Whether something that was not read may handle launch events too.
  public var isOpen: Bool { unreadPart != nil }

  private static func lifeCycle(
    _ document: SourceDocument, _ manifest: SceneManifest, _ appDelegate: HandlerClass?, _ package: AppPackage
  ) -> LifeCycle? {
    if document.entry?.kind == .swiftUI { return .swiftUI }
    // A manifest without configurations may be there to end a line of the console only (LAUNCH-170): its app delegate may
    // have been written for an app without scenes.
    let isEmpty = manifest.adoption == .empty && !document.handlers.contains { $0.roles.contains(.sceneDelegate) }
    if manifest.hasWindows && !isEmpty || appDelegate?.method(.configurationForConnecting) != nil { return .scene }
    // One for another display only: the app's own window may come either way. And where no project tells of the
    // manifest that a build adds, code for scenes does.
    let hasSceneCode = document.handlers.contains { $0.roles.contains(.sceneDelegate) }
    if manifest.exists || appDelegate == nil || hasSceneCode && package.origin == .infoPlist { return nil }
    return .appDelegate
  }

  // MARK: Asking

  /// Where something stands, as findings name it.
  public func location(_ place: SourcePlace) -> SourceLocation {
    SourceLocation(
      file: treeName.isEmpty ? place.file : "\(treeName)/\(place.file)", line: place.line, column: place.column)
  }

  /// Whether the system may call a method of a class. One of a delegate that nothing connects, or of the app delegate in
  /// an app with scenes, it does not call.
  package func mayBeCalled(_ callback: AppCallback, of handler: HandlerClass) -> Bool {
    guard lifeCycle.map(callback.isCalled) ?? true else { return false }
    return switch callback.receiver {
    case .sceneDelegate: sceneDelegates.contains { $0.name == handler.name }
    case .appDelegate:
      handler.roles.contains(.appDelegate) && (appDelegate.map { $0.name == handler.name } ?? true)
    }
  }

  /// The delegate that the system makes for a new window.
  ///
  /// - Parameters:
  ///   - className: the class that the configuration names, if it names one.
  ///   - configuration: the name of the configuration; nil: the default one.
  package func sceneDelegate(_ className: String?, configuration: String?) -> HandlerClass? {
    if let name = className ?? configuration.flatMap(manifest.delegate) ?? manifest.delegates.first {
      return classes.whole(name)
    }
    return lifeCycle == .swiftUI || sceneDelegates.count != 1 ? nil : sceneDelegates[0]
  }

  /// The delegate that the first window gets: what `configurationForConnecting` sets, else what the manifest names.
  package var firstSceneDelegate: HandlerClass? {
    let connecting = appDelegate?.method(.configurationForConnecting)
    // SwiftUI uses one only when the configuration names its class (LAUNCH-027).
    if lifeCycle == .swiftUI, connecting?.sceneDelegate == nil { return nil }
    return sceneDelegate(connecting?.sceneDelegate, configuration: connecting?.configuration?.literal)
  }

  /// What the notification centre tells of taps, where that is a class of its own; nil for none.
  package var notificationDelegate: HandlerClass? { classes.notificationDelegate }

  /// Whether the manifest names a delegate that is not among the classes that were read.
  package var hasUnreadSceneDelegate: Bool {
    !sceneDelegates.isEmpty && manifest.delegates.contains { classes.whole($0) == nil }
  }

  /// What SwiftUI's scenes and views run, as one; nil for an app without SwiftUI's `App`.
  package var views: HandlerClass? {
    guard lifeCycle == .swiftUI else { return nil }
    let parts = document.handlers.filter { $0.roles.contains(.swiftUI) }
    guard var whole = parts.first else { return nil }
    whole.methods = parts.flatMap(\.methods)
    return whole
  }

  /// Each method of a kind that the system may call, with its class.
  package func called(_ callbacks: AppCallback...) -> [(handler: HandlerClass, method: HandlerMethod)] {
    document.handlers.flatMap { handler in
      callbacks.filter { mayBeCalled($0, of: handler) }.compactMap { callback in
        handler.method(callback).map { (handler, $0) }
      }
    }
  }

  /// A method that gets quick actions is there.
  public var takesItems: Bool { !called(.performAction, .windowScenePerformAction).isEmpty }

  /// Quick actions that the code adds to the menu, or may add.
  public var setsItems: Bool {
    document.dynamicItems.contains { [.set, .add].contains($0.change) && (!$0.items.isEmpty || !$0.isComplete) }
  }
}

extension SourceDocument {
  /// The quick actions that the code makes of literals.
  public var shortcutItems: [ShortcutItem] {
    dynamicItems.flatMap(\.items).compactMap { item in
      item.type.literal.map { ShortcutItem(type: $0, localizedTitle: item.title.literal ?? $0) }
    }
  }

  /// A quick action of a type that the code sets, or may set, since it makes some of values that cannot be read.
  public func shortcutItem(ofType type: String) -> ShortcutItem? {
    if let item = shortcutItems.first(where: { ExactText.isSame($0.type, type) }) { return item }
    let isOpen = dynamicItems.contains { change in
      !change.isComplete || change.items.contains { $0.type.literal == nil }
    }
    return isOpen ? ShortcutItem(type: type, localizedTitle: type) : nil
  }
}

extension HandlerClass {
  /// The method that the system calls by this name; nil where the class has none.
  package func method(_ callback: AppCallback) -> HandlerMethod? { methods.first { $0.name == callback.rawValue } }

  /// All that the class does with a quick action in some of its methods.
  package func steps(in callbacks: AppCallback...) -> [HandlerStep] {
    callbacks.compactMap { method($0) }.flatMap(\.steps).filter { $0.subject == .shortcutItem }
  }
}

/// The classes of a document with what they inherit from each other.
package struct HandlerClasses {
  private let all: [HandlerClass]
  private let byName: [String: HandlerClass]

  /// No class of an app inherits from itself this often.
  private static let maximumDepth = 20

  init(_ classes: [HandlerClass]) {
    all = classes
    byName = Dictionary(classes.map { ($0.name, $0) }) { first, _ in first }
  }

  // MARK: Delegates

  func appDelegate(entry: EntryPoint?) -> HandlerClass? {
    let named = entry?.appDelegate.flatMap { byName[$0] }
    let candidates = all.filter { $0.roles.contains(.appDelegate) }
    guard let found = named ?? (candidates.count == 1 ? candidates[0] : nil) else { return nil }
    return withInherited(found)
  }

  /// The class that the notification centre tells of taps, where that is not the app delegate. Of several nobody knows which
  /// one is set last, so that each is told perhaps.
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

  /// Those that scenes of the app's own windows may have; all of the code where nothing says which.
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
      } else if manifest.delegates.isEmpty {
        isKnown = false
      }
    }
    // What a manifest names with the name that Objective-C knows it by need not be its name in Swift.
    let found = names.compactMap { byName[$0] }
    let possible = all.filter { $0.roles.contains(.sceneDelegate) && !manifest.isForOthers($0.name) }
    // Without either nothing connects a delegate.
    let isConnected = connecting != nil || manifest.hasWindows
    return (isKnown && !found.isEmpty ? found : isConnected ? possible : []).map(withInherited)
  }

  /// A class with what it inherits; nil where it is not among the files.
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

  /// The files that the classes and their methods stand in.
  package var places: Set<String> { Set(all.flatMap { [$0.place.file] + $0.methods.map(\.place.file) }) }

  /// The class that is not among the files and from which another one may inherit methods.
  func foreignBase(of handler: HandlerClass) -> String? {
    let last = ancestors(of: handler).last ?? handler
    return last.inherits.first.flatMap { Self.isApples($0) ? nil : $0 }
  }

  /// Classes and protocols of iOS have a prefix and implement nothing of a delegate's; those of frameworks for apps that
  /// are written in other languages do.
  private static func isApples(_ name: String) -> Bool {
    let name = name.split(separator: ".").last.map(String.init) ?? name
    return ["NSObject", "ObservableObject", "Sendable"].contains(name)
      || ["UI", "UN", "CP", "SK", "MK", "PK", "WC", "CL", "AV"].contains { prefix in
        name.hasPrefix(prefix) && name.dropFirst(2).first?.isUppercase == true
      }
  }

  /// Whether a framework is told of quick actions in place of the delegates, or beside them.
  package var hasPlugins: Bool {
    let callbacks: Set<String> = [
      AppCallback.performAction.rawValue, AppCallback.windowScenePerformAction.rawValue,
    ]
    return all.contains { handler in
      handler.roles.contains(.plugin) && handler.methods.contains { callbacks.contains($0.name) }
    }
  }
}
