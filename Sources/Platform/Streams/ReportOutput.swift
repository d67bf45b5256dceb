/// Where the lines of a report go: standard output or a file. They are written in large pieces, but at least whenever no
/// event waits. A file takes its place when it is whole; until then it grows next to it (`FILE.partial`).
public final class ReportOutput {
  private struct File {
    let descriptor: Int32
    let terminal: Terminal
  }

  /// nil: standard output.
  private let path: String?
  private let appends: Bool
  /// Once it is open.
  private var file: File?
  /// What ``file`` is the descriptor of, where it has a place to take.
  private var growing: GrowingFile?
  /// What of the file was lost first. Nothing is written after it, so that what arrived has no hole.
  private var loss: LostReport?
  private var text = ""
  private static let limit = 32_768

  /// To where a report was asked for. Standard output knows itself what it loses (``StandardStream/closeOutput()``).
  /// - Parameter appends: what is in the file stays there, in front of the report.
  public init(_ request: ReportRequest, appends: Bool = false) {
    path = request.file
    self.appends = appends
  }

  /// Opens the file. What was written before is kept until then; what the file has stays until the report is whole.
  public func open() throws(LostReport) {
    guard let path, file == nil else { return }
    let descriptor: Int32
    if appends { _ = try ReportTarget.place(path) }
    switch appends ? .open(try ReportDescriptor.open(path, appends: true)) : try ReportTarget(path) {
    case .open(let open): descriptor = open
    case .file(let target):
      let new = try GrowingFile(path, at: target)
      descriptor = new.descriptor
      growing = consume new
    }
    file = File(descriptor: descriptor, terminal: Terminal(fileDescriptor: descriptor))
  }

  deinit { _ = close() }

  /// - Returns: 0, or an error number.
  private func close() -> Int32 {
    defer {
      file = nil
      growing = nil
    }
    guard let file, growing == nil else { return 0 }
    return ReportDescriptor.close(file.descriptor)
  }

  /// Adds a line; its end is added.
  public func write(_ line: OutputText) {
    text +=
      path == nil ? StandardStream.output.rendered(line) : file.map { line.rendered(for: $0.terminal) } ?? line.plain
    text += "\n"
    if text.utf8.count > Self.limit { flush() }
  }

  /// Writes what is kept.
  public func flush() {
    guard !text.isEmpty else { return }
    if path == nil {
      StandardStream.output.writeRendered(text)
    } else if let file {
      if loss == nil { note(StandardStream.writeAll(Array(text.utf8), to: file.descriptor)) }
    } else {
      return
    }
    text.removeAll(keepingCapacity: true)
  }

  /// Writes what is kept, and lets the file take its place.
  ///
  /// - Throws: ``LostReport`` when something of the file was lost; its place has what it had then.
  public func finish() throws(LostReport) {
    flush()
    defer { _ = close() }
    if growing == nil {
      note(close())
    } else if let lost = loss {
      loss = growing?.leave(lost)
    } else {
      try growing?.take()
    }
    if let loss { throw loss }
  }

  private func note(_ code: Int32) {
    if code != 0, loss == nil, let path { loss = LostReport(path, number: code) }
  }
}
