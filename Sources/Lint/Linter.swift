public import AppPackages
public import AppSources
// Users of this product need its findings, too.
@_exported public import Events
import PropertyLists

/// Applies rules to apps.
public struct Linter: Sendable {
  /// The rules, in the order in which their findings are told of one place.
  public let rules: [any Rule]
  /// Whether rules that look into pictures are applied too.
  public let readsPixels: Bool
  /// Whether what rarely matters is reported too.
  public let isPedantic: Bool
  private let sources: (@Sendable (AppPackage) -> SourceDocument?)?

  /// Takes rules; nothing is looked at yet.
  ///
  /// - Parameters:
  ///   - rules: those of homescreen by default.
  ///   - readsPixels: false where speed matters more than what pictures show.
  ///   - isPedantic: true to hear of what rarely matters, such as an xcconfig file that tools write.
  ///   - sources: tells what the own code of an app does; without it rules about code are silent.
  public init(
    _ rules: [any Rule] = Rules.all, readsPixels: Bool = true, isPedantic: Bool = false,
    sources: (@Sendable (AppPackage) -> SourceDocument?)? = nil
  ) {
    self.rules = rules
    self.readsPixels = readsPixels
    self.isPedantic = isPedantic
    self.sources = sources
  }

  /// What is wrong with one app.
  public func findings(in package: AppPackage) -> [Finding] {
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
  public func findings(in packages: [AppPackage], mergesCauses: Bool = true) -> [Finding] {
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
    if let place = other.location, place != location, !otherLocations.contains(place) { otherLocations.append(place) }
    guard var fix, let more = other.fix, fix.safety == more.safety else { return }
    for edit in more.edits where !fix.edits.contains(edit) { fix.edits.append(edit) }
    self.fix = fix
  }
}
