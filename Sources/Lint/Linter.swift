package import AppPackages
package import AppSources
// Users of this product also need its findings.
@_exported public import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Applies rules to apps.
package struct Linter: Sendable {
  /// The rules, in the order of their findings at one place.
  package let rules: [any Rule]
  /// Whether to apply rules that read pixels.
  package let readsPixels: Bool
  /// Whether to report details that rarely matter.
  package let isPedantic: Bool
  /// The devices, versions and languages on which archived builds are tried; nil if they are not tried.
  package let matrix: CheckMatrix?
  /// The version of Xcode that builds the apps; nil for the one that their files name.
  package var xcode: XcodeVersion?
  private let sources: (@Sendable (AppPackage) -> SourceDocument?)?

  /// Creates a linter.
  ///
  /// - Parameters:
  ///   - rules: by default those of homescreen.
  ///   - readsPixels: false if speed matters more than the content of pictures.
  ///   - isPedantic: true to report details that rarely matter, such as an xcconfig file that tools write.
  ///   - sources: reads an app's own code; without it, rules about code are silent.
  package init(
    _ rules: [any Rule] = Rules.all, readsPixels: Bool = true, isPedantic: Bool = false, matrix: CheckMatrix? = nil,
    sources: (@Sendable (AppPackage) -> SourceDocument?)? = nil
  ) {
    (self.rules, self.readsPixels, self.isPedantic, self.matrix) = (rules, readsPixels, isPedantic, matrix)
    self.sources = sources
  }

  private func subject(_ package: AppPackage, _ cache: PixelCache) -> LintSubject {
    LintSubject(package, cache, sources: sources?(package), isPedantic: isPedantic, xcode: xcode)
  }

  private func findings(about subject: LintSubject) -> [Finding] {
    let build = subject.package.build.map { Finding.Build(target: $0.target, configuration: $0.configuration) }
    var findings = rules.filter { readsPixels || !$0.readsPixels }.flatMap { $0.check(subject) }
    for index in findings.indices { findings[index].builds = [build].compactMap(\.self) }
    subject.written.addKeyPaths(to: &findings)
    return findings
  }

  /// Returns the findings in several builds of an app. A finding in many of them is reported once, with its builds.
  ///
  /// - Parameter mergesCauses: whether to merge findings that differ only in names.
  package func findings(in packages: [AppPackage], mergesCauses: Bool = true) -> [Finding] {
    let cache = PixelCache()
    let subjects = packages.map { subject($0, cache) }
    loadPictures(of: subjects, into: cache)
    return findings(about: subjects, mergesCauses: mergesCauses)
  }

  private func findings(about subjects: [LintSubject], mergesCauses: Bool = true) -> [Finding] {
    var merged: [Finding] = []
    var places: [FindingKey: Int] = [:]
    var causes: [Cause: [Int]] = [:]
    for subject in subjects {
      for finding in findings(about: subject) {
        let (key, cause) = (FindingKey(finding), Cause(finding, in: subject))
        if let place = places[key] {
          merged[place].takeAlong(finding)
        } else if let place = causes[cause]?.first(where: { !merged[$0].isIn(finding.builds) }) {
          // One mistake has a separate line in each configuration.
          merged[place].takeAlong(finding)
          places[key] = place
        } else {
          causes[cause, default: []].append(merged.count)
          places[key] = merged.count
          merged.append(finding)
        }
      }
    }
    merged.sort { FindingKey($0).precedes(FindingKey($1)) }
    return mergesCauses ? FindingSeries.merged(merged) : merged
  }

  private func loadPictures(of subjects: [LintSubject], into cache: PixelCache) {
    guard readsPixels else { return }
    cache.load(
      subjects.flatMap { subject in
        rules.filter(\.readsPixels).flatMap { rule in
          subject.package.files.map { files in rule.pictures(subject).map { ($0, files) } } ?? []
        }
      })
  }

  /// The cause that findings in several builds share.
  private struct Cause: Hashable {
    let file: ExactText
    let place: SourceLocation?
    let code: RuleCode
    let message: ExactText

    init(_ finding: Finding, in subject: LintSubject) {
      // Xcode's template is in the catalog of every target; the project gets one note.
      let isTemplate = finding.code == "icon-set-empty" && finding.severity == .note
      // The configurations of a target may have different Info.plists with the same fault.
      let isInInfoPlist = ExactText.isSame(finding.location?.file ?? "", subject.package.infoPlistFile)
      let target = isInInfoPlist ? subject.package.build.map { "\($0.projectFile)\n\($0.target)" } : nil
      file = ExactText(isTemplate || finding.cause != nil ? "" : target ?? finding.location?.file ?? "")
      place = finding.cause
      code = finding.code
      message = ExactText(place == nil ? finding.message : finding.message.replacing(/\(item \d+\)/, with: "(item)"))
    }
  }
}

/// The properties that make two findings equal.
package struct FindingKey: Hashable {
  let file: ExactText
  let line: Int
  let column: Int
  let code: RuleCode
  let message: ExactText

  /// Creates the key; `file` is the finding's own by default.
  package init(_ finding: Finding, in file: String? = nil) {
    self.file = ExactText(file ?? finding.location?.file ?? "")
    line = finding.location?.line ?? 0
    column = finding.location?.column ?? 0
    code = finding.code
    message = ExactText(finding.message)
  }

  func precedes(_ other: FindingKey) -> Bool {
    if file != other.file { return ExactText.precedes(file.text, other.file.text) }
    if (line, column) != (other.line, other.column) { return (line, column) < (other.line, other.column) }
    if code != other.code { return ExactText.precedes(code.rawValue, other.code.rawValue) }
    return ExactText.precedes(message.text, other.message.text)
  }
}

extension Finding {
  /// Returns whether the finding is in one of these builds; a finding without builds is in all of them.
  fileprivate func isIn(_ others: [Build]) -> Bool {
    builds.isEmpty || others.isEmpty || others.contains(where: builds.contains)
  }

  /// Merges another finding with the same cause: its builds, devices, places and fixes.
  mutating func takeAlong(_ other: Finding) {
    for build in other.builds where !builds.contains(build) { builds.append(build) }
    for device in other.devices where !devices.contains(device) { devices.append(device) }
    if other.severity.rank > severity.rank { severity = other.severity }
    if let place = other.location, place != location, !otherLocations.contains(place) { otherLocations.append(place) }
    guard var fix, let more = other.fix, fix.safety == more.safety else { return }
    for edit in more.edits where !fix.edits.contains(edit) { fix.edits.append(edit) }
    self.fix = fix
  }
}

/// A linted path: all its apps, with their findings.
package struct LintedInput: Sendable {
  package let path: String
  /// The opened builds; nil if the path could not be opened.
  package var builds: AppBuilds?
  /// The reason why the path could not be opened.
  package var error: AppPackageError?
  /// The findings, in the order of files and lines, including builds that cannot be made.
  package internal(set) var findings: [Finding]
  /// The trial of each archived build; empty if the linter tries nothing.
  package var checks: [AppCheck] = []

  /// The names of all builds; a finding in all of them is about the app.
  package var allBuilds: [Finding.Build] {
    (builds?.packages ?? []).compactMap(\.build).map {
      Finding.Build(target: $0.target, configuration: $0.configuration)
    }
  }
}

extension LintedInput {
  /// Returns the input with the losses of an update from an earlier version added, for archived builds only.
  package func asUpdate(of old: AppPackage) -> LintedInput {
    let new = builds?.archived.filter { package in
      package.bundleIdentifier.map { ExactText.isSame($0, old.bundleIdentifier ?? "") } ?? false
    }
    let lost = (new ?? []).flatMap { (try? AppUpdate(from: old, to: $0).findings()) ?? [] }
    var input = self
    input.findings += lost
    return input
  }
}

extension Linter {
  /// Lints every build of a path. A build that cannot be read is a finding.
  package func lint(_ path: String, options: PackageOptions = PackageOptions()) -> LintedInput {
    do throws(AppPackageError) {
      let builds = try AppPackage.builds(at: path, options: options)
      let own = builds.notes.map { Finding($0) } + Self.findings(builds.failures)
      let cache = PixelCache()
      let subjects = builds.packages.map { subject($0, cache) }
      loadPictures(of: subjects, into: cache)
      let found = findings(about: subjects)
      let checks = matrix.map { matrix in
        AppBuilds.archived(among: subjects, by: \.package).map { AppCheck($0, matrix) }
      }
      return LintedInput(path: path, builds: builds, findings: own + found, checks: checks ?? [])
    } catch {
      return LintedInput(path: path, error: error, findings: [Self.finding(error)])
    }
  }

  /// Lints several paths, on all processors. The results are in the order of the paths.
  ///
  /// Rules of plugins belong to one thread; with such rules, lint one path after the other.
  /// - Parameter around: wraps the linting of each path, on its thread.
  package func lint(
    _ paths: [String], options: PackageOptions = PackageOptions(),
    around: @escaping @Sendable (String, () -> LintedInput) -> LintedInput = { $1() }
  ) -> [LintedInput] {
    Threads.map(paths.count) { index in around(paths[index]) { lint(paths[index], options: options) } }
  }

  /// Returns a finding for each cause, which several builds may share.
  private static func findings(_ failures: [AppBuilds.Failure]) -> [Finding] {
    var groups: [[Finding]] = []
    for finding in failures.map(finding) {
      let rest = FindingSeries.Phrase(finding.message, []).rest
      let known = groups.firstIndex {
        $0[0].help == finding.help && FindingSeries.Phrase($0[0].message, []).rest == rest
      }
      if known == nil { groups.append([]) }
      groups[known ?? groups.endIndex - 1].append(finding)
    }
    return groups.map { group in group.dropFirst().reduce(into: FindingSeries.one(group)) { $0.takeAlong($1) } }
  }

  private static func finding(_ failure: AppBuilds.Failure) -> Finding {
    var finding = finding(failure.error)
    if let target = failure.target, let configuration = failure.configuration {
      finding.builds = [Finding.Build(target: target, configuration: configuration)]
    }
    return finding
  }

  private static func finding(_ error: AppPackageError) -> Finding {
    let rule = InputRules.unreadableInput
    // It is not a fault of the app; it only cannot be checked here.
    let severity = error.kind == .madeByBuild ? .note : rule.severity
    return Finding(rule.code, severity, error.message, at: error.location, help: error.hint)
  }
}

/// The identity of a finding across versions of the app.
extension Finding {
  /// The path of the value in its property list and the names in the message. Lines, array indices and the words between the
  /// names do not count, so that the identity is stable when entries are inserted and when messages are reworded.
  package var identity: String {
    if !subjects.isEmpty { return subjects.joined(separator: "\n") }
    let names = FindingSeries.Phrase(message, []).names
    if keyPath != nil || !names.isEmpty { return ([keyPath ?? ""] + names).joined(separator: "\n") }
    // Numbers are counts or positions.
    return message.split(separator: " ").filter { !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }.joined(
      separator: " ")
  }

  /// The rule, the file and the identity: equal before and after other changes.
  package var key: String { "\(code)\n\(location?.file ?? "")\n\(identity)" }
}

extension PropertyListDictionary {
  func addKeyPaths(to findings: inout [Finding]) {
    var wanted: [SourceLocation: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      if let place = finding.location, place.line != nil || place.offset != nil {
        wanted[place, default: []].append(index)
      }
    }
    guard !wanted.isEmpty else { return }
    var waiting: [(path: String, value: PropertyListValue)] = [("", .dictionary(self))]
    func take(_ path: String, _ node: PropertyListNode) {
      if let place = node.location, let found = wanted[place] { for index in found { findings[index].keyPath = path } }
      switch node.value {
      case .dictionary, .array: waiting.append((path, node.value))
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
      }
    }
    while let (path, value) = waiting.popLast() {
      for (key, node) in value.dictionary?.entries ?? [] { take("\(path)/\(key)", node) }
      for node in value.array ?? [] { take("\(path)/[\(node.value.nameInArray)]", node) }
    }
  }
}

extension PropertyListValue {
  /// The name of an array's element, independent of its index.
  fileprivate var nameInArray: String {
    if let text = string { return text }
    let keys = [ShortcutItemKey.type, .title].map(\.name)
    return keys.lazy.compactMap { dictionary?[$0]?.string }.first { !$0.isEmpty } ?? ""
  }
}

/// Merging findings that differ only in names: they have one cause, and the first one names the others.
enum FindingSeries {
  /// Rules that find one cause in two files: only the more severe finding is kept, or that of the second rule if both
  /// are equally severe.
  private static let pair: [RuleCode] = ["icon-file-only-in-catalog", "alternates-by-plist-and-by-catalog"]

  /// The limit for merging: more findings come from generated files, and comparing them takes too long.
  private static let maximumFindings = 2_000

  /// Returns one finding for each cause, in the order of the first of each.
  static func merged(_ findings: [Finding]) -> [Finding] {
    guard findings.count <= maximumFindings else { return findings }
    let findings = one(forEach: findings)
    let related = findings.filter { pair.contains($0.code) }
    return findings.filter { finding in
      !related.contains { other in
        pair.contains(finding.code) && finding.code != other.code && Set(finding.builds) == Set(other.builds)
          && finding.severity.rank < other.severity.rank + (finding.code == pair[0] ? 1 : 0)
      }
    }.map(shortened)
  }

  /// Shortens long lists of names in messages; all names become the subjects.
  private static func shortened(_ finding: Finding) -> Finding {
    let quotes = (finding.message + (finding.help ?? "")).unicodeScalars.count { $0 == "“" }
    guard quotes > Names.maximum else { return finding }
    var (finding, all) = (finding, [String]())
    func cut(_ text: String) -> String {
      text.replacing(/“[^”]*”(?:, “[^”]*”)+(?: and “[^”]*”)?/) { match in
        let names = Phrase(String(match.output), []).names
        guard names.count > Names.maximum else { return String(match.output) }
        all = names
        return names.listed()
      }
    }
    finding.message = cut(finding.message)
    if finding.subjects.isEmpty { finding.subjects = all }
    finding.help = finding.help.map(cut)
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
    // The icons that only some of the builds have follow the others.
    for keys in Dictionary(grouping: order.filter { $0.severity != .error }, by: \.withoutBuilds).values {
      for key in keys {
        let wider = keys.first { other in
          other.builds.isStrictSuperset(of: key.builds) && groups[other] != nil
            && groups[other]?.first?.location?.file == groups[key]?.first?.location?.file
        }
        if let wider, let group = groups.removeValue(forKey: key) { groups[wider]? += group }
      }
    }
    return order.compactMap { groups[$0] }.map(one)
  }

  /// Returns one finding for several that differ only in names.
  static func one(_ group: [Finding]) -> Finding {
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
    // The last of the given names is only the list of the icon.
    let listed = places.first { group[0].names.isEmpty || $0 != names[0].count - 1 }
    for place in places {
      var seen: Set<ExactText> = []
      let subjects = names.map { $0[place] }.filter { seen.insert(ExactText($0)).inserted }
      finding.help = finding.help?.replacing("“\(subjects[0])”", with: subjects.listed())
      guard place == listed else { continue }
      finding.subjects = subjects
      finding.message += "; also \(Array(subjects.dropFirst()).listed(atMost: Names.maximum - 1))"
      let builds = Dictionary(zip(names.map { ExactText($0[place]) }, group.map(\.builds)), uniquingKeysWith: +)
      let lacking = finding.builds.filter { build in builds.values.contains { !$0.contains(build) } }
      let isOneTarget = finding.builds.allSatisfy { $0.target == finding.builds[0].target }
      let titles = Set(lacking.map { isOneTarget ? $0.configuration : $0.target }).sorted()
      let isWhole = group.allSatisfy { $0.builds.allSatisfy(finding.builds.contains) }
      if isWhole, !titles.isEmpty {
        finding.message += " (not \(subjects.count > 2 ? "all " : "")in \(Names.list(titles)))"
      }
    }
    return finding
  }

  fileprivate struct Phrase {
    /// The text between the names.
    let rest: String
    let names: [String]

    /// - Parameter given: the names, if they are not in quotation marks in the text.
    init(_ text: String, _ given: [String]) {
      guard given.isEmpty else {
        // The longest name first: one may be part of another.
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

  /// The properties that findings with one cause share.
  private struct Key: Hashable {
    let code: RuleCode
    let severity: Finding.Severity
    let message: ExactText
    let help: ExactText
    let names: Int
    let languages: [String]
    let versions: [OSVersion?]
    var builds: Set<Finding.Build>
    let cause: SourceLocation?
    let fix: Fix.Safety?

    var withoutBuilds: Key {
      var key = self
      key.builds = []
      return key
    }

    init(_ finding: Finding) {
      // An icon is in the lists of both kinds of device, and items are numbered.
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
      cause = finding.cause
      fix = finding.fix?.safety
    }
  }
}
