import PropertyLists

/// Looks through a folder for the app that it stands for, level by level: projects, and what else says that there is one.
struct AppSearch {
  /// Projects with an app for iPhone or iPad, none but examples if there is nothing better.
  private(set) var candidates: [ProjectChoice.Candidate] = []
  /// Projects that have none, with what they have instead.
  private(set) var otherProjects: [(path: String, apps: ProjectApps)] = []
  private(set) var brokenProjects: [AppPackageError] = []
  /// Names of workspaces, without `.xcworkspace`.
  private(set) var workspaces: [String] = []
  private(set) var generators: [(path: String, generator: ProjectGenerator)] = []
  private(set) var builtApps: [String] = []
  private(set) var infoPlists: [String] = []

  private let tree: any FileTree
  private let options: PackageOptions
  private var entryCount = 0
  private var projectCount = 0

  private static let maximumDepth = 5
  private static let maximumEntries = 20_000
  private static let maximumProjects = 40
  /// Folders in which nobody's app lies.
  private static let skippedNames: Set<String> = [
    "node_modules", "Pods", "Carthage", "DerivedData", "build", "vendor", "Checkouts", "SourcePackages",
  ]

  init(_ tree: any FileTree, options: PackageOptions) {
    self.tree = tree
    self.options = options
  }

  /// What lies in the folder itself.
  mutating func look(at entries: [FileTreeEntry]) { _ = visit(entries, in: "", depth: 0) }

  /// The folders below, until a level has an app that is no example.
  mutating func lookBelow(_ entries: [FileTreeEntry]) {
    var level = folders(entries, in: "")
    for depth in 1..<Self.maximumDepth where !level.isEmpty {
      var next: [String] = []
      for folder in level {
        guard entryCount < Self.maximumEntries, let entries = try? tree.entries(in: folder) else { continue }
        next += visit(entries, in: folder, depth: depth)
      }
      if !candidates.isEmpty, candidates.contains(where: { !ProjectChoice.isExample($0.path) }) { return }
      level = next
    }
  }

  /// - Returns: the folders in it that are worth a look.
  private mutating func visit(_ entries: [FileTreeEntry], in folder: String, depth: Int) -> [String] {
    entryCount += entries.count
    for entry in entries {
      let path = FileTreePath.join(folder, entry.name)
      switch (entry.kind, FileTreePath.lowercasedExtension(of: entry.name)) {
      case (.directory, "xcodeproj"): open(path)
      case (.directory, "xcworkspace"): workspaces.append(String(entry.name.dropLast(".xcworkspace".count)))
      case (.directory, "app"): builtApps.append(path)
      case (.file, _):
        if entry.name.hasSuffix("Info.plist"), infoPlists.count < 100 { infoPlists.append(path) }
        if let generator = ProjectGenerator.generator(for: entry.name), depth == 0 || generator.countsBelow,
          depth < 3, generators.count < 100, depth == 0 || isMeant(path)
        {
          generators.append((path, generator))
        }
      default: break
      }
    }
    return folders(entries, in: folder)
  }

  private func folders(_ entries: [FileTreeEntry], in folder: String) -> [String] {
    entries.filter { entry in
      entry.kind == .directory && entry.linkTarget == nil && entry.name.utf8.first != UInt8(ascii: ".")
        && !Self.skippedNames.contains(entry.name) && !FileTreatment.isPackage(entry.name)
    }.map { FileTreePath.join(folder, $0.name) }
  }

  private mutating func open(_ path: String) {
    projectCount += 1
    // Reading many only to choose one would take long; nobody has that many apps side by side.
    guard projectCount <= Self.maximumProjects else { return }
    do throws(AppPackageError) {
      let apps = try ProjectApps(tree: tree, path: path, options: options)
      if apps.applications.isEmpty {
        otherProjects.append((path, apps))
      } else {
        candidates.append(ProjectChoice.Candidate(path: path, apps: apps))
      }
    } catch {
      brokenProjects.append(error)
    }
  }

  /// `app.json` is the name of many things; Expo's speaks of Expo.
  private func isMeant(_ path: String) -> Bool {
    guard path.hasSuffix("app.json") else { return true }
    guard let bytes = try? tree.readPrefix(path, count: 64 * 1024) else { return false }
    return String(decoding: bytes, as: UTF8.self).contains("\"expo\"")
  }

  // MARK: Why nothing was found

  /// The file that a project would be made of: the uppermost, and there what comes first in the table.
  var generator: (path: String, generator: ProjectGenerator)? {
    func rank(_ found: (path: String, generator: ProjectGenerator)) -> (Int, Int) {
      (
        found.path.split(separator: "/").count,
        ProjectGenerator.all.firstIndex { $0.title == found.generator.title } ?? 0
      )
    }
    return generators.min { rank($0) < rank($1) }
  }

  /// What the projects have that were found, for a person who looks for an app for iPhone: `A.xcodeproj: “A” (macOS)`.
  var otherTitles: [String] {
    otherProjects.map { path, apps in
      let titles = apps.apps.filter(\.target.isApplication).prefix(3).map(\.title)
      return "\(path): \(titles.isEmpty ? "no app" : titles.joined(separator: ", "))"
    }
  }
}
