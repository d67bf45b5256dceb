internal import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import LuaEngine

/// Runs one script on two devices, and tells for each scenario whether it is the same on both.
struct FileComparison {
  private let file: ScenarioFile
  private let options: RunOptions
  private let comparison: RunComparison
  private let projects: ProjectFinder
  private let emit: (RunEvent) -> Void

  init(
    file: ScenarioFile, options: RunOptions, comparison: RunComparison, projects: ProjectFinder,
    emit: @escaping (RunEvent) -> Void
  ) {
    self.file = file
    self.options = options
    self.comparison = comparison
    self.projects = projects
    self.emit = emit
  }

  /// - Returns: false when Ctrl-C ended it.
  func run() -> Bool {
    emit(.fileStarted(file: file.name, position: file.position, worker: options.worker))
    var hash = TraceDigest()
    var keys: [ScenarioKey] = []
    var sides: [[ScenarioKey: ObservedScenario]] = []
    var hasFailed = false
    for defaults in comparison.defaults {
      var options = options
      options.device = defaults
      options.isolation = .file
      options.snapshots = .compare
      // Which scenarios differ is known when both have run.
      if options.steps != .none { options.steps = .all }
      var observed: [ScenarioKey: ObservedScenario] = [:]
      let runner = FileRunner(file: file, options: options, projects: projects) { event in
        switch event {
        case .fileFailed(let file, var problem):
          // Once: most often it is the same on both.
          guard !hasFailed else { return }
          hasFailed = true
          problem.message += " (with \(comparison.axis.rawValue) \(comparison.values[sides.count]))"
          emit(.fileFailed(file: file, problem: problem))
        case .pluginFailed, .coverage: emit(event)
        // What the script says on the first device stands for both.
        case .output, .note: if sides.isEmpty { emit(event) }
        case .fileFinished(_, _, let digest): if let digest = TraceDigest(digest) { hash.combine(digest) }
        case .runStarted, .fileStarted, .scenarioListed, .scenarioFinished, .scenarioCompared, .runFinished:
          break
        }
      }
      runner.observer = { scenario in
        if !sides.contains(where: { $0[scenario.key] != nil }) { keys.append(scenario.key) }
        observed[scenario.key] = scenario
      }
      runner.run()
      if runner.isInterrupted || Interrupt.wasRequested { return false }
      sides.append(observed)
    }
    for key in keys { emit(.scenarioCompared(compare(sides.map { $0[key] }))) }
    emit(.fileFinished(file: file.name, counts: RunCounts(), traceHash: hash.description))
    return true
  }

  private func compare(_ sides: [ObservedScenario?]) -> ComparedScenario {
    let any = sides.lazy.compactMap(\.self).first?.result
    var scenario = ComparedScenario(
      file: file.name, name: any?.name ?? [], line: any?.line, cell: any?.cell, axis: comparison.axis.rawValue,
      sides: zip(comparison.values, sides).map { value, side in
        ComparedScenario.Side(
          value: value, status: side?.result.status, message: side?.result.problem?.message,
          code: side?.result.problem?.code, traceHash: side?.result.traceHash)
      }, usesDefault: sides.contains { $0?.defaults.contains(comparison.axis.field) == true })
    for (index, side) in sides.enumerated() where options.steps == .all || scenario.isDifferent || scenario.failsOnBoth
    {
      scenario.sides[index].steps = side?.result.steps
    }
    guard scenario.isDifferent, sides.count == 2, let left = sides[0], let right = sides[1] else { return scenario }
    for device in 0..<max(left.traces.count, right.traces.count) {
      let (first, second) = (left.events(of: device), right.events(of: device))
      guard let same = Trace.firstDifference(first, second) else { continue }
      scenario.position = same + 1
      scenario.sides[0].event = same < first.count ? ComparedScenario.Event(first[same]) : nil
      scenario.sides[1].event = same < second.count ? ComparedScenario.Event(second[same]) : nil
      break
    }
    return scenario
  }
}

extension ObservedScenario {
  fileprivate func events(of device: Int) -> [TraceEvent] { traces.indices.contains(device) ? traces[device] : [] }
}

extension ComparedScenario.Event {
  fileprivate init(_ event: TraceEvent) {
    let name = [event.app, event.kind.rawValue, event.name].compactMap(\.self).joined(separator: " ")
    let detail = [event.detail.description, event.fact.map { "[\($0)]" } ?? ""].filter { !$0.isEmpty }
    self.init(time: event.time.description, name: name, detail: detail.joined(separator: "  "))
  }
}
