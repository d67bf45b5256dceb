public import Platform

extension AppPackage {
  /// Opens an input of the disk.
  ///
  /// - Parameter path: an Xcode project or workspace, or a folder that holds one; a built `.app` folder; what a build is
  ///   kept in, an `.ipa`, `.zip` or `.xcarchive`, or an app in it, as in `Paint.ipa/Payload/Paint.app`; an Info.plist,
  ///   whose own folder holds the resources; or a folder with an Info.plist in it. Absolute, or relative to the working
  ///   directory. Of a project, nothing outside of the named folder, or of the folder around a named `.xcodeproj`, is
  ///   read, unless its own paths lead to another place in the same checkout; a warning then says so.
  /// - Throws: ``AppPackageError``: missing, unreadable, not a dictionary, a choice to make, or an input of a known kind
  ///   that is not read, with what to do instead.
  public init(contentsOf path: String, options: PackageOptions = PackageOptions()) throws(AppPackageError) {
    try self.init(try InputFinder(options: options).find(path), options)
  }

  /// Looks for the app of any file tree, as ``init(contentsOf:options:)`` does for a folder of the disk.
  ///
  /// - Parameter workspace: an `.xcworkspace` folder inside of the tree, to look among its projects only.
  /// - Throws: ``AppPackageError``, as there.
  public init(
    foundIn tree: any FileTree, workspace: String? = nil, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) {
    let finder = InputFinder(options: options)
    if let workspace {
      try self.init(try finder.findInWorkspace(workspace, in: tree, "\(tree.name)/\(workspace)"), options)
    } else {
      try self.init(try finder.find(in: tree, tree.name), options)
    }
  }

  /// Opens every build of an input: the packages of all applications for iPhone or iPad, in all their configurations, of
  /// each project that the path may mean. An input that is no project is one build.
  ///
  /// What one build cannot be made without is a ``AppBuilds/Failure`` beside the others.
  ///
  /// - Parameters:
  ///   - path: as for ``init(contentsOf:options:)``.
  ///   - options: ``PackageOptions/target`` and ``PackageOptions/configuration`` narrow what is built.
  /// - Throws: ``AppPackageError`` when nothing is found that could be built.
  public static func builds(
    at path: String, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) -> AppBuilds {
    try AppBuilds(try InputFinder(options: options).find(path), options)
  }

  /// The same for any file tree.
  ///
  /// - Throws: ``AppPackageError``, as there.
  public static func builds(
    foundIn tree: any FileTree, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) -> AppBuilds {
    try AppBuilds(try InputFinder(options: options).find(in: tree, tree.name), options)
  }

  init(_ input: InputFinder.Input, _ options: PackageOptions) throws(AppPackageError) {
    switch input {
    case .projects(let projects):
      if let refusal = projects.refusal { throw refusal }
      self = try projects.chosen.build(options)
    case .infoPlist(let input):
      var options = options
      if options.resourceFolder != nil, input.origin == .builtApp { options.resourceFolder = nil }
      if let dotNet = input.dotNet {
        for (name, value) in dotNet.settings where options.settings[name] == nil { options.settings[name] = value }
        options.resourceFolder = options.resourceFolder ?? dotNet.folder
      }
      var reader = try PackageReader(
        tree: input.tree, infoPlistPath: input.path, name: input.name, origin: input.origin, options: options,
        dotNet: input.dotNet)
      self = try reader.read()
      if !isPreprocessed { infoPlistPath = input.diskPath }
      if let container = input.container { builtApp?.takenOut(of: container, options.propertyListLimits) }
      if let note = input.note { warnings.insert(note, at: 0) }
    }
  }

  /// Builds a target of an Xcode project, as far as a device would see the result.
  ///
  /// - Parameters:
  ///   - path: the `.xcodeproj` folder inside of the tree.
  ///   - tree: all that may be read.
  /// - Throws: ``AppPackageError``: a damaged project, an Info.plist that is missing, or a target that has to be chosen.
  public init(
    projectAt path: String, in tree: any FileTree, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) {
    let apps = try ProjectApps(tree: tree, path: path, options: options)
    var builder = try XcodePackageBuilder(apps, options: options)
    self = XcodePackageBuilder.finished(try builder.build(), apps)
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
    let folder = FileTreePath.lastComponent(tree.name)
    let treeName = isBuilt ? String(folder.dropLast(".app".count)) : folder
    var reader = try PackageReader(
      tree: tree, infoPlistPath: infoPlistPath, name: name ?? treeName,
      origin: origin ?? (isBuilt ? .builtApp : .infoPlist), options: options)
    self = try reader.read()
  }
}
