public import AppPackages
import LuaEngine

/// The files of a script: those beside it, and where it may write, which is below its own folder and below the folders
/// that were opened for it.
public final class ScriptFiles {
  /// Where paths of the script start.
  public let location: ScriptLocation
  /// Below these folders the script may write, beside its own folder; relative paths of built-in scripts start in the
  /// first one.
  public var writableFolders: [WritableFolder] = []

  init(_ location: ScriptLocation) {
    self.location = location
  }

  /// The bytes of a file that the script names; a built-in script also finds what it has written.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    do throws(FileTreeError) {
      return try location.readAnywhere(path)
    } catch {
      guard case .bundled = location, error.kind == .notFound, let folder = writableFolders.first else { throw error }
      return try FolderTree(folder.path).read(path)
    }
  }

  /// Writes a file as a whole, or not at all.
  ///
  /// - Parameter path: as the script wrote it. A relative one starts in the script's folder; the one of a built-in
  ///   script, which has no folder, in the first folder that was opened.
  /// - Throws: ``LuaFailure`` of code `write-refused` for a place that is not allowed, `unwritable` for a place that
  ///   the system refuses.
  func write(_ bytes: [UInt8], to path: String) throws {
    do throws(FileTreeError) {
      let (folder, inside) = try target(path)
      try folder.write(bytes, to: inside)
    } catch {
      throw failure(error, path)
    }
  }

  /// Removes a file that ``write(_:to:)`` may write; one that is not there is no error.
  /// - Throws: as ``write(_:to:)`` does.
  func remove(_ path: String) throws {
    do throws(FileTreeError) {
      let (folder, inside) = try target(path)
      try folder.remove(inside)
    } catch {
      throw failure(error, path)
    }
  }

  private func target(_ path: String) throws(FileTreeError) -> (OutputFolder, String) {
    try FileTreePath.checkLength(path, in: "")
    var folders: [OutputFolder] = []
    if case .folder(let own) = location { folders.append(try OutputFolder(own.isEmpty ? "." : own)) }
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
    let isRefused = error.kind == .outsideOfTree || error.kind == .badPath
    let open = writableFolders.map(\.path).joined(separator: ", ")
    let own = if case .folder(let folder) = location { folder.isEmpty ? "." : folder } else { String?.none }
    let allowed = [own.map { "the script's folder (\($0))" }, open.isEmpty ? nil : open].compactMap(\.self)
    let advice = "Scripts write below \(allowed.joined(separator: " and ")); --write DIR opens another folder."
    return LuaFailure(
      "\(path): \(error.message)", code: isRefused ? "write-refused" : "unwritable",
      hint: allowed.isEmpty || !isRefused ? error.hint : advice)
  }
}

/// A folder that the person who runs a script has opened for writing.
public struct WritableFolder: Sendable {
  /// As it was given.
  public var path: String { output.name }
  let output: OutputFolder

  /// A folder in which scripts may write.
  ///
  /// - Parameter path: absolute, or relative to the working directory; the folder must be there.
  /// - Throws: ``FileTreeError`` when there is no such folder.
  public init(_ path: String) throws(FileTreeError) {
    output = try OutputFolder(path)
  }
}
