internal import AppPackages
internal import LuaAPI
internal import Platform

/// Apps to play with.
extension REPL {
  /// `:samples`: a line for each.
  var sampleLines: [StyledText] {
    SampleApp.allCases.map { "\(TextRow.text([$0.rawValue, $0.summary], widths: [15]))" }
  }

  /// `:open`: installs an app and launches it once, as a line of the session.
  func open(_ name: String, in chunk: SourceChunk) -> ExitCode? {
    let package: String
    if SampleApp(rawValue: name) != nil {
      package = "homescreen.sample(\(name.quotedForLua))"
    } else {
      guard (try? CurrentMachine.value.status(name, followsLink: true)) != nil else {
        let hint =
          name.hasPrefix("~") ? "~ is not expanded here: write the whole path" : ":samples lists the samples"
        return refuse("no sample or file “\(name)”; \(hint)")
      }
      // The line may be saved in another folder, where paths begin.
      package = absolute(name).quotedForLua
    }
    let launch = Session.launchOfREPL.split(separator: "\n").joined(separator: " ")
    let text = "app = device:install(\(package)) \(launch)"
    return runAndShow(SourceChunk(text: text, firstLine: chunk.firstLine, isComplete: true))
  }
}
