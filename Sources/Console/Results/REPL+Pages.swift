internal import AppPackages
internal import HomeScreenReports
internal import LuaAPI
internal import Streams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line or a word in another way than by itself: timed, or page by page.
extension REPL {
  /// `:time`: how long a line takes, for the person and for the device.
  func time(_ line: String, _ firstLine: Int) -> ExitCode? {
    guard !line.isEmpty else { return refuse("write :time and a line, as in :time device:settle()") }
    let clock = ContinuousClock()
    let (start, before) = (clock.now, session.devices.time)
    let exit = evaluate(SourceChunk(text: line, firstLine: firstLine, isComplete: true))
    let milliseconds = ((clock.now - start) / .microseconds(1)).rounded() / 1_000
    let passed = ((session.devices.time - before) * 1_000).rounded() / 1_000
    output(StyledText("took \(milliseconds) ms; \(passed) s passed on the device", .dim))
    return exit
  }

  /// `:page`: what a line prints, in the person's pager.
  func page(_ line: String, _ firstLine: Int) -> ExitCode? {
    guard !line.isEmpty else { return refuse("write :page and a line or a word, as in :page :trace all") }
    let chunk = SourceChunk(text: line, firstLine: firstLine, isComplete: true)
    // A pipe has no pages.
    guard source.isInteractive, talk.pages == nil else { return evaluate(chunk) }
    talk.pages = REPLTalk.Pages()
    let exit = evaluate(chunk)
    let text = talk.pages?.text ?? ""
    talk.pages = nil
    guard text != "\n" else { return exit }
    guard let path = temporaryFile(text, suffix: ".txt") else {
      return refuse("no file can be written for the pager: \(SystemError.text(errno))")
    }
    defer { unlink(path) }
    let pager = ProcessEnvironment.value("PAGER").flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    let code = runAtTerminal(pager, path)
    guard code != 0 else { return exit }
    errors("the pager “\(line: pager)” ended with \(Int(code))\(code == 127 ? "; $PAGER names another one" : "")")
    for line in text.split(separator: "\n") { output("\(line: String(line))") }
    return exit
  }
}
