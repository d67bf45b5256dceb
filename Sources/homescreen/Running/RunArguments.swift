/// The arguments as the parser takes them, and those of a run without options.
struct RunArguments {
  let paths: [String]
  let scriptArguments: [String]

  /// The arguments of `run FILE…`; nil for others.
  init?(_ completed: [String]) {
    let prefix = "\(Self.scriptArgument)="
    let own = completed.dropFirst().prefix { !$0.hasPrefix("-") }
    let rest = completed.dropFirst(1 + own.count)
    guard completed.first == "run", !own.isEmpty, rest.allSatisfy({ $0.hasPrefix(prefix) }) else { return nil }
    paths = Array(own)
    scriptArguments = rest.map { String($0.dropFirst(prefix.count)) }
  }

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
