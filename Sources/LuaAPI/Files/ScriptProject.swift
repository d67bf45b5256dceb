package import AppPackages
package import AppSources
internal import CEmbedded
import Platform
import PropertyLists

/// The folder that a script's modules and files come from: the project's root, with the script's own folder in it.
///
/// The root is the working directory if the script is below it, or the script's checkout where that is the narrower one:
/// a run that is started above a clone does not give it what lies around it. The home of the user and the root of the disk are
/// not projects. Where the working directory does not count, it is the nearest folder above the script, within the checkout, with
/// a `.busted` or a `homescreen.lua`; without a checkout such a folder comes first. Else it is the script's own folder.
/// Nothing outside of it is ever read.
struct ScriptProject {
  /// Without links; empty for files inside the executable.
  let root: String
  /// The script's folder below the root; empty when it is the root.
  let folder: String
  private let location: ScriptLocation
  private let isWorkingDirectory: Bool
  /// Folders outside of the root that may be read, too.
  private let opened: [String]

  /// All that may be read, the root first; by their real paths.
  var folders: [String] { (root.isEmpty ? [] : [root]) + opened.map { RealPath.leading($0) } }

  /// What a root holds.
  private static let markers = [".busted", ProjectFolders.settingsName]

  /// - Parameter root: the root, if it is known; it counts only when the script lies below it.
  /// - Parameter templates: places of modules that the person who runs the script has named; the folders of absolute ones
  ///   may be read.
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

  /// What a working directory means for scripts in a folder; nil where it does not count.
  private static func narrowed(_ working: String, to checkout: String?, _ own: String) -> String? {
    if working == "/" { return nil }
    guard let checkout else { return VersionControl.holdsHome(working) ? nil : marked(above: own) ?? working }
    return RealPath.lies(working, in: checkout)
      ? working : path(checkout, below: working).map { _ in marked(above: own) ?? checkout }
  }

  /// What stands in front of the `?` of an absolute template for Lua files.
  private static func folder(of template: String) -> String? {
    guard template.utf8.first == UInt8(ascii: "/"), ExactText.ends(template, with: ".lua") else { return nil }
    let folder = FileTreePath.directory(of: String(template.prefix { $0 != "?" }) + "x")
    // Debian's folder of a version has links into those of others.
    let open = FileTreePath.lastComponent(folder) == "5.4" ? FileTreePath.directory(of: folder) : folder
    return open.utf8.count > 1 ? open : nil
  }

  /// The folders `./?.lua` and `./?/init.lua` are looked for in, below the root, as busted's `lpath` has them.
  private static let moduleFolders = ["", "src/", "lua/"]

  /// The places of modules relative to the root: beside the script, then `templates`, then those of every project.
  func searchPath(_ templates: [String]) -> String {
    func both(_ folder: String) -> [String] { ["./\(folder)?.lua", "./\(folder)?/init.lua"] }
    let all = both(folder.isEmpty ? "" : "\(folder)/") + templates.map(relative) + Self.moduleFolders.flatMap(both)
    var seen: Set<ExactText> = []
    return all.filter { !$0.isEmpty && seen.insert(ExactText($0)).inserted }.joined(separator: ";")
  }

  /// A template relative to the root, if it leads below it.
  private func relative(_ template: String) -> String {
    Self.path(template, below: root).map { "./\($0)" } ?? template
  }

  /// Where a path that a script names may lead, as the loader takes it: next to the script, and then in the root. What is
  /// no place of the project is one place, as it was written.
  func places(of path: String) -> [String] {
    var places: [String] = []
    for start in folder.isEmpty ? [""] : [folder, ""] {
      guard let inside = inside(start, path) else { continue }
      let place = name(of: inside.isEmpty ? "." : inside)
      if !places.contains(where: { ExactText.isSame($0, place) }) { places.append(place) }
    }
    return places.isEmpty ? [location.resolve(path)] : places
  }

  /// What messages call a file of the root: as the script's own name is written, if it lies beside it.
  private func name(of inside: String) -> String {
    if let besides = folder.isEmpty ? inside : Self.path(inside, below: folder) {
      return location.name(of: besides.isEmpty ? "." : besides)
    }
    return isWorkingDirectory ? inside : FileTreePath.join(root, inside)
  }

  /// A path below the root, without `..`, of one that starts in a folder of the root; nil for one that leads out.
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

  /// The part of a path that is below a folder; empty for the folder itself.
  private static func path(_ path: String, below folder: String) -> String? {
    if ExactText.isSame(path, folder) { return "" }
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    return path.utf8.starts(with: prefix.utf8) ? String(Substring(path.utf8.dropFirst(prefix.utf8.count))) : nil
  }

  /// The nearest folder above, within the checkout, with one of the markers.
  private static func marked(above folder: String) -> String? {
    ProjectFolders.above(folder).first { folder in
      markers.contains { CurrentMachine.value.exists(FileTreePath.join(folder == "/" ? "" : folder, $0)) }
    }
  }
}

/// The files of `lua/` inside the executable.
package enum BundledFiles {
  /// All paths, ascending.
  package static var paths: [String] { files.map(\.path) }

  /// The bytes of a file; nil when there is none of that path.
  package static func bytes(_ path: String) -> UnsafeRawBufferPointer? {
    let index = files.partitioningIndex { $0.path >= path }
    return index < files.count && files[index].path == path ? files[index].bytes : nil
  }

  /// The files as a tree.
  static var tree: EmbeddedTree {
    get throws(FileTreeError) { try whole.get() }
  }

  private static let whole = Result { () throws(FileTreeError) in try makeTree(named: "built-in", of: files, below: "")
  }

  /// Steps (``Work``) of putting a file into a tree of its own.
  private static let costOfFile = 30

  /// A folder of the files as a tree of its own, named as its last part.
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

  /// - Note: `nonisolated(unsafe)`: the bytes are constants of the executable; nobody writes them.
  private nonisolated(unsafe) static let files: [(path: String, bytes: UnsafeRawBufferPointer)] = {
    var count = 0
    guard let first = hs_bundled_files(&count) else { return [] }
    return (0..<count).map { index in
      let file = first[index]
      return (String(cString: file.path), UnsafeRawBufferPointer(start: file.bytes, count: file.size))
    }
  }()
}

/// The folders in which a project's settings are looked for.
///
/// They begin with the folder of the script, or the working directory, and end with the root of the checkout. Above that
/// there is nothing of the project: a file in `/tmp` is anybody's. Without a checkout the last one is the working
/// directory, if the first one lies below it, or what lies in it where that is the user's home; else there is only the
/// first one.
package enum ProjectFolders {
  /// What the settings are called.
  static let settingsName = "homescreen.lua"

  /// The real paths of the folders, the nearest first; empty if the folder is missing.
  package static func above(_ folder: String) -> [String] {
    guard let first = RealPath.of(folder) else { return [] }
    // The root of the disk is nobody's project.
    let working = RealPath.of(".").flatMap { $0 != "/" && RealPath.lies(first, in: $0) ? $0 : nil }
    let last = VersionControl.root(of: first) ?? working ?? first
    var folders = [first]
    while let folder = folders.last, !ExactText.isSame(folder, last) {
      let parent = FileTreePath.directory(of: folder)
      folders.append(parent.isEmpty ? "/" : parent)
      if parent.isEmpty { break }
    }
    // Neither is a home.
    if folders.count > 1, VersionControl.isHome(last) { folders.removeLast() }
    return folders
  }
}

/// What a script finds around it, beside its files: what the person who runs it passes on.
package struct ScriptSurroundings: Sendable {
  /// The script's name, for `arg[0]`.
  package var scriptName: String?
  /// What follows the script on the command line, for `arg[1]` and on.
  package var arguments: [String] = []
  /// What `os.getenv` gives.
  package var environment: [String: String] = [:]
  /// Places of modules, such as `./lib/?.lua`, relative to the project's root: before those that every project has.
  package var searchTemplates: [String] = []
  /// Places of modules that come last. An absolute one opens its folder for reading: the person who runs the script has
  /// named it.
  package var lastSearchTemplates: [String] = []
  /// The project's root, where it is known; else it is found. It counts for scripts that lie below it.
  package var root: String?
  /// The files that would run before a script and that `--no-plugins` left out, in addition to the plugins of the
  /// settings; nil: nothing was left out.
  package var leftOut: [String]?

  /// Reads what the sources of an app do; nil where nobody can.
  ///
  /// It gives the document, or else why there is none: a sentence without a full stop.
  package var readSources: (@Sendable (AppPackage) -> (document: SourceDocument?, problem: String))?

  /// Nothing is passed on.
  package init() {}
}
