public import Events
import HomeScreenSimulator
internal import LuaAPI
import LuaEngine
public import Platform

/// Runs scenario files in worker processes, as many at a time as were asked for, and outlives whatever they do to them.
///
/// A script that crashes its worker, or never ends and cannot be stopped, costs its own file: the report says what
/// happened and another worker goes on with the next file. Reports get the files in their order, whoever ran them.
public struct ScenarioSupervisor {
  private let options: RunOptions
  /// Who looks at each scenario that has failed.
  public var onFailure = FailureHooks()

  /// A supervisor whose workers run files in this way.
  public init(options: RunOptions) {
    self.options = options
  }

  /// Runs the files and gives the exit code of the whole. The process may have one thread only.
  /// - Parameters:
  ///   - pause: called whenever no event waits: a good moment to write what was kept.
  ///   - emit: hears the events, those of ``ScenarioRunner``.
  public func run(_ files: [ScenarioFile], pause: @escaping () -> Void, emit: @escaping (RunEvent) -> Void) -> ExitCode
  {
    let total = files.count
    let files = ScenarioFile.prepare(files, for: options)
    let frame = RunFrame(options: options, emit: emit)
    frame.start(files)
    guard onFailure.inspect == nil else {
      runHere(files[...], frame, pause)
      return frame.finish(files, of: total)
    }
    Interrupt.startCounting()
    let delivery = EventDelivery(files, endsWithFirstFailure: options.endsWithFirstFailure, tell: frame.tell)
    if let ticket = SharedTicket() {
      let pool = WorkerPool(files, options: options, ticket: ticket, delivery: delivery, onFailure)
      while pool.goesOn {
        pause()
        pool.startWorkers()
        guard !pool.isEmpty else { break }
        pool.follow()
      }
      delivery.flush()
      if pool.isInterrupted { frame.tally.interrupt() }
      if pool.hadFault { frame.tally.noteFault() }
      if !pool.canStart, !pool.isInterrupted, !delivery.hasEnded {
        runHere(pool.rest, frame, pause)
      }
    } else {
      runHere(files[...], frame, pause)
    }
    return frame.finish(files, of: total)
  }

  /// The system makes no more processes: better here than not at all.
  private func runHere(_ files: ArraySlice<ScenarioFile>, _ frame: RunFrame, _ pause: @escaping () -> Void) {
    Interrupt.install()
    var runner = ScenarioRunner(options: options)
    runner.onFailure = onFailure
    let isDone = runner.runFiles(files) { event in
      frame.tell(event)
      pause()
    }
    if !isDone { frame.tally.interrupt() }
  }
}
