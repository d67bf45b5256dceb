import Console
import Testing

/// Complete if every `(` has its `)`.
private func isBalanced(_ text: String) -> Bool {
  text.utf8.filter { $0 == UInt8(ascii: "(") }.count <= text.utf8.filter { $0 == UInt8(ascii: ")") }.count
}

private func reader(_ source: any LineSource, isComplete: @escaping (String) -> Bool = isBalanced) -> Reader {
  Reader(source: source, prompt: "> ", continuationPrompt: { _ in ". " }, isComplete: isComplete)
}

@Suite struct ReaderTests {
  @Test func oneLineIsOneChunk() throws {
    let lines = Lines("print()", "x")
    let reader = reader(lines)
    #expect(try reader.next() == .chunk(SourceChunk(text: "print()", firstLine: 1, isComplete: true)))
    #expect(try reader.next() == .chunk(SourceChunk(text: "x", firstLine: 2, isComplete: true)))
    #expect(try reader.next() == .endOfFile)
    #expect(lines.remembered == ["print()", "x"])
  }

  @Test func severalLinesAreJoinedAfterContinuationPrompts() throws {
    let lines = Lines("f(", "", "1", ")", "g")
    let reader = reader(lines)
    #expect(try reader.next() == .chunk(SourceChunk(text: "f(\n\n1\n)", firstLine: 1, isComplete: true)))
    #expect(try reader.next() == .chunk(SourceChunk(text: "g", firstLine: 5, isComplete: true)))
    #expect(lines.prompts == ["> ", ". ", ". ", ". ", "> "])
    #expect(lines.remembered == ["f(\n\n1\n)", "g"])
  }

  @Test func blankLinesBetweenChunksAreSkippedButCounted() throws {
    let reader = reader(Lines("", " \t", "x"))
    #expect(try reader.next() == .chunk(SourceChunk(text: "x", firstLine: 3, isComplete: true)))
  }

  @Test func lineWithLineBreaksCountsAsSeveral() throws {
    let reader = reader(Lines("f(\n1\n)", "g(\n2", ")", "h"))
    #expect(try reader.next() == .chunk(SourceChunk(text: "f(\n1\n)", firstLine: 1, isComplete: true)))
    #expect(try reader.next() == .chunk(SourceChunk(text: "g(\n2\n)", firstLine: 4, isComplete: true)))
    #expect(try reader.next() == .chunk(SourceChunk(text: "h", firstLine: 7, isComplete: true)))
  }

  @Test func interruptDiscardsTheUnfinishedLines() throws {
    let lines = Lines([.line("f("), .interrupted, .line("x")])
    let reader = reader(lines)
    #expect(try reader.next() == .interrupted)
    #expect(try reader.next() == .chunk(SourceChunk(text: "x", firstLine: 2, isComplete: true)))
    #expect(lines.prompts == ["> ", ". ", "> "])
    #expect(lines.remembered == ["x"])
  }

  @Test func endOfInputReturnsAnUnfinishedChunk() throws {
    let lines = Lines("f(", "1")
    let reader = reader(lines)
    #expect(try reader.next() == .chunk(SourceChunk(text: "f(\n1", firstLine: 1, isComplete: false)))
    #expect(try reader.next() == .endOfFile)
    #expect(lines.remembered.isEmpty)
  }

  @Test func endlessCodeIsRefusedInBoundedTime() throws {
    // 1 KiB lines: about 700 of them reach the limit of repeated text.
    let line = String(repeating: "(", count: 1024)
    let lines = Lines(Array(repeating: .line(line), count: 2000))
    var examined = 0
    let reader = reader(lines) { text in
      examined += text.utf8.count
      return false
    }
    #expect { try reader.next() } throws: { error in
      guard case .neverComplete(firstLine: 1, let count)? = error as? InputError else { return false }
      return count < 1000
    }
    #expect(examined <= Reader.maximumExaminedBytes)
  }
}
