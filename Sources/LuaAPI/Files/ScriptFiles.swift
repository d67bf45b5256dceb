import AppPackages
import LuaEngine
package import Platform
import PropertyLists

/// The files of a script: what it may read, which is its project and the folders that were opened for it, and where it
/// may write, which is below its own folder and below the folders that were opened for that.
///
/// All reading for a script is in ``reading(_:_:)``, and all writing in ``write(_:to:as:)``.
package final class ScriptFiles {
  /// How far scripts come.
  package enum Access: Sendable {
    /// As ``ScriptFiles`` says.
    case whole
    /// They write nothing.
    case reading
    /// They get no files at all: plugins of `lint` and `check`.
    case none
  }

  /// Where paths of the script start.
  package let location: ScriptLocation
  /// How far scripts come.
  package var access = Access.whole
  /// Below these folders the script may read, in addition to its project.
  package var readableFolders: [ReadableFolder] = []
  /// Below these folders the script may write, beside its own folder; relative paths of built-in scripts start in the
  /// first one. They may be read, too.
  package var writableFolders: [WritableFolder] = []
  private let project: () -> ScriptProject
  /// Places that the person has named.
  private var named: Set<ExactText> = []

  init(_ location: ScriptLocation, project: @escaping () -> ScriptProject) {
    self.location = location
    self.project = project
  }

  // MARK: Reading

  /// Lets scripts read what lies at a path and below it, because the command line or the settings name it.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  package func allow(_ path: String) {
    if path.utf8.count <= FileTreePath.maximumLength { named.insert(ExactText(RealPath.leading(path))) }
  }

  /// The same for what a person has typed in a line that runs, which may be a path.
  ///
  /// - Parameter path: as scripts write it.
  package func allow(typed path: String) {
    if path.utf8.contains(UInt8(ascii: "/")) { allow(location.resolve(path)) }
  }

  /// The folder whose app is meant where a script names none: the root of its project; nil for scripts of the program.
  var ownFolder: String? {
    let root = project().root
    return root.isEmpty ? nil : RealPath.of(".").map { ExactText.isSame($0, root) } == true ? "." : root
  }

  /// The folders in which scripts read, that of the project first; by their real paths.
  private var folders: [String] {
    project().folders + readableFolders.map(\.root) + writableFolders.map(\.output.root)
  }

  /// Does what reads what lies at a path and below it. Nothing else can be reached meanwhile, wherever links lead.
  ///
  /// This is the rule for every path of a script: it starts in the script's folder, or, where nothing is there, in the
  /// root of its project.
  ///
  /// - Parameters:
  ///   - path: as the script wrote it.
  ///   - body: gets the path as the loader takes it, and where it leads.
  /// - Throws: ``FileTreeError`` of kind `outsideOfTree` for a path that the script may not read, ``LuaFailure`` where
  ///   it may read nothing, or what `body` throws.
  private func reading<Result>(_ path: String, _ body: (_ place: String, _ real: String) throws -> Result) throws
    -> Result
  {
    guard access != .none else { throw Self.noFiles("read-refused", path) }
    try FileTreePath.checkLength(path, in: "")
    let places = project().places(of: path)
    guard case .folder = location else { return try body(places[0], places[0]) }
    let folders = folders
    let found = places.map { (place: $0, real: RealPath.leading($0)) }
    // What leads out is refused, and not missing.
    let (place, real) =
      found.first { isThere($0.real, folders) } ?? found.first { !Self.isOpen($0.real, folders) } ?? found[0]
    guard Self.isOpen(real, folders) else {
      guard isNamed(real) else { throw refusal(path, real, folders) }
      return try body(place, real)
    }
    return try confined(to: folders) { try body(place, real) }
  }

  /// Does what reads, and reaches nothing outside of the folders in which scripts read.
  func confined<Result>(to folders: [String]? = nil, _ body: () throws -> Result) rethrows -> Result {
    let machine = ConfinedMachine(over: CurrentMachine.value, folders: folders ?? self.folders)
    return try CurrentMachine.$value.withValue(machine, operation: body)
  }

  private static func isOpen(_ real: String, _ folders: [String]) -> Bool {
    folders.contains { RealPath.lies(real, in: $0) }
  }

  /// Whether something that scripts may read lies at a real path, or in an archive there.
  private func isThere(_ real: String, _ folders: [String]) -> Bool {
    Self.isOpen(real, folders) && (CurrentMachine.value.exists(real) || ArchivePath.split(real) != nil)
  }

  /// Where a file is that is missing, as the script can name it: in a folder between its own and the root, or in one
  /// that was opened; nil when it is in none of them.
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

  /// What a person can do about a missing file; nil where there is only one place for it.
  private func hint(forMissing path: String) -> String? {
    let (project, found) = (project(), elsewhere(path))
    let rule =
      project.folder.isEmpty
      ? nil : "check the spelling: paths are relative to the script, or else to the project’s root, \(project.root)"
    let parts = [rule, found.map { "there is \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// A folder around the script is not an app: who types its name means something else.
  private func isNamed(_ place: String) -> Bool {
    let own = RealPath.leading(location.resolve("."))
    return named.contains {
      RealPath.lies(place, in: $0.text) && !RealPath.lies(own, in: $0.text)
        && VersionControl.part(of: place) == nil
    }
  }

  private func refusal(_ path: String, _ place: String, _ folders: [String]) -> FileTreeError {
    let open = readableFolders.map(\.path)
    let others = open.isEmpty ? "" : " and of \(open.joined(separator: ", "))"
    let subject = ExactText.isSame(path, place) ? "" : "\(place) "
    return FileTreeError(
      kind: .outsideOfTree, tree: path, path: "",
      message: "\(subject)is outside of the project’s folder \(folders.first ?? "")\(others)",
      hint: "--read DIR lets scripts read another folder: --read \(ShellWord.quoted(FileTreePath.directory(of: place)))"
    )
  }

  /// What a script gets for a file that it cannot read.
  static func failure(_ error: FileTreeError) -> LuaFailure {
    LuaFailure(
      "\(error.file): \(error.message)", code: error.kind == .outsideOfTree ? "read-refused" : "unreadable",
      hint: error.hint)
  }

  /// Loads an app that the script names.
  /// - Throws: ``AppPackageError``, or ``LuaFailure`` of code `read-refused`.
  func package(_ path: String, options: PackageOptions) throws -> AppPackage {
    do {
      return try reading(path) { place, _ in try location.package(place, options: options) }
    } catch let error as FileTreeError {
      throw Self.failure(error)
    } catch var error as AppPackageError where error.kind == .outsideOfProject {
      error.hint = [error.hint, "--read DIR allows scripts to read another folder"].compactMap(\.self).joined(
        separator: "; ")
      throw error
    } catch var error as AppPackageError where error.kind == .missing {
      error.hint = hint(forMissing: path) ?? error.hint
      throw error
    }
  }

  /// The bytes of a file that the script names, and what messages call it; a built-in script also finds what it has
  /// written.
  /// - Throws: ``FileTreeError``, or ``LuaFailure`` where scripts get no files.
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

  /// Writes a file as a whole, or not at all.
  ///
  /// - Parameter path: as the script wrote it. A relative one starts in the script's folder; the one of a built-in
  ///   script, which has no folder, in the first folder that was opened.
  /// - Throws: ``LuaFailure`` of code `write-refused` for a place or a name that is not allowed, `unwritable` for a place
  ///   that the system refuses.
  func write(_ bytes: [UInt8], to path: String, as kind: ScriptOutput) throws {
    try writing(path, kind) { folder, inside throws(FileTreeError) in try folder.write(bytes, to: inside) }
  }

  /// Removes a file that ``write(_:to:as:)`` may write; a missing one is not an error.
  /// - Throws: as ``write(_:to:as:)`` does.
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
        "\(path): a reporter writes no files", code: "write-refused", hint: "It passes its lines to write(…).")
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
      "\(path): plugins of lint and check cannot read files", code: code,
      hint: "A rule uses the package that it gets: package.plist, package:files().")
  }

  private func target(_ path: String) throws(FileTreeError) -> (OutputFolder, String) {
    try FileTreePath.checkLength(path, in: "")
    var folders: [OutputFolder] = []
    if case .folder(let own) = location {
      folders.append(try OutputFolder(own.isEmpty ? "." : own, isForeign: true))
    }
    folders += writableFolders.map(\.output)
    guard path.utf8.first == UInt8(ascii: "/") else {
      if let first = folders.first { return (first, path) }
      throw FileTreeError(
        kind: .outsideOfTree, tree: "", path: path,
        message: "a built-in script has no folder to write to",
        hint: "Use --write DIR; paths are relative to it: homescreen run --write DIR …")
    }
    for folder in folders {
      if let inside = folder.relativePath(of: path) { return (folder, inside) }
    }
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

/// A folder that the person who runs a script has opened for reading.
package struct ReadableFolder: Sendable {
  /// As it was given.
  package let path: String
  let root: String

  /// A folder in which scripts may read.
  ///
  /// - Parameter path: absolute, or relative to the working directory; the folder must be there.
  /// - Throws: ``FileTreeError`` when there is no such folder.
  package init(_ path: String) throws(FileTreeError) {
    self.path = path
    root = try OutputFolder(path).root
  }
}

/// A folder that the person who runs a script has opened for writing.
package struct WritableFolder: Sendable {
  /// As it was given.
  package var path: String { output.name }
  /// Its real path.
  package var root: String { output.root }
  let output: OutputFolder

  /// A folder in which scripts may write.
  ///
  /// - Parameter path: absolute, or relative to the working directory; the folder must be there.
  /// - Throws: ``FileTreeError`` when there is no such folder.
  package init(_ path: String) throws(FileTreeError) {
    output = try OutputFolder(path, isForeign: true)
  }
}

/// Where a script lies; paths that it names are relative to this place.
package enum ScriptLocation: Sendable {
  /// A folder of the file system.
  case folder(String)
  /// A folder of the files inside the executable, such as `scenarios/seeds`.
  case bundled(String)

  /// The path that a script's own path `path` means, for the loader.
  package func resolve(_ path: String) -> String {
    switch self {
    case .folder(let folder): path.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? path : "\(folder)/\(path)"
    case .bundled(let folder): folder.isEmpty ? path : "\(folder)/\(path)"
    }
  }

  /// The path as the script would write it, of one that the loader uses: the way back from ``resolve(_:)``.
  func written(_ path: String) -> String {
    guard case .folder(let folder) = self, !folder.isEmpty, folder != "." else { return path }
    guard ExactText.begins(path, with: "\(folder)/") else { return RealPath.leading(path) }
    return String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  /// What messages call the file at `path`: as the script's own name is written.
  func name(of path: String) -> String {
    if case .folder(".") = self { return path }
    return resolve(path)
  }

  /// The bytes of a file, by the path to which its own leads.
  /// - Throws: ``FileTreeError``.
  func read(real path: String) throws(FileTreeError) -> [UInt8] {
    guard case .folder = self else { return try BundledFiles.tree.read(path) }
    let folder = FileTreePath.directory(of: path)
    return try FolderTree(folder.isEmpty ? "/" : folder).read(FileTreePath.lastComponent(path))
  }

  /// The bytes of a file beside the script.
  /// - Throws: ``FileTreeError``.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    try FileTreePath.checkLength(path, in: "")
    switch self {
    case .folder(let folder): return try FolderTree(folder.isEmpty ? "." : folder).read(path)
    case .bundled: return try BundledFiles.tree.read(resolve(path))
    }
  }

  /// The same, or its beginning where it has more bytes.
  /// - Throws: ``FileTreeError``.
  func read(_ path: String, atMost count: Int) throws(FileTreeError) -> [UInt8] {
    try FileTreePath.checkLength(path, in: "")
    switch self {
    case .folder(let folder): return try FolderTree(folder.isEmpty ? "." : folder).readPrefix(path, count: count)
    case .bundled: return try BundledFiles.tree.readPrefix(resolve(path), count: count)
    }
  }

  /// Loads an app, by its path as the loader takes it.
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

/// What scripts write, and what such files are called. A file of another name is never theirs.
enum ScriptOutput {
  /// `plist:save`.
  case propertyList
  /// `assert.matches_snapshot`.
  case snapshot

  /// Without their dots, in lower case.
  private var extensions: [String] {
    switch self {
    case .propertyList: ["plist", "strings", "stringsdict", "loctable", "xcprivacy", "entitlements", "xcent"]
    case .snapshot: ["snap", "svg"]
    }
  }

  private var words: String {
    switch self {
    case .propertyList: "plist:save writes property lists"
    case .snapshot: "snapshots are written"
    }
  }

  /// - Throws: ``FileTreeError`` of kind `forbidden` for another name.
  func check(_ path: String) throws(FileTreeError) {
    guard !extensions.contains(FileTreePath.lowercasedExtension(of: path)) else { return }
    let endings = extensions.map { ".\($0)" }
    throw FileTreeError(
      kind: .forbidden, tree: "", path: path, message: "\(words), but this is not the name of one",
      hint: "Its name must end with \(endings.dropLast().joined(separator: ", ")) or \(endings[endings.count - 1]).")
  }
}
