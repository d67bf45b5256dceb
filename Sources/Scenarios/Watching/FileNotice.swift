internal import AppPackages
import LuaEngine
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Wakes up when something has happened in folders, which may also be nothing of interest.
///
/// On Linux the kernel tells; elsewhere, and where it watches no more folders, a look is taken every few milliseconds.
final class FileNotice {
  /// Milliseconds between two looks where nobody tells.
  private static let interval: Int32 = 30
  /// Milliseconds after which somebody looks whether a signal came.
  private static let longestWait: Int32 = 200
  private var descriptor: Int32 = -1

  init() {
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches these folders, too.
  func add(_ added: Set<ExactText>) {
    #if os(Linux)
      let mask = UInt32(
        IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
          | IN_MOVE_SELF)
      for folder in added where descriptor >= 0 {
        // Again each time: a folder may have come back under its name.
        if inotify_add_watch(descriptor, folder.text, mask) < 0, errno == ENOSPC || errno == ENOMEM {
          close(descriptor)
          descriptor = -1
        }
      }
    #endif
  }

  /// Waits until something may have happened, or a signal came.
  func wait() {
    guard descriptor >= 0 else {
      poll(nil, 0, Self.interval)
      return
    }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal that comes just before the call does not end it.
    while poll(&watched, 1, Self.longestWait) == 0, Interrupt.count == 0, !Interrupt.isTermination {}
    drain()
  }

  /// Waits for a moment.
  static func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

  private func drain() {
    var block = [UInt8](repeating: 0, count: 65_536)
    while block.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
  }
}
