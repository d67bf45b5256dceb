import Platform
import PropertyLists

/// Reads an xcconfig file and the files that it includes, in the order in which their lines apply.
struct XcconfigReader {
  private(set) var assignments: [BuildSettingAssignment] = []
  private(set) var warnings: [PackageWarning] = []
  /// The referenced files that do not exist, by their names in messages.
  private(set) var missingFiles: [String] = []

  private let tree: any FileTree
  private let limits: FileTreeLimits
  /// The project's folder.
  private let directory: String
  private var openFiles: [String] = []
  private var fileCount = 0
  private var byteCount = 0
  /// Whether a limit was exceeded; no more files are read then.
  private var isExhausted = false

  private static let maximumDepth = 32
  private static let maximumFiles = 200
  private static let maximumAssignments = 100_000
  private static let maximumBytes = 4 * 1024 * 1024
  /// The maximum total size of all files, in bytes.
  private static let maximumTotalBytes = 16 * 1024 * 1024

  /// - Parameter directory: the project's folder, where included files are looked for last.
  init(tree: any FileTree, limits: FileTreeLimits, directory: String = "") {
    (self.tree, self.limits, self.directory) = (tree, limits, directory)
  }

  /// - Parameters:
  ///   - path: the path in the tree.
  ///   - owner: the name of the reference in messages, such as “the configuration Release”.
  mutating func read(_ path: String, namedBy owner: String, at place: SourceLocation?) {
    guard !isExhausted else { return }
    guard openFiles.count < Self.maximumDepth, fileCount < Self.maximumFiles else {
      isExhausted = fileCount >= Self.maximumFiles
      return warn(
        .limit,
        "too many xcconfig files: more than \(Self.maximumFiles) in all, or nested more than \(Self.maximumDepth) deep",
        place, "the rest were left out")
    }
    if let first = openFiles.firstIndex(of: path) {
      let circle = (openFiles[first...] + [path]).map(FileTreePath.lastComponent).joined(separator: " → ")
      return warn(.badXcconfig, "these files include each other in a cycle: \(circle)", place, "remove one #include")
    }
    fileCount += 1
    let source: SourceText
    do {
      guard tree.kind(of: path) != nil else { return missing(path, owner, place) }
      let bytes = try tree.readPrefix(path, count: Self.maximumBytes + 1)
      guard bytes.count <= Self.maximumBytes else {
        return warn(.limit, "the file has more than \(Self.maximumBytes) bytes", location(path), nil)
      }
      byteCount += bytes.count
      guard byteCount <= Self.maximumTotalBytes else {
        isExhausted = true
        return warn(
          .limit, "the xcconfig files exceed \(Self.maximumTotalBytes) bytes", place, "the rest were left out")
      }
      source = try TextDecoding.decode(bytes, file: FileTreePath.join(tree.name, path))
    } catch let error as FileTreeError {
      warnings.append(PackageChecks.warning(error))
      return
    } catch let error as PropertyListError {
      return warn(.badXcconfig, error.message, error.location, error.hint)
    } catch {
      return
    }
    var parser = XcconfigParser(source)
    parser.parse()
    warnings += parser.warnings
    openFiles.append(path)
    for statement in parser.statements where !isExhausted {
      switch statement {
      case .assignment(let assignment):
        guard assignments.count < Self.maximumAssignments else {
          isExhausted = true
          warn(
            .limit, "the xcconfig files have more than \(Self.maximumAssignments) settings",
            assignment.origin.location, "the rest were left out")
          break
        }
        assignments.append(assignment)
      case .include(let included, let isOptional, let origin):
        include(included, isOptional, from: path, at: origin)
      }
    }
    openFiles.removeLast()
  }

  private mutating func include(_ name: String, _ isOptional: Bool, from path: String, at origin: SourceOrigin) {
    if name.hasPrefix("<DEVELOPER_DIR>") {
      if !isOptional { warn(.missingXcconfig, "“\(name)” is a file of Xcode and is not read", origin.location, nil) }
      return
    }
    var isOutside = false
    for folder in searchedFolders(from: path) {
      guard case .inside(let place) = ProjectPath.resolve(name, from: folder) else {
        isOutside = true
        continue
      }
      guard let target = existing(place) else { continue }
      return read(target, namedBy: "this line", at: origin.location)
    }
    if isOutside {
      warn(
        .outsideOfProject, "“\(name)” is outside of \(tree.name) and is not read", origin.location,
        "to read it, open a folder that contains both the file and the project", severity: isOptional ? .note : .warning
      )
      if !isOptional { missingFiles.append(name) }
    } else if !isOptional {
      let folders = searchedFolders(from: path)
      let first = folders.compactMap { ProjectPath.resolve(name, from: $0).path }.first
      missing(first ?? name, "this line", origin.location, searched: folders)
    }
  }

  /// Searches the folder of the including file, then those of the files that include that one, then the project's (ICON-211).
  private func searchedFolders(from path: String) -> [String] {
    var folders = [FileTreePath.directory(of: path)]
    for folder in openFiles.reversed().map(FileTreePath.directory(of:)) + [directory]
    where !folders.contains(where: { ExactText.isSame($0, folder) }) {
      folders.append(folder)
    }
    return folders
  }

  /// Returns the existing file at a path; only a name without any extension may omit it (ICON-211).
  private func existing(_ path: String) -> String? {
    let paths = FileTreePath.lowercasedExtension(of: path).isEmpty ? [path, path + ".xcconfig"] : [path]
    return paths.compactMap { tree.spelling(of: $0) }.first { tree.kind(of: $0) == .file }
  }

  private mutating func missing(
    _ path: String, _ owner: String, _ place: SourceLocation?, searched folders: [String] = []
  ) {
    missingFiles.append(FileTreePath.join(tree.name, path))
    let places = folders.map { $0.isEmpty ? tree.name : FileTreePath.join(tree.name, $0) }.joined(separator: ", ")
    let advice =
      path.contains("Pods/") || path.contains("Target Support Files/")
      ? "run `pod install`, which writes the file"
      : path.hasSuffix("Generated.xcconfig")
        ? "run `flutter pub get`, which writes the file in a Flutter project"
        : "set the settings that matter with --setting KEY=VALUE; without the file, they are undefined"
    warn(
      .missingXcconfig, "\(path), which \(owner) names, is missing", place,
      folders.isEmpty ? advice : "homescreen looked in \(places); \(advice)")
  }

  private func location(_ path: String) -> SourceLocation { SourceLocation(file: FileTreePath.join(tree.name, path)) }

  private mutating func warn(
    _ code: PackageWarning.Code, _ message: String, _ place: SourceLocation?, _ hint: String?,
    severity: PackageWarning.Severity = .warning
  ) {
    guard warnings.count < 200 else { return }
    warnings.append(PackageWarning(code, message, severity: severity, location: place, hint: hint))
  }
}

/// Parses one xcconfig file line by line; a malformed line is a warning.
struct XcconfigParser {
  private let source: SourceText
  private var position = 0
  private(set) var statements: [XcconfigStatement] = []
  private(set) var warnings: [PackageWarning] = []

  private static let maximumWarnings = 20

  init(_ source: SourceText) { self.source = source }

  mutating func parse() {
    while position < source.count {
      let start = position
      while position < source.count, !Self.isLineEnd(source.bytes[position]) { position += 1 }
      readLine(start..<position)
      position += 1
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  // MARK: Lines

  private mutating func readLine(_ whole: Range<Int>) {
    let range = trimmed(whole.lowerBound..<commentStart(whole))
    guard !range.isEmpty else { return }
    if source.bytes[range.lowerBound] == UInt8(ascii: "#") { return readInclude(range) }
    guard let equals = equalsSign(range) else {
      return warn("“\(clipped(range))” is not a setting", at: range.lowerBound, hint: "write settings as KEY = value")
    }
    let keyRange = trimmed(range.lowerBound..<equals)
    guard !keyRange.isEmpty, let key = BuildSettingKey(source.string(keyRange)) else {
      return warn(
        "“\(clipped(keyRange))” is not the name of a setting", at: range.lowerBound,
        hint: "write conditions as KEY[sdk=iphoneos*]")
    }
    var end = range.upperBound
    var value = trimmed(equals + 1..<end)
    var text = ""
    // A trailing backslash continues the value on the next line.
    while !value.isEmpty, source.bytes[value.upperBound - 1] == UInt8(ascii: "\\"), end >= position,
      position < source.count
    {
      text += source.string(value.lowerBound..<value.upperBound - 1)
      position += 1
      let start = position
      while position < source.count, !Self.isLineEnd(source.bytes[position]) { position += 1 }
      end = commentStart(start..<position)
      value = trimmed(start..<end)
    }
    while !value.isEmpty, source.bytes[value.upperBound - 1] == UInt8(ascii: ";") {
      value = trimmed(value.lowerBound..<value.upperBound - 1)
    }
    text += source.string(value)
    statements.append(.assignment(BuildSettingAssignment(key, text, origin: origin(range))))
  }

  /// Returns the first `=` outside a condition.
  private func equalsSign(_ range: Range<Int>) -> Int? {
    var depth = 0
    for index in range {
      switch source.bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "=") where depth <= 0: return index
      default: break
      }
    }
    return nil
  }

  private mutating func readInclude(_ range: Range<Int>) {
    var rest = source.string(range)[...]
    guard rest.hasPrefix("#include") else {
      return warn("“\(clipped(range))” is not an xcconfig directive", at: range.lowerBound, hint: nil)
    }
    rest = rest.dropFirst("#include".count)
    let isOptional = rest.first == "?"
    if isOptional { rest = rest.dropFirst() }
    guard let open = rest.firstIndex(of: "\""),
      let close = rest[rest.index(after: open)...].firstIndex(of: "\"")
    else {
      return warn(
        "#include is not followed by a file name in quotes", at: range.lowerBound, hint: "#include \"Shared.xcconfig\"")
    }
    let path = String(rest[rest.index(after: open)..<close])
    statements.append(.include(path: path, isOptional: isOptional, origin: origin(range)))
  }

  // MARK: Ranges

  /// Returns the start of a `//` comment; nothing escapes it.
  private func commentStart(_ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index + 1 < range.upperBound {
      if source.bytes[index] == UInt8(ascii: "/"), source.bytes[index + 1] == UInt8(ascii: "/") { return index }
      index += 1
    }
    return range.upperBound
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isBlank(source.bytes[start]) { start += 1 }
    while end > start, Self.isBlank(source.bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func origin(_ range: Range<Int>) -> SourceOrigin {
    .range(source, start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }

  private func clipped(_ range: Range<Int>) -> String {
    let text = source.string(range)
    return text.count > 40 ? text.prefix(40) + "…" : text
  }

  private mutating func warn(_ message: String, at position: Int, hint: String?) {
    guard warnings.count < Self.maximumWarnings else { return }
    warnings.append(PackageWarning(.badXcconfig, message, location: source.location(at: position), hint: hint))
  }
}

/// One statement of an xcconfig file.
enum XcconfigStatement: Sendable {
  case assignment(BuildSettingAssignment)
  /// `#include "path"`, or `#include? "path"` for a file that may be missing.
  case include(path: String, isOptional: Bool, origin: SourceOrigin)
}
