public import AppPackages
public import Events
import Platform
public import PropertyLists

/// The paths of files as reports show them: from the working folder, so that a person can open them. Packages name their
/// files from the folder that was read.
public struct ShownPaths: Sendable {
  /// Where a file is.
  struct Place {
    /// Absolute; nil for what is on no disk, or for no place at all.
    let disk: String?
    /// From the working folder; as the package names it if that is not known.
    let path: String
    /// From the root of the checkout; as ``path`` if there is no checkout.
    let checkoutPath: String
  }

  private let surroundings: ReportSurroundings
  /// The folders that messages name, each with its name: of the trees that were read, and around what was named.
  private var roots: [(name: String, folder: String)] = []

  /// The paths of some inputs.
  ///
  /// - Parameters:
  ///   - packages: what was opened.
  ///   - inputs: the paths that were named.
  ///   - surroundings: where paths begin.
  public init(of packages: [AppPackage], at inputs: [String], _ surroundings: ReportSurroundings) {
    self.surroundings = surroundings
    for files in packages.compactMap(\.files) {
      guard let folder = files.folder, !roots.contains(where: { $0.folder == folder }) else { continue }
      roots.append((files.tree.name, folder))
    }
    for input in inputs {
      // What is in an archive is named from there.
      guard let real = RealPath.of(input) ?? ArchivePath.split(input).flatMap({ RealPath.of($0.archive) }) else {
        continue
      }
      for folder in [real, FileTreePath.directory(of: real)] where !folder.isEmpty {
        roots.append((FileTreePath.lastComponent(folder), folder))
      }
    }
  }

  /// A remark with the path that is shown.
  public func shown(_ remark: PackageWarning) -> PackageWarning {
    var remark = remark
    remark.location = remark.location.map(shown)
    return remark
  }

  /// A finding with the paths that are shown.
  public func shown(_ finding: Finding) -> Finding {
    var finding = finding
    finding.location = finding.location.map(shown)
    finding.otherLocations = finding.otherLocations.map(shown)
    return finding
  }

  /// A place with the path that is shown.
  public func shown(_ location: SourceLocation) -> SourceLocation {
    var location = location
    location.file = place(of: location.file).path
    return location
  }

  /// A report with the paths that are shown in its places.
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
    guard let disk = diskPath(of: file) ?? (file.utf8.first == UInt8(ascii: "/") ? file : nil) else {
      return Place(disk: nil, path: file, checkoutPath: file)
    }
    let path = Self.path(disk, from: surroundings.workingFolder) ?? file
    return Place(
      disk: disk, path: path, checkoutPath: surroundings.checkout.flatMap { Self.path(disk, from: $0) } ?? path)
  }

  private func diskPath(of file: String) -> String? {
    // Where a file would be that is missing.
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

  /// The way from a folder to an absolute path; nil if the folder is unknown.
  static func path(_ path: String, from folder: String) -> String? {
    guard !folder.isEmpty, let real = RealPath.of(folder) else { return nil }
    let start = FileTreePath.parts(of: real)
    let parts = FileTreePath.parts(of: path)
    let common = zip(start, parts).prefix { ExactText.isSame(String($0), String($1)) }.count
    let way = [Substring](repeating: "..", count: start.count - common) + parts.dropFirst(common)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }
}
