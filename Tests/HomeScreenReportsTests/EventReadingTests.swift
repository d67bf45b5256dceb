import Events
import Testing

/// Events pass through a pipe as lines of JSON and survive unchanged.
@Suite struct EventReadingTests {
  @Test(arguments: EventSamples.all)
  func eventsSurviveARoundTrip(event: RunEvent) throws {
    let line = EventSamples.line(event)
    let read = try #require(RunEvent(line: line.utf8), "\(line)")
    #expect(EventSamples.line(read) == line)
  }

  @Test(arguments: [
    "", "{", "[]", "1", "{}", #"{"event":"nothing"}"#, #"{"event":"output","file":"a"}"#,
    #"{"event":"output","text":"a"}"#,
    #"{"event":"scenarioFinished","file":"a","name":[],"status":"perhaps","traceHash":"0","microseconds":1}"#,
    #"{"event":"fileFailed","file":"a","problem":{"code":"c"}}"#, #"{"event":"fileFinished","file":"a"}"#,
    #"{"event":"runStarted","schemaVersion":1,"version":"1","seed":1}"#, #"{"event":"fileStarted","file":"a"}"#,
    #"{"event":"runFinished","traceHash":"0","exitCode":7}"#,
    #"{"event":"fileStarted","file":"a","position":4611686018427387904,"worker":1}"#,
    #"{"event":"note","file":"a","text":""}{"event":"note","file":"a","text":""}"#,
    #"{"event":"scenarioListed","file":"a","name":["b",1]}"#,
    #"{"event":"scenarioFinished","file":"a","name":["b",1,"c"],"status":"passed","traceHash":"0","microseconds":1}"#,
    #"{"event":"scenarioFinished","file":"a","name":[],"status":"failed","traceHash":"0","microseconds":1,"problem":{"code":"c"}}"#,
    #"{"event":"fileFailed","file":"a","problem":{"code":"c","message":"m","traceback":[1]}}"#,
    #"{"event":"fileFailed","file":"a","problem":{"code":"c","message":"m","picture":{}}}"#,
    #"{"event":"fileFailed","file":"a","problem":{"code":"c","message":"m","hint":1}}"#,
    #"{"event":"scenarioListed","file":"a","name":[],"line":"1"}"#,
  ])
  func otherDataIsNotRead(line: String) {
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
    (#""devices":[{"state":[]},{"name":"d","state":[]}]"#, "a device without a name"),
    (#""devices":[{"name":"d","state":[0,true,0]}]"#, "a state with something else than a number"),
    (#""steps":[{"milliseconds":0,"kind":"k","name":"n","changes":[0,"0",0]}]"#, "a change to a text"),
    (#""steps":[{"device":"0","milliseconds":0,"kind":"k","name":"n"}]"#, "a device that is no number"),
    (#""sources":[{"file":"a","lines":[]}]"#, "a source without a line"),
    (#""sources":[{"file":"a","firstLine":1,"lines":["a",2]}]"#, "a line that is no text"),
    (#""screens":[{"width":1,"height":1,"words":"","parts":[]}]"#, "a screen without a picture"),
    (#""parts":[{"name":"p"}]"#, "a part without markup"), (#""leftOut":"1""#, "a count that is no number"),
    (#""steps":{}"#, "steps that are no list"),
    (#""texts":["a",1]"#, "texts that are not all texts"), (#""steps":[{"kind":"k","name":"n"}]"#, "a step at no time"),
    (#""leftOut":-1"#, "less than nothing left out"),
  ])
  func stepsWithInvalidNumbersAreNotRead(fields: String, what: String) {
    func line(_ fields: String) -> String {
      var line = #"{"event":"scenarioFinished","file":"a","name":[],"status":"failed","traceHash":"0","#
      line += #""microseconds":1,"steps":{"texts":["t"],"#
      for (name, value) in [("devices", #"{"name":"d","state":[0,0]}"#), ("steps", ""), ("sources", "")]
      where !fields.hasPrefix("\"\(name)\"") {
        line += "\"\(name)\":[\(value)],"
      }
      return line + fields + "}}"
    }
    #expect(RunEvent(line: line(#""leftOut":0"#).utf8) != nil)
    #expect(RunEvent(line: line(fields).utf8) == nil, "\(what)")
  }
}
