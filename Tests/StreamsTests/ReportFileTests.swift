import HomeScreenReports
import Streams
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of reports: documents whole or not at all, events as they come.
@Suite struct ReportFileTests {
  private let folder = TemporaryFolder()

  // MARK: Documents

  @Test func aDocumentTakesThePlaceOfWhatWasThere() throws {
    let path = "\(folder.path)/out.txt"
    for text in ["first, which is longer", "second", ""] {
      try ReportFile.write(text, to: path)
      #expect(folder.read("out.txt") == text)
    }
  }

  @Test func aLinkIsFollowedAlsoOutOfItsFolder() throws {
    folder.write("far/real.txt", "old")
    folder.makeFolder("near")
    folder.link("near/link.txt", to: "\(folder.path)/far/real.txt")
    try ReportFile.write("new", to: "\(folder.path)/near/link.txt")
    #expect(folder.read("far/real.txt") == "new")
  }

  @Test func aDeviceJustGetsIt() throws {
    try ReportFile.write("anything", to: "/dev/null")
    #expect { try ReportFile.write("x", to: "/dev/full") } throws: {
      "\($0)" == "the report /dev/full could not be written: No space left on device"
    }
  }

  @Test(arguments: ["/nowhere/at/all", "", "/", "a\0b"])
  func whatIsNoPlaceIsTold(path: String) {
    #expect { try ReportFile.write("x", to: path) } throws: { error in
      let text = "\(error)"
      return error is LostReport && text.hasPrefix("the report ") && !text.hasSuffix("written: ")
        && !text.contains("\0")
    }
  }

  // MARK: Events

  @Test func linesArriveWheneverNoEventWaits() throws {
    folder.write("out.jsonl", "old")
    let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/out.jsonl"))
    output.write(.forPrograms("kept until the file is open"))
    output.flush()
    #expect(folder.read("out.jsonl") == "old")
    try output.open()
    #expect(folder.read("out.jsonl") == "")
    output.flush()
    output.write(.forPeople("two \(StyledText("red", .red)) \u{1B}"))
    #expect(folder.read("out.jsonl") == "kept until the file is open\n")
    try output.finish()
    #expect(folder.read("out.jsonl") == "kept until the file is open\ntwo red \\u{1B}\n")
  }

  @Test func muchIsWrittenWithoutBeingAskedFor() throws {
    let output = ReportOutput(ReportRequest("json", file: "\(folder.path)/out"))
    try output.open()
    for _ in 0..<1_000 { output.write(.forPrograms(String(repeating: "x", count: 99))) }
    #expect((folder.read("out")?.utf8.count ?? 0) > 60_000)
    try output.finish()
    #expect(folder.read("out")?.utf8.count == 100_000)
  }

  @Test func theFirstLossIsToldAtTheEnd() throws {
    let output = ReportOutput(ReportRequest("json", file: "/dev/full"))
    try output.open()
    output.write(.forPrograms("lost"))
    output.flush()
    output.write(.forPrograms("lost too"))
    #expect { try output.finish() } throws: {
      "\($0)" == "the report /dev/full could not be written: No space left on device"
    }
    let nowhere = ReportOutput(ReportRequest("json", file: "/nowhere/out"))
    #expect { try nowhere.open() } throws: { error in (error as? LostReport)?.path == "/nowhere/out" }
  }
}
