import HomeScreenReports
import HomeScreenSimulator
import Scenarios
import Streams

/// What `homescreen facts --run` does.
struct FactRun {
  /// IDs, or how they begin; none means all.
  let ids: [String]
  /// A script or a folder of them; nil: those inside the executable.
  let from: String?
  let output: FormatOptions<FactFormats>

  func perform() throws -> ExitCode {
    var files = ScenarioFinder.facts
    if let from {
      do {
        files = try ScenarioFinder.find([from]).files
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        return .noInput
      }
    }
    let all = FactCensus(files).entries
    let chosen = try choose(all)
    guard !chosen.isEmpty else {
      StandardStream.error.write(
        "homescreen: no fact with a scenario is called \(line: ids.joined(separator: " or "))\n")
      return .nothingMatched
    }
    var request = RunRequest(paths: [])
    request.files = files.filter { file in chosen.contains { $0.file == file.name } }
    if !ids.isEmpty { request.options.filters = try ids.map(Self.filter) }
    request.reports = try output.requests()
    request.choosesReports = output.isDefault
    let code = request.perform()
    if output.isDefault { tell(chosen, of: all) }
    return code
  }

  private func choose(_ entries: [FactCensus.Entry]) throws -> [FactCensus.Entry] {
    guard !ids.isEmpty else { return entries }
    let beginnings = ids.map(Self.beginning)
    return entries.filter { entry in beginnings.contains { entry.id.rawValue.hasPrefix($0) } }
  }

  /// `icon-74` means the fact ICON-074, `icon` every fact whose ID begins so.
  private static func beginning(_ id: String) -> String {
    FactLedger.fact(named: id)?.id.rawValue ?? id.uppercased()
  }

  private static func filter(_ id: String) throws -> NamePattern {
    try NamePattern(parsing: "/^\(beginning(id).replacing("-", with: "%-"))/")
  }

  private func tell(_ chosen: [FactCensus.Entry], of all: [FactCensus.Entry]) {
    let cells = chosen.reduce(0) { $0 + $1.inside + $1.outside }
    let unknown = chosen.reduce(0) { $0 + $1.unknown }
    var parts = ["\(chosen.count) facts in \(cells) cells", "\(unknown) cells left out, of which nothing is known"]
    if ids.isEmpty {
      let known = Set(all.map(\.id))
      parts.append("\(FactLedger.all.count { $0.status.isModelled && !known.contains($0.id) }) facts without scenario")
    }
    StandardStream.output.write("\(parts.joined(separator: "; "))\n")
  }
}
