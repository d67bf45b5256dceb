#if canImport(Glibc)
  public import Glibc
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A terminal without a screen: keys typed in advance, and the program's output.
public final class PseudoTerminal {
  /// The user's end.
  private let user: Int32
  /// The program's end.
  public let program: Int32
  /// Its device path.
  public let path: String

  /// Opens a terminal, or returns nil if the system provides none.
  /// - Parameter isRaw: Control characters typed in advance arrive unchanged, and nothing is echoed.
  public init?(columns: Int = 80, rows: Int = 24, isRaw: Bool = true) {
    #if canImport(Glibc)
      // The Linux implementations of posix_openpt, unlockpt and ptsname, which Swift does not import there.
      user = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var unlocked: Int32 = 0
      var number: Int32 = 0
      guard user >= 0, ioctl(user, 0x4004_5431, &unlocked) == 0, ioctl(user, 0x8004_5430, &number) == 0 else {
        return nil
      }
      path = "/dev/pts/\(number)"
    #else
      user = posix_openpt(O_RDWR | O_NOCTTY)
      guard user >= 0, grantpt(user) == 0, unlockpt(user) == 0, let name = ptsname(user) else { return nil }
      path = String(cString: name)
    #endif
    program = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard program >= 0 else { return nil }
    if isRaw {
      var settings = termios()
      tcgetattr(program, &settings)
      settings.c_lflag &= ~tcflag_t(ISIG | ICANON | ECHO | IEXTEN)
      tcsetattr(program, TCSANOW, &settings)
    }
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(program, UInt(TIOCSWINSZ), &size)
    _ = fcntl(user, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(user)
    if program >= 0 { close(program) }
  }

  /// Types a text.
  public func type(_ keys: String) {
    type(bytes: Array(keys.utf8))
  }

  /// Types bytes, such as those of a control key.
  public func type(bytes: [UInt8]) {
    send(bytes)
    // The kernel delivers keys with a delay. Until then a change of the terminal's mode could change their meaning.
    var waiting: Int32 = 0
    for _ in 0..<5_000 where waiting < bytes.count {
      _ = ioctl(program, UInt(FIONREAD), &waiting)
      if waiting < bytes.count { usleep(1_000) }
    }
  }

  /// Types bytes for a program that is already reading.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(user, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The program has not read the pending bytes.
        usleep(1_000)
      } else {
        return
      }
    }
  }

  /// The output since the last call.
  public func drawn() -> String { String(decoding: drawnBytes(), as: UTF8.self) }

  /// The bytes of the output since the last call.
  public func drawnBytes() -> [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = block.withUnsafeMutableBytes { read(user, $0.baseAddress, $0.count) }
      if count <= 0 { return all }
      all += block[..<count]
    }
  }

  /// The local modes of the program's end: echo, line mode, signals.
  public var localFlags: tcflag_t {
    var settings = termios()
    tcgetattr(program, &settings)
    return settings.c_lflag
  }
}
