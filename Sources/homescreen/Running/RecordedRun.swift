import HomeScreenReports
import LuaAPI
import Platform
import Scenarios

/// Reports over a run that is over: they get its events from files, and end as the run ended.
struct RecordedRun {
  let requests: [ReportRequest]
  let plugins: [PluginSource]

  /// Opens the reports that are asked for.
  /// - Parameter inputs: no report may go where they are.
  func reports(beside inputs: [RecordFile]) throws -> RunReports {
    try check(beside: inputs)
    var options = RunOptions()
    options.services = ReportServices()
    options.plugins = plugins
    let reports: RunReports
    do {
      reports = try RunReports(requests, addsGitHub: false, location: .folder("."), options: options)
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(.usage).error
    }
    do {
      try reports.open()
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(.lostOutput).error
    }
    return reports
  }

  /// Opens the places of what is asked for, for lines that something else makes.
  func outputs(beside inputs: [RecordFile]) throws -> [ReportOutput] {
    try check(beside: inputs)
    let outputs = requests.map { ReportOutput($0) }
    do {
      for output in outputs { try output.open() }
    } catch {
      Self.complain(error)
      throw ExitStatus(.lostOutput).error
    }
    return outputs
  }

  private func check(beside inputs: [RecordFile]) throws {
    for request in requests {
      if let file = request.file, let input = inputs.first(where: { $0.isSame(as: file) }) {
        StandardStream.error.write(
          "homescreen: --format \(line: request.format)=\(line: file) would overwrite \(line: input.path), which is read\n"
        )
        throw ExitStatus(.usage).error
      }
    }
  }

  /// Says why an input cannot be read.
  static func complain(_ error: any Error) { StandardStream.error.write("homescreen: \(error)\n") }

  /// Says so when the run had nothing to do.
  static func end(_ code: Platform.ExitCode) throws {
    RunRequest.tellIfNothingRan(code)
    try ExitStatus.end(code)
  }
}
