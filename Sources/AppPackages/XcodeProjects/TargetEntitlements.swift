import Platform
import PropertyLists

/// The entitlements with which a target is signed, as far as its project has them as a file.
struct TargetEntitlements: Sendable {
  private let tree: any FileTree
  private let directory: String
  private let settings: BuildSettings
  private let limits: PropertyListLimits
  /// Whether all files that define settings are there.
  private let isComplete: Bool

  private static let setting = "CODE_SIGN_ENTITLEMENTS"

  /// - Parameters:
  ///   - directory: of the project, inside of the tree.
  ///   - isComplete: whether all files that define settings are there.
  init(
    _ tree: any FileTree, directory: String, settings: BuildSettings, limits: PropertyListLimits, isComplete: Bool
  ) {
    (self.tree, self.directory, self.settings, self.limits) = (tree, directory, settings, limits)
    self.isComplete = isComplete
  }

  /// The domains whose universal links come to the app. Nil where that cannot be told: the file is not there, or what names
  /// it is not defined.
  func linkDomains() -> [LinkDomain]? {
    let path = settings[Self.setting]
    if path.isEmpty { return isComplete && settings.undefinedSettings(in: Self.setting).isEmpty ? [] : nil }
    guard case .inside(let inner) = ProjectPath.resolve(path, from: directory),
      let bytes = try? tree.read(tree.spelling(of: inner) ?? inner),
      let list = try? PropertyList.parse(bytes, file: FileTreePath.join(tree.name, inner), limits: limits),
      let entitlements = list.root.dictionary
    else { return nil }
    var expander = MacroExpander(source: settings)
    return LinkDomain.all(in: entitlements) { expander.expand($0) }
  }
}
