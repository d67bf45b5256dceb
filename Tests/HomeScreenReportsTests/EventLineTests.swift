import Events
import Platform
import TestSupport
import Testing

/// Events pass through a pipe as lines and survive unchanged, and other data is refused.
@Suite struct EventLineTests {
  private static func event(_ line: [UInt8]) -> RunEvent? {
    guard case .event(let event)? = EventLine.read(line[...]) else { return nil }
    return event
  }

  private static func split(_ bytes: [UInt8], every length: Int) -> [[UInt8]] {
    var splitter = LineBuffer()
    var lines: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      splitter.take(bytes[start..<min(bytes.count, start + length)]) { lines.append(Array($0)) }
    }
    #expect(!splitter.isBroken)
    return lines
  }

  @Test func everyKindIsCovered() {
    #expect(RunEvent.Name.allCases.allSatisfy { name in EventSamples.all.contains { $0.name == name } })
  }

  @Test(arguments: EventSamples.all)
  func eventsSurviveARoundTrip(event: RunEvent) throws {
    let line = EventLine.bytes(event)
    #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(EventLine.kind(of: line[...]) == .event(event.name))
    let again = try #require(Self.event(line))
    #expect(EventSamples.line(again) == EventSamples.line(event))
  }

  @Test(arguments: ["", "{\"asked-path\":\"/\\n\"}", "=\u{0}\r\u{10FFFF}"])
  func textsSurviveARoundTrip(text: String) {
    let line = EventLine.bytes(text: text)
    #expect(EventLine.kind(of: line[...]) == .text)
    guard case .text(let again)? = EventLine.read(line[...]) else { return #expect(Bool(false)) }
    #expect(Array(again.utf8) == Array(text.utf8))
  }

  // MARK: Chunks

  @Test(arguments: [1, 2, 3, 5, 64, 4096, 65_536, 1 << 24])
  func linesAreFoundInChunks(length: Int) {
    let lines = EventSamples.all.map { EventLine.bytes($0) } + [EventLine.bytes(text: "x")]
    #expect(Self.split(Array(lines.joined()), every: length) == lines)
  }

  @Test func unterminatedDataIsNotALine() {
    let whole = EventLine.bytes(.note(file: "a", text: "b"))
    let cut = EventLine.bytes(.note(file: "a", text: "long"))
    for end in 0..<cut.count { #expect(Self.split(whole + cut[..<end], every: 7) == [whole]) }
  }

  @Test func endlessLineBreaksThePipe() {
    var splitter = LineBuffer()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 24)
    var lines = 0
    for _ in 0..<16 { splitter.take(piece[...]) { _ in lines += 1 } }
    #expect(!splitter.isBroken)
    splitter.take(piece[...]) { _ in lines += 1 }
    #expect(splitter.isBroken)
    splitter.take(EventLine.bytes(text: "x")[...]) { _ in lines += 1 }
    #expect(lines == 0)
  }

  // MARK: Damage

  @Test(arguments: EventSamples.all)
  func partialEventIsNotAnEvent(event: RunEvent) {
    let line = EventLine.bytes(event)
    for end in stride(from: 0, to: line.count - 1, by: max(1, line.count / 100)) {
      #expect(Self.event(Array(line[..<end])) == nil)
    }
  }

  @Test(arguments: [
    "", "\n", "{}", #"{"event":"nothing"}"#, #"{"event":"note""#, #" {"event":"note","file":"a","text":"b"}"#,
    #"{"event":"note","file":"a"}"#, #"{"event":"fileStarted","file":"a","position":1e300,"worker":1}"#,
    "\u{0}\u{0}\u{0}\u{4}",
  ])
  func otherDataIsNotAnEvent(text: String) {
    #expect(Self.event(Array(text.utf8)) == nil)
  }

  /// Reproducible mutations: every result is an event that can be written again, or nil.
  @Test func damagedLinesAreReadOrRefused() {
    // The long text alone would take all of the time.
    let seeds = EventSamples.all.map { EventLine.bytes($0) }.filter { $0.count < 10_000 }
    var (events, refusals) = (0, 0)
    for (index, seed) in seeds.enumerated() {
      var mutator = Mutator(seed: UInt64(index), other: seeds)
      for _ in 0..<Fuzzing.rounds / 4 {
        guard let event = Self.event(mutator.mutate(seed)) else {
          refusals += 1
          continue
        }
        events += 1
        #expect(Self.event(EventLine.bytes(event)).map(EventSamples.line) == EventSamples.line(event))
      }
    }
    #expect(events > 0)
    #expect(refusals > 0)
  }
}
