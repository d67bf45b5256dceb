internal import HomeScreenSimulator
package import Platform
internal import PropertyLists

/// The result of `homescreen explore`: for each app of a file, the stories that break an invariant, and the counts.
package struct ExplorationReport: Sendable, Codable, Equatable {
  /// The version of the document format and of how stories are split into parts. Readers accept only this version.
  package static let schemaVersion = 3

  /// The format version of this document.
  package var schemaVersion = ExplorationReport.schemaVersion
  /// The file, as named on the command line.
  package var file: String
  /// The apps that the file defines.
  package var apps: [ExploredAppReport]
  /// The parts of the stories that this report contains.
  package var parts = ExploredParts.whole
  /// The options of the exploration and the version of the program.
  package var settings = ExplorationSettings()
  /// Whether the exploration ended early, by Ctrl-C or at its time limit.
  package var isInterrupted = false
  /// Whether Ctrl-C ended the exploration.
  package var isStopped = false

  /// Creates a report about the apps of a file.
  package init(file: String, apps: [ExploredAppReport]) { (self.file, self.apps) = (file, apps) }

  /// `failure` if a story breaks an invariant, `scriptError` if the definition has an error or a part is lost, and
  /// `nothingMatched` if no story was played.
  package var exitCode: ExitCode {
    if apps.contains(where: { !$0.findings.isEmpty }) { return .failure }
    if apps.contains(where: { $0.problem != nil }) { return .scriptError }
    if isStopped { return .interrupted }
    // Another part may have all the stories.
    return parts.isWhole && apps.allSatisfy { $0.stories == 0 } ? .nothingMatched : .success
  }

  /// Reads a document that ``json`` wrote.
  /// - Throws: `PropertyListError`; `UserError` for a document of another version or with impossible numbers.
  package init(parsing bytes: [UInt8], file: String) throws {
    // A document of another version has other fields, and a missing-field error would be misleading.
    let schemaVersion = try CodableJSON.decode(Version.self, from: bytes, file: file).schemaVersion
    guard schemaVersion == Self.schemaVersion else {
      throw UserError(
        "\(file) was written by \(schemaVersion > Self.schemaVersion ? "a newer" : "an older") homescreen, which "
          + "distributes the stories differently among the parts (the version of the document is \(schemaVersion), "
          + "not \(Self.schemaVersion)): explore all parts with one version")
    }
    self = try CodableJSON.decode(ExplorationReport.self, from: bytes, file: file)
    for app in apps {
      guard let (name, number) = app.counts.first(where: { !Self.bounds.contains($0.number) }) else { continue }
      throw UserError("\(file) is damaged: “\(name)” is \(number), which is not possible")
    }
    let own = ExplorationSettings()
    guard settings.version == own.version, settings.facts == own.facts else {
      throw UserError(
        "\(file) was written by homescreen \(settings.version) with the facts \(settings.facts), and this is "
          + "\(own.version) with the facts \(own.facts): explore and merge all parts with one version")
    }
    guard parts.count >= 1, !parts.numbers.isEmpty, parts.numbers.allSatisfy({ (1...parts.count).contains($0) }) else {
      throw UserError("\(file) says that it is \(parts.name), which is not possible")
    }
  }

  private struct Version: Decodable { let schemaVersion: Int }

  /// The valid range of an app's counts. The sum of many parts still fits in an `Int`.
  private static let bounds = 0...1 << 40

  /// The report as one line of JSON.
  package var json: String { (try? CodableJSON.text(self)) ?? "{}" }

  /// Merges the parts of one exploration, with one story for each finding (``ExplorationFinding/isPreferred(_:to:)``).
  ///
  /// The order of the parts and repeated parts do not change the findings. ``parts`` lists the missing parts.
  /// - Throws: `UserError` for parts of different explorations.
  package static func merging(_ parts: [ExplorationReport]) throws -> ExplorationReport {
    guard var whole = parts.first else { throw UserError("there is nothing to merge") }
    for part in parts.dropFirst() {
      guard part.file == whole.file else {
        throw UserError("\(whole.file) and \(part.file) are different explorations")
      }
      try whole.check(part)
      whole.parts.add(part.parts)
      for app in part.apps {
        if let index = whole.apps.firstIndex(where: { $0.title == app.title }) {
          whole.apps[index].add(app)
        } else {
          whole.apps.append(app)
        }
      }
      whole.isInterrupted = whole.isInterrupted || part.isInterrupted
      whole.isStopped = whole.isStopped || part.isStopped
    }
    return whole
  }

  /// - Throws: `UserError` if the part belongs to another exploration.
  private func check(_ part: ExplorationReport) throws {
    func refuse(_ why: String) -> UserError {
      UserError("\(parts.name) and \(part.parts.name) are parts of different explorations: \(why)")
    }
    guard parts.count == part.parts.count else { throw refuse("of \(parts.count) parts and of \(part.parts.count)") }
    let differences = settings.differences(from: part.settings)
    guard differences.isEmpty else { throw refuse(differences.joined(separator: ", ")) }
    for app in part.apps {
      // An app that could not be explored has no devices.
      guard let own = apps.first(where: { $0.title == app.title }), !own.devices.isEmpty, !app.devices.isEmpty,
        own.devices != app.devices
      else { continue }
      func list(_ app: ExploredAppReport) -> String { app.devices.map(\.name).joined(separator: "; ") }
      throw refuse("\(app.title) on \(list(own)), and on \(list(app))")
    }
  }
}

/// The stories that were played for one app, and the findings.
package struct ExploredAppReport: Sendable, Codable, Equatable {
  /// The app's name in its definition.
  package var title: String
  /// The devices on which stories were played.
  package var devices: [ExploredDevice]
  /// The number of steps up to which all stories were played on every device.
  package var depth = 0
  /// The requested depth.
  package var wantedDepth: Int
  /// Whether longer stories reach no new states.
  package var isExhausted = false
  /// The number of stories that were played, each from its beginning.
  package var stories = 0
  /// The number of distinct states.
  package var states = 0
  /// The number of steps that were tried from a state.
  package var transitions = 0
  /// The number of stories that broke an invariant and were not continued.
  package var cutShort = 0
  /// The number of long random stories.
  package var walks = 0
  /// The findings, shortest story first.
  package var findings: [ExplorationFinding] = []
  /// The actions that no story performed.
  package var neverTaken: [String] = []
  /// The facts that stories reached.
  package var facts: [String] = []
  /// The limits of the result: states that were not recognised or not followed, and stories that do not repeat.
  package var notes: [String] = []
  /// The reason why the app could not be explored; nil if it was explored.
  package var problem: String?

  package init(title: String, devices: [ExploredDevice], wantedDepth: Int) {
    (self.title, self.devices, self.wantedDepth) = (title, devices, wantedDepth)
  }

  /// The counts, with their names in the document.
  fileprivate var counts: [(name: String, number: Int)] {
    [
      ("depth", depth), ("wantedDepth", wantedDepth), ("stories", stories), ("states", states),
      ("transitions", transitions), ("walks", walks),
    ]
  }

  /// Adds another part of the same exploration.
  package mutating func add(_ other: ExploredAppReport) {
    depth = min(depth, other.depth)
    isExhausted = isExhausted && other.isExhausted
    stories += other.stories
    states += other.states
    transitions += other.transitions
    walks += other.walks
    cutShort += other.cutShort
    if devices.isEmpty { devices = other.devices }
    for finding in other.findings {
      if let index = findings.firstIndex(where: { $0.key == finding.key }) {
        var (first, second) = (findings[index], finding)
        if ExplorationFinding.isPreferred(second, to: first) { swap(&first, &second) }
        first.breaksOn = devices.map(\.name).filter { first.breaksOn.contains($0) || second.breaksOn.contains($0) }
        first.span = ExploredDevice.span(devices.filter { first.breaksOn.contains($0.name) }, of: devices)
        findings[index] = first
      } else {
        findings.append(finding)
      }
    }
    findings.sort(by: ExplorationFinding.precedes)
    neverTaken = neverTaken.filter(other.neverTaken.contains)
    facts = Array(Set(facts + other.facts)).sorted { ExactText.precedes($0, $1) }
    notes += other.notes.filter { !notes.contains($0) }
    problem = problem ?? other.problem
  }
}

/// A story that breaks an invariant.
package struct ExplorationFinding: Sendable, Codable, Equatable {
  /// A step of the story.
  package struct Step: Sendable, Codable, Equatable {
    /// The step in words.
    package var text: String
    /// The position in the order in which steps are tried.
    package var order: Int
    /// The relevant events that the step caused.
    package var events: [String]

    /// Creates a step with the events that it caused.
    package init(_ text: String, order: Int, events: [String]) {
      (self.text, self.order, self.events) = (text, order, events)
    }
  }

  /// The source of an explored app.
  package struct Source: Sendable, Codable, Equatable {
    /// The path as given, relative to the working directory.
    package var path: String
    /// The title of the app in its script; nil if the script has only one app.
    package var title: String?
    /// Whether a script defines the app. If false, the app comes from its own sources.
    package var isScript: Bool

    /// Creates the source of an app at a path.
    package init(path: String, title: String?, isScript: Bool) {
      (self.path, self.title, self.isScript) = (path, title, isScript)
    }
  }

  package var invariant: String
  /// The fact that the invariant rests on; nil for an app's own invariant that names none.
  package var fact: String?
  /// The actual behaviour.
  package var happened: String
  /// The expected behaviour.
  package var expected: String
  /// A detail that distinguishes findings of one invariant, such as the place of a crash; usually empty.
  package var detail: String
  /// The story.
  package var steps: [Step]
  /// Whether the invariant breaks only after the device has settled.
  package var isSettled: Bool
  /// The index of the story's device among the devices.
  package var device: Int
  /// The number of the random story that found the failure; nil for a short story.
  package var walk: Int?
  /// The devices on which the story breaks the invariant.
  package var breaksOn: [String]
  /// The same devices in short form: `iPad 13.0–18.5`.
  package var span: String
  /// The app's output in the story, cut if it is long.
  package var output: [String]
  /// The app's source.
  package var source: Source
  /// The code of the scenario, which fails as long as the story breaks the invariant.
  package var code: String

  package init(
    invariant: String, fact: String?, happened: String, expected: String, detail: String, steps: [Step],
    isSettled: Bool, device: Int, walk: Int?, breaksOn: [String], span: String, output: [String], source: Source,
    code: String
  ) {
    (self.invariant, self.fact, self.happened, self.expected) = (invariant, fact, happened, expected)
    (self.detail, self.steps, self.isSettled, self.device) = (detail, steps, isSettled, device)
    (self.walk, self.breaksOn, self.span, self.output, self.source) = (walk, breaksOn, span, output, source)
    self.code = code
  }

  /// The identity of the finding. Findings with equal keys are the same.
  package var key: String { "\(invariant)\u{0}\(fact ?? "")\u{0}\(detail)" }

  /// Whether a merge keeps `one` rather than `other` for the same finding. Short stories are preferred to random ones,
  /// and random ones are ordered by number, so merged parts equal the whole.
  package static func isPreferred(_ one: ExplorationFinding, to other: ExplorationFinding) -> Bool {
    if one.walk != other.walk { return (one.walk ?? -1) < (other.walk ?? -1) }
    if precedes(one, other) != precedes(other, one) { return precedes(one, other) }
    return one.device < other.device
  }

  /// Orders findings by the number of steps, and then by the order of the steps.
  package static func precedes(_ left: ExplorationFinding, _ right: ExplorationFinding) -> Bool {
    if left.steps.count != right.steps.count { return left.steps.count < right.steps.count }
    for (one, other) in zip(left.steps, right.steps) {
      if one.order != other.order { return one.order < other.order }
      if one.text != other.text { return ExactText.precedes(one.text, other.text) }
    }
    return ExactText.precedes(left.key, right.key)
  }
}

/// A device on which stories were played.
package struct ExploredDevice: Sendable, Codable, Equatable {
  /// The model, such as `iPad`.
  package var model: String
  /// The iOS version.
  package var os: String
  /// The language and conditions, as text; empty for the defaults.
  package var circumstances: String

  /// Creates a device of a definition.
  package init(model: String, os: String, circumstances: String) {
    (self.model, self.os, self.circumstances) = (model, os, circumstances)
  }

  /// The name in messages: `iPhone 17.5`, `iPad 18.0, keepSessions=always`.
  package var name: String { "\(model) \(os)" + (circumstances.isEmpty ? "" : ", \(circumstances)") }

  /// Describes devices briefly: `iPad 13.0–18.5; iPhone 17.5`. Consecutive tested versions form a range.
  package static func span(_ broken: [ExploredDevice], of all: [ExploredDevice]) -> String {
    if broken.count == all.count, all.count > 1 { return "all \(all.count) devices" }
    var groups: [(head: String, tail: String)] = []
    for cell in all where !groups.contains(where: { $0 == (cell.model, cell.circumstances) }) {
      groups.append((cell.model, cell.circumstances))
    }
    var parts: [String] = []
    for group in groups {
      let tried = all.filter { $0.model == group.head && $0.circumstances == group.tail }
      let versions = tried.sorted { precedes($0.os, $1.os) }
      let spans = spans(versions.map { cell in (cell.os, broken.contains { $0.name == cell.name }) })
      guard !spans.isEmpty else { continue }
      parts.append("\(group.head) \(spans.joined(separator: ", "))" + (group.tail.isEmpty ? "" : " (\(group.tail))"))
    }
    return parts.joined(separator: "; ")
  }

  /// Returns the ranges of consecutive broken versions: `13.0–18.5`.
  private static func spans(_ versions: [(os: String, isBroken: Bool)]) -> [String] {
    var spans: [String] = []
    var start: String?
    var last = ""
    for (os, isBroken) in versions {
      if isBroken {
        if start == nil { start = os }
        last = os
      } else if let first = start {
        spans.append(first == last ? first : "\(first)–\(last)")
        start = nil
      }
    }
    if let first = start { spans.append(first == last ? first : "\(first)–\(last)") }
    return spans
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    guard let left = try? OSVersion(parsing: left), let right = try? OSVersion(parsing: right) else { return false }
    return left < right
  }
}

/// The parts of the stories that were played: one part, several merged parts, or all.
package struct ExploredParts: Sendable, Codable, Equatable {
  /// The numbers of the parts, from 1, in ascending order.
  package var numbers: [Int]
  /// The total number of parts.
  package var count: Int

  /// Creates parts by their numbers, from 1.
  package init(numbers: [Int], count: Int) { (self.numbers, self.count) = (numbers, count) }

  /// The only part of an exploration that is not split.
  package static let whole = ExploredParts(numbers: [1], count: 1)

  package var isWhole: Bool { missing.isEmpty }

  /// The missing parts: `3/4`.
  package var missing: [String] {
    guard count >= 1 else { return [] }
    let known = Set(numbers)
    return (1...count).filter { !known.contains($0) }.map { "\($0)/\(count)" }
  }

  /// The name in messages: `part 2/4`, `the parts 1/4, 3/4`, or only a count if there are many.
  package var name: String {
    let names = numbers.map { "\($0)/\(count)" }
    if names.count == 1 { return "part \(names[0])" }
    return names.count > Self.maximumNames
      ? "\(names.count) parts of \(count)" : "the parts \(names.joined(separator: ", "))"
  }

  private static let maximumNames = 16

  package mutating func add(_ other: ExploredParts) { numbers = Set(numbers + other.numbers).sorted() }
}

/// The settings that all parts of an exploration share. Other values produce other stories.
package struct ExplorationSettings: Sendable, Codable, Equatable {
  /// The version of the program that wrote the report.
  package var version = Homescreen.version
  /// The hash of the facts, which distinguishes builds of the same version.
  package var facts = FactLedger.hash
  /// The maximum number of steps of a story.
  package var depth = 0
  /// The number of random stories on each device.
  package var walks = 0
  /// The number of steps of a random story.
  package var walkLength = 0
  /// The seed of the random stories, in decimal.
  package var seed = "0"
  /// The maximum number of states that are kept.
  package var maximumStates = 0

  package init() {}

  /// Lists the options that differ, each with both values: `--depth 2 and 3`.
  package func differences(from other: ExplorationSettings) -> [String] {
    let pairs = [
      ("--depth", "\(depth)", "\(other.depth)"), ("--walks", "\(walks)", "\(other.walks)"),
      ("--walk-length", "\(walkLength)", "\(other.walkLength)"), ("--seed", seed, other.seed),
      ("--max-states", "\(maximumStates)", "\(other.maximumStates)"),
    ]
    return pairs.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) and \($0.2)" }
  }
}
