public import Platform

extension AppPackage {
  /// The sources of the app, looked for now; nil for a built app, and for one that is made from data.
  ///
  /// Of a project these are what its target compiles, with the frameworks and local Swift packages that it needs; never
  /// what only lies in the navigator, never tests. Of an Info.plist without a project it is everything below the folder.
  public func sourceFiles(limits: FileTreeLimits = .default) -> SourceFiles? {
    switch origin {
    case .builtApp, .data: nil
    case .xcodeProject: build?.sources?()
    case .infoPlist: files.map { SourceFolder(tree: $0.tree, limits: limits).files() }
    }
  }
}
