import LuaAPI
import LuaEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The repository's root.
let repositoryRoot = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
  separator: "/")

/// A file of the repository.
func repositoryText(_ path: String) throws -> String {
  guard let file = fopen("\(repositoryRoot)/\(path)", "r") else { throw MissingFile(path: path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

struct MissingFile: Error {
  let path: String
}

/// Paths of all files below a folder of the repository, relative to that folder, ascending by bytes.
func repositoryFiles(below folder: String, _ inner: String = "") -> [String] {
  guard let directory = opendir("\(repositoryRoot)/\(folder)/\(inner)") else { return [] }
  defer { closedir(directory) }
  var files: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasPrefix(".") { continue }
    let path = inner.isEmpty ? name : "\(inner)/\(name)"
    if entry.pointee.d_type == UInt8(DT_DIR) {
      files += repositoryFiles(below: folder, path)
    } else {
      files.append(path)
    }
  }
  return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// A session beside the built-in scenarios, with what it printed.
final class TestSession {
  let session: Session
  private(set) var printed: [String] = []
  private(set) var notes: [String] = []

  init() throws {
    session = try Session(at: .bundled("scenarios/seeds"))
    session.output = { [unowned self] in printed.append($0) }
    session.onNote = { [unowned self] in notes.append($0) }
  }

  @discardableResult
  func run(_ source: String) throws -> [LuaValue] {
    session.lua.arm()
    return try session.run(source, chunkName: "@test.lua")
  }

  /// The error that a script ends with.
  func error(_ source: String) -> LuaError? {
    session.lua.arm()
    do {
      try session.run(source, chunkName: "@test.lua")
      return nil
    } catch {
      return error
    }
  }
}
