public import AppPackages
import HomeScreenReports
import LuaEngine
import PropertyLists

/// The files of a script: what it may read, which is its project and the folders that were opened for it, and where it
/// may write, which is below its own folder and below the folders that were opened for that.
///
/// Whoever reads for a script does it in ``reading(_:_:)``, and whoever writes in ``write(_:to:as:)``.
public final class ScriptFiles {
  /// How far scripts come.
  public enum Access: Sendable {
    /// As ``ScriptFiles`` says.
    case whole
    /// They write nothing.
    case reading
    /// They get no files at all: plugins of `lint` and `check`.
    case none
  }

  /// Where paths of the script start.
  public let location: ScriptLocation
  /// How far scripts come.
  public var access = Access.whole
  /// Below these folders the script may read, in addition to its project.
  public var readableFolders: [ReadableFolder] = []
  /// Below these folders the script may write, beside its own folder; relative paths of built-in scripts start in the
  /// first one. They may be read, too.
  public var writableFolders: [WritableFolder] = []
  /// Folders of the project, by their real paths.
  private let projectFolders: () -> [String]
  /// Places that the person has named.
  private var named: Set<ExactText> = []

  /// - Parameter projectFolders: the root of the project, and what the settings open in addition.
  init(_ location: ScriptLocation, projectFolders: @escaping () -> [String]) {
    self.location = location
    self.projectFolders = projectFolders
  }

  // MARK: Reading

  /// Lets scripts read what lies at a path and below it, because the command line or the settings name it.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  public func allow(_ path: String) {
    if path.utf8.count <= FileTreePath.maximumLength { named.insert(ExactText(RealPath.leading(path))) }
  }

  /// The same for what a person has typed in a line that runs, which may be a path.
  ///
  /// - Parameter path: as scripts write it.
  public func allow(typed path: String) {
    if path.utf8.contains(UInt8(ascii: "/")) { allow(location.resolve(path)) }
  }

  /// Does what reads what lies at a path and below it. Nothing else can be reached meanwhile, wherever links lead.
  ///
  /// - Parameter path: as the script wrote it.
  /// - Throws: ``LuaFailure`` of code `read-refused` for a path that the script may not read, or what `body` throws.
  func reading<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    guard access != .none else { throw Self.noFiles("read-refused", path) }
    guard case .folder = location, path.utf8.count <= FileTreePath.maximumLength else { return try body() }
    let folders = projectFolders() + readableFolders.map(\.root) + writableFolders.map(\.output.root)
    let place = RealPath.leading(location.resolve(path))
    guard folders.contains(where: { RealPath.lies(place, in: $0) }) else {
      guard isNamed(place) else { throw refusal(path, place, folders) }
      return try body()
    }
    let machine = ConfinedMachine(over: CurrentMachine.value, folders: folders)
    return try CurrentMachine.$value.withValue(machine, operation: body)
  }

  /// A folder around the script is not an app: who types its name means something else.
  private func isNamed(_ place: String) -> Bool {
    let own = RealPath.leading(location.resolve("."))
    return named.contains {
      RealPath.lies(place, in: $0.text) && !RealPath.lies(own, in: $0.text)
        && VersionControl.part(of: place, below: $0.text) == nil
    }
  }

  private func refusal(_ path: String, _ place: String, _ folders: [String]) -> LuaFailure {
    let open = readableFolders.map(\.path)
    let others = open.isEmpty ? "" : " and of \(open.joined(separator: ", "))"
    return LuaFailure(
      "\(path): \(place) lies outside of the project’s folder \(folders.first ?? "")\(others)", code: "read-refused",
      hint:
        "--read DIR opens another folder for scripts: --read \(ShellWord.quoted(FileTreePath.directory(of: place))).")
  }

  /// Loads an app that the script names.
  /// - Throws: ``AppPackageError``, or ``LuaFailure`` of code `read-refused`.
  func package(_ path: String, options: PackageOptions) throws -> AppPackage {
    try reading(path) {
      do {
        return try location.package(path, options: options)
      } catch var error as AppPackageError where error.kind == .outsideOfProject {
        error.hint = [error.hint, "--read DIR opens another folder for scripts"].compactMap(\.self).joined(
          separator: "; ")
        throw error
      }
    }
  }

  /// The bytes of a file that the script names; a built-in script also finds what it has written.
  /// - Throws: ``FileTreeError``, or ``LuaFailure`` of code `read-refused`.
  func read(_ path: String) throws -> [UInt8] {
    try reading(path) {
      do throws(FileTreeError) {
        return try location.readAnywhere(path)
      } catch {
        guard case .bundled = location, error.kind == .notFound, let folder = writableFolders.first else { throw error }
        return try FolderTree(folder.path).read(path)
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
        "\(path): a reporter writes no files", code: "write-refused", hint: "It gives its lines to write(…).")
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
      "\(path): plugins of lint and check get no files", code: code,
      hint: "A rule looks at the package that it gets: package.plist, package:files().")
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
        message: "a built-in script has no folder of its own to write to",
        hint: "Open one with --write DIR; the path starts there: homescreen run --write DIR …")
    }
    for folder in folders {
      if let inside = folder.relativePath(of: path) { return (folder, inside) }
    }
    throw FileTreeError(
      kind: .outsideOfTree, tree: "", path: path, message: "the path lies outside of the folders that may be written")
  }

  private func failure(_ error: FileTreeError, _ path: String) -> LuaFailure {
    let isForbidden = error.kind == .forbidden
    let isRefused = isForbidden || error.kind == .outsideOfTree || error.kind == .badPath
    let open = writableFolders.map(\.path).joined(separator: ", ")
    let own = if case .folder(let folder) = location { folder.isEmpty ? "." : folder } else { String?.none }
    let allowed = [own.map { "the script's folder (\($0))" }, open.isEmpty ? nil : open].compactMap(\.self)
    let advice = "Scripts write below \(allowed.joined(separator: " and ")); --write DIR opens another folder."
    return LuaFailure(
      "\(path): \(error.message)", code: isRefused ? "write-refused" : "unwritable",
      hint: allowed.isEmpty || !isRefused || isForbidden ? error.hint : advice)
  }
}

/// A folder that the person who runs a script has opened for reading.
public struct ReadableFolder: Sendable {
  /// As it was given.
  public let path: String
  let root: String

  /// A folder in which scripts may read.
  ///
  /// - Parameter path: absolute, or relative to the working directory; the folder must be there.
  /// - Throws: ``FileTreeError`` when there is no such folder.
  public init(_ path: String) throws(FileTreeError) {
    self.path = path
    root = try OutputFolder(path).root
  }
}

/// A folder that the person who runs a script has opened for writing.
public struct WritableFolder: Sendable {
  /// As it was given.
  public var path: String { output.name }
  /// Its real path.
  package var root: String { output.root }
  let output: OutputFolder

  /// A folder in which scripts may write.
  ///
  /// - Parameter path: absolute, or relative to the working directory; the folder must be there.
  /// - Throws: ``FileTreeError`` when there is no such folder.
  public init(_ path: String) throws(FileTreeError) {
    output = try OutputFolder(path, isForeign: true)
  }
}
