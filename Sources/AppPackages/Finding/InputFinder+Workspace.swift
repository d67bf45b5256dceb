import Platform
import PropertyLists

/// The app of a workspace: of its projects, the one that is named as it.
extension InputFinder {
  /// - Parameters:
  ///   - name: of the workspace inside of the tree.
  ///   - path: of the workspace, as the person sees it.
  func findInWorkspace(
    _ name: String, in folder: any FileTree, _ path: String
  ) throws(AppPackageError) -> Input {
    var workspace = try Workspace(name, in: folder)
    var tree = folder
    var notes: [PackageWarning] = []
    // Projects beside the workspace's own folder are read if one checkout holds both.
    if workspace.projects.contains(where: { $0.path.path == nil }), let place = (folder as? FolderTree)?.path,
      let root = VersionControl.root(above: place)
    {
      let wider = try openFolder(root)
      tree = wider
      workspace = try Workspace(FileTreePath.join(VersionControl.path(of: place, below: root), name), in: tree)
      notes.append(ProjectInput.widerNote(folder.name, tree.name, SourceLocation(file: path)))
    }
    var search = AppSearch(tree, options: options)
    search.open(workspace, named: FileTreePath.lastComponent(name))
    guard let choice = try search.choice(in: tree.name) else { throw noProject(path, workspace, search, folder) }
    return .projects(
      ProjectInputs(choice, search, in: tree, notes: notes + unreadNotes(workspace, tree, path)))
  }

  /// Projects that nobody may read.
  private func unreadNotes(_ workspace: Workspace, _ tree: any FileTree, _ path: String) -> [PackageWarning] {
    let outside = workspace.projects.compactMap { reference in
      if case .outside(let path) = reference.path { path } else { nil as String? }
    }
    guard !outside.isEmpty else { return [] }
    return [
      PackageWarning(
        .outsideOfProject,
        "projects of the workspace are outside of \(tree.name) and are not read: \(Self.list(outside))",
        location: SourceLocation(file: path), hint: "open a folder that contains both, if it may be read")
    ]
  }

  private func noProject(
    _ path: String, _ workspace: Workspace, _ search: AppSearch, _ folder: any FileTree
  ) -> AppPackageError {
    let beside = Set(((try? folder.entries(in: "")) ?? []).map(\.name))
    let generator = ProjectGenerator.all.first { !$0.names.isDisjoint(with: beside) }
    let hint = generator?.hint() ?? "open the app’s .xcodeproj"
    if let note = unreadNotes(workspace, folder, path).first, search.otherProjects.isEmpty {
      return error(.outsideOfProject, path, note.message, note.hint)
    }
    if workspace.projects.isEmpty { return error(.noInfoPlist, path, "the workspace names no project", hint) }
    let missing = search.missingProjects
    if missing.isEmpty {
      return error(
        .noTarget, path,
        "no project of the workspace has an app for iPhone or iPad: \(Self.list(search.otherTitles))", hint)
    }
    return error(.noInfoPlist, path, "projects of the workspace are missing: \(Self.list(missing))", hint)
  }
}
