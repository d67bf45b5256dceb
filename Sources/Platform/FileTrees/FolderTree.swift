import PropertyLists
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder on disk. Symbolic links are followed inside it, and refused when they point out of it. Folders of
/// version control in it (``VersionControl``) are neither listed nor read.
///
/// A path is resolved first, and checked to be inside. The machine then opens the resolved path without following
/// links, so a link that another process makes in the meantime is refused, too.
public struct FolderTree: FileTree {
  /// The name in messages: the one that the tree was opened with, or the last part of the folder's real path.
  public let name: String
  private let root: String
  /// The folder's real path on the disk.
  package var path: String { root.isEmpty ? "/" : root }
  private let limits: FileTreeLimits
  private let machine: any Machine
  private let plainFolders = PlainFolders()

  /// Opens a folder on disk.
  ///
  /// - Parameters:
  ///   - path: an existing folder, absolute or relative to the working directory.
  ///   - name: the name in messages; the last part of the path if not given.
  /// - Throws: ``FileTreeError`` when it does not exist, is not a folder, or cannot be opened.
  public init(_ path: String, name: String? = nil, limits: FileTreeLimits = .default) throws(FileTreeError) {
    let shownName = name ?? path
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileTreeError(kind: .badPath, tree: shownName, path: "", message: "the path is empty or has a zero byte")
    }
    machine = CurrentMachine.value
    let resolved: String
    let status: PathStatus
    do throws(MachineRefusal) {
      resolved = try machine.realPath(path)
      status = try machine.status(resolved, followsLink: false)
    } catch {
      throw Self.refusal(error, shownName, "")
    }
    if let error = FileTreeError.noFolder(status, tree: shownName) { throw error }
    self.root = resolved == "/" ? "" : resolved
    self.name = name ?? FileTreePath.lastComponent(resolved)
    self.limits = limits
  }

  /// Returns the names in a folder, sorted by their bytes; a link has the kind of its target, if that is in the tree.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that cannot be listed or is outside, or too many names.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    let directory = try FileTreePath.normalise(directory, in: name)
    let place = try resolve(directory)
    let found: [PathEntry]?
    do throws(MachineRefusal) {
      found = try machine.entries(in: place.isEmpty ? "/" : place, maximum: limits.maximumEntriesPerDirectory)
    } catch {
      throw Self.refusal(error, name, directory)
    }
    guard let found else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: name, path: directory,
        message: "the folder has more than \(limits.maximumEntriesPerDirectory) entries")
    }
    Work.count(Self.costOfFile + found.count * Self.costOfEntry)
    return found.filter { VersionControl.part(of: $0.name) == nil }
      .sorted { ExactText.precedes($0.name, $1.name) }.map { entry($0, in: directory) }
  }

  /// Returns a whole file; links are followed.
  /// - Throws: ``FileTreeError`` for a bad path, for a file that is not regular, is unreadable or outside the tree, and
  ///   for one that is larger than ``FileTreeLimits/maximumFileSize``.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] { try read(path, upTo: nil) }

  /// Returns the first `count` bytes of a file of any size, or all if it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError`` for a bad path, or a file that is not regular, is unreadable or outside the tree.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    try read(path, upTo: max(0, count))
  }

  /// Opens a file of any size; links are followed.
  /// - Throws: ``FileTreeError`` for a bad path, or a file that is not regular, cannot be opened or is outside.
  public func open(_ path: String) throws(FileTreeError) -> any ByteSource {
    let normal = try FileTreePath.normalise(path, in: name)
    let place = try resolve(normal)
    let file: MachineFile?
    do throws(MachineRefusal) {
      file = try machine.open(place.isEmpty ? "/" : place)
    } catch {
      throw Self.refusal(error, name, normal)
    }
    guard let file else { return BytesInMemory(all: try read(normal)) }
    Work.count(Self.costOfFile)
    return FolderFile(file: file, tree: name, path: normal)
  }

  /// Returns the kind of a path, following links; nil for a missing file, a path that leads out of the tree, and a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? {
    Work.count(Self.costOfEntry)
    guard let path = try? FileTreePath.normalise(path, in: name), let place = try? resolve(path) else { return nil }
    return (try? machine.status(place.isEmpty ? "/" : place, followsLink: false)).map(Self.kind)
  }

  // MARK: Reading

  /// The cost of opening a file, and of an entry of a folder, in steps (``Work``).
  private static let costOfFile = 200, costOfEntry = 60

  private func read(_ path: String, upTo count: Int?) throws(FileTreeError) -> [UInt8] {
    Work.count(Self.costOfFile)
    let path = try FileTreePath.normalise(path, in: name)
    let place = try resolve(path)
    let content: FileContent
    do throws(MachineRefusal) {
      content = try machine.read(
        place.isEmpty ? "/" : place, count.map { .prefix($0) } ?? .all(maximum: limits.maximumFileSize))
    } catch {
      throw Self.refusal(error, name, path)
    }
    if let error = FileTreeError.noFile(content.status, tree: name, path: path) { throw error }
    if count == nil, content.status.size > limits.maximumFileSize { throw tooLarge(path, content.status.size) }
    Work.count(content.bytes.count * FileTreeLimits.costOfReadByte)
    return content.bytes
  }

  private func tooLarge(_ path: String, _ size: Int) -> FileTreeError {
    FileTreeError(
      kind: .tooLarge, tree: name, path: path,
      message: "the file has \(size) bytes; the limit is \(limits.maximumFileSize)")
  }

  // MARK: Links

  private func entry(_ found: PathEntry, in directory: String) -> FileTreeEntry {
    let path = FileTreePath.join(directory, found.name)
    do throws(FileTreeError) {
      let status: PathStatus
      do throws(MachineRefusal) {
        status = try found.status.get()
      } catch {
        throw Self.refusal(error, name, path)
      }
      guard status.kind == .link else { return entry(found.name, status, path) }
      let target = try resolve(path)
      var entry = entry(found.name, try self.status(target, path), path)
      entry.linkTarget =
        target.utf8.count <= root.utf8.count ? "" : String(Substring(target.utf8.dropFirst(root.utf8.count + 1)))
      return entry
    } catch {
      return FileTreeEntry(name: found.name, kind: .other, problem: error)
    }
  }

  private func entry(_ entryName: String, _ status: PathStatus, _ path: String) -> FileTreeEntry {
    let kind = Self.kind(status)
    return FileTreeEntry(
      name: entryName, kind: kind, size: status.size,
      problem: kind == .other ? FileTreeError.noFile(status, tree: name, path: path) : nil)
  }

  /// Returns the real path of a normalised path, checked to be inside the root.
  private func resolve(_ path: String) throws(FileTreeError) -> String {
    if path.isEmpty { return root }
    guard VersionControl.part(of: path) == nil else { throw Self.refusal(.versionControl, name, path) }
    guard try containsLink(path) else { return "\(root)/\(path)" }
    let resolved: String
    do throws(MachineRefusal) {
      resolved = try machine.realPath("\(root)/\(path)")
    } catch {
      // The root is reachable, so an unreachable path is outside it.
      throw error == .outside ? leadsOut(path) : Self.refusal(error, name, path)
    }
    guard resolved == root || resolved.utf8.starts(with: "\(root)/".utf8) else { throw leadsOut(path) }
    guard VersionControl.part(of: resolved, below: root) == nil else { throw Self.refusal(.versionControl, name, path) }
    return resolved == "/" ? "" : resolved
  }

  private func leadsOut(_ path: String) -> FileTreeError {
    FileTreeError(
      kind: .outsideOfTree, tree: name, path: path, message: "this symbolic link leaves \(name)",
      hint: "put a copy of the file into the folder")
  }

  /// Returns whether a part of the path is a symbolic link. Without one the path cannot leave the root, and checking
  /// only below the root is much cheaper than resolving the whole path for every file. Each folder is checked once.
  private func containsLink(_ path: String) throws(FileTreeError) -> Bool {
    let folder = FileTreePath.directory(of: path)
    let isKnown = plainFolders.contains(folder)
    var place = isKnown && !folder.isEmpty ? "\(root)/\(folder)" : root
    for part in isKnown ? [FileTreePath.lastComponent(path)[...]] : FileTreePath.parts(of: path) {
      place += "/\(part)"
      if try status(place, path).kind == .link { return true }
    }
    if !isKnown { plainFolders.insert(folder) }
    return false
  }

  // MARK: What the machine says

  private func status(_ place: String, _ path: String) throws(FileTreeError) -> PathStatus {
    do throws(MachineRefusal) {
      return try machine.status(place.isEmpty ? "/" : place, followsLink: false)
    } catch {
      throw Self.refusal(error, name, path)
    }
  }

  private static func kind(_ status: PathStatus) -> FileTreeEntry.Kind {
    switch status.kind {
    case .file: .file
    case .folder: .directory
    case .link, .pipe, .socket, .device, .other: .other
    }
  }

  private static func refusal(_ refusal: MachineRefusal, _ tree: String, _ path: String) -> FileTreeError {
    FileTreeError(refusal.number, tree: tree, path: path, operation: .read)
  }
}

/// Folders with no symbolic link on the way to them.
private final class PlainFolders: Sendable {
  /// A concrete type, because for a `Mutex<Set<ExactText>>` Swift looks up `ExactText: Hashable` at run time, which
  /// searches all conformances of the program, even if the set stays empty.
  private struct Paths { var all: Set<ExactText> = [] }

  private let paths = Mutex(Paths())

  func contains(_ path: String) -> Bool { path.isEmpty || paths.withLock { $0.all.contains(ExactText(path)) } }

  func insert(_ path: String) { paths.withLock { if $0.all.count < 100_000 { $0.all.insert(ExactText(path)) } } }
}

/// Paths on disk without symbolic links, `.` and `..`.
package enum RealPath {
  /// - Returns: nil for a missing file, or a name that is not UTF-8.
  package static func of(_ path: String) -> String? { try? CurrentMachine.value.realPath(path) }

  /// Returns the real path of the existing part of a path, followed by the missing part.
  package static func leading(_ path: String, on machine: any Machine = CurrentMachine.value) -> String {
    var there = path.utf8.first == UInt8(ascii: "/") ? path : "\(machine.workingFolder)/\(path)"
    var rest: [Substring] = []
    while true {
      Work.count(costOfLooking)
      if let real = try? machine.realPath(there.isEmpty ? "/" : there) {
        let parts = rest.reversed().reduce(into: FileTreePath.parts(of: real)) { parts, part in
          if part == ".." { _ = parts.popLast() } else if part != ".", !part.isEmpty { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
      }
      guard !there.isEmpty else { return "/" }
      rest.append(Substring(FileTreePath.lastComponent(there)))
      there = FileTreePath.directory(of: there)
    }
  }

  /// The cost of resolving a path once, in steps (``Work``).
  private static let costOfLooking = 60

  /// Returns the place to write to, following links, including those with missing targets. Asks the real machine.
  ///
  /// - Parameter path: as the user has written it; it may be missing.
  /// - Throws: ``FileTreeError`` for a symbolic link in a checkout that points out of it, or to data of version
  ///   control, since the checkout's author made that link and not the user; also for a cycle of links.
  package static func ofOutput(_ path: String) throws(FileTreeError) -> String {
    try CurrentMachine.aside { () throws(FileTreeError) in
      let machine = CurrentMachine.value
      let start = path.utf8.first == UInt8(ascii: "/") ? path : "\(machine.workingFolder)/\(path)"
      var rest = Array(FileTreePath.parts(of: start).reversed())
      var place = ""
      var links: [(path: String, checkout: String?)] = []
      while let part = rest.popLast() {
        if part == "." { continue }
        if part == ".." {
          place = FileTreePath.directory(of: place)
          continue
        }
        guard let target = try linkTarget("\(place)/\(part)", path) else {
          place += "/\(part)"
          continue
        }
        // The limit of the operating system.
        guard links.count < 40 else { throw FileTreeError(ELOOP, tree: path, path: "", operation: .written) }
        links.append(("\(place)/\(part)", place.isEmpty ? nil : VersionControl.root(of: place)))
        if target.utf8.first == UInt8(ascii: "/") { place = "" }
        rest += FileTreePath.parts(of: target).reversed()
      }
      for case (let link, let root?) in links where !VersionControl.isHome(root) {
        let isInside = lies(place, in: root)
        if isInside, VersionControl.part(of: place, below: root) == nil { continue }
        throw FileTreeError(
          kind: .outsideOfTree, tree: path, path: "",
          message: isInside
            ? "the symbolic link \(link) points to \(place), which is version control data"
            : "the symbolic link \(link) points out of the checkout \(root), to \(place)",
          hint: "remove the link, or name its target instead")
      }
      return place.isEmpty ? "/" : place
    }
  }

  /// Returns the target of a link; nil for other files, and for a missing one.
  private static func linkTarget(_ path: String, _ output: String) throws(FileTreeError) -> String? {
    var bytes = [CChar](repeating: 0, count: FileTreePath.maximumLength)
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else {
      if [EINVAL, ENOENT, ENOTDIR].contains(errno) { return nil }
      throw FileTreeError(errno, tree: output, path: "", operation: .written)
    }
    guard let text = String(validating: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
      throw FileTreeError(
        kind: .outsideOfTree, tree: output, path: "",
        message: "the symbolic link \(path) points to a name that is not UTF-8",
        hint: "remove the link, or name its target instead")
    }
    return text
  }

  /// Returns whether a path is a folder or below it; both are real.
  package static func lies(_ path: String, in folder: String) -> Bool {
    folder == "/" || ExactText.isSame(path, folder) || path.utf8.starts(with: "\(folder)/".utf8)
  }
}
