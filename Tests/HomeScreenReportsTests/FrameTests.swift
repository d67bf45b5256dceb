import HomeScreenReports
import TestSupport
import Testing

/// Events go through a pipe as frames, come back as they were, and whatever else comes is refused.
@Suite struct FrameTests {
  private static func frame(_ event: RunEvent) -> [UInt8] {
    var writer = EventFrame.Writer()
    return writer.write(event)
  }

  /// A frame of these bytes.
  private static func frame(_ content: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
  }

  private static func event(_ frame: [UInt8]) -> RunEvent? {
    guard case .event(let event)? = EventFrame.read(frame[...]) else { return nil }
    return event
  }

  /// The frames of pieces, with what tells whether they can be frames.
  private static func split(_ bytes: [UInt8], every length: Int) -> (frames: [[UInt8]], isBroken: Bool) {
    var splitter = FrameSplitter()
    var frames: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      splitter.take(bytes[start..<min(bytes.count, start + length)]) { frames.append(Array($0)) }
    }
    return (frames, splitter.isBroken)
  }

  @Test func everyKindIsTried() {
    #expect(RunEvent.Name.allCases.allSatisfy { name in EventSamples.all.contains { $0.name == name } })
  }

  @Test(arguments: EventSamples.all)
  func eventsComeBackAsTheyWere(event: RunEvent) throws {
    let frame = Self.frame(event)
    #expect(EventFrame.kind(of: frame[...]) == .event(event.name))
    let again = try #require(Self.event(frame))
    let line = EventSamples.line(event)
    #expect(EventSamples.line(again) == line)
    // The other encoding says the same.
    let read = try #require(RunEvent(line: line.utf8))
    #expect(EventSamples.line(read) == EventSamples.line(again))
  }

  @Test(arguments: [Int.min, .min + 1, -1, 0, 1, 63, 64, .max - 1, .max])
  func numbersComeBackAsTheyWere(number: Int) {
    guard
      case .fileStarted(_, let position, let worker)? = Self.event(
        Self.frame(.fileStarted(file: "", position: number, worker: 7)))
    else { return #expect(Bool(false), "\(number) is not read") }
    #expect(position == number)
    #expect(worker == 7)
  }

  @Test(arguments: ["", "{\"asked-path\":\"/\\n\"}", "\u{0}\n\u{10FFFF}"])
  func linesComeBackAsTheyWere(line: String) {
    var writer = EventFrame.Writer()
    let frame = writer.write(line: line)
    #expect(EventFrame.kind(of: frame[...]) == .line)
    guard case .line(let again)? = EventFrame.read(frame[...]) else { return #expect(Bool(false)) }
    #expect(Array(again.utf8) == Array(line.utf8))
  }

  @Test func aWriterKeepsNothingOfTheEventBefore() {
    var writer = EventFrame.Writer()
    for event in EventSamples.all { #expect(writer.write(event) == Self.frame(event) || event.name == .coverage) }
  }

  // MARK: Pieces

  @Test(arguments: [1, 2, 3, 5, 64, 4096, 65_536, 1 << 24])
  func framesAreFoundInPieces(length: Int) {
    let frames = EventSamples.all.map(Self.frame)
    let (found, isBroken) = Self.split(Array(frames.joined()), every: length)
    #expect(found == frames)
    #expect(!isBroken)
  }

  @Test func whatLacksItsEndIsNoFrame() {
    let whole = Self.frame(.note(file: "a", text: "b"))
    let cut = Self.frame(.note(file: "a", text: "long"))
    for end in 0..<cut.count {
      let (found, isBroken) = Self.split(whole + cut[..<end], every: 7)
      #expect(found == [whole])
      #expect(!isBroken)
    }
  }

  @Test(arguments: [[0, 0, 0, 0], [0, 0, 0, 0x80], [1, 0, 0, 0x40], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func impossibleLengthsBreakThePipe(head: [UInt8]) {
    let whole = Self.frame(.note(file: "a", text: "b"))
    for length in [1, 3, 1000] {
      let (found, isBroken) = Self.split(whole + head + whole, every: length)
      #expect(found == [whole])
      #expect(isBroken)
    }
  }

  // MARK: Damage

  @Test(arguments: EventSamples.all)
  func aPartOfAnEventIsNone(event: RunEvent) {
    let content = Array(Self.frame(event).dropFirst(4))
    for end in stride(from: 0, to: content.count, by: max(1, content.count / 300)) {
      #expect(Self.event(Self.frame(Array(content[..<end]))) == nil)
    }
    #expect(Self.event(Self.frame(content + [0])) == nil)
    #expect(Self.event(Self.frame(content)) != nil)
  }

  /// The number of a kind of event, and what follows in place of its fields.
  @Test(
    arguments: [
      (nil, []), (nil, [0, 0]),
      // A text, a list and a set that say they are larger than all there is.
      (.note, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x61]),
      (.note, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]),
      (.scenarioListed, [0, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0]), (.coverage, [0, 0xFF, 0xFF, 0x03, 0, 0, 0, 0]),
      // A number of more than 64 bits, and one without an end.
      (.fileStarted, [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02, 0]), (.fileStarted, [0, 0x80]),
      // Neither there nor not there.
      (.scenarioListed, [0, 0, 2, 0]),
      // An exit code that there is not.
      (.runFinished, [0, 0, 0, 0, 0, 0, 0, 100]),
      // Lines from 0 to 2⁶² of a script, from 4 to 2, from 1 without an end.
      (.coverage, [0, 0, 0, 0, 0, 1, 0, 2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]),
      (.coverage, [0, 0, 0, 0, 0, 1, 0, 2, 8, 4, 0]), (.coverage, [0, 0, 0, 0, 0, 1, 0, 1, 2, 0]),
    ] as [(RunEvent.Name?, [UInt8])])
  func whatCannotBeAnEventIsNone(name: RunEvent.Name?, fields: [UInt8]) {
    let names = RunEvent.Name.allCases
    let number = name.flatMap(names.firstIndex) ?? names.count + 1
    #expect(Self.event(Self.frame([UInt8(number)] + fields)) == nil)
  }

  /// Mutations, always the same ones: every result is an event that can be written again, or none.
  @Test func damagedFramesAreReadOrRefused() {
    // The long text alone would take all of the time.
    let seeds = EventSamples.all.map(Self.frame).filter { $0.count < 10_000 }
    var (events, refusals) = (0, 0)
    for (index, seed) in seeds.enumerated() {
      var mutator = Mutator(seed: UInt64(index), other: seeds)
      for _ in 0..<Fuzzing.rounds {
        let content = mutator.mutate(Array(seed.dropFirst(4)))
        guard let event = Self.event(Self.frame(content)) else {
          refusals += 1
          continue
        }
        events += 1
        let again = Self.event(Self.frame(event))
        #expect(again.map(EventSamples.line) == EventSamples.line(event))
      }
    }
    #expect(events > 0)
    #expect(refusals > 0)
  }
}
