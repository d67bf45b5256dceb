import Events
import TestSupport
import Testing

/// The report checkers find faults: a checker that accepts everything proves nothing.
@Suite struct CheckerTests {
  private static let run = {
    var run = MadeRun(files: 1)
    run.start("a.lua")
    run.print("printed")
    run.end(["passes"], .passed)
    run.end(["fails"], .failed, Problem(code: "assertion", message: "m", place: "a.lua:3"))
    run.end(["waits"], .pending)
    run.finishFile()
    run.finish()
    return run
  }()

  private func replaced(_ text: String, _ old: String, _ new: String) throws -> String {
    let range = try #require(text.firstRange(of: old), "\(old) is not there")
    return text[..<range.lowerBound] + new + text[range.upperBound...]
  }

  @Test(arguments: [
    ("TAP version 14", "TAP version 13"), ("ok 1 - ", "ok 2 - "), ("ok 1 - ", "ok - "), ("not ok 2", "nok 2"),
    ("1..3", "1..4"), ("1..3", "1..3\n1..3"), ("1..3\n", ""), ("1..3", "1..3\nok 4 - late"), ("# SKIP", "# LATER"),
    ("passes", "pass#es"), ("passes", "pass\\es"), ("a.lua › passes", ""), ("passes", "a\u{1B}b"), ("  ---\n", ""),
    ("  ...\n", ""), ("  message", "message"), ("\"m\"", "m"), ("  message: \"m\"\n", ""), ("\"m\"", "\"m\nok 3 - x\""),
    ("1..3", "Bail out!  x\nok 4 - y"), ("1..3", "Bail out!"), ("# printed", "printed"),
    ("  severity:", "  message:"), ("  severity: \"fail\"", "  severity: 'fail'"),
  ])
  func damagedTAPIsRefused(old: String, new: String) throws {
    let text = Self.run.text("tap")
    #expect(TAPChecker(text).faults == [])
    #expect(TAPChecker(try replaced(text, old, new)).faults != [])
  }

  @Test(arguments: [
    ("<?xml", "<xml"), ("</testsuites>", ""), ("</testsuites>", "</testsuite>"), ("tests=\"3\"", "tests=\"4\""),
    ("failures=\"1\"", "failures=\"0\""), ("skipped=\"1\"", ""), ("name=\"", "name='"), ("&", "&amp"),
    ("printed", "]]>"), ("printed", "&nbsp;"), ("printed", "a < b"), ("printed", "\u{1}"), ("printed", "\u{FFFE}"),
    ("</system-out>", "</system-out><testcase name=\"x\" classname=\"\" time=\"0.0\"/>"), ("classname=\"a\"", ""),
    ("</failure>", "</failure><error message=\"\" type=\"\"/>"), ("type=\"assertion\"", ""),
    ("time=\"0", "time=\"x"), ("<properties>", "<properties><x/>"), ("<testsuite ", "<suite/><testsuite "),
    ("line=\"3\"", "line=\"3\" line=\"4\""), ("line=\"3\"", "line=\"three\""), ("</testsuites>", "</testsuites>x"),
    ("name=\"passes\"", "name=\"a\nb\""), ("<testcase", "text<testcase"),
  ])
  func damagedJUnitIsRefused(old: String, new: String) throws {
    // The message needs entities.
    let text = Self.run.text("junit").split(separator: "message=\"m\"").joined(separator: "message=\"&amp;\"")
    #expect(JUnitChecker(text).faults == [])
    #expect(JUnitChecker(try replaced(text, old, new)).faults != [])
  }

  @Test(arguments: [
    ("\"event\":\"note\"", "\"event\":\"notes\""), ("runStarted", "runFinished"), ("\"worker\":1", "\"worker\":\"1\""),
    ("\"position\":0,", ""), ("\"file\":\"a.lua\",\"position\"", "\"file\":\"b.lua\",\"position\""),
    ("\"status\":\"passed\"", "\"status\":\"fine\""), ("\"code\":\"assertion\",", ""),
    ("\"microseconds\":0", "\"x\":0"),
    ("00000000000000ab", "ab"), ("\"name\":[\"passes\"]", "\"name\":[1]"), ("{\"event\"", "{\"events\""),
    ("}\n", "},\n"),
    ("}\n", "}"), ("\"place\":", "\"spot\":"),
    ("\"state\":[0,", "\"state\":[\"0\","),
    ("\"firstLine\":3,", ""),
  ])
  func damagedEventsAreRefused(old: String, new: String) throws {
    var run = MadeRun()
    run.start("a.lua")
    run.add(.note(file: "a.lua", text: "n"))
    run.end(["passes"], .passed)
    run.end(["fails"], .failed, Problem(code: "assertion", message: "m", place: "a.lua:3"))
    var stepped = ScenarioResult(
      file: "a.lua", name: ["s"], line: 1, status: .passed, traceHash: "00000000000000ab")
    stepped.steps = EventSamples.steps(2)
    run.add(.scenarioFinished(stepped))
    run.finishFile()
    run.finish()
    let text = run.text("json")
    #expect(EventChecker(text).faults == [])
    #expect(EventChecker(try replaced(text, old, new)).faults != [])
  }
}
