import TestSupport
import Testing

/// Records that are damaged, hostile, or cannot be written.
extension RecordTests {
  @Test(arguments: [
    ("", "line 1: the record is empty"), ("it('x')", "line 1: this is no record of a run"),
    ("{}\n", "line 1: this is no record of a run"),
    (#"{"record":3,"version":"9.9"}"# + "\n", "use the homescreen that made it: 9.9"),
    (#"{"record":1,"version":"1"}"# + "\n", "line 1: the line that begins the record is damaged"),
  ])
  func noRecord(text: String, message: String) throws {
    elsewhere.write("run.jsonl", text)
    let result = try replay()
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("run.jsonl: "))
    #expect(result.stderr.contains(message), "\(result)")
    #expect(result.stdout == "")
  }

  @Test(arguments: [
    "no JSON", "{\"asked\":", #"{"asked":"content","path":"/a","is":"file","size":3,"base64":"!!!!"}"#,
    #"{"asked":"content","path":"/a","is":"file","size":-3,"text":"abc"}"#,
    #"{"asked":"content","path":"/a","is":"file","size":1e300,"text":"abc"}"#,
    #"{"asked":"content","path":"relative","is":"file","size":3,"text":"abc"}"#,
    #"{"asked":"status","path":"/a","is":"elephant"}"#, #"{"asked":"entries","path":"/a","entries":[1]}"#,
    #"{"asked":"status","path":"/a","refused":"EVERYTHING"}"#, #"{"asked":"anything"}"#, #"{"event":"party"}"#,
    "{\"asked\":\"status\",\"path\":\"/a\",\"is\":\"file\",\"size\":" + String(repeating: "[", count: 100_000) + "}",
    #"{"recordEnd":77}"#,
  ])
  func aDamagedLineIsNamed(line: String) throws {
    #expect(try recordAndForget(["spec/a_spec.lua": "it('a', function() end)"]).exitCode == 0)
    try edit { $0.insert(line, at: 3) }
    let result = try replay()
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("run.jsonl: line 4: "), "\(result)")
  }

  @Test func aRecordLeadsNowhere() throws {
    let target = TemporaryFolder()
    target.write("secret.strings", "a = \"secret\";")
    let script =
      "it('a', function() print(pcall(plist.load, 'PATH/secret.strings')) plist.parse 'a = \"b\";':save 'PATH/x.strings' end)"
      .replacing("PATH", with: target.path)
    let result = try recordAndForget(
      ["spec/a_spec.lua": "it('a', function() end) print [[SCRIPT]]"], ["spec", "--write", target.path])
    #expect(result.exitCode == 0, "\(result)")
    try edit { lines in
      lines[0].replace(
        #""arguments":["#,
        with: #""arguments":["--format","json=\#(target.path)/out.json","--plugin","\#(target.path)/plugin.lua","#)
      for index in lines.indices where lines[index].hasPrefix(#"{"asked":"content""#) {
        lines[index].replace("print [[SCRIPT]]", with: script.replacing("\"", with: "\\\""))
      }
      lines.insert(
        #"{"asked":"content","path":"\#(target.path)/huge","is":"file","size":1000000000000000,"text":""}"#, at: 2)
      lines.insert(#"{"asked":"realPath","path":"\#(target.path)","answer":"/../../etc"}"#, at: 2)
      lines[lines.count - 1] = #"{"recordEnd":\#(lines.count - 1)}"#
    }
    let again = try replay()
    #expect(again.exitCode == 1, "\(again)")
    #expect(!again.stdout.contains("secret\""))
    #expect(target.names == ["secret.strings"])
  }

  @Test func argumentsOfNoRun() throws {
    #expect(try recordAndForget(["spec/a_spec.lua": "it('a', function() end)"]).exitCode == 0)
    try edit { $0[0].replace(#""arguments":["#, with: #""arguments":["--frobnicate","#) }
    let result = try replay()
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("arguments that this homescreen does not understand"))
  }

  @Test func theRecordCannotBeWritten() throws {
    let script = elsewhere.write("a_spec.lua", "print 'never' it('a', function() end)")
    let result = try CommandLineTests.homescreen(["run", script, "--record", "\(elsewhere.path)/missing/run.jsonl"])
    #expect(result.exitCode == 74, "\(result)")
    #expect(!result.stdout.contains("never"))
    #expect(try CommandLineTests.homescreen(["replay", "\(elsewhere.path)/missing"]).exitCode == 66)
    #expect(try CommandLineTests.homescreen(["replay"]).exitCode == 64)
  }
}
