import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the machine could not answer in this process, because it failed itself: a disk that gives no data, no descriptor
/// left, no memory.
///
/// Such an answer says nothing of what is there. Many readers go on without a file that they cannot read, as without one
/// that is missing; what they say then may be wrong, and this is how the end of the process knows.
public enum MachineTrouble {
  private static let first = Mutex<(path: String, number: Int32)?>(nil)

  /// The first one in words, without a full stop: where, and why. nil where there was none.
  public static var text: String? {
    first.withLock { $0.map { "\($0.path) could not be read: \(SystemError.text($0.number))" } }
  }

  /// Keeps what a question about a path has failed with, if that is the machine's failure and no answer.
  package static func note(_ number: Int32, _ path: String) {
    switch number {
    case EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT: first.withLock { $0 = $0 ?? (path, number) }
    default: break
    }
  }
}
