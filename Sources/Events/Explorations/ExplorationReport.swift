public import Platform
internal import PropertyLists

/// What `homescreen explore` came to: for each app of a file the stories that break an invariant, and how much was tried.
public struct ExplorationReport: Sendable, Codable, Equatable {
  /// The form of the document, and which stories belong to which part; readers take no other one.
  public static let schemaVersion = 3

  /// The form of this document.
  public var schemaVersion = ExplorationReport.schemaVersion
  /// The file as it was named.
  public var file: String
  /// The apps that it defines.
  public var apps: [ExploredAppReport]
  /// Which of several parts of the stories it has.
  public var parts = ExploredParts.whole
  /// What was asked for, and who answered.
  public var settings = ExplorationSettings()
  /// It ended before everything was played: Ctrl-C, or the time was up.
  public var isInterrupted = false
  /// It was Ctrl-C.
  public var isStopped = false

  /// A report about the apps of a file.
  public init(file: String, apps: [ExploredAppReport]) {
    self.file = file
    self.apps = apps
  }

  /// A failure when a story breaks an invariant; an error of the definition or a lost part counts as one of the script.
  /// Where no story was played, nothing was explored.
  public var exitCode: ExitCode {
    if apps.contains(where: { !$0.findings.isEmpty }) { return .failure }
    if apps.contains(where: { $0.problem != nil }) { return .scriptError }
    if isStopped { return .interrupted }
    // Another part may have all stories.
    return parts.isWhole && apps.allSatisfy { $0.stories == 0 } ? .nothingMatched : .success
  }

  /// Reads a document that ``json`` wrote.
  /// - Throws: `JSONError`; ``ExplorationMergeError`` for a document of another version, and for numbers that no exploration
  ///   comes to.
  public init(parsing bytes: [UInt8], file: String) throws {
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
  public var json: String { (try? CodableJSON.text(self)) ?? "{}" }

  /// The parts of one exploration as one: each story once, by the shortest, then the first in the order of steps.
  ///
  /// Whatever the order of the parts, and whether one is there twice, the findings are the same. Which parts are missing
  /// ``parts`` says.
  /// - Throws: ``ExplorationMergeError`` for parts of different explorations.
  public static func merging(_ parts: [ExplorationReport]) throws -> ExplorationReport {
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
public struct ExplorationMergeError: Error, CustomStringConvertible {
  /// What a person reads.
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// What was tried of one app, and what broke.
public struct ExploredAppReport: Sendable, Codable, Equatable {
  /// What its definition calls it.
  public var title: String
  /// Where stories were played.
  public var devices: [ExploredDevice]
  /// All stories of so many steps were played on every device.
  public var depth = 0
  /// How deep was asked for.
  public var wantedDepth: Int
  /// No longer story comes to anything new.
  public var isExhausted = false
  /// Stories that were played, each from its beginning.
  public var stories = 0
  /// States that differ.
  public var states = 0
  /// Steps that were tried from a state.
  public var transitions = 0
  /// Stories that broke at once and end there: what would follow them was not played.
  public var cutShort = 0
  /// Long stories of chance.
  public var walks = 0
  /// What broke, the shortest story first.
  public var findings: [ExplorationFinding] = []
  /// Actions that no story came to.
  public var neverTaken: [String] = []
  /// The facts that stories came to.
  public var facts: [String] = []
  /// What limits the result: states that were not recognised or not followed, stories that do not repeat.
  public var notes: [String] = []
  /// Why the app could not be explored; nil when it was.
  public var problem: String?

  /// Of an app of which nothing is known yet.
  public init(title: String, devices: [ExploredDevice], wantedDepth: Int) {
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
