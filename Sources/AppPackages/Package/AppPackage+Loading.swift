extension AppPackage {
  /// Opens an input of the disk.
  ///
  /// - Parameter path: a built `.app` folder; an Info.plist, whose own folder holds the resources; or a folder with an
  ///   Info.plist in it. Absolute, or relative to the working directory.
  /// - Throws: ``AppPackageError``: missing, unreadable, not a dictionary, or an input of a known kind that is not read
  ///   today, with what to open instead.
  public init(contentsOf path: String, options: PackageOptions = PackageOptions()) throws(AppPackageError) {
    let input = try InputFinder(limits: options.fileTreeLimits).find(path)
    var options = options
    if options.resourceFolder != nil, input.origin == .builtApp { options.resourceFolder = nil }
    try self.init(
      tree: input.tree, infoPlistPath: input.infoPlistPath, name: input.name, origin: input.origin, options: options)
    let folder = FileTreePath.lowercasedExtension(of: path) == "plist" ? FileTreePath.directory(of: path) : path
    let isRelative = folder.isEmpty && path.utf8.first != UInt8(ascii: "/")
    self.infoPlistPath = isRelative ? input.infoPlistPath : "\(folder)/\(input.infoPlistPath)"
  }

  /// Reads a package out of any file tree.
  ///
  /// - Parameters:
  ///   - infoPlistPath: inside the tree; its folder holds the resources, unless the options name another.
  ///   - name: the tree's name without `.app` when not given.
  ///   - origin: a built app when the tree's name ends with `.app`, else a source Info.plist, when not given.
  public init(
    tree: any FileTree, infoPlistPath: String = "Info.plist", name: String? = nil, origin: Origin? = nil,
    options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) {
    let isBuilt = tree.name.hasSuffix(".app")
    let treeName = isBuilt ? String(tree.name.dropLast(".app".count)) : tree.name
    var reader = try PackageReader(
      tree: tree, infoPlistPath: infoPlistPath, name: name ?? treeName,
      origin: origin ?? (isBuilt ? .builtApp : .infoPlist), options: options)
    self = try reader.read()
  }
}
