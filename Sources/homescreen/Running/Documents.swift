import Platform

/// The documents that a command tells its result with: what goes to standard output at once, each file whole
/// at the end, after all of them are drawn.
struct Documents<Formats: ReportFormats> {
  private struct Document {
    let file: String?
    let make: Formats.Make
    /// nil: nothing was written yet.
    var content: [UInt8]?
  }

  private var documents: [Document]

  init(_ requests: [ReportRequest]) {
    documents = requests.compactMap { request in
      Formats.named(request.format).map { Document(file: request.file, make: $0.make) }
    }
  }

  /// One result in every form that was asked for, written nowhere yet.
  func render(_ render: (Formats.Make) throws -> OutputText) rethrows -> [OutputText] {
    try documents.map { try render($0.make) }
  }

  /// Adds what ``render(_:)`` gave.
  mutating func add(_ texts: [OutputText]) {
    for (index, text) in texts.enumerated() {
      if documents[index].file == nil {
        let terminal = Terminal(.output)
        guard terminal.isTerminal, case .forPeople(let lines) = text else {
          StandardStream.output.write(text)
          continue
        }
        StandardStream.output.write(lines.wrapped(to: terminal.columns))
      } else {
        documents[index].content = (documents[index].content ?? []) + text.fileContent
      }
    }
  }

  /// Writes the files, and says of each that cannot be written why. If there is nothing to write, because no input could
  /// be read or drawn, the files stay as they are.
  func finish() -> ExitCode {
    var code = ExitCode.success
    for document in documents {
      guard let file = document.file, let content = document.content else { continue }
      do {
        try ReportFile.write(content, to: file)
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = .lostOutput
      }
    }
    return code
  }

  /// Tells one result, and gives the exit code: `code`, unless a file was lost.
  func tell(_ code: ExitCode = .success, _ render: (Formats.Make) throws -> OutputText) rethrows -> ExitCode {
    var all = self
    all.add(try all.render(render))
    let lost = all.finish()
    return lost == .success ? code : lost
  }
}
