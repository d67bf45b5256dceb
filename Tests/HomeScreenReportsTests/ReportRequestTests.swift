import Platform
import Testing

/// `--format NAME[=FILE]`, in every command.
@Suite struct ReportRequestTests {
  @Test func formatNameMayHaveAFile() throws {
    #expect(try ReportRequest(parsing: "json") == ReportRequest("json"))
    #expect(try ReportRequest(parsing: "json=out.jsonl") == ReportRequest("json", file: "out.jsonl"))
    #expect(try ReportRequest(parsing: "json=-") == ReportRequest("json"))
    #expect(try ReportRequest(parsing: "json=a=b") == ReportRequest("json", file: "a=b"))
  }

  @Test(arguments: [
    ("", "--format needs a name"), ("=file", "--format =file has no name before the ="),
    ("json=", "--format json= names no file; use --format json=FILE, or --format json for standard output"),
    (
      "\u{1B}=", "--format \\u{1B}= names no file; use --format \\u{1B}=FILE, or --format \\u{1B} for standard output"
    ),
  ])
  func invalidRequestsAreRefused(text: String, message: String) {
    #expect { try ReportRequest(parsing: text) } throws: { "\($0)" == message }
  }

  @Test func onlyOneReportGoesToStandardOutput() throws {
    #expect(try ReportRequest.list([], default: "terminal") == [ReportRequest("terminal")])
    #expect(try ReportRequest.list(["json"], default: "terminal") == [ReportRequest("json")])
    #expect(try ReportRequest.list(["json=a"], default: "terminal") == [ReportRequest("json", file: "a")])
    #expect(
      try ReportRequest.list(["json=a"], default: "terminal", isAlwaysPrinted: true)
        == [ReportRequest("terminal"), ReportRequest("json", file: "a")])
    #expect(try ReportRequest.list(["json"], default: "terminal", isAlwaysPrinted: true) == [ReportRequest("json")])
    #expect(
      try ReportRequest.list(["json=a", "terminal", "json=b"], default: "terminal")
        == [ReportRequest("json", file: "a"), ReportRequest("terminal"), ReportRequest("json", file: "b")])
  }

  @Test(arguments: [
    (
      ["terminal", "json"],
      "terminal and json would both go to standard output; give one of them a file, such as --format json=FILE"
    ),
    (
      ["json", "json"],
      "json and json would both go to standard output; give one of them a file, such as --format json=FILE"
    ),
    (["a=x", "b", "c=x"], "two reports would go into x; give each its own file"),
    (["a", "b="], "--format b= names no file; use --format b=FILE, or --format b for standard output"),
  ])
  func twoReportsForOneFileAreRefused(texts: [String], message: String) {
    #expect { try ReportRequest.list(texts, default: "terminal") } throws: { "\($0)" == message }
  }
}
