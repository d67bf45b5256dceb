/// What the pictures of failed snapshots may take in a run, however many fail: reports, records and pages hold all that
/// goes through here.
public struct PictureRoom {
  private var bytes: Int

  /// Room for so much SVG.
  public init(bytes: Int = 16 << 20) { self.bytes = bytes }

  /// The event as it is told: where the room does not last for both pictures, a remark stands in their place.
  public mutating func admit(_ event: RunEvent) -> RunEvent {
    switch event {
    case .scenarioFinished(var result):
      guard let problem = result.problem, problem.picture != nil else { return event }
      result.problem = admit(problem)
      return .scenarioFinished(result)
    case .fileFailed(let file, let problem): return .fileFailed(file: file, problem: admit(problem))
    case .pluginFailed(let plugin, let problem): return .pluginFailed(plugin: plugin, problem: admit(problem))
    case .runStarted, .fileStarted, .output, .note, .scenarioListed, .coverage, .fileFinished,
      .runFinished:
      return event
    }
  }

  private mutating func admit(_ problem: Problem) -> Problem {
    guard var picture = problem.picture else { return problem }
    let size = picture.actual.utf8.count + (picture.expected?.utf8.count ?? 0)
    guard size > bytes else {
      bytes -= size
      return problem
    }
    picture.actual = ""
    picture.expected = nil
    picture.remark = "left out: the pictures of the failures are too large; run this scenario alone to see them"
    var problem = problem
    problem.picture = picture
    return problem
  }
}
