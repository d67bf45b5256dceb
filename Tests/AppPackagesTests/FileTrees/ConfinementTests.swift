import AppPackages
import CProcess
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The operations that the kernel refuses after a process has given up its rights, tried on a single confined thread.
@Suite struct ConfinementTests {
  private let open = TemporaryFolder()
  private let closed = TemporaryFolder()

  @Test func confinementNeedsLandlock() {
    #expect(!Confinement.none.confine(writing: []))
    #expect(Confinement.none.rights.isEmpty && Confinement.none.missingRights.count == 7)
    #expect(Confinement(version: 2).rights == ["writing", "moving"])
    #expect(Confinement(version: 6).missingRights.isEmpty && Confinement(version: 99).rights.count == 7)
    #expect(cp_confine(0, nil, 0) == ENOSYS)
  }

  #if os(Linux)
    /// The attempts and the error number of each; 0 if it succeeded.
    private typealias Attempts = [String: Int32]

    private final class Work {
      let body: () -> Attempts
      var attempts: Attempts = [:]
      init(_ body: @escaping () -> Attempts) { self.body = body }
    }

    /// Runs something on its own thread.
    private func onThread(_ body: @escaping () -> Attempts) throws -> Attempts {
      let work = Work(body)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { given in
          guard let given else { return nil }
          let work = Unmanaged<Work>.fromOpaque(given).takeUnretainedValue()
          work.attempts = work.body()
          return nil
        }, Unmanaged.passUnretained(work).toOpaque())
      try #require(code == 0)
      pthread_join(thread, nil)
      return work.attempts
    }

    private static func attempt(_ body: () -> Int32) -> Int32 {
      errno = 0
      let result = body()
      let code = errno
      if result > 2 { close(result) }
      return result < 0 ? code : 0
    }

    private func attempts(_ confinement: Confinement) throws -> Attempts {
      let (open, closed) = (open.path, closed.path)
      return try onThread {
        guard confinement.confine(writing: [open]) else { return ["confined": -1] }
        var done: Attempts = [:]
        done["read"] = Self.attempt { Glibc.open("/etc/passwd", O_RDONLY) }
        done["write"] = Self.attempt { Glibc.open("\(open)/a", O_WRONLY | O_CREAT, 0o644) }
        done["null"] = Self.attempt { Glibc.open("/dev/null", O_WRONLY) }
        done["make"] = Self.attempt { Glibc.open("\(closed)/a", O_WRONLY | O_CREAT, 0o644) }
        done["change"] = Self.attempt { Glibc.open("\(closed)/there", O_WRONLY) }
        done["remove"] = Self.attempt { unlink("\(closed)/there") }
        done["folder"] = Self.attempt { mkdir("\(closed)/folder", 0o755) }
        done["move"] = Self.attempt { rename("\(open)/a", "\(closed)/a") }
        done["link"] = Self.attempt { symlink("/etc/passwd", "\(open)/link") }
        done["truncate"] = Self.attempt { truncate("\(closed)/there", 0) }
        let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        done["bind"] = Self.attempt {
          withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
              bind(stream, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
          }
        }
        close(stream)
        done["signal"] = Self.attempt { kill(getppid(), 0) }
        // The way the program itself saves a file.
        done["save"] = (try? OutputFolder(open).write([65], to: "sub/b.plist")) == nil ? 1 : 0
        done["save again"] = (try? OutputFolder(open).write([66], to: "sub/b.plist")) == nil ? 1 : 0
        done["save elsewhere"] = (try? OutputFolder(closed).write([65], to: "b.plist")) == nil ? 1 : 0
        return done
      }
    }

    @Test(.enabled(if: Confinement.ofKernel.version > 0, "the kernel has no Landlock"), arguments: 1...7)
    func confinementHolds(_ version: Int) throws {
      closed.write("there", "there")
      let confinement = Confinement(version: min(version, Confinement.ofKernel.version))
      let done = try attempts(confinement)
      for name in ["read", "write", "null", "save", "save again"] { #expect(done[name] == 0, "\(name) \(done)") }
      for name in ["make", "change", "remove", "folder", "link"] { #expect(done[name] == EACCES, "\(name) \(done)") }
      #expect(done["move"] != 0 && done["save elsewhere"] == 1, "\(done)")
      if confinement.version >= 3 { #expect(done["truncate"] == EACCES, "\(done)") }
      if confinement.version >= 4 { #expect(done["bind"] == EACCES, "\(done)") }
      if confinement.version >= 6 { #expect(done["signal"] == EPERM, "\(done)") }
      #expect(closed.names == ["there"])
      // Other threads are not confined.
      closed.write("other", "other")
      #expect(closed.read("other") == "other")
    }
  #endif
}
