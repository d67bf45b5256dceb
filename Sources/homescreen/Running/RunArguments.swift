/// The arguments of `run`, `report` and `merge` as the parser takes them.
enum RunArguments {
  /// Stands for one argument of a script: the parser takes no second list.
  static let scriptArgument = "--script-argument"

  /// `--coverage` alone asks for a table, and what follows `--` is the script's.
  static func completed(_ arguments: [String]) -> [String] {
    let completed = CoverageRequest.completed(arguments)
    guard arguments.first == "run", let end = completed.firstIndex(of: "--") else { return completed }
    return completed[..<end] + completed[(end + 1)...].map { "\(scriptArgument)=\($0)" }
  }
}
