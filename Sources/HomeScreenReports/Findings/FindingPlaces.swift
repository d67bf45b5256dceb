package import AppPackages
package import Events
import HomeScreenSimulator
package import Lint
import Platform
package import PropertyLists
import Synchronization

/// A finding for a report, with its paths resolved and the source line it is about.
package struct PlacedFinding: Sendable {
  package var finding: Finding
  /// The absolute path; nil if the finding has no file on disk.
  package let diskPath: String?
  /// The path relative to the working directory; the package's own name for the file if that is unknown.
  package let path: String
  /// The path relative to the root of the checkout; the same as ``path`` if there is no checkout.
  package let checkoutPath: String
  /// The paths of the finding's other places, in the form of ``path``.
  let otherPaths: [String]
  /// The part of the line it is about; nil without a line, or without text.
  let excerpt: FindingExcerpt?
  /// The builds that the finding affects; empty if it affects all builds of the input.
  package let builds: [Finding.Build]
  package let buildCount: Int
  /// The names of the affected builds; a target alone means all its configurations.
  let buildNames: [String]
  /// The files that the fix changes, as the package names them, with their paths in the form of ``checkoutPath``.
  let fixPaths: [String: String]
  /// A text that identifies the finding even if lines move. Equal findings are numbered, so their texts differ.
  package internal(set) var fingerprint = ""
}

/// Resolves the places of findings to files on disk. Each file is read once.
package struct FindingPlaces {
  private let surroundings: ReportSurroundings
  private var lines: [String: SourceLines?] = [:]
  private var counts: [String: Int] = [:]

  /// Creates an empty instance.
  ///
  /// - Parameter surroundings: the folders that shown paths are relative to.
  package init(_ surroundings: ReportSurroundings) { self.surroundings = surroundings }

  /// Returns the findings of an input, in order.
  package mutating func placed(_ input: LintedInput) -> [PlacedFinding] {
    let roots = ShownPaths(of: input.builds?.packages ?? [], at: [input.path], surroundings)
    let all = input.allBuilds
    return input.findings.map { place($0, of: input, roots, all) }
  }

  /// Returns a finding that is not about one build, but about a settings file or several builds.
  ///
  /// - Parameter paths: the paths of the builds; nil for a settings file.
  mutating func placed(_ finding: Finding, _ paths: ShownPaths? = nil) -> PlacedFinding {
    place(finding, of: nil, paths ?? ShownPaths(of: [], at: [], surroundings), [])
  }

  private mutating func place(
    _ finding: Finding, of input: LintedInput?, _ roots: ShownPaths, _ all: [Finding.Build]
  ) -> PlacedFinding {
    let file = finding.location?.file ?? input?.path ?? ""
    let place = roots.place(of: file)
    let isAll = Set(finding.builds).isSuperset(of: all)
    var placed = PlacedFinding(
      finding: finding, diskPath: place.disk, path: place.path, checkoutPath: place.checkoutPath,
      otherPaths: finding.otherLocations.map { roots.place(of: $0.file).path },
      excerpt: finding.location?.line.flatMap { number in
        place.disk.flatMap { excerpt(of: number, column: finding.location?.column, in: $0) }
      },
      builds: isAll ? [] : finding.builds, buildCount: all.count,
      buildNames: isAll ? [] : Self.names(finding.builds, all),
      fixPaths: Dictionary((finding.fix?.edits ?? []).map { ($0.file, roots.place(of: $0.file).checkoutPath) }) {
        first, _ in first
      })
    placed.fingerprint = FindingFingerprint.text(of: finding, at: place.checkoutPath, &counts)
    return placed
  }

  private static func names(_ builds: [Finding.Build], _ all: [Finding.Build]) -> [String] {
    var names: [String] = []
    for build in builds {
      let isWhole = all.allSatisfy { $0.target != build.target || builds.contains($0) }
      let name = isWhole ? build.target : "\(build.target) \(build.configuration)"
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  // MARK: Lines

  private mutating func excerpt(of number: Int, column: Int?, in path: String) -> FindingExcerpt? {
    if lines[path] == nil { lines[path] = .some(SourceLines(path)) }
    return lines[path]??.excerpt(of: number, column: column)
  }
}

/// Identifies findings across runs by rule, file and subject, not by lines and messages.
enum FindingFingerprint {
  /// The name of the fingerprint; it changes with the algorithm, so that services do not compare different ones.
  static let name = "homescreenFinding/v2"

  /// - Parameter counts: the number of equal findings so far, which distinguishes the next one.
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

/// The part of a line shown around the place of a finding.
struct FindingExcerpt: Sendable, Equatable {
  /// The text before the place, without indentation.
  let before: String
  /// The text from the place on; longer than is shown if the line continues.
  let rest: String
  /// Whether the line has more text before it.
  let isCut: Bool

  /// The maximum number of characters shown.
  static let width = 120
  /// The number of characters shown before the place in a cut line.
  fileprivate static let context = 40
}

/// The lines of a file, for excerpts. A line may be as long as the file and have thousands of findings, so no excerpt
/// scans the whole line.
struct SourceLines: Sendable {
  /// The maximum size of a file that is read.
  private static let maximumBytes = 8 << 20
  private static let blockSize = 512

  private let bytes: [UInt8]
  private let starts: [Int]
  private let hasLineFeeds: Bool
  /// The number of characters that start before each block.
  private let charactersBefore: [Int]
  private var known: [Int: Line] = [:]

  private struct Line {
    let range: Range<Int>
    /// The end of the indentation, which is not shown.
    let indentEnd: Int
    let isBlank: Bool
  }

  /// Returns nil if the path is not a file, not text, or the file is too large.
  init?(_ path: String) {
    guard
      let content = try? CurrentMachine.value.readFollowingLinks(path, .all(maximum: Self.maximumBytes)),
      content.status.kind == .file,
      let source = try? TextDecoding.decode(content.bytes, file: path)
    else { return nil }
    // The last byte is a zero of the decoder.
    bytes = source.bytes.dropLast()
    // As everywhere, a carriage return ends lines only in a file without line feeds.
    hasLineFeeds = bytes.contains(0x0A)
    let end: UInt8 = hasLineFeeds ? 0x0A : 0x0D
    var starts = [0]
    var charactersBefore: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.blockSize == 0 { charactersBefore.append(count) }
      if Self.beginsCharacter(byte) { count += 1 }
      if byte == end { starts.append(offset + 1) }
    }
    (self.starts, self.charactersBefore) = (starts, charactersBefore)
  }

  /// - Parameters:
  ///   - number: the line, from 1.
  ///   - column: the column in characters, from 1; defaults to the start of the line.
  /// - Returns: nil for a line that does not exist or is blank.
  mutating func excerpt(of number: Int, column: Int?) -> FindingExcerpt? {
    guard let line = line(number), !line.isBlank else { return nil }
    let place = offset(ofColumn: max(0, (column ?? 1) - 1), in: line.range)
    var start = place
    var count = 0
    var cutStart = place
    while start > line.indentEnd, count <= FindingExcerpt.width - FindingExcerpt.context {
      start -= 1
      guard Self.beginsCharacter(bytes[start]) else { continue }
      count += 1
      if count == FindingExcerpt.context { cutStart = start }
    }
    let isCut = count > FindingExcerpt.width - FindingExcerpt.context
    if isCut { start = cutStart }
    var end = place
    var shown = 0
    while end < line.range.upperBound {
      if Self.beginsCharacter(bytes[end]) {
        // One more character than is shown means that the line continues.
        guard shown <= FindingExcerpt.width else { break }
        shown += 1
      }
      end += 1
    }
    return FindingExcerpt(before: text(start..<place), rest: text(place..<end), isCut: isCut)
  }

  private mutating func line(_ number: Int) -> Line? {
    if let line = known[number] { return line }
    guard starts.indices.contains(number - 1) else { return nil }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : bytes.count
    if hasLineFeeds, end > start, bytes[end - 1] == 0x0D { end -= 1 }
    let indentEnd = bytes[start..<end].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? end
    let line = Line(range: start..<end, indentEnd: indentEnd, isBlank: text(indentEnd..<end).allSatisfy(\.isWhitespace))
    known[number] = line
    return line
  }

  /// Returns the start of a character in a line, or the end of the line for a column after it.
  private func offset(ofColumn column: Int, in range: Range<Int>) -> Int {
    let (wanted, overflow) = characters(before: range.lowerBound).addingReportingOverflow(column)
    guard !overflow else { return range.upperBound }
    var low = range.lowerBound / Self.blockSize
    var high = range.upperBound / Self.blockSize + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if middle < charactersBefore.count, charactersBefore[middle] <= wanted { low = middle } else { high = middle }
    }
    guard low < charactersBefore.count else { return range.upperBound }
    var count = charactersBefore[low]
    var offset = low * Self.blockSize
    while offset < range.upperBound {
      if Self.beginsCharacter(bytes[offset]) {
        if count == wanted { break }
        count += 1
      }
      offset += 1
    }
    return min(max(offset, range.lowerBound), range.upperBound)
  }

  private func characters(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    guard block < charactersBefore.count else { return charactersBefore.last ?? 0 }
    return bytes[block * Self.blockSize..<offset].reduce(charactersBefore[block]) {
      $0 + (Self.beginsCharacter($1) ? 1 : 0)
    }
  }

  /// Whether the byte is not a UTF-8 continuation byte.
  private static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// The paths of files in reports, relative to the working directory. Packages name their files relative to the folder
/// they were read from.
package final class ShownPaths: Sendable {
  /// The place of a file.
  struct Place {
    /// The absolute path; nil if it is not on disk.
    let disk: String?
    /// The path relative to the working directory; the package's own name if that is unknown.
    let path: String
    /// The path relative to the root of the checkout; the same as ``path`` if there is no checkout.
    let checkoutPath: String
  }

  let surroundings: ReportSurroundings
  /// The folders that messages name, with their names: those of the file trees, and the folders around the named inputs.
  private let roots: [(name: String, folder: String)]
  /// The places of the files asked for so far.
  private let known = Mutex<[ExactText: Place]>([:])

  /// Creates the paths of some inputs.
  ///
  /// - Parameters:
  ///   - packages: the opened packages.
  ///   - inputs: the paths of the inputs.
  ///   - surroundings: the folders that paths are relative to.
  package init(of packages: [AppPackage], at inputs: [String], _ surroundings: ReportSurroundings) {
    self.surroundings = surroundings
    var roots: [(name: String, folder: String)] = []
    for files in packages.compactMap(\.files) {
      guard let folder = files.folder, !roots.contains(where: { $0.folder == folder }) else { continue }
      roots.append((files.tree.name, folder))
    }
    for input in inputs {
      // A file in an archive is named relative to the archive.
      guard let real = RealPath.of(input) ?? ArchivePath.split(input).flatMap({ RealPath.of($0.archive) }) else {
        continue
      }
      for folder in [real, FileTreePath.directory(of: real)] where !folder.isEmpty {
        roots.append((FileTreePath.lastComponent(folder), folder))
      }
    }
    self.roots = roots
  }

  /// Returns a remark with the paths to show.
  package func shown(_ remark: PackageWarning) -> PackageWarning {
    var remark = remark
    remark.location = remark.location.map(shown)
    return remark
  }

  /// Returns a finding with the paths to show.
  package func shown(_ finding: Finding) -> Finding {
    var finding = finding
    finding.location = finding.location.map(shown)
    finding.otherLocations = finding.otherLocations.map(shown)
    return finding
  }

  /// Returns a place with the path to show.
  package func shown(_ location: SourceLocation) -> SourceLocation {
    var location = location
    location.file = place(of: location.file).path
    return location
  }

  /// Returns a JSON report with the paths to show in its places.
  func shown(_ report: PropertyListValue) -> PropertyListValue {
    if let elements = report.array { return .array(of: elements.map { shown($0.value) }) }
    guard var content = report.dictionary else { return report }
    for (key, node) in content.entries {
      if key == "location", var place = node.value.dictionary, let file = place["file"]?.string {
        place["file"] = .string(self.place(of: file).path)
        content[key] = .dictionary(place)
      } else if key != "warnings" {
        content[key] = shown(node.value)
      }
    }
    return .dictionary(content)
  }

  func place(of file: String) -> Place {
    known.withLock { known in
      if let place = known[ExactText(file)] { return place }
      let place = findPlace(of: file)
      known[ExactText(file)] = place
      return place
    }
  }

  private func findPlace(of file: String) -> Place {
    guard let disk = diskPath(of: file) ?? (file.utf8.first == UInt8(ascii: "/") ? file : nil) else {
      return Place(disk: nil, path: file, checkoutPath: file)
    }
    let path = Self.path(disk, from: surroundings.workingFolder) ?? file
    return Place(
      disk: disk, path: path, checkoutPath: surroundings.checkout.flatMap { Self.path(disk, from: $0) } ?? path)
  }

  private func diskPath(of file: String) -> String? {
    // The expected place of a missing file.
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

  /// Returns an absolute path relative to a folder; nil if the folder is unknown.
  static func path(_ path: String, from folder: String) -> String? {
    guard !folder.isEmpty, let real = RealPath.of(folder) else { return nil }
    let start = FileTreePath.parts(of: real)
    let parts = FileTreePath.parts(of: path)
    let common = zip(start, parts).prefix { ExactText.isSame(String($0), String($1)) }.count
    let way = [Substring](repeating: "..", count: start.count - common) + parts.dropFirst(common)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }
}
