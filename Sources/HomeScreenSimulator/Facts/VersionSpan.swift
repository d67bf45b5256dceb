public import AppPackages

/// Versions from one to another, as the ledgers write them: `10.3+`, `10.3–26.0`, `≤26.0`, `13`, `any`.
///
/// A version names all releases that begin with it: `9–12` ends with the last 12.x, and `13` is every 13.x.
public struct VersionSpan: Sendable, Equatable {
  /// The first version; nil where the span has no beginning.
  public let from: VersionNumber?
  /// The first version after the span; nil where it has no end.
  public let end: VersionNumber?

  /// All versions.
  static let any = VersionSpan(from: nil, end: nil)
  static let anyWord = "any"

  private init(from: VersionNumber?, end: VersionNumber?) {
    self.from = from
    self.end = end
  }

  /// Reads a cell of a ledger; nil for what is no span, also for one that ends before it begins.
  init?(_ text: String) {
    if text == Self.anyWord {
      self = .any
    } else if text.last == "+" {
      guard let from = VersionNumber(String(text.dropLast())) else { return nil }
      self.init(from: from, end: nil)
    } else if text.first == "≤" {
      guard let end = Self.end(of: String(text.dropFirst())) else { return nil }
      self.init(from: nil, end: end)
    } else {
      let ends = text.split(separator: "–", omittingEmptySubsequences: false).map(String.init)
      guard ends.count <= 2, let from = VersionNumber(ends[0]), let end = Self.end(of: ends[ends.count - 1]), from < end
      else { return nil }
      self.init(from: from, end: end)
    }
  }

  /// How a span can be written.
  static let forms = ["10.3+", "10.3–26.0", "≤26.0", "13"]

  /// The first version after all that begin with this one: 13.0 for `12`, 12.5 for `12.4`.
  private static func end(of text: String) -> VersionNumber? {
    guard let version = VersionNumber(text) else { return nil }
    switch text.split(separator: ".").count {
    case 1: return VersionNumber(version.major + 1)
    case 2: return VersionNumber(version.major, version.minor + 1)
    default: return VersionNumber(version.major, version.minor, version.patch + 1)
    }
  }

  /// Whether a version lies in it.
  public func contains(_ version: VersionNumber) -> Bool {
    if let from, version < from { return false }
    return end.map { version < $0 } ?? true
  }

  /// The releases around its ends, ascending: the last one before it, the first and the last one inside, the first one
  /// after it, and the newest.
  func steps(in releases: [VersionNumber]) -> [VersionNumber] {
    guard let newest = releases.last else { return [] }
    var steps = [newest]
    if let from, from <= newest {
      steps.append(from)
      steps += releases.last { $0 < from }.map { [$0] } ?? []
    }
    if let end {
      steps += releases.last { $0 < end }.map { [$0] } ?? []
      steps += releases.first { $0 >= end }.map { [$0] } ?? []
    }
    return Set(steps).sorted()
  }
}

extension VersionSpan {
  /// The releases of iOS that facts are tried on, and so those of its SDKs.
  package static let systems = releases(
    lastMinors: [
      (9, 3), (10, 3), (11, 4), (12, 5), (13, 7), (14, 8), (15, 8), (16, 7), (17, 7), (18, 7), (26, 4),
      (OSVersion.newest.major, OSVersion.newest.minor),
    ])

  /// The releases of Xcode that facts are tried on.
  package static let xcodes = releases(
    lastMinors: [(7, 3), (8, 3), (9, 4), (10, 3), (11, 7), (12, 5), (13, 4), (14, 3), (15, 4), (16, 4), (26, 4)])

  private static func releases(lastMinors: [(major: Int, minor: Int)]) -> [VersionNumber] {
    lastMinors.flatMap { year in (0...year.minor).map { VersionNumber(year.major, $0) } }
  }
}
