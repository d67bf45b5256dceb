package import Platform

/// What is known of a run before anything of it ran.
public struct RunHeader: Sendable, Equatable, Recorded {
  /// The version of the program.
  public var version: String
  /// The version of the stream's fields and their meaning; ``newestSchemaVersion`` for what this program writes.
  public var schemaVersion: Int
  /// The seed of `math.random` in each script.
  public var seed: UInt64
  /// How many files are run.
  public var files: Int
  /// `2/4`: the second of four parts of the run; nil: the whole.
  public var shard: String?
  /// The arguments that decide what the scripts do, as they were given: `--os`, `17.5`. Paths and what only chooses or
  /// shows are left out, so that a failure can be repeated by adding a path and a name.
  public var arguments: [String]

  /// The version of the stream that this program writes and reads. A field that may be missing, and means then what there
  /// was before it, makes no new version: programs read past fields that they do not know.
  public static let newestSchemaVersion = 2

  /// The seed of a run whose command line names none.
  public static let defaultSeed: UInt64 = 1

  /// The number of files for the summary of a run that Ctrl-C has ended; nil for any other end.
  package func files(interruptedBy code: ExitCode?) -> Int? { code == .interrupted ? files : nil }

  /// The header of a run by this version of the program.
  public init(seed: UInt64, files: Int, shard: String? = nil, arguments: [String] = []) {
    version = Homescreen.version
    schemaVersion = Self.newestSchemaVersion
    self.seed = seed
    self.files = files
    self.shard = shard
    self.arguments = arguments
  }

  package static var blank: Self { Self(seed: defaultSeed, files: 0) }

  package mutating func fields(_ field: inout RecordFields) {
    field("schemaVersion", &schemaVersion)
    field("version", &version)
    field(text: "seed", &seed)
    field("files", &files)
    field("shard", &shard)
    field("arguments", &arguments, unless: [])
  }
}
