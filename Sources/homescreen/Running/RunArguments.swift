/// The arguments as the parser takes them.
enum RunArguments {
  /// Stands for one argument of a script: the parser takes no second list.
  static let scriptArgument = "--script-argument"

  /// Shows all options of a command.
  static let helpAll = "--help-all"

  /// `--coverage` alone asks for a table, `--help-all` for all options, and what follows `--` is a script's of `run`.
  static func completed(_ arguments: [String]) -> [String] {
    let forms = ["--coverage": "--coverage=\(CoverageRequest.shown)", helpAll: "--help"]
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let first = arguments[..<end].map { forms[$0] ?? $0 }
    guard arguments.first == "run" else { return first + arguments[end...] }
    return first + arguments[end...].dropFirst().map { "\(scriptArgument)=\($0)" }
  }
}
