import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

private enum Strace {
  static let isPossible: Bool = {
    let result = try? ChildProcess.run(
      "/bin/sh", ["-c", "strace -f -qq -o /dev/null true"], environment: ["PATH": "/usr/bin:/bin"])
    return result?.exitCode == 0
  }()
}

/// System calls that fail for one path, using strace. `scripts/faults` tries all of them.
@Suite(.enabled(if: Strace.isPossible, "There is no strace here, or it may not trace."))
struct FailingCallTests {
  private let folder = TemporaryFolder()
  private static let app = "\(Repository.root)/lua/scenarios/seeds/fixtures/ChangeIcon.app"

  /// - Parameters:
  ///   - fault: The strace injection for calls with the path.
  ///   - path: The path, in the folder or absolute.
  private func run(_ fault: String, at path: String, _ arguments: [String]) throws -> ProcessResult {
    let place = path.hasPrefix("/") ? path : "\(folder.path)/\(path)"
    return try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        #"cd "$0" && place=$1 fault=$2 && shift 2 && exec strace -f -qq -o /dev/null -P "$place" -e "inject=$fault" "$@""#,
        folder.path, place, fault, try BuiltExecutable.path(),
      ] + arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
  }

  /// Without the picture, findings and exit code would differ.
  @Test func readErrorsAreNotMissingFiles() throws {
    let result = try run("openat,openat2:error=EIO", at: "\(Self.app)/leaf@2x.png", ["lint", Self.app])
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("leaf@2x.png could not be read: Input/output error"), "\(result)")
  }

  @Test func fullDiskKeepsTheOldReportAndTheStartOfTheNewOne() throws {
    folder.write("s.lua", "it('holds', function() end)")
    folder.write("a", "old")
    let result = try run("write:error=ENOSPC:when=2+", at: "a.partial", ["run", "s.lua", "--format", "json=a"])
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stderr.contains("No space left on device; the incomplete report is in "), "\(result)")
    #expect(folder.read("a") == "old" && folder.names == ["a", "a.partial", "s.lua"])
    #expect(folder.read("a.partial")?.contains("runStarted") == true)
  }

  @Test func fullDiskBeforeTheFirstByteLeavesNothing() throws {
    folder.write("s.lua", "it('holds', function() end)")
    let result = try run("write:error=ENOSPC", at: "a.partial", ["run", "s.lua", "--format", "json=a"])
    #expect(result.exitCode == 74 && folder.names == ["s.lua"], "\(result)")
  }

  @Test(arguments: ["fsync", "rename,renameat,renameat2"]) func unmovedReportsAreKept(call: String) throws {
    folder.write("s.lua", "it('holds', function() end)")
    folder.write("a", "old")
    let result = try run("\(call):error=EIO", at: "a.partial", ["run", "s.lua", "--format", "json=a"])
    #expect(result.exitCode == 74 && result.stderr.contains("is in \(folder.path)/a.partial"), "\(result)")
    #expect(folder.read("a") == "old" && folder.read("a.partial")?.contains("runFinished") == true)
  }
}
