import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Findings that are known, from a file of one finding a line: path, code, message and fingerprint, with tabs between
/// them, and no line numbers, so that a file stays as it is when lines move.
public struct FindingBaseline: Sendable, Equatable {
  private let fingerprints: Set<String>

  /// What a comparison came to.
  public struct Comparison: Sendable, Equatable {
    /// How many findings are known.
    public let known: Int
    /// How many of the file are found no more.
    public let gone: Int
  }

  /// Reads a file's text.
  ///
  /// - Throws: ``FindingBaselineError`` for a line that is none of a baseline.
  public init(_ text: String) throws(FindingBaselineError) {
    var fingerprints: Set<String> = []
    for (index, line) in TextLines.of(text).map(TextLines.withoutReturn).enumerated() where !line.isEmpty {
      // A line without tabs that begins so is a remark of a person.
      if line.utf8.first == UInt8(ascii: "#"), !line.utf8.contains(UInt8(ascii: "\t")) { continue }
      let fields = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 4, let fingerprint = String(fields[3]), Self.isFingerprint(fingerprint) else {
        throw FindingBaselineError(line: index + 1)
      }
      fingerprints.insert(fingerprint)
    }
    self.fingerprints = fingerprints
  }

  private static func isFingerprint(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 16 && parts[0].allSatisfy(\.isHexDigit) && Int(parts[1]) != nil
  }

  /// The findings that are new.
  func new(among findings: [PlacedFinding]) -> (findings: [PlacedFinding], comparison: Comparison) {
    let new = findings.filter { !fingerprints.contains($0.fingerprint) }
    let known = findings.count - new.count
    return (new, Comparison(known: known, gone: fingerprints.count - known))
  }

  /// The text of a file that knows these findings.
  static func text(of findings: [PlacedFinding]) -> String {
    let lines = findings.map { placed in
      [placed.checkoutPath, placed.finding.code.rawValue, placed.finding.message, placed.fingerprint]
        .map { TerminalText.visible($0, isOneLine: true) }.joined(separator: "\t")
    }
    return lines.sorted(by: ExactText.precedes).map { "\($0)\n" }.joined()
  }
}

/// A line of a baseline that is none.
public struct FindingBaselineError: Error, Sendable, Equatable {
  /// Counted from 1.
  public let line: Int
}
