package import AppPackages
package import AppSources
internal import CEmbedded
import Platform
import PropertyLists

/// The folder of a script's modules and files: the project's root, which contains the script's own folder.
///
/// The root is the working directory if it contains the script, or the script's checkout if that is narrower, so that a
/// run started above a clone cannot read files around it. The user's home and the root of the disk are never projects.
/// Without a checkout, the nearest folder above the script with a `.busted` or a `homescreen.lua` takes precedence over
/// the working directory. If the working directory does not apply, such a folder within the checkout is the root.
/// Otherwise, the root is the script's folder. Files outside the root are never read.
struct ScriptProject {
  /// The real path of the root; empty for bundled files.
  let root: String
  /// The script's folder relative to the root; empty for the root.
  let folder: String
  private let location: ScriptLocation
  private let isWorkingDirectory: Bool
  /// Other folders that may be read.
  private let opened: [String]

  /// The real paths of all readable folders, the root first.
  var folders: [String] { (root.isEmpty ? [] : [root]) + opened.map { RealPath.leading($0) } }

  /// The files that mark a root.
  private static let markers = [".busted", ProjectFolders.settingsName]

  /// - Parameter root: the root, if known. It is used only if it contains the script.
  /// - Parameter templates: search paths of modules that the user has named. The folders of absolute ones may be read.
  init(_ location: ScriptLocation, root known: String? = nil, opening templates: [String] = []) {
    self.location = location
    opened = templates.compactMap(Self.folder)
    guard case .folder(let given) = location, let own = RealPath.of(given.isEmpty ? "." : given) else {
      (root, folder, isWorkingDirectory) = ("", "", false)
      return
    }
    let working = RealPath.of(".")
    let checkout = VersionControl.root(of: own)
    let candidates = [known.flatMap { RealPath.of($0) }, working.flatMap { Self.narrowed($0, to: checkout, own) }]
    root =
      candidates.lazy.compactMap(\.self).first { Self.path(own, below: $0) != nil } ?? Self.marked(above: own) ?? own
    folder = Self.path(own, below: root) ?? ""
    isWorkingDirectory = root == working
  }

  /// Returns the root for a working directory and a script's folder; nil if the working directory does not apply.
  private static func narrowed(_ working: String, to checkout: String?, _ own: String) -> String? {
    if working == "/" { return nil }
    guard let checkout else { return VersionControl.holdsHome(working) ? nil : marked(above: own) ?? working }
    return RealPath.lies(working, in: checkout)
      ? working : path(checkout, below: working).map { _ in marked(above: own) ?? checkout }
  }

  /// Returns the folder before the `?` of an absolute template for Lua files.
  private static func folder(of template: String) -> String? {
    guard template.utf8.first == UInt8(ascii: "/"), ExactText.ends(template, with: ".lua") else { return nil }
    let folder = FileTreePath.directory(of: String(template.prefix { $0 != "?" }) + "x")
    // In Debian, the folder of a Lua version contains links to those of other versions.
    let open = FileTreePath.lastComponent(folder) == "5.4" ? FileTreePath.directory(of: folder) : folder
    return open.utf8.count > 1 ? open : nil
  }

  /// The folders below the root in which `./?.lua` and `./?/init.lua` are searched for, as in busted's `lpath`.
  private static let moduleFolders = ["", "src/", "lua/"]

  /// Returns the search paths of modules relative to the root: next to the script, `templates`, then the common ones.
  func searchPath(_ templates: [String]) -> String {
    func both(_ folder: String) -> [String] { ["./\(folder)?.lua", "./\(folder)?/init.lua"] }
    let all = both(folder.isEmpty ? "" : "\(folder)/") + templates.map(relative) + Self.moduleFolders.flatMap(both)
    var seen: Set<ExactText> = []
    return all.filter { !$0.isEmpty && seen.insert(ExactText($0)).inserted }.joined(separator: ";")
  }

  /// Returns a template relative to the root; a template outside the root stays unchanged.
  private func relative(_ template: String) -> String {
    Self.path(template, below: root).map { "./\($0)" } ?? template
  }

  /// Returns the loader's candidates for a path in the script: next to the script, and then in the root. A path outside
  /// the project is its only candidate.
  func places(of path: String) -> [String] {
    var places: [String] = []
    for start in folder.isEmpty ? [""] : [folder, ""] {
      guard let inside = inside(start, path) else { continue }
      let place = name(of: inside.isEmpty ? "." : inside)
      if !places.contains(where: { ExactText.isSame($0, place) }) { places.append(place) }
    }
    return places.isEmpty ? [location.resolve(path)] : places
  }

  /// Returns the name of a file of the root in messages; for a file in the script's folder, in the style of the
  /// script's own name.
  private func name(of inside: String) -> String {
    if let besides = folder.isEmpty ? inside : Self.path(inside, below: folder) {
      return location.name(of: besides.isEmpty ? "." : besides)
    }
    return isWorkingDirectory ? inside : FileTreePath.join(root, inside)
  }

  /// Returns a path relative to the root, without `..`, for a path that starts in a folder of it; nil if it leads outside.
  private func inside(_ folder: String, _ path: String) -> String? {
    var parts: [Substring] = FileTreePath.parts(of: folder)
    var rest = path[...]
    if path.utf8.first == UInt8(ascii: "/") {
      guard !root.isEmpty, let below = Self.path(path, below: root) else { return nil }
      (parts, rest) = ([], below[...])
    }
    for part in FileTreePath.parts(of: String(rest)) where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the part of a path below a folder; empty for the folder; nil for a path outside it.
  private static func path(_ path: String, below folder: String) -> String? {
    if ExactText.isSame(path, folder) { return "" }
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    return path.utf8.starts(with: prefix.utf8) ? String(Substring(path.utf8.dropFirst(prefix.utf8.count))) : nil
  }

  /// Returns the nearest folder above, within the checkout, that has one of the markers.
  private static func marked(above folder: String) -> String? {
    ProjectFolders.above(folder).first { folder in
      markers.contains { CurrentMachine.value.exists(FileTreePath.join(folder == "/" ? "" : folder, $0)) }
    }
  }
}

/// The bundled files of `lua/`.
package enum BundledFiles {
  /// All paths, sorted.
  package static var paths: [String] { files.map(\.path) }

  /// Returns the bytes of a file; nil if it does not exist.
  package static func bytes(_ path: String) -> UnsafeRawBufferPointer? {
    let index = files.partitioningIndex { $0.path >= path }
    return index < files.count && files[index].path == path ? files[index].bytes : nil
  }

  /// The files as a tree.
  static var tree: EmbeddedTree { get throws(FileTreeError) { try whole.get() } }

  private static let whole = Result { () throws(FileTreeError) in try makeTree(named: "built-in", of: files, below: "")
  }

  /// The steps (``Work``) for adding a file to a new tree.
  private static let costOfFile = 30

  /// Returns a folder of the files as a separate tree with the folder's name.
  static func subtree(_ folder: String) throws(FileTreeError) -> EmbeddedTree {
    let folder = try FileTreePath.normalise(folder, in: "built-in")
    guard !folder.isEmpty else { return try tree }
    let prefix = folder + "/"
    let inside = files.filter { $0.path.utf8.starts(with: prefix.utf8) }
    Work.count(files.count + inside.count * costOfFile)
    return try makeTree(named: FileTreePath.lastComponent(folder), of: inside, below: prefix)
  }

  private static func makeTree(
    named name: String, of files: [(path: String, bytes: UnsafeRawBufferPointer)], below prefix: String
  ) throws(FileTreeError) -> EmbeddedTree {
    try EmbeddedTree(
      name: name,
      files: files.map { EmbeddedTree.File(path: String($0.path.dropFirst(prefix.count)), bytes: $0.bytes) })
  }

  /// - Note: `nonisolated(unsafe)` is correct because the bytes are constants of the executable.
  private nonisolated(unsafe) static let files: [(path: String, bytes: UnsafeRawBufferPointer)] = {
    var count = 0
    guard let first = hs_bundled_files(&count) else { return [] }
    return (0..<count).map { index in
      let file = first[index]
      return (String(cString: file.path), UnsafeRawBufferPointer(start: file.bytes, count: file.size))
    }
  }()
}

/// The folders that are searched for a project's settings.
///
/// They start with the folder of the script, or the working directory, and end with the root of the checkout. Folders
/// above it, such as `/tmp`, may contain files of other users. Without a checkout, the last folder is the working
/// directory if it contains the first one; the user's home is left out, unless it is the first one. Otherwise, only the
/// first folder is searched.
package enum ProjectFolders {
  /// The name of the settings file.
  static let settingsName = "homescreen.lua"

  /// Returns the real paths of the folders, nearest first; empty if the folder is missing.
  package static func above(_ folder: String) -> [String] {
    guard let first = RealPath.of(folder) else { return [] }
    // The root of the disk is not a project.
    let working = RealPath.of(".").flatMap { $0 != "/" && RealPath.lies(first, in: $0) ? $0 : nil }
    let last = VersionControl.root(of: first) ?? working ?? first
    var folders = [first]
    while let folder = folders.last, !ExactText.isSame(folder, last) {
      let parent = FileTreePath.directory(of: folder)
      folders.append(parent.isEmpty ? "/" : parent)
      if parent.isEmpty { break }
    }
    // A home folder is not a project.
    if folders.count > 1, VersionControl.isHome(last) { folders.removeLast() }
    return folders
  }
}

/// The environment that the user passes to a script in addition to its files.
package struct ScriptSurroundings: Sendable {
  /// The script's name, for `arg[0]`.
  package var scriptName: String?
  /// The arguments after the script on the command line, for `arg[1]` and following.
  package var arguments: [String] = []
  /// The variables for `os.getenv`.
  package var environment: [String: String] = [:]
  /// Search paths of modules, such as `./lib/?.lua`, relative to the project's root. They precede the common ones.
  package var searchTemplates: [String] = []
  /// The last search paths of modules. The folder of an absolute path may be read, because the user has named it.
  package var lastSearchTemplates: [String] = []
  /// The root of the project, if known. It applies to scripts inside it; for others, the root is determined.
  package var root: String?
  /// The files that `--no-plugins` prevented from running before a script, in addition to the plugins of the settings;
  /// nil if there were none.
  package var leftOut: [String]?

  /// Reads the behaviour of an app's sources; nil if no reader is available.
  ///
  /// Returns the document, or the problem as a sentence without a full stop.
  package var readSources: (@Sendable (AppPackage) -> (document: SourceDocument?, problem: String))?

  /// Creates empty surroundings.
  package init() {}
}
