public import AppPackages
public import AppSources

/// What a script finds around it, beside its files: what the person who runs it passes on.
public struct ScriptSurroundings: Sendable {
  /// The script's name, for `arg[0]`.
  public var scriptName: String?
  /// What follows the script on the command line, for `arg[1]` and on.
  public var arguments: [String] = []
  /// What `os.getenv` gives.
  public var environment: [String: String] = [:]
  /// Places of modules, such as `./lib/?.lua`, relative to the project's root: before those that every project has.
  public var searchTemplates: [String] = []
  /// Places of modules that come last. An absolute one opens its folder for reading: the person who runs the script has
  /// named it.
  public var lastSearchTemplates: [String] = []
  /// The project's root, where it is known; else it is found. It counts for scripts that lie below it.
  public var root: String?
  /// The files that would run before a script and that `--no-plugins` left out, in addition to the plugins of the
  /// settings; nil: nothing was left out.
  public var leftOut: [String]?

  /// Reads what the sources of an app do; nil where nobody can.
  ///
  /// It gives the document, or else why there is none: a sentence without a full stop.
  public var readSources: (@Sendable (AppPackage) -> (document: SourceDocument?, problem: String))?

  /// Nothing is passed on.
  public init() {}
}
