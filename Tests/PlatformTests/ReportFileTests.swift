import Platform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Report files: complete documents or none, and events as they arrive.
@Suite struct ReportFileTests {
  private let folder = TemporaryFolder()

  // MARK: Documents

  @Test func documentReplacesTheOldFile() throws {
    let path = "\(folder.path)/out.txt"
    for text in ["first, which is longer", "second", ""] {
      try ReportFile.write(text, to: path)
      #expect(folder.read("out.txt") == text)
    }
  }

  @Test func linkIsFollowedOutOfItsFolder() throws {
    folder.write("far/real.txt", "old")
    folder.makeFolder("near")
    folder.link("near/link.txt", to: "\(folder.path)/far/real.txt")
    try ReportFile.write("new", to: "\(folder.path)/near/link.txt")
    #expect(folder.read("far/real.txt") == "new")
  }

  @Test func deviceReceivesTheReport() throws {
    try ReportFile.write("anything", to: "/dev/null")
    #expect { try ReportFile.write("x", to: "/dev/full") } throws: {
      "\($0)" == "the report /dev/full could not be written: No space left on device"
    }
  }

  @Test(arguments: ["/proc/nowhere/at/all", "", "/", "a\0b"])
  func invalidPathsAreReported(path: String) {
    #expect { try ReportFile.write("x", to: path) } throws: { error in
      let text = "\(error)"
      return error is LostReport && text.hasPrefix("the report ") && !text.hasSuffix("written: ")
        && !text.contains("\0")
    }
  }

  // MARK: Events

  @Test func linesAreWrittenWheneverNoEventIsPending() throws {
    folder.write("out.jsonl", "old")
    let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/out.jsonl"))
    output.write(.forPrograms("kept until the file is open"))
    output.flush()
    #expect(folder.names == ["out.jsonl"])
    try output.open()
    output.flush()
    output.write(.forPeople("two \(StyledText("red", .red)) \u{1B}"))
    #expect(folder.read("out.jsonl.partial") == "kept until the file is open\n")
    #expect(folder.read("out.jsonl") == "old")
    try output.finish()
    #expect(folder.read("out.jsonl") == "kept until the file is open\ntwo red \\u{1B}\n")
    #expect(folder.names == ["out.jsonl"])
  }

  @Test func largeBuffersAreWrittenAutomatically() throws {
    let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/out"))
    try output.open()
    for _ in 0..<1_000 { output.write(.forPrograms(String(repeating: "x", count: 99))) }
    #expect((folder.read("out.partial")?.utf8.count ?? 0) > 60_000)
    try output.finish()
    #expect(folder.read("out")?.utf8.count == 100_000)
  }

  @Test func firstErrorIsReportedAtTheEnd() throws {
    let output = ReportOutput(ReportRequest("json", file: "/dev/full"))
    try output.open()
    output.write(.forPrograms("lost"))
    output.flush()
    output.write(.forPrograms("lost too"))
    #expect { try output.finish() } throws: {
      "\($0)" == "the report /dev/full could not be written: No space left on device"
    }
    let nowhere = ReportOutput(ReportRequest("json", file: "/proc/nowhere/out"))
    #expect { try nowhere.open() } throws: { error in (error as? LostReport)?.path == "/proc/nowhere/out" }
  }

  @Test func twoWritersDoNotInterleave() throws {
    let outputs = (0..<3).map { _ in ReportOutput(ReportRequest("json", file: "\(folder.path)/out")) }
    for output in outputs { try output.open() }
    #expect(folder.names == ["out.partial", "out.partial-2", "out.partial-3"])
    for line in 0..<2 {
      for (writer, output) in outputs.enumerated() {
        output.write(.forPrograms("\(writer) \(line)"))
        output.flush()
      }
    }
    for (writer, output) in outputs.enumerated() {
      try output.finish()
      #expect(folder.read("out") == "\(writer) 0\n\(writer) 1\n")
    }
    #expect(folder.names == ["out"])
  }

  /// Leftovers of an ended process are not locked; files of a running one are.
  @Test func leftoversOfAnEarlierRunAreReplaced() throws {
    folder.write("out", "old")
    folder.write("out.partial", "left")
    let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/out"))
    try output.open()
    #expect(folder.read("out.partial") == "")
    try output.finish()
    #expect(folder.read("out") == "" && folder.names == ["out"])
  }

  @Test func unfinishedReportDoesNotReplaceTheFile() throws {
    folder.write("out", "old")
    do {
      let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/out"))
      try output.open()
      output.write(.forPrograms("half"))
      output.flush()
    }
    #expect(folder.read("out") == "old" && folder.names == ["out"])
  }

  @Test func permissionsAndLinksAreKept() throws {
    folder.write("far/real", "old")
    chmod("\(folder.path)/far/real", 0o640)
    folder.link("link", to: "far/real")
    // A link may lead to a missing file.
    folder.link("new", to: "far/new")
    for name in ["link", "new"] {
      let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/\(name)"))
      try output.open()
      output.write(.forPrograms(name))
      try output.finish()
      var status = stat()
      #expect(lstat("\(folder.path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }
    try ReportFile.write("whole", to: "\(folder.path)/new")
    #expect(folder.read("far/real") == "link\n" && folder.read("far/new") == "whole")
    var status = stat()
    #expect(stat("\(folder.path)/far/real", &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test func protectedFileIsKept() throws {
    folder.write("out", "old")
    chmod("\(folder.path)/out", 0o444)
    let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/out"))
    #expect { try output.open() } throws: { "\($0)".hasSuffix("the file is write-protected") }
    #expect(folder.read("out") == "old" && folder.names == ["out"])
  }

  /// Like standard output at `/dev/stdout`: existing contents stay first.
  @Test(arguments: ["/dev/fd/", "/proc/self/fd/"]) func descriptorReceivesTheLinesDirectly(prefix: String) throws {
    let file = open(folder.write("out", ""), O_WRONLY)
    defer { close(file) }
    #expect(write(file, "first\n", 6) == 6)
    let output = ReportOutput(ReportRequest("json", file: "\(prefix)\(file)"))
    try output.open()
    output.write(.forPrograms("second"))
    try output.finish()
    try ReportFile.write("third\n", to: "\(prefix)\(file)")
    #expect(write(file, "fourth\n", 7) == 7)
    #expect(folder.read("out") == "first\nsecond\nthird\nfourth\n" && folder.names == ["out"])
    #expect(throws: LostReport.self) { try ReportFile.write("x", to: "\(prefix)9999") }
  }

  @Test(.enabled(if: geteuid() != 0, "The super-user may write into every folder."))
  func fileInAProtectedFolderIsWrittenInPlace() throws {
    folder.write("shut/out", "old, and longer")
    chmod("\(folder.path)/shut", 0o555)
    defer { chmod("\(folder.path)/shut", 0o755) }
    try ReportFile.write("whole", to: "\(folder.path)/shut/out")
    #expect(folder.read("shut/out") == "whole")
    let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/shut/out"))
    try output.open()
    let second = ReportOutput(ReportRequest("json", file: "\(folder.path)/shut/out"))
    #expect { try second.open() } throws: { "\($0)".hasSuffix("another process is writing the same file") }
    output.write(.forPrograms("line"))
    try output.finish()
    #expect(folder.read("shut/out") == "line\n")
  }
}
