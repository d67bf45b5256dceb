import AppPackages
package import Events
import HomeScreenSimulator
package import LuaAPI
import LuaEngine
import Platform
import PropertyLists

/// The progress of an exploration.
package struct ExploreProgress {
  /// The name of the app and its device.
  package let name: String
  /// The number of steps of the stories that are being played.
  package let depth: Int
  /// The number of stories played on the device.
  package let stories: Int
  /// The number of different states.
  package let states: Int
  /// The number of steps that were tried from a state.
  package let transitions: Int
}

/// Explores the apps of a file: plays their stories on each of their devices, shortens the stories that fail, and
/// repeats them in a fresh session before it reports them.
package final class Explorer {
  private let source: ExploreSource
  private let options: ExploreOptions
  private let deadline: ContinuousClock.Instant?
  /// Called with the progress, every few thousand stories.
  package var onProgress: (ExploreProgress) -> Void = { _ in }
  /// Called before each step of a search; returning true ends the search and keeps its findings.
  package var isStopped: () -> Bool = { false }
  /// The titles of the apps from the first reading of the file.
  private var titles: [String] = []

  package init(_ source: ExploreSource, options: ExploreOptions) {
    (self.source, self.options) = (source, options)
    deadline = options.deadline ?? options.deadlineFromNow
  }

  /// Explores all apps.
  /// - Throws: ``ExploreError`` if the file cannot be read, does not run or defines no app.
  package func explore() throws -> ExplorationReport {
    defer { Watchdog.disarm() }
    titles = try source.open(options).titles
    var report = ExplorationReport(file: source.name, apps: [])
    report.settings = options.settings
    report.parts = ExploredParts(options.part)
    for index in titles.indices {
      let app = explore(index)
      report.apps.append(app.report)
      report.isInterrupted = report.isInterrupted || app.isInterrupted
      report.isStopped = report.isStopped || wasStopped || Interrupt.wasRequested
      if report.isStopped { break }
    }
    return report
  }

  /// Opens a fresh session for an app or a finding. This reads the file again, which may have changed.
  private func open() throws -> ExploreSource.Opened {
    let opened = try source.open(options)
    guard opened.titles.elementsEqual(titles, by: ExactText.isSame) else {
      func list(_ titles: [String]) -> String { titles.map { "“\($0)”" }.joined(separator: ", ") }
      throw ExploreError(
        "\(source.name) changed while it was explored: it defined \(list(titles)) and now defines \(list(opened.titles)). "
          + "Explore it again")
    }
    // Thousands of stories print the same lines. A finding takes its output from the trace.
    opened.session.output = { _ in }
    return opened
  }

  // MARK: One app

  /// Whether Ctrl-C ended the search. The interrupt is then cleared, so that findings can be confirmed until the next
  /// Ctrl-C.
  private var wasStopped = false

  /// The shortest story of a failure so far, and the devices on which it fails.
  private struct Found {
    var story: BrokenStory
    var cell: Int
    var cells: [Int]

    /// The beginning of the sentence for a finding that is not reported; the reason follows.
    var unreported: String {
      "“\(story.violation.key.invariant)” failed in a story of \(Counted.text(story.steps.count, "step")). The failure is "
        + "not reported, because "
    }
  }

  private func explore(_ index: Int) -> (report: ExploredAppReport, isInterrupted: Bool) {
    let opened: ExploreSource.Opened
    let subject: ExploredApp
    do {
      opened = try open()
      subject = try opened.app(index, options.devices)
    } catch {
      var report = ExploredAppReport(title: titles[index], devices: [], wantedDepth: options.depth)
      report.problem = ExploreError.text(of: error)
      return (report, false)
    }
    let memory = subject.memory
    var report = ExploredAppReport(
      title: subject.title, devices: subject.cells.map(\.device), wantedDepth: options.depth)
    report.depth = options.depth
    report.isExhausted = true
    var whole = SearchTally()
    var found: [Violation.Key: Found] = [:]
    do {
      for cell in subject.cells.indices {
        let tally = try search(subject, cell, &found)
        report.depth = min(report.depth, tally.completedDepth)
        report.isExhausted = report.isExhausted && tally.isExhausted
        whole.add(tally)
        if Interrupt.wasRequested { break }
      }
      if report.isExhausted { report.depth = whole.depth }
    } catch {
      report.problem = ExploreError.text(of: error)
      report.depth = 0
      report.isExhausted = false
    }
    if Interrupt.wasRequested {
      wasStopped = true
      whole.isInterrupted = true
      opened.session.beginStory(takesBackInterrupt: true)
    }
    let inOrder = found.values.sorted { ($0.cell, $0.story.violation.text) < ($1.cell, $1.story.violation.text) }
    for found in inOrder {
      do {
        if let finding = try confirm(found, index, &whole) { report.findings.append(finding) }
      } catch StoryEnd.givenUp {
        whole.complaints.append(
          found.unreported + "a step used up its instruction budget when the story was played again")
      } catch StoryEnd.interrupted {
        break
      } catch  where Interrupt.wasRequested {
        // The second Ctrl-C ends the exploration.
        break
      } catch {
        // The other findings are still reported.
        report.problem =
          report.problem
          ?? found.unreported + "the app could not be explored again: \(ExploreError.text(of: error))"
      }
    }
    report.findings.sort(by: ExplorationFinding.precedes)
    fill(&report, whole, subject)
    if let memory, let after = subject.memory, memory != after {
      report.notes.append(
        "the definition keeps state between stories: put the state of a story inside the function “code”, or "
          + "in the table “story”. Findings were replayed in a fresh state, but some may be missing")
    }
    return (report, whole.isInterrupted)
  }

  private func search(
    _ subject: ExploredApp, _ cell: Int, _ found: inout [Violation.Key: Found]
  ) throws -> SearchTally {
    let limits = SearchLimits(
      depth: options.depth, maximumStates: options.maximumStates, deadline: deadline,
      recognisesStates: options.recognisesStates, part: options.part, isStopped: isStopped)
    let player = StoryPlayer(
      subject, on: subject.cells[cell], watchdog: options.watchdog, limits: StoryPlayer.limitsOfSearch
    ) { limits.isOver }
    let search = BreadthFirstSearch(player, limits: limits)
    search.onProgress = { [unowned self] tally in
      onProgress(
        ExploreProgress(
          name: "\(subject.title), \(subject.cells[cell].name)", depth: tally.depth, stories: tally.stories,
          states: tally.states, transitions: tally.transitions))
    }
    var broken: [BrokenStory] = []
    search.onFinding = { broken.append($0) }
    let end = Result { try search.run() }
    for story in broken { Self.add(story, cell, &found) }
    try end.get()
    var tally = search.tally
    guard !tally.isExhausted, !tally.isInterrupted else { return tally }
    let walks = RandomWalks(player: player, limits: limits, seed: options.seed, length: options.walkLength)
    do {
      for number in 0..<options.walks where options.part.includes(walk: number) {
        if limits.isOver { throw StoryEnd.interrupted }
        var broken: [BrokenStory] = []
        do {
          try walks.walk(number, &tally, &broken)
        } catch StoryEnd.givenUp {
          tally.givenUp += 1
        }
        for story in broken where found[story.violation.key]?.cells.contains(cell) != true {
          // Keeps the original story, in case the time does not suffice to shorten it.
          Self.add(story, cell, &found)
          var short = try StoryShrinker(player: player).shrink(story)
          short.walk = number
          Self.add(short, cell, &found)
        }
      }
    } catch StoryEnd.interrupted {
      tally.isInterrupted = true
    }
    tally.stories = player.stories
    tally.complaints = player.complaints
    return tally
  }

  private static func add(_ story: BrokenStory, _ cell: Int, _ found: inout [Violation.Key: Found]) {
    guard var known = found[story.violation.key] else {
      return found[story.violation.key] = Found(story: story, cell: cell, cells: [cell])
    }
    if !known.cells.contains(cell) { known.cells.append(cell) }
    if story.isPreferred(to: known.story) {
      known.story = story
      known.cell = cell
    }
    found[story.violation.key] = known
  }

  // MARK: Findings

  /// The maximum number of output lines in a finding, and of bytes in each.
  private static let maximumOutput = 20, longestOutput = 300

  /// Returns the beginning of a line, in whole scalars because a Character has no maximum size.
  private static func beginning(of line: String) -> String {
    guard line.utf8.count > longestOutput else { return line }
    var end = line.utf8.index(line.startIndex, offsetBy: longestOutput)
    while end.samePosition(in: line.unicodeScalars) == nil { end = line.utf8.index(before: end) }
    return String(line.unicodeScalars[..<end])
  }

  /// Plays a story twice in a fresh session. Only a failure that occurs each time is reported.
  private func confirm(_ found: Found, _ index: Int, _ tally: inout SearchTally) throws -> ExplorationFinding? {
    let opened = try open()
    let fresh = try opened.app(index, options.devices)
    // The definition may make other devices now.
    guard fresh.cells.indices.contains(found.cell) else { throw ExploreError("its devices have changed") }
    let cell = fresh.cells[found.cell]
    let player = StoryPlayer(fresh, on: cell, watchdog: options.watchdog)
    let shrinker = StoryShrinker(player: player)
    var story = found.story
    for _ in 0..<2 {
      guard let again = try shrinker.replay(story.steps, story.violation.key),
        again.steps.count == story.steps.count
      else {
        if story.violation.key.invariant == Invariant.comesToRest.name {
          tally.busy += 1
        } else {
          tally.unstable += 1
        }
        return nil
      }
      story = again
    }
    let key = story.violation.key
    let invariant = Invariant.allCases.first { $0.name == key.invariant }
    let expected = invariant?.row.expected ?? "“\(key.invariant)” holds"
    let devices = fresh.cells.map(\.device)
    let broken = found.cells.sorted().filter(devices.indices.contains).map { devices[$0] }
    var output: [String] = []
    opened.session.output = { line in
      if output.count < Self.maximumOutput { output.append(Self.beginning(of: line)) }
    }
    let written = try ScenarioWriter.write(story, expected: expected, on: player)
    opened.session.output = { _ in }
    return ExplorationFinding(
      invariant: key.invariant, fact: key.fact.isEmpty ? nil : key.fact, happened: story.violation.text,
      expected: expected,
      detail: key.detail,
      steps: written.steps.map { .init($0.step.description, order: Int($0.step.action.rawValue), events: $0.events) },
      isSettled: story.isSettled, device: found.cell, walk: found.story.walk, breaksOn: broken.map(\.name),
      span: ExploredDevice.span(broken, of: devices), output: output,
      source: source.source(title: titles.count > 1 ? fresh.title : nil),
      code: ScenarioWriter.scenario(written, on: cell))
  }

  // MARK: Figures

  private func fill(_ report: inout ExploredAppReport, _ tally: SearchTally, _ subject: ExploredApp) {
    report.stories = tally.stories
    report.states = tally.states
    report.transitions = tally.transitions
    report.walks = tally.walks
    report.cutShort = tally.cutShort
    report.facts = tally.facts.map(\.rawValue).sorted { ExactText.precedes($0, $1) }
    let actions = ExploreAction.allCases.filter {
      $0 != .own && !tally.taken.contains($0) && !subject.without.contains($0.name)
    }
    let own = subject.actions.map(\.name).filter { !tally.takenOwn.contains($0) && !subject.without.contains($0) }
    report.neverTaken = actions.map(\.name) + own
    report.notes = tally.notes(of: subject)
  }
}

/// The options of an exploration.
package struct ExploreOptions {
  /// The number of steps up to which all stories are played.
  package var depth = 4
  /// The limit of real time for the whole exploration, in seconds; nil if there is no limit.
  package var seconds: Double?
  /// The limit of processor time for a story, or for reading the definitions, in seconds; 0 for no limit.
  package var watchdog: Double = 0
  /// The seed of the random stories.
  package var seed: UInt64 = 1
  /// The number of random stories on each device.
  package var walks = 100
  /// The number of steps of a random story.
  package var walkLength = 40
  /// The maximum number of states that are kept.
  package var maximumStates = 1_000_000
  /// Whether a story ends at a state that was met before. If false, the result is the same but takes much longer.
  package var recognisesStates = true
  /// The devices that replace those of the definition.
  package var devices = DeviceChoice()
  /// The part of the stories to play.
  package var part = ExplorePart.whole
  /// The services from higher-level modules for scripts; nil if scripts do not need them.
  package var services: (any SessionServices)?
  /// The budget of the app's code in one step of a story, in Lua units; a call may use a tenth of it.
  package var budget: Int64 = 20_000_000
  /// The environment of scripts.
  package var surroundings: ScriptSurroundings?
  /// The folders that scripts may read, in addition to their projects.
  package var readableFolders: [ReadableFolder] = []
  /// The folders that scripts may write to, in addition to their own.
  package var writableFolders: [WritableFolder] = []
  /// Plugins in addition to those of the project's settings.
  package var plugins: [PluginSource] = []

  /// The common deadline of several parts, which replaces ``seconds``.
  package var deadline: ContinuousClock.Instant?
  var deadlineFromNow: ContinuousClock.Instant? { seconds.map { .now + .milliseconds(Int64($0 * 1000)) } }

  /// The settings that all parts of an exploration share.
  var settings: ExplorationSettings {
    var settings = ExplorationSettings()
    settings.depth = depth
    settings.walks = walks
    settings.walkLength = walkLength
    settings.seed = "\(seed)"
    settings.maximumStates = maximumStates
    return settings
  }

  /// Creates the default options.
  package init() {}
}

/// The source of the apps to explore: a script with `explore { … }`, or an app with readable sources.
package struct ExploreSource {
  package let name: String
  private let location: ScriptLocation
  /// The name for files next to the script.
  private let fileName: String
  private let isScript: Bool
  /// Reads the project's settings once for all sessions.
  private let projects: ProjectFinder

  /// Creates a source from a script or an app, at a path relative to the working directory.
  /// - Parameters:
  ///   - trust: decides whether to run the code that the project's settings name.
  ///   - rules: the lint rules that settings can name; nil if their names are not checked.
  package init(_ path: String, trust: ProjectTrust = .nothing, rules: [RuleDescription]? = nil) {
    projects = ProjectFinder(trust: trust, rules: rules)
    name = path
    isScript = path.hasSuffix(".lua")
    let folder = FileTreePath.directory(of: path)
    location = .folder(isScript ? folder.isEmpty ? path.utf8.first == UInt8(ascii: "/") ? "/" : "." : folder : ".")
    fileName = isScript ? FileTreePath.lastComponent(path) : path
  }

  /// Creates a source from a bundled script, such as `scenarios/museum/launches/wrong-window.lua`.
  package init(bundled path: String) {
    projects = ProjectFinder(trust: .nothing)
    name = path
    isScript = true
    location = .bundled(FileTreePath.directory(of: path))
    fileName = FileTreePath.lastComponent(path)
  }

  /// Returns the source of an app, for its scenario.
  func source(title: String?) -> ExplorationFinding.Source {
    ExplorationFinding.Source(path: name, title: title, isScript: isScript)
  }

  /// A session in which the definitions have run.
  struct Opened {
    let session: Session
    let apps: [LuaReference]
    let titles: [String]

    func app(_ index: Int, _ devices: DeviceChoice) throws -> ExploredApp {
      try ExploredApp(apps[index], in: session, devices: devices)
    }
  }

  private static let reading = "return require(\"homescreen.explore\").from(...)"
  /// The script for an app that behaves like its sources.
  private static let installing = """
    local explore, path = require "homescreen.explore", ...
    -- A folder such as “.” is not a name. Installing the app reports what cannot be read.
    local isRead, package = pcall(AppPackage, path)
    return { explore {
      title = isRead and package.name or path, app = path, install = { sources = true, doubtful = false }, declares = false,
    } }
    """

  /// Opens the source and starts the watchdog, which the exploration later switches off.
  /// - Throws: ``ExploreError``.
  func open(_ options: ExploreOptions) throws -> Opened {
    Watchdog.note(TerminalText.visible(name, isOneLine: true))
    Watchdog.arm(seconds: options.watchdog)
    do {
      let session = try Session(at: location, options: LuaOptions(budget: options.budget), services: options.services)
      if let surroundings = options.surroundings { session.surroundings = surroundings }
      session.surroundings.scriptName = name
      session.files.readableFolders = options.readableFolders
      session.files.writableFolders = options.writableFolders
      if !isScript { session.files.allow(fileName) }
      // The same as in `run`, which plays the findings.
      var problem: PluginProblem?
      session.load(projects.settings(for: location), plugins: options.plugins, namesApp: !isScript) {
        problem = problem ?? $0
      }
      if let problem { throw ExploreError("\(problem.plugin): \(ExploreError.text(of: problem.error))") }
      let text = isScript ? Self.reading : Self.installing
      let results = try session.lua.results(of: session.lua.load(text, chunkName: ExploreError.chunkName), [fileName])
      let stack = session.lua.stack
      var apps: [LuaReference] = []
      var titles: [String] = []
      if let list = results.first {
        stack.push(list)
        while stack.pushRaw(Int64(apps.count + 1), of: -1) == .table {
          stack.pushRaw("title", of: -1)
          titles.append(stack.string(at: -1) ?? "")
          stack.removeLast()
          apps.append(stack.reference(to: -1))
          stack.removeLast()
        }
        stack.removeLast(2)
      }
      guard !apps.isEmpty else {
        throw ExploreError(
          "\(name) defines no app to explore. The script needs: local explore = require \"homescreen.explore\"; "
            + "explore { app = …, code = function(app) … end }", isEmpty: true)
      }
      if let twice = titles.first(where: { title in titles.filter { ExactText.isSame($0, title) }.count > 1 }) {
        throw ExploreError("\(name) has two apps with the title “\(twice)”; give each its own title")
      }
      return Opened(session: session, apps: apps, titles: titles)
    } catch let error as LuaError {
      throw ExploreError(ExploreError.text(of: error), isMissingInput: error.message.hasPrefix("cannot open"))
    }
  }
}

extension ExploredApp {
  func actionsOfStories() -> [ExploreAction] {
    ExploreAction.allCases.filter { !without.contains($0.name) && ($0 != .own || !actions.isEmpty) }
  }

  /// Checks the names of omitted actions and of facts, because a mistyped name would be ignored silently.
  /// - Throws: ``ExploreError``.
  func checkNames() throws(ExploreError) {
    let known = Set(
      ExploreAction.allCases.map(\.name) + Invariant.allCases.map(\.name) + actions.map(\.name) + invariants.map(\.name)
    )
    if let stranger = without.subtracting(known).min() {
      throw ExploreError(
        "\(title): “without” has an unknown action or invariant, “\(stranger)”; use one of "
          + known.sorted { ExactText.precedes($0, $1) }.joined(separator: ", "))
    }
    for invariant in invariants {
      guard let fact = invariant.fact, FactLedger.fact(FactID(fact)) == nil else { continue }
      let near = FactLedger.suggestions(for: fact).map { " Did you mean \($0)?" }.first ?? ""
      throw ExploreError(
        "\(title): the invariant “\(invariant.name)” names the fact “\(fact)”, which is not in the ledgers.\(near)")
    }
  }
}
