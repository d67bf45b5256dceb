internal import HomeScreenSimulator
package import Platform
internal import PropertyLists

/// What `homescreen explore` came to: for each app of a file the stories that break an invariant, and how much was tried.
package struct ExplorationReport: Sendable, Codable, Equatable {
  /// The form of the document, and which stories belong to which part; readers take no other one.
  package static let schemaVersion = 3

  /// The form of this document.
  package var schemaVersion = ExplorationReport.schemaVersion
  /// The file as it was named.
  package var file: String
  /// The apps that it defines.
  package var apps: [ExploredAppReport]
  /// Which of several parts of the stories it has.
  package var parts = ExploredParts.whole
  /// What was asked for, and who answered.
  package var settings = ExplorationSettings()
  /// It ended before everything was played: Ctrl-C, or the time was up.
  package var isInterrupted = false
  /// It was Ctrl-C.
  package var isStopped = false

  /// A report about the apps of a file.
  package init(file: String, apps: [ExploredAppReport]) {
    self.file = file
    self.apps = apps
  }

  /// A failure when a story breaks an invariant; an error of the definition or a lost part counts as one of the script.
  /// Where no story was played, nothing was explored.
  package var exitCode: ExitCode {
    if apps.contains(where: { !$0.findings.isEmpty }) { return .failure }
    if apps.contains(where: { $0.problem != nil }) { return .scriptError }
    if isStopped { return .interrupted }
    // Another part may have all stories.
    return parts.isWhole && apps.allSatisfy { $0.stories == 0 } ? .nothingMatched : .success
  }

  /// Reads a document that ``json`` wrote.
  /// - Throws: `JSONError`; ``ExplorationMergeError`` for a document of another version, and for numbers that no exploration
  ///   comes to.
  package init(parsing bytes: [UInt8], file: String) throws {
    // Another version's document has other fields, which must not be told instead.
    let schemaVersion = try CodableJSON.decode(Version.self, from: bytes, file: file).schemaVersion
    guard schemaVersion == Self.schemaVersion else {
      throw ExplorationMergeError(
        "\(file) was written by \(schemaVersion > Self.schemaVersion ? "a newer" : "an older") homescreen (version "
          + "\(schemaVersion) of the document, where this one reads \(Self.schemaVersion)), which distributes the stories "
          + "differently among the parts: explore all parts with one version")
    }
    self = try CodableJSON.decode(ExplorationReport.self, from: bytes, file: file)
    for app in apps {
      guard let (name, number) = app.counts.first(where: { !Self.bounds.contains($0.number) }) else { continue }
      throw ExplorationMergeError("\(file) is damaged: “\(name)” is \(number), which is not possible")
    }
    let own = ExplorationSettings()
    guard settings.version == own.version, settings.facts == own.facts else {
      throw ExplorationMergeError(
        "\(file) was written by homescreen \(settings.version) with the facts \(settings.facts), and this is "
          + "\(own.version) with the facts \(own.facts): explore and merge all parts with one homescreen")
    }
    guard parts.count >= 1, !parts.numbers.isEmpty, parts.numbers.allSatisfy({ (1...parts.count).contains($0) }) else {
      throw ExplorationMergeError("\(file) says that it is \(parts.name), which is not possible")
    }
  }

  private struct Version: Decodable {
    let schemaVersion: Int
  }

  /// What an app's counts may be: sums of very many such parts still fit.
  private static let bounds = 0...1 << 40

  /// One line.
  package var json: String { (try? CodableJSON.text(self)) ?? "{}" }

  /// The parts of one exploration as one: each story once, by the shortest, then the first in the order of steps.
  ///
  /// Whatever the order of the parts, and whether one is there twice, the findings are the same. Which parts are missing
  /// ``parts`` says.
  /// - Throws: ``ExplorationMergeError`` for parts of different explorations.
  package static func merging(_ parts: [ExplorationReport]) throws -> ExplorationReport {
    guard var whole = parts.first else { throw ExplorationMergeError("there is nothing to merge") }
    for part in parts.dropFirst() {
      guard part.file == whole.file else {
        throw ExplorationMergeError("\(whole.file) and \(part.file) are different explorations")
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

  /// - Throws: ``ExplorationMergeError`` when a part is one of another exploration.
  private func check(_ part: ExplorationReport) throws {
    func refuse(_ why: String) -> ExplorationMergeError {
      ExplorationMergeError("\(parts.name) and \(part.parts.name) are parts of different explorations: \(why)")
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

/// Parts that cannot be merged.
package struct ExplorationMergeError: Error, CustomStringConvertible {
  /// What a person reads.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// What was tried of one app, and what broke.
package struct ExploredAppReport: Sendable, Codable, Equatable {
  /// What its definition calls it.
  package var title: String
  /// Where stories were played.
  package var devices: [ExploredDevice]
  /// All stories of so many steps were played on every device.
  package var depth = 0
  /// How deep was asked for.
  package var wantedDepth: Int
  /// No longer story comes to anything new.
  package var isExhausted = false
  /// Stories that were played, each from its beginning.
  package var stories = 0
  /// States that differ.
  package var states = 0
  /// Steps that were tried from a state.
  package var transitions = 0
  /// Stories that broke at once and end there: what would follow them was not played.
  package var cutShort = 0
  /// Long stories of chance.
  package var walks = 0
  /// What broke, the shortest story first.
  package var findings: [ExplorationFinding] = []
  /// Actions that no story came to.
  package var neverTaken: [String] = []
  /// The facts that stories came to.
  package var facts: [String] = []
  /// What limits the result: states that were not recognised or not followed, stories that do not repeat.
  package var notes: [String] = []
  /// Why the app could not be explored; nil when it was.
  package var problem: String?

  /// Of an app of which nothing is known yet.
  package init(title: String, devices: [ExploredDevice], wantedDepth: Int) {
    self.title = title
    self.devices = devices
    self.wantedDepth = wantedDepth
  }

  /// What is counted, by the names in the document.
  fileprivate var counts: [(name: String, number: Int)] {
    [
      ("depth", depth), ("wantedDepth", wantedDepth), ("stories", stories), ("states", states),
      ("transitions", transitions), ("walks", walks),
    ]
  }

  /// Another part of the same exploration.
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
  /// One step of it.
  package struct Step: Sendable, Codable, Equatable {
    /// As people say it.
    package var text: String
    /// Its place in the order in which steps are tried.
    package var order: Int
    /// What of it counts happened then.
    package var events: [String]

    /// A step with what it led to.
    package init(_ text: String, order: Int, events: [String]) {
      self.text = text
      self.order = order
      self.events = events
    }
  }

  /// Where an explored app comes from.
  package struct Source: Sendable, Codable, Equatable {
    /// As it was named, in the working directory.
    package var path: String
    /// Which one of the apps of a script; nil: its only one.
    package var title: String?
    /// A script defines it; else its own sources do.
    package var isScript: Bool

    /// An app of a path.
    package init(path: String, title: String?, isScript: Bool) {
      self.path = path
      self.title = title
      self.isScript = isScript
    }
  }

  /// The name of the invariant.
  package var invariant: String
  /// The fact that it rests on; nil for one of the app's own that names none.
  package var fact: String?
  /// What happened.
  package var happened: String
  /// What should have.
  package var expected: String
  /// What tells it from others of its invariant, such as the place of a crash; empty for most.
  package var detail: String
  /// The story.
  package var steps: [Step]
  /// It breaks when all has come to rest.
  package var isSettled: Bool
  /// The device of the story: its place among the devices.
  package var device: Int
  /// The story of chance that it was found in, by its number; nil: a short story.
  package var walk: Int?
  /// The devices on which it breaks.
  package var breaksOn: [String]
  /// The same in few words: `iPad 13.0–18.5`.
  package var span: String
  /// What the app printed in it; of much the beginning.
  package var output: [String]
  /// Where the app comes from.
  package var source: Source
  /// The scenario's block, which fails as long as the story breaks.
  package var code: String

  /// A finding with its story.
  package init(
    invariant: String, fact: String?, happened: String, expected: String, detail: String, steps: [Step],
    isSettled: Bool, device: Int, walk: Int?, breaksOn: [String], span: String, output: [String], source: Source,
    code: String
  ) {
    self.invariant = invariant
    self.fact = fact
    self.happened = happened
    self.expected = expected
    self.detail = detail
    self.steps = steps
    self.isSettled = isSettled
    self.device = device
    self.walk = walk
    self.breaksOn = breaksOn
    self.span = span
    self.output = output
    self.source = source
    self.code = code
  }

  /// Which findings are the same.
  package var key: String { "\(invariant)\u{0}\(fact ?? "")\u{0}\(detail)" }

  /// Which of two stories of one finding is told: a short story before one of chance, those of chance by their number, so
  /// that parts come to the same as the whole.
  package static func isPreferred(_ one: ExplorationFinding, to other: ExplorationFinding) -> Bool {
    if one.walk != other.walk { return (one.walk ?? -1) < (other.walk ?? -1) }
    if precedes(one, other) != precedes(other, one) { return precedes(one, other) }
    return one.device < other.device
  }

  /// The order of findings: shorter stories first, then by the order of steps.
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
  /// Such as `iPad`.
  package var model: String
  /// Its version.
  package var os: String
  /// Its language and conditions, as text; empty for the usual ones.
  package var circumstances: String

  /// A device of a definition.
  package init(model: String, os: String, circumstances: String) {
    self.model = model
    self.os = os
    self.circumstances = circumstances
  }

  /// `iPhone 17.5`, `iPad 18.0, keepSessions=always`
  package var name: String { "\(model) \(os)" + (circumstances.isEmpty ? "" : ", \(circumstances)") }

  /// Devices in few words: `iPad 13.0–18.5; iPhone 17.5`. Versions that were tried one after the other count as a span.
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

  /// Runs of broken versions: `13.0–18.5`.
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

/// Which of several parts of the stories were played: one of them, some that were merged, or all.
package struct ExploredParts: Sendable, Codable, Equatable {
  /// From 1, ascending.
  package var numbers: [Int]
  /// How many there are.
  package var count: Int

  /// Parts by their numbers, from 1.
  package init(numbers: [Int], count: Int) {
    self.numbers = numbers
    self.count = count
  }

  /// All stories.
  package static let whole = ExploredParts(numbers: [1], count: 1)

  /// Whether no part is missing.
  package var isWhole: Bool { missing.isEmpty }

  /// The parts that are not there: `3/4`.
  package var missing: [String] {
    guard count >= 1 else { return [] }
    let known = Set(numbers)
    return (1...count).filter { !known.contains($0) }.map { "\($0)/\(count)" }
  }

  /// `part 2/4`, `the parts 1/4, 3/4`; of many parts how many they are.
  package var name: String {
    let names = numbers.map { "\($0)/\(count)" }
    if names.count == 1 { return "part \(names[0])" }
    return names.count > Self.maximumNames
      ? "\(names.count) parts of \(count)" : "the parts \(names.joined(separator: ", "))"
  }

  private static let maximumNames = 16

  package mutating func add(_ other: ExploredParts) { numbers = Set(numbers + other.numbers).sorted() }
}

/// What parts of one exploration have in common: with other values other stories are played.
package struct ExplorationSettings: Sendable, Codable, Equatable {
  /// Of the program that wrote the report.
  package var version = Homescreen.version
  /// The hash of its facts, which tells builds of one version apart.
  package var facts = FactLedger.hash
  /// How many steps the stories have.
  package var depth = 0
  /// How many stories of chance there are on each device.
  package var walks = 0
  /// How many steps they have.
  package var walkLength = 0
  /// Which ones they are, in decimal.
  package var seed = "0"
  /// How many states are kept.
  package var maximumStates = 0

  /// Of this program.
  package init() {}

  /// The options in which they differ, each with its values: `--depth 2 and 3`.
  package func differences(from other: ExplorationSettings) -> [String] {
    let pairs = [
      ("--depth", "\(depth)", "\(other.depth)"), ("--walks", "\(walks)", "\(other.walks)"),
      ("--walk-length", "\(walkLength)", "\(other.walkLength)"), ("--seed", seed, other.seed),
      ("--max-states", "\(maximumStates)", "\(other.maximumStates)"),
    ]
    return pairs.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) and \($0.2)" }
  }
}
