import HomeScreenReports
import Testing

/// Events go through a pipe as lines of JSON and come back as they were.
@Suite struct EventReadingTests {
  @Test(arguments: EventSamples.all)
  func comeBackAsTheyWere(event: RunEvent) throws {
    let line = EventSamples.line(event)
    let read = try #require(RunEvent(line: line.utf8), "\(line)")
    #expect(EventSamples.line(read) == line)
  }

  @Test(arguments: [
    "", "{", "[]", "1", "{}", #"{"event":"nothing"}"#, #"{"event":"output","file":"a"}"#,
    #"{"event":"output","text":"a"}"#,
    #"{"event":"scenarioFinished","file":"a","name":[],"status":"perhaps","traceHash":"0"}"#,
    #"{"event":"fileFailed","file":"a","problem":{"code":"c"}}"#, #"{"event":"fileFinished","file":"a"}"#,
    #"{"event":"runStarted","schemaVersion":1,"version":"1","seed":1}"#, #"{"event":"fileStarted","file":"a"}"#,
    #"{"event":"runFinished","traceHash":"0","exitCode":7}"#,
    #"{"event":"fileStarted","file":"a","position":4611686018427387904,"worker":1}"#,
    #"{"event":"note","file":"a","text":""}{"event":"note","file":"a","text":""}"#,
  ])
  func whatIsNoEventIsNotRead(line: String) {
    #expect(RunEvent(line: line.utf8) == nil)
  }
}
