/// A report over the events of a run.
public protocol EventReport: AnyObject {
  /// Takes the next event. They come in order, each once; the last one is `runFinished`.
  func add(_ event: RunEvent)
}
