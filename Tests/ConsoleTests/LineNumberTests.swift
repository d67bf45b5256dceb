import Console
import LuaAPI
import Platform
import TestSupport
import Testing

/// The lines of a session and their numbers in `:history`, errors and notes.
@Suite struct LineNumberTests {
  @Test func historyAndErrorsShowTheSameNumbers() throws {
    let transcript = try REPLTranscript(
      "x = 1", "", "if x then", "  y = 2", "end", "error 'z'", ":history", isInteractive: true)
    #expect(
      transcript.output == [
        "  1     0.0 s  x = 1", "  3     0.0 s  if x then\n                 y = 2\n               end",
        "  6     0.0 s  error 'z'",
      ], "\(transcript)")
    let piped = try REPLTranscript("x = 1", "", "error 'z'")
    #expect(piped.errors.first == "error line 3: z", "\(piped)")
  }

  @Test func stoppedLineIsReportedByItsNumber() throws {
    let transcript = try REPLTranscript(["", "while true do end", "x = 1", ":undo"], isInteractive: true)
    #expect(transcript.errors.contains("note: line 2 was stopped and does not run again"), "\(transcript)")
  }

  /// As in the tour, and in a session that reruns the lines of another one.
  @Test func readerContinuesCountingFromALine() throws {
    let reader = Reader(
      source: Lines("a", "b", "c"), prompt: "", continuationPrompt: { _ in "" }, isComplete: { _ in true })
    reader.skip(to: 5)
    #expect(try reader.next() == .chunk(SourceChunk(text: "a", firstLine: 5, isComplete: true)))
    reader.skip(to: 3)
    #expect(try reader.next() == .chunk(SourceChunk(text: "b", firstLine: 6, isComplete: true)))
    #expect(reader.nextLine == 7)
  }

  @Test func fileIsOneLine() throws {
    let folder = TemporaryFolder()
    let path = folder.write("three.lua", "x = 1\n-- two\ny = 3\n")
    let transcript = try REPLTranscript(":load \(path)", "boom()")
    #expect(transcript.errors.prefix(2).last == "  2 | boom()", "\(transcript)")
    #expect(transcript.errors.first?.hasPrefix("error line 2: ") == true, "\(transcript)")
  }

  @Test func syntaxErrorsAndHelpAreNotLines() throws {
    let transcript = try REPLTranscript(
      ["x = 1", ":nonesuch", "?device", ":help", "help", ":history", ":undo", "x"], isInteractive: true)
    #expect(transcript.output.suffix(2) == ["  1     0.0 s  x = 1", "nil"], "\(transcript)")
    #expect(transcript.errors.contains { $0.contains("unknown command 'nonesuch'") }, "\(transcript)")
    let foreign = try REPLTranscript([":locale de", ":why night"], isInteractive: true)
    #expect(foreign.errors.contains { $0.contains("device.locale = \"de\"") }, "\(foreign)")
    #expect(foreign.errors.contains { $0.contains("app:why \"NAME\"") }, "\(foreign)")
    let piped = try REPLTranscript(":nonesuch", "print 'never'")
    #expect(piped.exitCode == .failure && piped.output.isEmpty, "\(piped)")
  }

  /// Code run by help does not change the device.
  @Test func helpExampleSurvivesARewind() throws {
    let transcript = try REPLTranscript("x = 1", ":help device:advance", ":undo", ":run")
    #expect(
      transcript.output.last?.contains("the example of device:advance ran, and its assertions hold") == true,
      "\(transcript)")
  }
}
