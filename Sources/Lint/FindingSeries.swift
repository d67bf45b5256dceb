import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Findings that differ in names only have one cause, and are one finding: the first one, which names the others, too.
enum FindingSeries {
  /// Rules of which two find one cause, seen from two files: the less severe finding says nothing new, or the one of the
  /// first rule.
  private static let pairs: [(RuleCode, RuleCode)] = [
    ("icon-file-only-in-catalog", "alternates-by-plist-and-by-catalog")
  ]

  /// More are the work of a program, and taking them apart costs more than reading the app.
  private static let maximumFindings = 2_000

  /// Findings with one for each cause, in the order of the first of each.
  static func merged(_ findings: [Finding]) -> [Finding] {
    guard findings.count <= maximumFindings else { return findings }
    var findings = one(forEach: findings)
    for (first, second) in pairs {
      func isTold(_ finding: Finding, by other: Finding) -> Bool {
        guard Set(finding.builds) == Set(other.builds) else { return false }
        switch (finding.code, other.code) {
        case (first, second): return finding.severity.rank <= other.severity.rank
        case (second, first): return finding.severity.rank < other.severity.rank
        default: return false
        }
      }
      findings = findings.filter { finding in !findings.contains { isTold(finding, by: $0) } }
    }
    return findings.map(shortened)
  }

  /// Lists of more names than a message lists are cut; all names are the subjects.
  private static func shortened(_ finding: Finding) -> Finding {
    let quotes = finding.message.unicodeScalars.count { $0 == "“" }
    guard max(quotes, finding.help?.unicodeScalars.count { $0 == "“" } ?? 0) > Names.maximum else { return finding }
    var finding = finding
    func cut(_ text: String) -> (text: String, names: [String]) {
      var (text, all) = (text, [String]())
      for match in text.matches(of: /“[^”]*”(?:, “[^”]*”)+(?: and “[^”]*”)?/).reversed() {
        let names = match.output.split(separator: "“").compactMap { $0.split(separator: "”").first.map(String.init) }
        guard names.count > Names.maximum else { continue }
        text.replaceSubrange(match.range, with: names.listed())
        all = names
      }
      return (text, all)
    }
    let (message, names) = cut(finding.message)
    finding.message = message
    if finding.subjects.isEmpty { finding.subjects = names }
    finding.help = finding.help.map { cut($0).text }
    return finding
  }

  private static func one(forEach findings: [Finding]) -> [Finding] {
    var order: [Key] = []
    var groups: [Key: [Finding]] = [:]
    for finding in findings {
      let key = Key(finding)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    return order.compactMap { groups[$0] }.map(one)
  }

  private static func one(_ group: [Finding]) -> Finding {
    var finding = group[0]
    var seen = Set([finding.location].compactMap(\.self) + finding.otherLocations)
    for other in group.dropFirst() {
      for place in [other.location].compactMap(\.self) + other.otherLocations where seen.insert(place).inserted {
        finding.otherLocations.append(place)
      }
      for device in other.devices where !finding.devices.contains(device) { finding.devices.append(device) }
      // Many remarks of one kind share a fix.
      if let more = other.fix, more != group[0].fix { finding.fix?.edits += more.edits }
    }
    let names = group.map { Phrase($0.message, $0.names).names }
    let places = names[0].indices.filter { place in names.contains { $0[place] != names[0][place] } }
    // Of given names the last says only in which list an icon is.
    let listed = places.first { group[0].names.isEmpty || $0 != names[0].count - 1 }
    for place in places {
      var seen: Set<ExactText> = []
      let subjects = names.map { $0[place] }.filter { seen.insert(ExactText($0)).inserted }
      finding.help = finding.help?.replacing("“\(subjects[0])”", with: subjects.listed())
      guard place == listed else { continue }
      finding.subjects = subjects
      finding.message += "; also \(Array(subjects.dropFirst()).listed(atMost: Names.maximum - 1))"
    }
    return finding
  }

  /// A text with the names in it.
  private struct Phrase {
    /// What is between the names.
    let rest: String
    let names: [String]

    /// - Parameter given: the names, if the text does not put them into quotation marks.
    init(_ text: String, _ given: [String]) {
      guard given.isEmpty else {
        // The longest first: one may be a part of another.
        rest = given.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, name in
          name.isEmpty ? text : text.replacing(name, with: "“”")
        }
        names = given
        return
      }
      var (rest, names) = ("", [String]())
      for (index, part) in text.unicodeScalars.split(separator: "“", omittingEmptySubsequences: false).enumerated() {
        guard index > 0, let end = part.firstIndex(of: "”") else {
          rest += (index > 0 ? "“" : "") + String(String.UnicodeScalarView(part))
          continue
        }
        names.append(String(String.UnicodeScalarView(part[..<end])))
        rest += "“" + String(String.UnicodeScalarView(part[end...]))
      }
      (self.rest, self.names) = (rest, names)
    }
  }

  /// What findings of one cause have in common.
  private struct Key: Hashable {
    let code: RuleCode
    let severity: Finding.Severity
    let message: ExactText
    let help: ExactText
    let names: Int
    let languages: [String]
    let versions: [OSVersion?]
    let builds: Set<Finding.Build>
    let fix: Fix.Safety?

    init(_ finding: Finding) {
      // One icon is in the lists of both kinds of device, and items are counted.
      func common(_ phrase: Phrase) -> ExactText {
        guard phrase.rest.utf8.contains(where: { $0 == 0x7E || $0 == 0x28 }) else { return ExactText(phrase.rest) }
        return ExactText(
          phrase.rest.replacing("CFBundleIcons~ipad", with: "CFBundleIcons").replacing(/\(item \d+\)/, with: "(item)"))
      }
      let phrase = Phrase(finding.message, finding.names)
      code = finding.code
      severity = finding.severity
      message = common(phrase)
      help = common(Phrase(finding.help ?? "", finding.names))
      names = phrase.names.count
      languages = finding.languages
      versions = [finding.since, finding.until]
      builds = Set(finding.builds)
      fix = finding.fix?.safety
    }
  }
}
