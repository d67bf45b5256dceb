import AppPackages
public import Events
public import Lint
import HomeScreenSimulator
import Platform
import PropertyLists

/// A finding as reports tell it: with paths that a person or a service can open, and the line that is at fault.
public struct PlacedFinding: Sendable {
  /// What was found.
  public var finding: Finding
  /// Absolute; nil for what lies on no disk, or for no place at all.
  public let diskPath: String?
  /// From the working folder for what lies below it, else absolute; as the package names it where that is not known.
  public let path: String
  /// From the root of the checkout, else from the working folder, else as ``path``.
  public let checkoutPath: String
  /// The part of the line that is at fault; nil where there is none, or no text.
  let excerpt: FindingExcerpt?
  /// The builds that it is about, where others of the same input are not; empty for all.
  public let builds: [Finding.Build]
  /// How many builds there are.
  public let buildCount: Int
  /// The files that its fix changes, as the package names them, with their paths as ``checkoutPath`` has them.
  let fixPaths: [String: String]
  /// A text that names it and stays when lines move; of equal findings each has its own.
  public internal(set) var fingerprint = ""
}

/// Finds out where findings lie on the disk. Each file is read once.
public struct FindingPlaces {
  private let surroundings: ReportSurroundings
  private var lines: [String: SourceLines?] = [:]
  private var counts: [String: Int] = [:]
  /// Of the input that is looked at.
  private var paths: [ExactText: (disk: String?, path: String, checkoutPath: String)] = [:]

  /// Knows no file yet.
  ///
  /// - Parameter surroundings: where paths that are shown begin.
  public init(_ surroundings: ReportSurroundings) { self.surroundings = surroundings }

  /// The findings of an input, in their order.
  public mutating func placed(_ input: LintedInput) -> [PlacedFinding] {
    let roots = Self.roots(of: input)
    let all = input.allBuilds
    paths = [:]
    return input.findings.map { place($0, of: input, roots, all) }
  }

  /// A finding about something else than an app: a settings file.
  mutating func placed(_ finding: Finding) -> PlacedFinding {
    paths = [:]
    return place(finding, of: nil, [], [])
  }

  private mutating func place(
    _ finding: Finding, of input: LintedInput?, _ roots: [(name: String, folder: String)], _ all: [Finding.Build]
  ) -> PlacedFinding {
    let file = finding.location?.file ?? input?.path ?? ""
    let (disk, path, checkoutPath) = paths(of: file, roots)
    let isAll = Set(finding.builds).isSuperset(of: all)
    var placed = PlacedFinding(
      finding: finding, diskPath: disk, path: path, checkoutPath: checkoutPath,
      excerpt: finding.location?.line.flatMap { number in
        disk.flatMap { excerpt(of: number, column: finding.location?.column, in: $0) }
      },
      builds: isAll ? [] : finding.builds, buildCount: all.count,
      fixPaths: Dictionary((finding.fix?.edits ?? []).map { ($0.file, paths(of: $0.file, roots).checkoutPath) }) {
        first, _ in first
      })
    placed.fingerprint = FindingFingerprint.text(of: finding, at: checkoutPath, &counts)
    return placed
  }

  // MARK: Paths

  private mutating func paths(
    of file: String, _ roots: [(name: String, folder: String)]
  ) -> (disk: String?, path: String, checkoutPath: String) {
    if let known = paths[ExactText(file)] { return known }
    let disk = Self.diskPath(of: file, roots)
    let path = disk.map { Self.path($0, below: surroundings.workingFolder) ?? $0 } ?? file
    let checkoutPath = disk.flatMap { disk in surroundings.checkout.flatMap { Self.path(disk, below: $0) } } ?? path
    paths[ExactText(file)] = (disk, path, checkoutPath)
    return (disk, path, checkoutPath)
  }

  /// The folders that messages name, each with its name: of the trees that were read, and around what was named.
  private static func roots(of input: LintedInput) -> [(name: String, folder: String)] {
    var roots: [(name: String, folder: String)] = []
    for files in (input.builds?.packages ?? []).compactMap(\.files) {
      guard let folder = files.folder, !roots.contains(where: { $0.folder == folder }) else { continue }
      roots.append((files.tree.name, folder))
    }
    // What lies in an archive is named from there.
    if let real = RealPath.of(input.path) ?? ArchivePath.split(input.path).flatMap({ RealPath.of($0.archive) }) {
      for folder in [real, FileTreePath.directory(of: real)] where !folder.isEmpty {
        roots.append((FileTreePath.lastComponent(folder), folder))
      }
    }
    return roots
  }

  private static func diskPath(of file: String, _ roots: [(name: String, folder: String)]) -> String? {
    // Where a file would lie that is missing.
    var expected: String?
    for root in roots {
      if ExactText.isSame(file, root.name) { return root.folder }
      guard file.utf8.starts(with: "\(root.name)/".utf8) else { continue }
      let path = FileTreePath.join(root.folder, String(Substring(file.utf8.dropFirst(root.name.utf8.count + 1))))
      if CurrentMachine.value.exists(path) { return path }
      expected = expected ?? path
    }
    return file.isEmpty || file.utf8.contains(0) ? nil : RealPath.of(file) ?? expected
  }

  /// The rest of a path behind a folder; nil for what lies elsewhere.
  /// The part of an absolute path below a folder; nil for what lies elsewhere.
  static func path(_ path: String, below folder: String) -> String? {
    guard !folder.isEmpty, let real = RealPath.of(folder) else { return nil }
    let prefix = real == "/" ? "/" : real + "/"
    guard path.utf8.starts(with: prefix.utf8), path.utf8.count > prefix.utf8.count else { return nil }
    return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
  }

  // MARK: Lines

  private mutating func excerpt(of number: Int, column: Int?, in path: String) -> FindingExcerpt? {
    if lines[path] == nil { lines[path] = .some(SourceLines(path)) }
    return lines[path]??.excerpt(of: number, column: column)
  }
}

/// Names findings so that they are known again: by rule, file and what they are about, not by lines and words.
enum FindingFingerprint {
  /// Changes with what makes a fingerprint, so that services do not compare those of two kinds.
  static let name = "homescreenFinding/v2"

  /// - Parameter counts: how many equal findings came before; the next one has another number.
  static func text(of finding: Finding, at path: String, _ counts: inout [String: Int]) -> String {
    var hash = FNV1a64()
    hash.feed(finding.code.rawValue)
    hash.feed(path)
    hash.feed(finding.identity)
    let name = hash.hexadecimal
    counts[name, default: 0] += 1
    return "\(name):\(counts[name] ?? 1)"
  }
}
