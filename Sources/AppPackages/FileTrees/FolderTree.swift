import PropertyLists
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of the disk. Symbolic links are followed inside of it and refused when they lead out.
public struct FolderTree: FileTree {
  /// What messages call the tree: the name that it was opened with, or the last part of the folder's real path.
  public let name: String
  private let root: String
  /// The folder's real path on the disk.
  var path: String { root.isEmpty ? "/" : root }
  private let limits: FileTreeLimits
  private let plainFolders = PlainFolders()

  /// - Parameters:
  ///   - path: an existing folder, absolute or relative to the working directory.
  ///   - name: what messages call it; its last part when not given.
  /// - Throws: ``FileTreeError`` when it does not exist, is no folder, or cannot be opened.
  public init(_ path: String, name: String? = nil, limits: FileTreeLimits = .default) throws(FileTreeError) {
    let shownName = name ?? path
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileTreeError(kind: .badPath, tree: shownName, path: "", message: "an empty path, or one with a zero byte")
    }
    guard let resolved = RealPath.of(path) else { throw Self.refusal(errno, shownName, "") }
    var status = stat()
    guard stat(resolved, &status) == 0 else { throw Self.refusal(errno, shownName, "") }
    if let error = FileTreeError.noFolder(status, tree: shownName) { throw error }
    self.root = resolved == "/" ? "" : resolved
    self.name = name ?? FileTreePath.lastComponent(resolved)
    self.limits = limits
  }

  /// The names in a folder, sorted by their bytes; a link stands for what it leads to, if that lies inside.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that cannot be listed or lies outside, or too many names.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    let directory = try FileTreePath.normalise(directory, in: name)
    let place = try resolve(directory)
    guard let stream = opendir(place.isEmpty ? "/" : place) else { throw Self.refusal(errno, name, directory) }
    defer { closedir(stream) }

    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Self.refusal(errno, name, directory) }
        break
      }
      let entryName = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // d_name is a C array of bytes that ends with a zero.
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if entryName == "." || entryName == ".." { continue }
      names.append(entryName)
      guard names.count <= limits.maximumEntriesPerDirectory else {
        throw FileTreeError(
          kind: .tooManyEntries, tree: name, path: directory,
          message: "the folder holds more than \(limits.maximumEntriesPerDirectory) names")
      }
    }
    Work.count(Self.costOfFile + names.count * Self.costOfEntry)
    names.sort(by: ExactText.precedes)
    return names.map { entry(named: $0, in: directory, at: place) }
  }

  /// A whole file; links are followed.
  /// - Throws: ``FileTreeError`` for a bad path, what is no regular file, cannot be read or lies outside, or a file
  ///   that is larger than ``FileTreeLimits/maximumFileSize``.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    try read(path, upTo: nil)
  }

  /// The first `count` bytes of a file of whatever size, or all when it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError`` for a bad path, or what is no regular file, cannot be read or lies outside.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    try read(path, upTo: max(0, count))
  }

  /// What a path stands for, links followed; nil when there is nothing, when it lies outside, and for a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? {
    Work.count(Self.costOfEntry)
    guard let path = try? FileTreePath.normalise(path, in: name), let place = try? resolve(path) else { return nil }
    var status = stat()
    guard stat(place.isEmpty ? "/" : place, &status) == 0 else { return nil }
    return Self.kind(status)
  }

  // MARK: Reading

  /// Steps (``Work``) of opening a file, and of an entry of a folder.
  private static let costOfFile = 200, costOfEntry = 60

  private func read(_ path: String, upTo count: Int?) throws(FileTreeError) -> [UInt8] {
    Work.count(Self.costOfFile)
    let path = try FileTreePath.normalise(path, in: name)
    let place = try resolve(path)
    // Without O_NONBLOCK opening a pipe would wait for a writer for ever.
    let descriptor = open(place.isEmpty ? "/" : place, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0 else {
      let code = errno
      // A socket, and a device without a driver, cannot be opened at all.
      if code == ENXIO, stat(place, &status) == 0, let error = FileTreeError.noFile(status, tree: name, path: path) {
        throw error
      }
      throw Self.refusal(code, name, path)
    }
    defer { close(descriptor) }

    guard fstat(descriptor, &status) == 0 else { throw Self.refusal(errno, name, path) }
    if let error = FileTreeError.noFile(status, tree: name, path: path) { throw error }
    let size = Int(status.st_size)
    if count == nil, size > limits.maximumFileSize { throw tooLarge(path, size) }
    return try fill(descriptor, path, upTo: count ?? limits.maximumFileSize, expecting: size)
  }

  private func fill(
    _ descriptor: Int32, _ path: String, upTo limit: Int, expecting size: Int
  ) throws(FileTreeError) -> [UInt8] {
    // One more than expected, so that the end of the file is seen without a second allocation.
    var bytes = [UInt8](repeating: 0, count: min(limit, size + 1))
    var filled = 0
    while filled < limit {
      if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: min(limit - filled, filled + 4096))) }
      let received = bytes.withUnsafeMutableBytes { buffer in
        #if canImport(Glibc)
          Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
        #else
          Darwin.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
        #endif
      }
      if received < 0 {
        if errno == EINTR { continue }
        throw Self.refusal(errno, name, path)
      }
      if received == 0 { break }
      filled += received
    }
    bytes.removeLast(bytes.count - filled)
    Work.count(bytes.count * FileTreeLimits.costOfReadByte)
    return bytes
  }

  private func tooLarge(_ path: String, _ size: Int) -> FileTreeError {
    FileTreeError(
      kind: .tooLarge, tree: name, path: path,
      message: "the file has \(size) bytes; files are read up to \(limits.maximumFileSize)")
  }

  // MARK: Links

  private func entry(named entryName: String, in directory: String, at place: String) -> FileTreeEntry {
    let path = FileTreePath.join(directory, entryName)
    var status = stat()
    guard lstat("\(place)/\(entryName)", &status) == 0 else {
      return FileTreeEntry(name: entryName, kind: .other, problem: Self.refusal(errno, name, path))
    }
    guard Self.fileType(status) == S_IFLNK else {
      return entry(entryName, status, path)
    }
    do throws(FileTreeError) {
      let target = try resolve(path)
      guard stat(target.isEmpty ? "/" : target, &status) == 0 else { throw Self.refusal(errno, name, path) }
      var entry = entry(entryName, status, path)
      entry.linkTarget =
        target.utf8.count <= root.utf8.count ? "" : String(Substring(target.utf8.dropFirst(root.utf8.count + 1)))
      return entry
    } catch {
      return FileTreeEntry(name: entryName, kind: .other, problem: error)
    }
  }

  private func entry(_ entryName: String, _ status: stat, _ path: String) -> FileTreeEntry {
    let kind = Self.kind(status)
    return FileTreeEntry(
      name: entryName, kind: kind, size: kind == .file ? Int(status.st_size) : 0,
      problem: kind == .other ? FileTreeError.noFile(status, tree: name, path: path) : nil)
  }

  /// The real place of a normalised path, proved to lie inside the root.
  private func resolve(_ path: String) throws(FileTreeError) -> String {
    if path.isEmpty { return root }
    guard try containsLink(path) else { return "\(root)/\(path)" }
    guard let resolved = RealPath.of("\(root)/\(path)") else { throw Self.refusal(errno, name, path) }
    if resolved == root || resolved.utf8.starts(with: "\(root)/".utf8) { return resolved == "/" ? "" : resolved }
    throw FileTreeError(
      kind: .outsideOfTree, tree: name, path: path, message: "this symbolic link leads out of \(name)",
      hint: "put a copy of the file into the folder")
  }

  /// Whether a part of the path is a symbolic link. Without one the path cannot leave the root, and asking only below
  /// the root is much cheaper than resolving the whole path for every file. A folder is asked once.
  private func containsLink(_ path: String) throws(FileTreeError) -> Bool {
    let folder = FileTreePath.directory(of: path)
    let isKnown = plainFolders.contains(folder)
    var status = stat()
    var place = isKnown && !folder.isEmpty ? "\(root)/\(folder)" : root
    for part in isKnown ? [FileTreePath.lastComponent(path)[...]] : FileTreePath.parts(of: path) {
      place += "/\(part)"
      guard lstat(place, &status) == 0 else { throw Self.refusal(errno, name, path) }
      if Self.fileType(status) == S_IFLNK { return true }
    }
    if !isKnown { plainFolders.insert(folder) }
    return false
  }

  // MARK: What the system says

  private static func fileType(_ status: stat) -> mode_t { status.st_mode & S_IFMT }

  private static func kind(_ status: stat) -> FileTreeEntry.Kind {
    switch fileType(status) {
    case S_IFREG: .file
    case S_IFDIR: .directory
    default: .other
    }
  }

  private static func refusal(_ number: Int32, _ tree: String, _ path: String) -> FileTreeError {
    FileTreeError(number, tree: tree, path: path, operation: .read)
  }
}

/// Folders to which no symbolic link leads.
private final class PlainFolders: Sendable {
  private let paths = Mutex<Set<ExactText>>([ExactText("")])

  func contains(_ path: String) -> Bool { paths.withLock { $0.contains(ExactText(path)) } }

  func insert(_ path: String) { paths.withLock { if $0.count < 100_000 { $0.insert(ExactText(path)) } } }
}
