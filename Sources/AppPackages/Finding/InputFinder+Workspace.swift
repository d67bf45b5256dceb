import PropertyLists

/// The app of a workspace: of its projects, the one that is named as it.
extension InputFinder {
  /// - Parameter name: of the workspace inside of the tree.
  func findInWorkspace(
    _ name: String, in folder: any FileTree, _ path: String
  ) throws(AppPackageError) -> Input {
    let workspace = try Workspace(name, in: folder)
    // Projects beside the workspace's own folder are read if one checkout holds both.
    var (tree, prefix) = (folder, "")
    if workspace.projects.contains(where: { $0.path.path == nil }), let place = (folder as? FolderTree)?.path,
      let root = VersionControl.root(above: place)
    {
      tree = try openFolder(root)
      prefix = String(place.dropFirst(root.count + 1))
    }
    let read = prefix.isEmpty ? workspace : try Workspace(FileTreePath.join(prefix, name), in: tree)
    var candidates: [ProjectChoice.Candidate] = []
    var others: [String] = []
    var broken: AppPackageError?
    for reference in read.projects.prefix(40) {
      guard let project = reference.path.path, let project = tree.spelling(of: project) else { continue }
      do throws(AppPackageError) {
        let apps = try ProjectApps(tree: tree, path: project, options: options)
        if apps.applications.isEmpty { others.append(project) }
        if !apps.applications.isEmpty { candidates.append(ProjectChoice.Candidate(path: project, apps: apps)) }
      } catch {
        broken = broken ?? error
      }
    }
    let stem = String(FileTreePath.lastComponent(name).dropLast(".xcworkspace".count))
    if let choice = ProjectChoice(of: candidates, names: [stem], in: path) {
      return .project(ProjectInput(choice.chosen.apps, in: tree, path: choice.chosen.path, note: choice.note))
    }
    if let broken { throw broken }
    throw noProject(path, read, others, folder)
  }

  private func noProject(
    _ path: String, _ workspace: Workspace, _ others: [String], _ folder: any FileTree
  ) -> AppPackageError {
    let missing = workspace.projects.filter { reference in !others.contains { $0 == reference.path.path } }
    let names = missing.map { reference in
      switch reference.path {
      case .inside(let path), .outside(let path), .elsewhere(let path): path
      }
    }
    var search = AppSearch(folder, options: options)
    search.look(at: (try? folder.entries(in: "")) ?? [])
    let hint = search.generator?.generator.hint() ?? "open the app’s .xcodeproj"
    if workspace.projects.isEmpty { return error(.noInfoPlist, path, "the workspace names no project", hint) }
    if missing.isEmpty {
      return error(
        .noTarget, path, "no project of the workspace has an app for iPhone or iPad: \(Self.list(others))", hint)
    }
    return error(.noInfoPlist, path, "projects of the workspace are not there: \(Self.list(names))", hint)
  }
}
