import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Inputs that are not files, and slow inputs.
@Suite struct UnusualInputTests {
  private let folder = TemporaryFolder()

  /// Binds a socket to a path.
  private func makeSocket(_ path: String) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }

  @Test func nonFilesAreReportedByTheirKind() throws {
    folder.makePipe("pipe")
    let descriptor = try makeSocket(folder.path + "/socket")
    defer { close(descriptor) }
    folder.makeFolder("folder")
    for (path, word) in [
      ("/dev/zero", "a device"), (folder.path + "/pipe", "a named pipe"), (folder.path + "/socket", "a socket"),
    ] {
      for command in [["run"], ["inspect"], ["why"], ["repl"], ["plugin", "p", "c", "--app"]] {
        let result = try homescreen(command + [path])
        #expect(result.exitCode == (command[0] == "plugin" ? 4 : 66), "\(result)")
        if command[0] != "plugin" { #expect(result.stderr.contains("\(path): this is \(word)"), "\(result)") }
      }
      let plugins = try homescreen(["plugin", "list", "--plugin", path])
      #expect(plugins.exitCode == 2)
      #expect(plugins.stderr.contains("cannot be read: this is \(word), not a file"), "\(plugins)")
      let write = try homescreen(["repl", "--write", path])
      #expect(write.exitCode == 64)
      #expect(write.stderr.contains("this is \(word), not a folder"), "\(write)")
    }
    let plugins = try homescreen(["plugin", "list", "--plugin", folder.path + "/folder"])
    #expect(plugins.stderr.contains("cannot be read: this is a folder, not a file"), "\(plugins)")
  }

  @Test func appsWithNonFilesAreRead() throws {
    folder.makeFolder("A.app")
    folder.makePipe("A.app/Info.plist")
    let pipe = try homescreen(["inspect", folder.path + "/A.app"])
    #expect(pipe.exitCode == 66, "\(pipe)")
    #expect(pipe.stderr.contains("A.app/Info.plist: this is a named pipe, not a file"), "\(pipe)")
    folder.makeFolder("B.app")
    let descriptor = try makeSocket(folder.path + "/B.app/Info.plist")
    defer { close(descriptor) }
    let socket = try homescreen(["why", folder.path + "/B.app"])
    #expect(socket.exitCode == 66, "\(socket)")
    #expect(socket.stderr.contains("B.app/Info.plist: this is a socket, not a file"), "\(socket)")
  }

  @Test func systemErrorsAreExplained() throws {
    let result = try homescreen(["run", folder.path + "/" + String(repeating: "x", count: 300)])
    #expect(result.exitCode == 66)
    #expect(result.stderr.contains("File name too long"), "\(result)")
  }

  // MARK: Time

  /// No machine reads two megabytes of keys in a millisecond.
  private func bigList() -> String {
    let keys = (0..<60_000).map { "<key>key\($0)</key><string>\($0)</string>\n" }.joined()
    return folder.write("Big/Info.plist", "<plist><dict>\(keys)</dict></plist>")
  }

  @Test(arguments: [
    ["inspect"], ["inspect", "--json"], ["inspect", "--plist"], ["why"], ["why", "--json"], ["repl"],
  ])
  func slowReaderIsEnded(command: [String]) throws {
    let path = bigList()
    let result = try homescreen(command + ["--watchdog", "0.001", path], stdin: "print 'never'\n")
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.stdout == "")
    #expect(
      result.stderr.matches(
        of:
          #/^homescreen: .+ took longer than (0\.001 seconds of processor|0\.01 seconds of real) time and was ended\. More time: --watchdog SECONDS\.\n$/#
      ).count == 1, "\(result)")
    // The REPL loads its settings first; a slow machine spends the millisecond there.
    let isAtSettings = command == ["repl"] && result.stderr.contains(": loading homescreen.lua and its plugins took")
    #expect(isAtSettings || result.stderr.contains(": reading \(path) took"), "\(result)")
  }

  /// Ten thousand findings about one key, or about ten thousand keys: a linear search for each was slow.
  @Test(arguments: [1, 10_000]) func repeatedKeysAreReadInBoundedTime(keys: Int) throws {
    let pairs = (0..<20_000).map { "<key>key\($0 % keys)</key><string>x</string>\n" }.joined()
    let path = folder.write("Big/Info.plist", "<plist><dict>\(pairs)</dict></plist>")
    let result = try homescreen(["lint", "--watchdog", "10", path], timeLimit: 60)
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(result.stdout.contains("occurs a second time here"), "\(result.stderr)")
  }

  @Test func sharedFixIsMadeOnce() throws {
    let pairs = String(repeating: "<key>a</key><string>x</string>\n", count: 2_000)
    let path = folder.write("Big/Info.plist", "<plist><dict>\n\(pairs)</dict></plist>\n")
    let result = try homescreen(["lint", "--fix", "--watchdog", "10", path], timeLimit: 60)
    #expect(result.exitCode != 124, "\(result.stderr)")
    #expect(folder.read("Big/Info.plist") == "<plist><dict>\n<key>a</key><string>x</string>\n</dict></plist>\n")
  }

  @Test func inspectionFinishesWithoutALimit() throws {
    let path = bigList()
    for limit in ["0", "60"] {
      let result = try homescreen(["inspect", "--watchdog", limit, path], timeLimit: 60)
      #expect(result.exitCode == 0, "\(result)")
      #expect(result.stdout.contains("unknown.big"))
    }
    #expect(try homescreen(["inspect", "--watchdog", "-1", path]).exitCode == 64)
  }
}
