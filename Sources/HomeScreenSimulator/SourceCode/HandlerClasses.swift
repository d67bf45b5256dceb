import AppSources

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
