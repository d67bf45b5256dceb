import AppPackages
import Events
import PropertyLists
import TestSupport

/// Manual findings in the projects of the corpus: a row for each problem, by rule name.
struct GroundTruth {
  /// A known problem.
  struct Row {
    let directory: String
    let severity: Finding.Severity
    let code: RuleCode
    /// A file, a set, a target, or a target in a configuration.
    let place: String
    /// The subject and its problem as text.
    let detail: String
  }

  let rows: [Row]

  /// Reads `_GROUND_TRUTH.tsv` of each directory.
  init(_ corpus: String) {
    rows = Files.names(in: corpus).sorted().flatMap { directory in
      let text = Files.text("\(corpus)/\(directory)/_GROUND_TRUTH.tsv") ?? ""
      return text.split(separator: "\n").compactMap { Row(directory: directory, line: $0) }
    }
  }

  /// The directories with a table, including those without problems.
  static func directories(_ corpus: String) -> [String] {
    Files.names(in: corpus).filter { Files.text("\(corpus)/\($0)/_META.json") != nil }.sorted()
  }
}

extension GroundTruth.Row {
  init?(directory: String, line: Substring) {
    let fields = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, let severity = Self.severities[fields[0]] else { return nil }
    self.init(
      directory: directory, severity: severity, code: RuleCode(rawValue: Self.codes[fields[1]] ?? fields[1]),
      place: fields[2], detail: fields[3])
  }

  /// The tables have a row for each size; a rule reports everything that an icons dictionary lacks.
  private static let codes = [
    "no-120px": "iphone-sizes-missing", "no-180px": "iphone-sizes-missing", "no-152px-ipad": "ipad-sizes-missing",
    "no-167px-ipad": "ipad-sizes-missing",
  ]

  /// Rules that report the same problem of a picture as another rule.
  private static let others: [RuleCode: Set<RuleCode>] = [
    "ipad-sizes-missing": ["iphone-sizes-missing"], "icon-dimension": ["iphone-sizes-missing", "ipad-sizes-missing"],
    "icon-scale-ratio": ["icon-dimension"],
    "alternates-by-plist-and-by-catalog": ["icon-file-only-in-catalog"],
  ]

  private func isAbout(_ finding: Finding) -> Bool {
    finding.code == code || Self.others[code]?.contains(finding.code) == true
  }

  private static let severities: [String: Finding.Severity] = ["error": .error, "warn": .warning, "info": .note]

  /// Whether findings cover the row: each of its subjects in one of them, at the row's location.
  func isReported(by findings: [Finding]) -> Bool {
    let candidates = findings.filter { isAbout($0) && $0.severity == severity && isAtPlace($0) }
    let expected = subjects
    return expected.isEmpty
      ? !candidates.isEmpty : expected.allSatisfy { subject in candidates.contains { subject.isNamed(by: $0) } }
  }

  /// Whether a finding is about this row, possibly with another severity or one of several subjects.
  func isMatched(by finding: Finding) -> Bool {
    guard isAbout(finding), isAtPlace(finding) else { return false }
    let expected = subjects
    return expected.isEmpty || expected.contains { $0.isNamed(by: finding) }
  }

  private func isAtPlace(_ finding: Finding) -> Bool {
    switch kind {
    case .propertyList: finding.location?.file.hasSuffix("/" + place) == true
    case .build:
      finding.builds.contains { place == "\($0.target)/\($0.configuration)" || place == $0.target }
    case .set, .anywhere: true
    }
  }

  private enum Kind { case propertyList, build, set, anywhere }

  private var kind: Kind {
    if place.hasSuffix(".appiconset") { return .set }
    if code.rawValue.hasPrefix("shortcut-icon-") || place.contains("ASSETCATALOG_") { return .anywhere }
    return place.hasSuffix(".plist") ? .propertyList : .build
  }

  // MARK: Subjects

  /// Texts that must be in one finding.
  struct Subject {
    let words: [String]

    func isNamed(by finding: Finding) -> Bool {
      let files = ([finding.location].compactMap(\.self) + finding.otherLocations).map(\.file)
      let key = finding.location?.file.hasSuffix(".plist") == true ? ["CFBundleIcons", "CFBundleIcons~ipad"] : []
      let subjects = finding.subjects + finding.subjects.flatMap { name in key.map { "\($0).\(name)" } }
      let text = ([finding.message] + subjects + files).joined(separator: " ")
      // A finding about several icons does not name all their files.
      return (finding.subjects.isEmpty ? words[...] : words.prefix(1)).allSatisfy { Word.occurs($0, in: text) }
    }
  }

  private var subjects: [Subject] {
    let quoted = Self.quoted(in: detail)
    switch kind {
    case .set:
      let file = detail.split(separator: " ").first.map(String.init) ?? ""
      let isFile = code == "appiconset-file-format" || code == "appiconset-1024-transparent"
      return [Subject(words: [place] + (isFile ? [file] : []))]
    case .build:
      let name = detail.split(separator: " ").first.map(String.init) ?? ""
      return quoted.isEmpty ? [Subject(words: [Self.textAfterEquals(name)])] : quoted.map { Subject(words: [$0]) }
    case .propertyList:
      if code == "alternates-share-files", let key { return [Subject(words: [key] + quoted.prefix(2))] }
      // `CFBundleIcons.NAME`, and the file for pictures.
      if let key {
        let file = code == "icon-dimension" ? textAfterKey.split(separator: " ").first.map(String.init) : nil
        return [
          Subject(words: [key, file ?? (code == "primary-icon-file-absent" ? quoted.first : nil)].compactMap(\.self))
        ]
      }
      let isAboutNames = code == "ipad-alternates-partial" || code.rawValue.hasPrefix("shortcut-title")
      return isAboutNames ? quoted.prefix(1).map { Subject(words: [$0]) } : []
    case .anywhere:
      if code == "shortcut-icon-size" {
        // `item 0 (TYPE): FILE 48x48 at 2x (…)`
        let words = (detail.split(separator: ": ", maxSplits: 1).last ?? "").split(separator: " ").map(String.init)
        return words.count > 3 ? [Subject(words: [words[0], words[3]])] : []
      }
      if code == "shortcut-icon-not-template" {
        let set = detail.split(separator: " ").first { $0.hasSuffix(".imageset") }
        return set.map { [Subject(words: [String($0.dropLast(".imageset".count))])] } ?? []
      }
      return quoted.prefix(1).map { Subject(words: [$0]) }
    }
  }

  /// `CFBundleIcons~ipad.NAME` or `CFBundleIcons`, at the start of the detail.
  private var key: String? {
    var text = detail[...]
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { text = text[end...].dropFirst(2) }
    guard text.hasPrefix("CFBundleIcons"), let colon = text.firstRange(of: ": ") else { return nil }
    return String(text[..<colon.lowerBound])
  }

  private var textAfterKey: Substring { detail.firstRange(of: ": ").map { detail[$0.upperBound...] } ?? "" }

  private static func textAfterEquals(_ text: String) -> String {
    text.split(separator: "=", maxSplits: 1).last.map(String.init) ?? text
  }

  private static func quoted(in text: String) -> [String] {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
  }
}

/// Searches names in texts.
private enum Word {
  /// Whether a text contains a name that is not part of another name.
  static func occurs(_ word: String, in text: String) -> Bool {
    text.ranges(of: word).contains { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...]
      return !(before.map(isPart) ?? false) && !(after.first.map { continues($0, after.dropFirst().first) } ?? false)
    }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "-"
  }

  private static func continues(_ character: Character, _ next: Character?) -> Bool {
    // A full stop may end a sentence or start a file extension.
    isPart(character) || "@~".contains(character) || character == "." && (next.map(isPart) ?? false)
  }
}
