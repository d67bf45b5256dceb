internal import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import LuaEngine
import PropertyLists

/// Runs one script on two devices, and tells for each scenario whether it is the same on both.
struct FileComparison {
  private let file: ScenarioFile
  private let options: RunOptions
  private let comparison: RunComparison
  private let projects: ProjectFinder
  private let files: [SpoolFile]
  private let emit: (RunEvent) -> Void

  init(
    file: ScenarioFile, options: RunOptions, comparison: RunComparison, projects: ProjectFinder,
    sides files: [SpoolFile], emit: @escaping (RunEvent) -> Void
  ) {
    self.file = file
    self.options = options
    self.comparison = comparison
    self.projects = projects
    self.files = files
    self.emit = emit
  }

  /// - Returns: false when Ctrl-C ended it.
  func run() -> Bool {
    emit(.fileStarted(file: file.name, position: file.position, worker: options.worker))
    var hash = TraceDigest()
    var sides: [ObservedSide] = []
    var hasFailed = false
    for (defaults, spool) in zip(comparison.defaults, files) {
      var options = options
      options.device = defaults
      options.isolation = .file
      options.snapshots = .compare
      // Which scenarios differ is known when both have run.
      if options.steps != .none { options.steps = .all }
      var observed = ObservedSide(in: spool)
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
      runner.observer = { observed.add($0, isAbout: comparison.axis.field) }
      runner.run()
      if runner.isInterrupted || Interrupt.wasRequested { return false }
      sides.append(observed)
    }
    compareAll(sides)
    emit(.fileFinished(file: file.name, counts: RunCounts(), traceHash: hash.description))
    return true
  }

  /// Tells those of the first side in its order, then those that only the second one has.
  private func compareAll(_ sides: [ObservedSide]) {
    let (first, second) = (sides[0], sides[1])
    var places: [ScenarioKey.Digest: Int32] = [:]
    places.reserveCapacity(second.count)
    for index in 0..<second.count { places[second.key(of: index)] = Int32(index) }
    for index in 0..<first.count {
      let other = places.removeValue(forKey: first.key(of: index)).map(Int.init)
      guard let left = first.scenario(index) else { return lose() }
      guard let other else {
        emit(.scenarioCompared(compare([left, nil])))
        continue
      }
      guard let right = second.scenario(other) else { return lose() }
      emit(.scenarioCompared(compare([left, right])))
    }
    for index in 0..<second.count where places[second.key(of: index)] != nil {
      guard let right = second.scenario(index) else { return lose() }
      emit(.scenarioCompared(compare([nil, right])))
    }
  }

  private func lose() {
    emit(
      .fileFailed(
        file: file.name,
        problem: Problem(
          .crash, message: "what this file did on both devices got lost: it cannot be read back from the disk",
          hint: "The system's folder for temporary files may be full or damaged.")))
  }

  private func compare(_ sides: [ObservedSide.Scenario?]) -> ComparedScenario {
    let any = sides.lazy.compactMap(\.self).first?.result
    var scenario = ComparedScenario(
      file: file.name, name: any?.name ?? [], line: any?.line, cell: any?.cell, axis: comparison.axis.rawValue,
      sides: zip(comparison.values, sides).map { value, side in
        ComparedScenario.Side(
          value: value, status: side?.result.status, message: side?.result.problem?.message,
          code: side?.result.problem?.code, traceHash: side?.result.traceHash)
      }, usesDefault: sides.contains { $0?.usesDefault == true })
    for (index, side) in sides.enumerated() where options.steps == .all || scenario.isDifferent || scenario.failsOnBoth
    {
      scenario.sides[index].steps = side?.result.steps
    }
    guard scenario.isDifferent, let left = sides[0]?.result.trace, let right = sides[1]?.result.trace else {
      return scenario
    }
    let (first, second) = (Self.byDevice(left), Self.byDevice(right))
    for device in 0..<max(first.count, second.count) {
      let earlier = first.indices.contains(device) ? first[device] : []
      let later = second.indices.contains(device) ? second[device] : []
      let same = zip(earlier, later).prefix { ExactText.isSame($0.text, $1.text) }.count
      guard same < max(earlier.count, later.count) else { continue }
      scenario.position = same + 1
      scenario.sides[0].event = same < earlier.count ? earlier[same].event : nil
      scenario.sides[1].event = same < later.count ? later[same].event : nil
      break
    }
    return scenario
  }

  private static func byDevice(_ trace: [String]) -> [[TraceLine]] {
    var devices: [[TraceLine]] = []
    for line in trace.lazy.map({ TraceLine($0) }) {
      while devices.count <= line.device { devices.append([]) }
      devices[line.device].append(line)
    }
    return devices
  }
}
