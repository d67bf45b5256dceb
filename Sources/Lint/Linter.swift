package import AppPackages
package import AppSources
// Users of this product need its findings, too.
@_exported public import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Applies rules to apps.
package struct Linter: Sendable {
  /// The rules, in the order in which their findings are told of one place.
  package let rules: [any Rule]
  /// Whether rules that look into pictures are applied too.
  package let readsPixels: Bool
  /// Whether what rarely matters is reported too.
  package let isPedantic: Bool
  private let sources: (@Sendable (AppPackage) -> SourceDocument?)?

  /// Takes rules; nothing is looked at yet.
  ///
  /// - Parameters:
  ///   - rules: those of homescreen by default.
  ///   - readsPixels: false where speed matters more than what pictures show.
  ///   - isPedantic: true to report what rarely matters, such as an xcconfig file that tools write.
  ///   - sources: tells what the own code of an app does; without it rules about code are silent.
  package init(
    _ rules: [any Rule] = Rules.all, readsPixels: Bool = true, isPedantic: Bool = false,
    sources: (@Sendable (AppPackage) -> SourceDocument?)? = nil
  ) {
    self.rules = rules
    self.readsPixels = readsPixels
    self.isPedantic = isPedantic
    self.sources = sources
  }

  /// What is wrong with one app.
  package func findings(in package: AppPackage) -> [Finding] {
    let cache = PixelCache()
    let subject = subject(package, cache)
    loadPictures(of: [subject], into: cache)
    return FindingSeries.merged(findings(about: subject))
  }

  private func subject(_ package: AppPackage, _ cache: PixelCache) -> LintSubject {
    LintSubject(package, cache, sources: sources?(package), isPedantic: isPedantic)
  }

  private func findings(about subject: LintSubject) -> [Finding] {
    let build = subject.package.build.map { Finding.Build(target: $0.target, configuration: $0.configuration) }
    var findings = rules.filter { readsPixels || !$0.readsPixels }.flatMap { $0.check(subject) }
    for index in findings.indices { findings[index].builds = [build].compactMap(\.self) }
    subject.written.addKeyPaths(to: &findings)
    if subject.package.isDotNet {
      for index in findings.indices {
        findings[index].message = AppPackage.dotNetWords(findings[index].message)
        findings[index].help = findings[index].help.map(AppPackage.dotNetWords)
      }
    }
    return findings
  }

  /// What is wrong with several builds of one app: what is found in many of them is told once, with its builds.
  ///
  /// - Parameter mergesCauses: findings that differ in names only are one.
  package func findings(in packages: [AppPackage], mergesCauses: Bool = true) -> [Finding] {
    var merged: [Finding] = []
    var places: [Key: Int] = [:]
    var causes: [Cause: [Int]] = [:]
    let cache = PixelCache()
    let subjects = packages.map { subject($0, cache) }
    loadPictures(of: subjects, into: cache)
    for finding in subjects.flatMap(findings) {
      let key = Key(finding)
      if let place = places[key] {
        merged[place].takeAlong(finding)
      } else if let place = causes[Cause(finding)]?.first(where: { !merged[$0].isIn(finding.builds) }) {
        // Each configuration has its own line for one mistake.
        merged[place].takeAlong(finding)
        places[key] = place
      } else {
        causes[Cause(finding), default: []].append(merged.count)
        places[key] = merged.count
        merged.append(finding)
      }
    }
    merged.sort { Key($0).precedes(Key($1)) }
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

  /// What findings of several builds have in common that are one mistake.
  private struct Cause: Hashable {
    let file: ExactText
    let code: RuleCode
    let message: ExactText

    init(_ finding: Finding) {
      // Xcode's template is in the catalog of every target, and is one note for the project.
      let isTemplate = finding.code == "icon-set-empty" && finding.severity == .note
      file = ExactText(isTemplate ? "" : finding.location?.file ?? "")
      code = finding.code
      message = ExactText(finding.message)
    }
  }

  /// What makes two findings the same.
  private struct Key: Hashable {
    let file: ExactText
    let line: Int
    let column: Int
    let code: RuleCode
    let message: ExactText

    init(_ finding: Finding) {
      file = ExactText(finding.location?.file ?? "")
      line = finding.location?.line ?? 0
      column = finding.location?.column ?? 0
      code = finding.code
      message = ExactText(finding.message)
    }

    func precedes(_ other: Key) -> Bool {
      if file != other.file { return ExactText.precedes(file.text, other.file.text) }
      if (line, column) != (other.line, other.column) { return (line, column) < (other.line, other.column) }
      if code != other.code { return ExactText.precedes(code.rawValue, other.code.rawValue) }
      return ExactText.precedes(message.text, other.message.text)
    }
  }
}

extension Finding {
  /// Whether it was found in one of these builds already; what has no builds is alone.
  fileprivate func isIn(_ others: [Build]) -> Bool {
    builds.isEmpty || others.isEmpty || others.contains(where: builds.contains)
  }

  /// Takes along what another finding of one cause has: builds, devices, places and what fixes it there.
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

/// One path that was linted: every app that it stands for, with what was found.
package struct LintedInput: Sendable {
  /// As it was named.
  package let path: String
  /// What was opened; nil where nothing could be.
  package let builds: AppBuilds?
  /// Why nothing could be opened.
  package let error: AppPackageError?
  /// What was found, in the order of files and lines; builds that cannot be made are among it.
  package let findings: [Finding]

  /// A path with what was found in it.
  package init(path: String, builds: AppBuilds? = nil, error: AppPackageError? = nil, findings: [Finding]) {
    self.path = path
    self.builds = builds
    self.error = error
    self.findings = findings
  }

  /// Names of all builds; a finding that has all of them is about the app as such.
  package var allBuilds: [Finding.Build] {
    (builds?.packages ?? []).compactMap(\.build).map {
      Finding.Build(target: $0.target, configuration: $0.configuration)
    }
  }
}

extension LintedInput {
  /// The same, with what an update from an earlier version takes away. What no device installs is not compared.
  package func asUpdate(of old: AppPackage) -> LintedInput {
    let new = builds?.archived.filter { package in
      package.bundleIdentifier.map { ExactText.isSame($0, old.bundleIdentifier ?? "") } ?? false
    }
    let lost = (new ?? []).flatMap { (try? AppUpdate(from: old, to: $0).findings()) ?? [] }
    return LintedInput(path: path, builds: builds, error: error, findings: findings + lost)
  }
}

extension Linter {
  /// Opens every build of a path and looks at each. What cannot be read is a finding.
  package func lint(_ path: String, options: PackageOptions = PackageOptions()) -> LintedInput {
    do throws(AppPackageError) {
      let builds = try AppPackage.builds(at: path, options: options)
      let own = builds.notes.map { Finding($0) } + builds.failures.map(Self.finding)
      return LintedInput(path: path, builds: builds, error: nil, findings: own + findings(in: builds.packages))
    } catch {
      return LintedInput(path: path, builds: nil, error: error, findings: [Self.finding(error)])
    }
  }

  /// Looks at several paths, on all processors. What is found stands in the order of the paths.
  ///
  /// Rules of plugins live on one thread; with such a rule, ask for one path after the other.
  /// - Parameter around: does what is to be done around each path, on its thread.
  package func lint(
    _ paths: [String], options: PackageOptions = PackageOptions(),
    around: @escaping @Sendable (String, () -> LintedInput) -> LintedInput = { $1() }
  ) -> [LintedInput] {
    Threads.map(paths.count) { index in around(paths[index]) { lint(paths[index], options: options) } }
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
    // That is no fault of the app; it only cannot be looked at here.
    let severity = error.kind == .madeByBuild ? .note : rule.severity
    return Finding(rule.code, severity, error.message, at: error.location, help: error.hint)
  }
}

/// What a finding is about, in words by which it is known again in another version of the app.
extension Finding {
  /// The way to the value in its property list and the names in the message. Neither lines nor places in arrays nor the
  /// words between the names count, so that it stays when others are put before it and when rules find better words.
  package var identity: String {
    if !subjects.isEmpty { return subjects.joined(separator: "\n") }
    let names = Self.names(in: message)
    if keyPath != nil || !names.isEmpty { return ([keyPath ?? ""] + names).joined(separator: "\n") }
    // Numbers count or point at something.
    return message.split(separator: " ").filter { !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }.joined(
      separator: " ")
  }

  /// The rule, the file and what it is about: the same before and after something else has changed.
  var key: String { "\(code)\n\(location?.file ?? "")\n\(identity)" }

  /// What stands between “ and ”.
  private static func names(in message: String) -> [String] {
    let parts = message.unicodeScalars.split(separator: "“", omittingEmptySubsequences: false).dropFirst()
    return parts.compactMap { part in
      part.firstIndex(of: "”").map { String(String.UnicodeScalarView(part[..<$0])) }
    }
  }
}

extension PropertyListDictionary {
  /// Says of findings which of these values they are about.
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
      if let place = node.location, let found = wanted[place] {
        for index in found { findings[index].keyPath = path }
      }
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
  /// What an element of an array is known by, wherever it stands.
  fileprivate var nameInArray: String {
    if let text = string { return text }
    let keys = [ShortcutItemKey.type, .title].map(\.name)
    return keys.lazy.compactMap { dictionary?[$0]?.string }.first { !$0.isEmpty } ?? ""
  }
}

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
