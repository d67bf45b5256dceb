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

  /// A page looks things up by these numbers.
  @Test(arguments: [
    (#""devices":[{"name":"d","state":[0]}]"#, "a path without a value"),
    (#""devices":[{"name":"d","state":[0,9]}]"#, "a text that is not there"),
    (#""devices":[{"name":"d","state":[0,-1]}]"#, "a state with a value of nothing"),
    (#""steps":[{"device":1,"milliseconds":0,"kind":"k","name":"n"}]"#, "a device that is not there"),
    (#""steps":[{"milliseconds":0,"kind":"k","name":"n","changes":[0,-2]}]"#, "a change to less than nothing"),
    (#""steps":[{"milliseconds":0,"kind":"k","name":"n","screen":0}]"#, "a picture that is not there"),
    (#""steps":[{"kind":"k","name":"n"}]"#, "a step at no time"), (#""leftOut":-1"#, "less than nothing left out"),
  ])
  func stepsWhoseNumbersLeadNowhereAreNotRead(fields: String, what: String) {
    func line(_ fields: String) -> String {
      #"{"event":"scenarioFinished","file":"a","name":[],"status":"failed","traceHash":"0","steps":{"texts":["t"],"#
        + (fields.contains("devices") ? "" : #""devices":[{"name":"d","state":[0,0]}],"#) + fields + "}}"
    }
    #expect(RunEvent(line: line(#""leftOut":0"#).utf8) != nil)
    #expect(RunEvent(line: line(fields).utf8) == nil, "\(what)")
  }
}
