public import AppPackages
public import AppSources
import HomeScreenSimulator
import PropertyLists

/// Which classes of the sources the system would make its delegates of: what the entry point, the scene manifest and
/// `configurationForConnecting` say together.
public struct CodeDelegates: Sendable {
  /// The class that the system tells of the process; nil where the sources have none.
  public let appDelegate: HandlerClass?
  /// What SwiftUI's scenes and views run, all together; nil for an app without SwiftUI's `App`.
  public let views: HandlerClass?
  /// Whether the program begins with SwiftUI's `App`.
  public let isSwiftUI: Bool

  private let sceneDelegates: [String: HandlerClass]
  /// The classes of the manifest's configurations for windows, in their order, with their names.
  private let configurations: [(name: String?, className: String)]

  /// Chooses among the classes of a document.
  ///
  /// - Parameter device: whose variant of the scene manifest counts.
  public init(_ document: SourceDocument, of package: AppPackage, on device: DeviceClass = .iPhone) {
    let family = HandlerFamily(document.handlers)
    isSwiftUI = document.entry?.kind == .swiftUI
    let named = document.entry?.appDelegate.flatMap { family.whole($0) }
    // An app that is not built from a project of its own has no entry point among its sources.
    appDelegate =
      named
      ?? document.handlers.first { $0.roles.contains(.appDelegate) && $0.module == nil && document.entry == nil }
      .flatMap { family.whole($0.name) }
    views = isSwiftUI ? family.merged(role: .swiftUI) : nil
    configurations = Self.configurations(package, device)
    var sceneDelegates: [String: HandlerClass] = [:]
    for handler in document.handlers where sceneDelegates[handler.name] == nil {
      sceneDelegates[handler.name] = family.whole(handler.name)
    }
    self.sceneDelegates = sceneDelegates
  }

  /// The delegate of a new scene.
  ///
  /// - Parameters:
  ///   - className: the class that the configuration names, if it names one.
  ///   - configuration: the name of the configuration; nil: the default one.
  public func sceneDelegate(_ className: String?, configuration: String?) -> HandlerClass? {
    if let className { return sceneDelegates[className] }
    let chosen =
      configuration.flatMap { name in configurations.first { $0.name.map { ExactText($0) } == ExactText(name) } }
      ?? configurations.first
    return chosen.flatMap { sceneDelegates[$0.className] }
  }

  /// The delegate that the first window gets: what `configurationForConnecting` sets, else what the manifest names.
  public var firstSceneDelegate: HandlerClass? {
    let connecting = appDelegate?.methods.first { $0.name == AppCallback.configurationForConnecting.rawValue }
    if isSwiftUI, connecting?.sceneDelegate == nil { return nil }
    return sceneDelegate(connecting?.sceneDelegate, configuration: connecting?.configuration?.literal)
  }

  private static let windowRole = "UIWindowSceneSessionRoleApplication"

  private static func configurations(
    _ package: AppPackage, _ device: DeviceClass
  ) -> [(name: String?, className: String)] {
    let key = package.infoPlist.infoPlistKey(for: "UIApplicationSceneManifest", on: device)
    let manifest = key.flatMap { package.infoPlist[$0]?.dictionary }
    let roles = manifest?["UISceneConfigurations"]?.dictionary
    return (roles?[windowRole]?.array ?? []).compactMap { node in
      guard let scene = node.value.dictionary, let text = scene["UISceneDelegateClassName"]?.string else { return nil }
      // `$(PRODUCT_MODULE_NAME).SceneDelegate`
      let name = text.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(text[text.index(after: $0)...]) } ?? text
      return (scene["UISceneConfigurationName"]?.string, name)
    }
  }
}

/// Classes with what they inherit from each other, and from the extensions of all files.
private struct HandlerFamily {
  private let byName: [String: [HandlerClass]]
  private let all: [HandlerClass]

  /// Deeper families are no Swift.
  private static let maximumDepth = 16

  init(_ classes: [HandlerClass]) {
    all = classes
    byName = Dictionary(grouping: classes, by: \.name)
  }

  /// A class with the methods of its extensions and superclasses; nil where it is not there.
  func whole(_ name: String) -> HandlerClass? {
    guard var result = byName[name]?.first else { return nil }
    var next: String? = name
    var seen: Set<String> = []
    var methods: [HandlerMethod] = []
    while let name = next, seen.insert(name).inserted, seen.count <= Self.maximumDepth {
      let parts = byName[name] ?? []
      for method in parts.flatMap(\.methods) where !methods.contains(where: { $0.name == method.name }) {
        methods.append(method)
      }
      next = parts.flatMap(\.inherits).first { byName[$0] != nil && $0 != name }
      // What the last class of the line inherits from says whether all is known.
      if next == nil, let last = parts.first { result.inherits = last.inherits }
    }
    result.methods = methods
    return result
  }

  /// One class of all that have a role.
  func merged(role: HandlerClass.Role) -> HandlerClass? {
    let parts = all.filter { $0.roles.contains(role) }
    guard var result = parts.first else { return nil }
    result.methods = parts.flatMap(\.methods)
    return result
  }
}

extension HandlerClass {
  /// What a delegate inherits from where all that it does stands in its own sources.
  private static let knownBases: Set<String> = [
    "UIResponder", "NSObject", "UIApplication", "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate",
    "UIScene", "UIWindowScene", "ObservableObject", "UNUserNotificationCenterDelegate",
  ]

  /// The class of a framework that it inherits from, whose methods nobody has read; nil where there is none.
  var unreadBase: String? { inherits.first.flatMap { Self.knownBases.contains($0) ? nil : $0 } }
}
