import Platform

/// An Info.plist that was found, with what is known of it before it is read.
struct InfoPlistInput {
  let tree: any FileTree
  /// Inside of the tree.
  let path: String
  /// Of the package.
  let name: String
  let origin: AppPackage.Origin
  /// What a person should know of it.
  let note: PackageWarning?
  /// The .NET project that builds it.
  var dotNet: DotNetProject?
  /// Where it lies on the disk, as it was opened; nil for what lies in an archive.
  var diskPath: String?
  /// What the app was taken out of.
  var container: PackageContainer?
}

extension InputFinder.Input {
  /// The same, once it is known where the Info.plist lies on the disk.
  func lying(at path: String) -> InputFinder.Input {
    guard case .infoPlist(var input) = self, input.tree is FolderTree, input.diskPath == nil else { return self }
    input.diskPath = path
    return .infoPlist(input)
  }

  /// - Parameter folder: that of the tree, as it was opened.
  func lying(below folder: String) -> InputFinder.Input {
    guard case .infoPlist(let input) = self else { return self }
    return lying(at: "\(folder)/\(input.path)")
  }

  /// The same, once it is known what the app was taken out of.
  func taken(outOf container: PackageContainer) -> InputFinder.Input {
    guard case .infoPlist(var input) = self, input.origin == .builtApp else { return self }
    input.container = container
    return .infoPlist(input)
  }
}
