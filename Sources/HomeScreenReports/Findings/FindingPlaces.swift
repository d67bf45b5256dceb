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
  /// From the working folder; as the package names it if that is not known.
  public let path: String
  /// From the root of the checkout; as ``path`` if there is no checkout.
  public let checkoutPath: String
  /// The paths of its other places, as ``path`` has them.
  let otherPaths: [String]
  /// The part of the line that is at fault; nil where there is none, or no text.
  let excerpt: FindingExcerpt?
  /// The builds that it is about, where others of the same input are not; empty for all.
  public let builds: [Finding.Build]
  /// How many builds there are.
  public let buildCount: Int
  /// The builds by name: a target alone means all its configurations.
  let buildNames: [String]
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
  private var paths: [ExactText: ShownPaths.Place] = [:]

  /// Knows no file yet.
  ///
  /// - Parameter surroundings: where paths that are shown begin.
  public init(_ surroundings: ReportSurroundings) { self.surroundings = surroundings }

  /// The findings of an input, in their order.
  public mutating func placed(_ input: LintedInput) -> [PlacedFinding] {
    let roots = ShownPaths(of: input.builds?.packages ?? [], at: [input.path], surroundings)
    let all = input.allBuilds
    paths = [:]
    return input.findings.map { place($0, of: input, roots, all) }
  }

  /// A finding about something else than an app: a settings file.
  mutating func placed(_ finding: Finding) -> PlacedFinding {
    paths = [:]
    return place(finding, of: nil, ShownPaths(of: [], at: [], surroundings), [])
  }

  private mutating func place(
    _ finding: Finding, of input: LintedInput?, _ roots: ShownPaths, _ all: [Finding.Build]
  ) -> PlacedFinding {
    let file = finding.location?.file ?? input?.path ?? ""
    let place = paths(of: file, roots)
    let isAll = Set(finding.builds).isSuperset(of: all)
    var placed = PlacedFinding(
      finding: finding, diskPath: place.disk, path: place.path, checkoutPath: place.checkoutPath,
      otherPaths: finding.otherLocations.map { paths(of: $0.file, roots).path },
      excerpt: finding.location?.line.flatMap { number in
        place.disk.flatMap { excerpt(of: number, column: finding.location?.column, in: $0) }
      },
      builds: isAll ? [] : finding.builds, buildCount: all.count,
      buildNames: isAll ? [] : Self.names(finding.builds, all),
      fixPaths: Dictionary((finding.fix?.edits ?? []).map { ($0.file, paths(of: $0.file, roots).checkoutPath) }) {
        first, _ in first
      })
    placed.fingerprint = FindingFingerprint.text(of: finding, at: place.checkoutPath, &counts)
    return placed
  }

  private mutating func paths(of file: String, _ roots: ShownPaths) -> ShownPaths.Place {
    if let known = paths[ExactText(file)] { return known }
    let place = roots.place(of: file)
    paths[ExactText(file)] = place
    return place
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
