import AppPackages
import AppSources
import Platform
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@testable import SourceClient

/// Requests to a script instead of the reader.
@Suite struct SourceClientTests {
  private static func json(_ files: Int = 0) -> String {
    (try? SourceDocument(program: "1.0", fileCount: files).json()) ?? ""
  }

  private static func ask(
    _ reader: FakeReader, files: [String] = ["A.swift", "B.m"], seconds: Double = 30
  ) throws -> (document: SourceDocument?, problems: [String]) {
    let package = try AppPackage(contentsOf: reader.app(files))
    let client = SourceClient(version: "1.0", cache: nil, limit: SourceLimit(seconds: seconds), confinement: .none)
    return CurrentMachine.$value.withValue(
      OtherVariables(["HOMESCREEN_READER": reader.path])
    ) { (client.document(of: package), client.problems) }
  }

  @Test func documentIsReadOnce() throws {
    let reader = FakeReader("echo '\(Self.json(2))'")
    let package = try AppPackage(contentsOf: reader.app(["A.swift"]))
    let client = SourceClient(version: "1.0", cache: nil, limit: SourceLimit(seconds: 30), confinement: .none)
    CurrentMachine.$value.withValue(OtherVariables(["HOMESCREEN_READER": reader.path])) {
      #expect(client.document(of: package)?.fileCount == 2)
      #expect(client.document(of: package)?.fileCount == 2)
    }
    #expect(client.problems == [])
    #expect(reader.runs == 1)
  }

  /// A watch notices only what this process asks for.
  @Test func filesOfTheReaderAreAskedFor() throws {
    let reader = FakeReader("echo '\(Self.json(2))'")
    let package = try AppPackage(contentsOf: reader.app(["A.swift"]))
    let client = SourceClient(version: "1.0", cache: nil, limit: SourceLimit(seconds: 30), confinement: .none)
    let machine = OtherVariables(["HOMESCREEN_READER": reader.path])
    CurrentMachine.$value.withValue(machine) { #expect(client.document(of: package)?.fileCount == 2) }
    #expect(machine.asked.withLock { $0.contains { $0.hasSuffix("/A.swift") } })
  }

  // The reader's log of runs is also outside its cache.
  @Test(.enabled(if: Confinement.ofKernel.version > 0, "the kernel has no Landlock"))
  func readerWritesOnlyIntoItsCache() throws {
    let reader = FakeReader("echo '\(Self.json(2))'")
    let package = try AppPackage(contentsOf: reader.app(["A.swift"]))
    for (cache, runs) in [(nil, 0), (reader.folder.path, 1)] {
      let client = SourceClient(version: "1.0", cache: cache, limit: SourceLimit(seconds: 30))
      CurrentMachine.$value.withValue(OtherVariables(["HOMESCREEN_READER": reader.path])) {
        #expect(client.document(of: package)?.fileCount == 2)
      }
      #expect(reader.runs == runs)
    }
  }

  @Test func requestListsFilesIconsAndTypes() throws {
    let reader = FakeReader("")
    let package = try AppPackage(contentsOf: reader.app(["B.swift", "A.m", "A.h", "Pods/C.swift", "notes.txt"]))
    let request = try #require(SourceRequest(of: package, cache: "/tmp/c"))
    #expect(request.files.map(\.path) == ["A.h", "A.m", "B.swift"])
    #expect(request.iconNames == ["night"])
    #expect(request.actionTypes == ["com.example.app.new"])
    #expect(request.root.hasSuffix("/App") && request.root.hasPrefix("/"))
    #expect(request.cache == "/tmp/c")
  }

  @Test func builtAppIsNotRead() throws {
    let package = try AppPackage(
      tree: try MemoryTree(name: "X.app", ["Info.plist": Array("<plist><dict/></plist>".utf8)]))
    #expect(SourceRequest(of: package) == nil)
    let client = SourceClient(version: "1.0", cache: nil, limit: SourceLimit(seconds: 30), confinement: .none)
    #expect(client.document(of: package) == nil)
    #expect(client.problems == [])
  }

  @Test func missingReaderIsReportedOnceWithAHint() throws {
    let reader = FakeReader("")
    let package = try AppPackage(contentsOf: reader.app(["A.swift"]))
    let client = SourceClient(version: "1.0", cache: nil, limit: SourceLimit(seconds: 30), confinement: .none)
    CurrentMachine.$value.withValue(OtherVariables(["PATH": "/proc/nowhere:relative:"])) {
      #expect(client.document(of: package) == nil)
      #expect(client.document(of: package) == nil)
    }
    #expect(client.problems.count == 1)
    #expect(client.problems.first?.contains("pip install 'homescreen[sources]'") == true)
  }

  @Test func readerInPathIsFound() throws {
    let reader = FakeReader("echo '\(Self.json(1))'")
    let package = try AppPackage(contentsOf: reader.app(["A.swift"]))
    let client = SourceClient(version: "1.0", cache: nil, limit: SourceLimit(seconds: 30), confinement: .none)
    rename(reader.path, "\(reader.folder.path)/\(ReaderProgram.name)")
    CurrentMachine.$value.withValue(OtherVariables(["PATH": "/proc/nowhere:\(reader.folder.path)"])) {
      #expect(client.document(of: package)?.fileCount == 1)
    }
  }

  @Test(arguments: [
    "homescreen-sources 0.9 document \(SourceDocument.currentVersion)",
    "homescreen-sources 1.0 document \(SourceDocument.currentVersion + 1)", "something else", "",
  ])
  func readerOfAnotherVersionIsNotUsed(version: String) throws {
    let reader = FakeReader(version: version, "echo '\(Self.json())'")
    let (document, problems) = try Self.ask(reader)
    #expect(document == nil)
    #expect(problems.count == 1 && problems[0].contains("version"))
    #expect(reader.runs == 0)
  }

  /// An unpackaged build adds a suffix to its versions.
  @Test func readerWithAVersionSuffixIsUsed() throws {
    let words = "(debug, parser of the toolchain)"
    let reader = FakeReader(
      version: "homescreen-sources 1.0 document \(SourceDocument.currentVersion) \(words)", "echo '\(Self.json(1))'")
    let (document, problems) = try Self.ask(reader)
    #expect(document?.fileCount == 1)
    #expect(problems == [])
    CurrentMachine.$value.withValue(OtherVariables(["HOMESCREEN_READER": reader.path])) {
      #expect(SourceClient.reader(version: "1.0") == (reader.path, words))
      #expect(SourceClient.reader(version: "1.1").path == nil)
    }
  }

  // MARK: A reader that fails

  @Test func fileThatCrashesTheReaderIsLeftOut() throws {
    let reader = FakeReader(
      """
      case "$request" in *Deep.swift*|*Worse.m*) kill -SEGV $$ ;; esac
      echo '\(Self.json(3))'
      """)
    let names = (0..<9).map { "File\($0).swift" } + ["Deep.swift", "Worse.m"]
    let (document, problems) = try Self.ask(reader, files: names)
    #expect(problems == [])
    #expect(document?.fileCount == 3)
    #expect(
      document?.unread == ["Deep.swift", "Worse.m"].map { UnreadSource(SourcePlace(file: $0, line: 1), .crashed) })
  }

  @Test(arguments: [
    ("kill -SEGV $$", "on more than 3 files"),
    (
      #"case "$request" in *F1.swift*F19.swift*) kill -SEGV $$ ;; *) exit 1 ;; esac"#,
      "the file that it was reading is unknown"
    ),
    ("echo damaged >&2; exit 70", "ended with 70: damaged"),
    ("echo '{'", "cannot be read: "), ("", "cannot be read: "),
  ])
  func readerErrorsAreReported(body: String, words: String) throws {
    let reader = FakeReader(body)
    let (document, problems) = try Self.ask(reader, files: (0..<20).map { "F\($0).swift" })
    #expect(document == nil)
    #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
  }

  @Test func hangingReaderIsEnded() throws {
    let (document, problems) = try Self.ask(FakeReader("sleep 600"), seconds: 0.2)
    #expect(document == nil)
    #expect(problems.count == 1 && problems[0].contains("real time"))
  }

  @Test func endedReaderIsReportedWithItsLimit() throws {
    let reader = FakeReader("sleep 600")
    let client = SourceClient(
      version: "1.0", cache: nil, limit: SourceLimit(seconds: 0.2, remedy: "more with X"), confinement: .none)
    let package = try AppPackage(contentsOf: reader.app(["A.swift"]))
    CurrentMachine.$value.withValue(OtherVariables(["HOMESCREEN_READER": reader.path])) {
      #expect(client.document(of: package) == nil)
    }
    let words = "was stopped after 1.6 seconds of real time; more with X"
    #expect(client.problems.count == 1 && client.problems[0].hasSuffix(words), "\(client.problems)")
    #expect(client.failures == [.late])
  }

  #if os(Linux)
    @Test func processorTimeIsLimited() {
      let outcome = ChildProgram(path: "/bin/sh").run(
        ["-c", "while :; do :; done"], seconds: 600, processorSeconds: 0.2)
      #expect(outcome.end == .workedTooLong)
    }
  #endif

  /// A new account has no folder for caches.
  @Test func folderForCachesIsMade() throws {
    let reader = FakeReader("echo '\(Self.json(1))'")
    let cache = "\(reader.folder.path)/home/.cache/homescreen/sources"
    let client = SourceClient(version: "1.0", cache: cache, limit: SourceLimit(seconds: 30), confinement: .none)
    let package = try AppPackage(contentsOf: reader.app(["A.swift"]))
    CurrentMachine.$value.withValue(OtherVariables(["HOMESCREEN_READER": reader.path])) {
      #expect(client.document(of: package)?.fileCount == 1)
    }
    // This reader caches nothing.
    #expect(CurrentMachine.value.exists("\(reader.folder.path)/home/.cache"))
    #expect(!CurrentMachine.value.exists("\(reader.folder.path)/home/.cache/homescreen"))
  }

  @Test func slowReaderIsNotUsedAgain() throws {
    let reader = FakeReader("sleep 600")
    let client = SourceClient(version: "1.0", cache: nil, limit: SourceLimit(seconds: 0.2), confinement: .none)
    let other = FakeReader("")
    let packages = try [reader.app(["A.swift"]), other.app(["A.swift"])].map { try AppPackage(contentsOf: $0) }
    CurrentMachine.$value.withValue(OtherVariables(["HOMESCREEN_READER": reader.path])) {
      for package in packages { #expect(client.document(of: package) == nil) }
    }
    #expect(other.runs == 0)
    #expect(reader.runs == 1)
    #expect(client.problems.count == 1)
  }

  @Test func readerThatClosesItsOutputAndHangsIsEnded() throws {
    let (document, problems) = try Self.ask(FakeReader("exec >&- 2>&-; exec sleep 600"), seconds: 0.2)
    #expect(document == nil)
    #expect(problems.count == 1 && problems[0].contains("real time"))
  }

  @Test func readerWithEndlessOutputIsEnded() throws {
    let (document, problems) = try Self.ask(FakeReader("exec cat /dev/zero"))
    #expect(document == nil)
    #expect(problems.count == 1 && problems[0].contains("too long an answer"))
  }

  /// It must not crash this process.
  @Test func readerThatIgnoresItsInputIsHarmless() {
    let program = ChildProgram(path: "/bin/true")
    let input = String(repeating: "x", count: 10_000_000)
    #expect(program.run(input: input, seconds: 30).end == .code(0))
    if case .notStarted = ChildProgram(path: "/proc/nowhere/reader").run(seconds: 1).end {} else { Issue.record() }
  }

  @Test func longRequestArrivesCompletely() {
    let input = String(repeating: "0123456789", count: 500_000)
    let outcome = ChildProgram(path: "/bin/cat").run(input: input, seconds: 60)
    #expect(outcome.end == .code(0))
    #expect(outcome.output == Array(input.utf8))
  }
}
