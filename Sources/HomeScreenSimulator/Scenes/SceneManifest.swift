package import AppPackages
import PropertyLists

/// What an Info.plist says of scenes.
package struct SceneManifest {
  /// One configuration of a role.
  private struct Configuration {
    let name: String?
    /// Without its module.
    let delegate: String?
  }

  /// Whether there is a manifest at all.
  package let exists: Bool
  private let windows: [Configuration]
  private let others: [Configuration]

  private static let windowRole = "UIWindowSceneSessionRoleApplication"

  /// How far a manifest adopts scenes for the app's own windows.
  package enum Adoption {
    /// There is no manifest.
    case none
    /// It has no configuration at all, as SwiftUI's build writes it.
    case empty
    /// It has configurations for other displays only.
    case otherRoles
    /// Its configurations for windows name no delegate class.
    case noDelegate
    /// A configuration for windows names a delegate class.
    case delegate
  }

  /// What the manifest says of the app's own windows (LAUNCH-058, LAUNCH-076, LAUNCH-158).
  package var adoption: Adoption {
    guard exists else { return .none }
    if windows.isEmpty { return others.isEmpty ? .empty : .otherRoles }
    return delegates.isEmpty ? .noDelegate : .delegate
  }

  package init(of package: AppPackage) {
    self.init(DeviceClass.allCases.map { package.infoDictionary(for: $0) })
  }

  init(_ info: PropertyListDictionary) { self.init([info]) }

  private init(_ infos: [PropertyListDictionary]) {
    let dictionaries = infos.compactMap { $0["UIApplicationSceneManifest"]?.dictionary }
    exists = !dictionaries.isEmpty
    let roles = dictionaries.flatMap { $0["UISceneConfigurations"]?.dictionary?.entries ?? [] }
    windows = roles.filter { $0.key == Self.windowRole }.flatMap { Self.configurations($0.node.value) }
    others = roles.filter { $0.key != Self.windowRole }.flatMap { Self.configurations($0.node.value) }
  }

  private static func configurations(_ role: PropertyListValue) -> [Configuration] {
    (role.array ?? []).compactMap { $0.value.dictionary }.map { entry in
      Configuration(
        name: entry["UISceneConfigurationName"]?.string,
        delegate: entry["UISceneDelegateClassName"]?.string.flatMap {
          $0.split(separator: ".").last.map(String.init)
        })
    }
  }

  /// Whether the app's own windows are scenes: one that only has configurations for other displays does not say so.
  package var hasWindows: Bool { exists && (!windows.isEmpty || others.isEmpty) }

  /// The delegates of the app's own windows.
  package var delegates: [String] { windows.compactMap(\.delegate) }

  /// The delegate of a configuration.
  package func delegate(of name: String) -> String? { windows.first { $0.name == name }?.delegate }

  /// Whether a delegate belongs to a car's display, another screen and the like, and to nothing else.
  package func isForOthers(_ delegate: String) -> Bool {
    others.contains { $0.delegate == delegate } && !delegates.contains(delegate)
  }
}
