import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What files looked like from outside: enough to see that one was written, replaced or removed.
///
/// A path that ends with a slash means what a folder holds; without it, a folder is just there.
struct FilePrints {
  /// A time by the clock that dates files.
  struct Moment: Comparable {
    let seconds: Int
    let nanoseconds: Int

    static var now: Moment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Moment(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// `14:03:27`, where this machine is.
    var timeOfDay: String {
      var seconds = time_t(self.seconds)
      var date = tm()
      localtime_r(&seconds, &date)
      return [date.tm_hour, date.tm_min, date.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    static func < (left: Moment, right: Moment) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  private enum Print: Equatable {
    case nothing
    case there(date: Moment, size: Int, number: UInt64, mode: UInt32)
    case folder(number: UInt64)
    /// Somebody has to be told of a change yet.
    case outdated
  }

  private var prints: [ExactText: Print] = [:]

  /// Those that do not look as they did; of new ones those that were written since a moment.
  func changes(_ paths: Set<ExactText>, since start: Moment? = nil) -> Set<ExactText> {
    paths.filter { path in
      let now = Self.print(path.text)
      if let before = prints[path] { return before != now }
      guard let start, case .there(let date, _, _, _) = now else { return false }
      return date > start
    }
  }

  /// Remembers what files look like now, and forgets all others.
  /// - Parameter changed: those that somebody has to be told of yet.
  mutating func take(_ paths: Set<ExactText>, but changed: Set<ExactText> = []) {
    prints = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, changed.contains($0) ? .outdated : Self.print($0.text)) })
  }

  private static func print(_ path: String) -> Print {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .nothing }
    // What is put into a folder dates it anew.
    if status.st_mode & S_IFMT == S_IFDIR, path.utf8.last != UInt8(ascii: "/") {
      return .folder(number: UInt64(status.st_ino))
    }
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return .there(
      date: Moment(seconds: time.tv_sec, nanoseconds: time.tv_nsec), size: Int(status.st_size),
      number: UInt64(status.st_ino), mode: UInt32(status.st_mode))
  }
}
