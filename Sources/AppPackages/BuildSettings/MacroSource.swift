/// Where the values of `$(NAME)` come from.
protocol MacroSource {
  /// The strongest definition of a name, or the one that comes next below another one of the same name: what
  /// `$(inherited)` means.
  func definition(of name: String, below position: Int?) -> MacroDefinition?

  /// What stands in for a name that is defined nowhere.
  func substitute(for name: String) -> String?

  /// Whether a reference to an undefined name stays as it is written; otherwise nothing takes its place, as in a build.
  var keepsUndefined: Bool { get }
}

/// One value of a build setting, with its rank among all values of that name.
struct MacroDefinition {
  let value: String
  /// The higher, the stronger.
  let position: Int
}
