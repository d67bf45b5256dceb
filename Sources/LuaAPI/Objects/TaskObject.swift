import HomeScreenSimulator

/// `Task`: a function that may await.
final class TaskObject {
  /// Its function has returned or raised.
  var isFinished = false
  /// The error that it ended with.
  var error: Box<NSErrorValue>?
}
