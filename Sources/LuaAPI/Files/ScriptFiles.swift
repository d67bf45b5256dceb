import AppPackages
import LuaEngine
package import Platform
import PropertyLists

/// The files of a script. It may read its project and the folders that were opened for reading, and may write below its
/// own folder and the folders that were opened for writing.
///
/// All reading for a script is in ``reading(_:_:)``, and all writing in ``write(_:to:as:)``.
package final class ScriptFiles {
  /// The file access of scripts.
  package enum Access: Sendable {
    /// Reading and writing, as described in ``ScriptFiles``.
    case whole
    /// Reading only.
    case reading
    /// No access, for plugins of `lint` and `check`.
    case none
  }

  /// The folder that relative paths of the script start from.
  package let location: ScriptLocation
  /// The access of the script.
  package var access = Access.whole
  /// The folders that the script may read, in addition to its project.
  package var readableFolders: [ReadableFolder] = []
  /// The folders that the script may write to and read, in addition to its own. Relative paths of bundled scripts start
  /// in the first one.
  package var writableFolders: [WritableFolder] = []
  private let project: () -> ScriptProject
  /// The paths that the user has named.
  private var named: Set<ExactText> = []

  init(_ location: ScriptLocation, project: @escaping () -> ScriptProject) {
    (self.location, self.project) = (location, project)
  }

  // MARK: Reading

  /// Lets scripts read the files at a path and below it, because the command line or the settings name it.
  ///
  /// - Parameter path: an absolute path, or one relative to the working directory.
  package func allow(_ path: String) {
    if path.utf8.count <= FileTreePath.maximumLength { named.insert(ExactText(RealPath.leading(path))) }
  }

  /// Lets scripts read the path that a user has typed in a line, if it is a path.
  ///
  /// - Parameter path: the path in a script's notation.
  package func allow(typed path: String) {
    if path.utf8.contains(UInt8(ascii: "/")) { allow(location.resolve(path)) }
  }

  /// The folder of the default app, which is the root of the script's project; nil for bundled scripts.
  var ownFolder: String? {
    let root = project().root
    return root.isEmpty ? nil : RealPath.of(".").map { ExactText.isSame($0, root) } == true ? "." : root
  }

  /// The real paths of the readable folders; the project's comes first.
  private var folders: [String] {
    project().folders + readableFolders.map(\.root) + writableFolders.map(\.output.root)
  }

  /// Performs `body`, which reads the files at a path and below it. Links cannot lead to other files.
  ///
  /// Every path of a script starts in the script's folder or, if the file is missing there, in the root of its project.
  ///
  /// - Parameters:
  ///   - path: the path in the script.
  ///   - body: receives the path for the loader, and its real path.
  /// - Throws: ``FileTreeError`` of kind `outsideOfTree` for a path that the script may not read, ``LuaFailure`` if it
  ///   must not read any file, or the error of `body`.
  private func reading<Result>(_ path: String, _ body: (_ place: String, _ real: String) throws -> Result) throws
    -> Result
  {
    guard access != .none else { throw Self.noFiles("read-refused", path) }
    try FileTreePath.checkLength(path, in: "")
    let places = project().places(of: path)
    guard case .folder = location else { return try body(places[0], places[0]) }
    let folders = folders
    let found = places.map { (place: $0, real: RealPath.leading($0)) }
    // A path that leads outside is reported as refused and not as missing.
    let (place, real) =
      found.first { isThere($0.real, folders) } ?? found.first { !Self.isOpen($0.real, folders) } ?? found[0]
    guard Self.isOpen(real, folders) else {
      guard isNamed(real) else { throw refusal(path, real, folders) }
      return try body(place, real)
    }
    return try confined(to: folders) { try body(place, real) }
  }

  /// Performs `body`, which can read only the readable folders.
  func confined<Result>(to folders: [String]? = nil, _ body: () throws -> Result) rethrows -> Result {
    let machine = ConfinedMachine(over: CurrentMachine.value, folders: folders ?? self.folders)
    return try CurrentMachine.$value.withValue(machine, operation: body)
  }

  private static func isOpen(_ real: String, _ folders: [String]) -> Bool {
    folders.contains { RealPath.lies(real, in: $0) }
  }

  /// Whether a readable file exists at a real path, or in an archive there.
  private func isThere(_ real: String, _ folders: [String]) -> Bool {
    Self.isOpen(real, folders) && (CurrentMachine.value.exists(real) || ArchivePath.split(real) != nil)
  }

  /// Returns the path of a missing file in a folder between the script's and the root, or in an opened folder; nil if
  /// it is in none of them.
  func elsewhere(_ path: String) -> String? {
    let parts = FileTreePath.parts(of: path).filter { $0 != "." }
    guard case .folder = location, path.utf8.first != UInt8(ascii: "/"), !parts.isEmpty, !parts.contains("..")
    else { return nil }
    let (project, path) = (project(), parts.joined(separator: "/"))
    let between = FileTreePath.parts(of: project.folder).dropLast()
    let inside = between.indices.reversed().map { between[...$0].joined(separator: "/") + "/\(path)" }
    let folders = folders
    return inside.first { isThere(RealPath.leading("\(project.root)/\($0)"), folders) }
      ?? folders.dropFirst().map { FileTreePath.join($0, path) }.first { isThere(RealPath.leading($0), folders) }
  }

  /// Returns a hint for a missing file; nil if it could be in one place only.
  private func hint(forMissing path: String) -> String? {
    let (project, found) = (project(), elsewhere(path))
    let rule =
      project.folder.isEmpty
      ? nil : "check the spelling: paths are relative to the script, otherwise to the project’s root, \(project.root)"
    let parts = [rule, found.map { "there is \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Whether the user named the path. A folder that contains the script is not an app, so it does not count.
  private func isNamed(_ place: String) -> Bool {
    let own = RealPath.leading(location.resolve("."))
    return named.contains {
      RealPath.lies(place, in: $0.text) && !RealPath.lies(own, in: $0.text) && VersionControl.part(of: place) == nil
    }
  }

  private func refusal(_ path: String, _ place: String, _ folders: [String]) -> FileTreeError {
    let open = readableFolders.map(\.path)
    let others = open.isEmpty ? "" : " and of \(open.joined(separator: ", "))"
    let subject = ExactText.isSame(path, place) ? "" : "\(place) "
    let isFolder = (try? CurrentMachine.value.status(place, followsLink: true))?.kind == .folder
    let isOpened = isFolder && !place.hasSuffix(".xcodeproj") && !place.hasSuffix(".xcworkspace")
    let folder = isOpened ? place : FileTreePath.directory(of: place)
    return FileTreeError(
      kind: .outsideOfTree, tree: path, path: "",
      message: "\(subject)is outside of the project’s folder \(folders.first ?? "")\(others)",
      hint: "Let scripts read another folder with --read DIR: --read \(ShellWord.quoted(folder))")
  }

  /// Returns the failure for a file that a script cannot read.
  static func failure(_ error: FileTreeError) -> LuaFailure {
    LuaFailure(
      "\(error.file): \(error.message)", code: error.kind == .outsideOfTree ? "read-refused" : "unreadable",
      hint: error.hint)
  }

  /// Loads an app from a path in the script.
  /// - Throws: ``AppPackageError``, or ``LuaFailure`` with the code `read-refused`.
  func package(_ path: String, options: PackageOptions) throws -> AppPackage {
    do {
      return try reading(path) { place, _ in try location.package(place, options: options) }
    } catch let error as FileTreeError {
      throw Self.failure(error)
    } catch var error as AppPackageError where error.kind == .outsideOfProject {
      error.hint = [error.hint, "use --read DIR to let scripts read another folder"].compactMap(\.self).joined(
        separator: "; ")
      throw error
    } catch var error as AppPackageError where error.kind == .missing {
      error.hint = hint(forMissing: path) ?? error.hint
      throw error
    } catch var error as AppPackageError where error.kind == .noInfoPlist && !project().folder.isEmpty {
      let root = FileTreePath.parts(of: project().folder).map { _ in ".." }.joined(separator: "/")
      error.hint = "paths are relative to the script: the project’s root is “\(root)”; \(error.hint ?? "")"
      throw error
    }
  }

  /// Reads a file from a path in the script. A bundled script also finds files that it has written. Returns the bytes,
  /// and the file's name in messages.
  /// - Throws: ``FileTreeError``, or ``LuaFailure`` if scripts must not read files.
  func read(_ path: String) throws -> (bytes: [UInt8], name: String) {
    try reading(path) { place, real in
      do throws(FileTreeError) {
        return (try location.read(real: real), place)
      } catch {
        var error = error
        if case .bundled = location, error.kind == .notFound, let folder = writableFolders.first {
          return (try FolderTree(folder.path).read(path), place)
        }
        (error.tree, error.path) = (place, "")
        if error.kind == .notFound { error.hint = hint(forMissing: path) }
        throw error
      }
    }
  }

  // MARK: Writing

  /// Writes a file completely, or not at all if an error occurs.
  ///
  /// - Parameter path: the path in the script. A relative path starts in the script's folder, or for a bundled script,
  ///   in the first writable folder.
  /// - Throws: ``LuaFailure`` with the code `write-refused` for a forbidden path or name, or `unwritable` if the system
  ///   refuses the path.
  func write(_ bytes: [UInt8], to path: String, as kind: ScriptOutput) throws {
    try writing(path, kind) { folder, inside throws(FileTreeError) in try folder.write(bytes, to: inside) }
  }

  /// Removes a file that ``write(_:to:as:)`` may write. A missing file is not an error.
  /// - Throws: the errors of ``write(_:to:as:)``.
  func remove(_ path: String, as kind: ScriptOutput) throws {
    try writing(path, kind) { folder, inside throws(FileTreeError) in try folder.remove(inside) }
  }

  private func writing(
    _ path: String, _ kind: ScriptOutput, _ write: (OutputFolder, String) throws(FileTreeError) -> Void
  ) throws {
    switch access {
    case .whole: break
    case .reading:
      throw LuaFailure(
        "\(path): a reporter cannot write files", code: "write-refused", hint: "Pass the lines to write(…) instead.")
    case .none: throw Self.noFiles("write-refused", path)
    }
    do throws(FileTreeError) {
      try kind.check(path)
      let (folder, inside) = try target(path)
      try write(folder, inside)
    } catch {
      throw failure(error, path)
    }
  }

  private static func noFiles(_ code: String, _ path: String) -> LuaFailure {
    LuaFailure(
      "\(path): plugins cannot read files in lint and check", code: code,
      hint: "Use the package that the rule gets: package.plist, package:files().")
  }

  private func target(_ path: String) throws(FileTreeError) -> (OutputFolder, String) {
    try FileTreePath.checkLength(path, in: "")
    var folders: [OutputFolder] = []
    if case .folder(let own) = location { folders.append(try OutputFolder(own.isEmpty ? "." : own, isForeign: true)) }
    folders += writableFolders.map(\.output)
    guard path.utf8.first == UInt8(ascii: "/") else {
      if let first = folders.first { return (first, path) }
      throw FileTreeError(
        kind: .outsideOfTree, tree: "", path: path,
        message: "a built-in script has no folder to write to",
        hint: "Use --write DIR; paths are relative to it: homescreen run --write DIR …")
    }
    for folder in folders { if let inside = folder.relativePath(of: path) { return (folder, inside) } }
    throw FileTreeError(
      kind: .outsideOfTree, tree: "", path: path, message: "the path is outside of the folders that can be written")
  }

  private func failure(_ error: FileTreeError, _ path: String) -> LuaFailure {
    let isForbidden = error.kind == .forbidden
    let isRefused = isForbidden || error.kind == .outsideOfTree || error.kind == .badPath
    let open = writableFolders.map(\.path).joined(separator: ", ")
    let own = if case .folder(let folder) = location { folder.isEmpty ? "." : folder } else { String?.none }
    let allowed = [own.map { "the script's folder (\($0))" }, open.isEmpty ? nil : open].compactMap(\.self)
    let advice = "Scripts write below \(allowed.joined(separator: " and ")); --write DIR adds another folder."
    return LuaFailure(
      "\(path): \(error.message)", code: isRefused ? "write-refused" : "unwritable",
      hint: allowed.isEmpty || !isRefused || isForbidden ? error.hint : advice)
  }
}

/// A folder that the user has opened for reading.
package struct ReadableFolder: Sendable {
  package let path: String
  let root: String

  /// Creates a readable folder.
  ///
  /// - Parameter path: an absolute path, or one relative to the working directory. The folder must exist.
  /// - Throws: ``FileTreeError`` if the folder does not exist.
  package init(_ path: String) throws(FileTreeError) {
    self.path = path
    root = try OutputFolder(path).root
  }
}

/// A folder that the user has opened for writing.
package struct WritableFolder: Sendable {
  package var path: String { output.name }
  /// The real path.
  package var root: String { output.root }
  let output: OutputFolder

  /// Creates a writable folder.
  ///
  /// - Parameter path: an absolute path, or one relative to the working directory. The folder must exist.
  /// - Throws: ``FileTreeError`` if the folder does not exist.
  package init(_ path: String) throws(FileTreeError) { output = try OutputFolder(path, isForeign: true) }
}

/// The folder of a script, which its relative paths start from.
package enum ScriptLocation: Sendable {
  /// A folder of the file system.
  case folder(String)
  /// A folder of the bundled files, such as `scenarios/seeds`.
  case bundled(String)

  /// Returns the loader's path for a path in the script.
  package func resolve(_ path: String) -> String {
    switch self {
    case .folder(let folder): path.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? path : "\(folder)/\(path)"
    case .bundled(let folder): folder.isEmpty ? path : "\(folder)/\(path)"
    }
  }

  /// Returns the path in the script's notation for a loader's path, the inverse of ``resolve(_:)``.
  func written(_ path: String) -> String {
    guard case .folder(let folder) = self, !folder.isEmpty, folder != "." else { return path }
    guard ExactText.begins(path, with: "\(folder)/") else { return RealPath.leading(path) }
    return String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  /// Returns the name of a file in messages, in the style of the script's own name.
  func name(of path: String) -> String {
    if case .folder(".") = self { return path }
    return resolve(path)
  }

  /// Returns the bytes of a file at a real path.
  /// - Throws: ``FileTreeError``.
  func read(real path: String) throws(FileTreeError) -> [UInt8] {
    guard case .folder = self else { return try BundledFiles.tree.read(path) }
    let folder = FileTreePath.directory(of: path)
    return try FolderTree(folder.isEmpty ? "/" : folder).read(FileTreePath.lastComponent(path))
  }

  /// Returns the bytes of a file relative to the script.
  /// - Throws: ``FileTreeError``.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    try FileTreePath.checkLength(path, in: "")
    switch self {
    case .folder(let folder): return try FolderTree(folder.isEmpty ? "." : folder).read(path)
    case .bundled: return try BundledFiles.tree.read(resolve(path))
    }
  }

  /// Returns the bytes of a file relative to the script, up to a maximum.
  /// - Throws: ``FileTreeError``.
  func read(_ path: String, atMost count: Int) throws(FileTreeError) -> [UInt8] {
    try FileTreePath.checkLength(path, in: "")
    switch self {
    case .folder(let folder): return try FolderTree(folder.isEmpty ? "." : folder).readPrefix(path, count: count)
    case .bundled: return try BundledFiles.tree.readPrefix(resolve(path), count: count)
    }
  }

  /// Loads an app from a loader's path.
  /// - Throws: ``AppPackageError``.
  func package(_ path: String, options: PackageOptions) throws -> AppPackage {
    switch self {
    case .folder: return try AppPackage(contentsOf: path, options: options)
    case .bundled:
      let isProject = path.hasSuffix(".xcodeproj")
      guard isProject || path.hasSuffix(".plist") else {
        return try AppPackage(tree: try BundledFiles.subtree(path), options: options)
      }
      let folder = try BundledFiles.subtree(FileTreePath.directory(of: path))
      let name = FileTreePath.lastComponent(path)
      return isProject
        ? try AppPackage(projectAt: name, in: folder, options: options)
        : try AppPackage(tree: folder, infoPlistPath: name, options: options)
    }
  }
}

/// The kinds of files that scripts write, with their extensions. Scripts cannot write other files.
enum ScriptOutput {
  /// `plist:save`.
  case propertyList
  /// `assert.matches_snapshot`.
  case snapshot

  /// The extensions in lower case, without dots.
  private var extensions: [String] {
    switch self {
    case .propertyList: ["plist", "strings", "stringsdict", "loctable", "xcprivacy", "entitlements", "xcent"]
    case .snapshot: ["snap", "svg"]
    }
  }

  private var words: String {
    switch self {
    case .propertyList: "plist:save only writes property lists"
    case .snapshot: "only snapshots can be written here"
    }
  }

  /// - Throws: ``FileTreeError`` of kind `forbidden` for another extension.
  func check(_ path: String) throws(FileTreeError) {
    guard !extensions.contains(FileTreePath.lowercasedExtension(of: path)) else { return }
    let endings = extensions.map { ".\($0)" }
    throw FileTreeError(
      kind: .forbidden, tree: "", path: path, message: "\(words), and this is not the name of one",
      hint: "Use a name that ends with \(endings.dropLast().joined(separator: ", ")) or \(endings[endings.count - 1]).")
  }
}
