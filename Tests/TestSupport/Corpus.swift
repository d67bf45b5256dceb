#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Real projects, next to the repository on some machines: `HOMESCREEN_CORPUS`, or `../shared/corpus`.
public enum Corpus {
  /// Its folder, or nil.
  public static let path: String? = {
    let named = getenv("HOMESCREEN_CORPUS").map { String(cString: $0) }
    return [named, "\(Repository.root)/../shared/corpus"].compactMap(\.self).first { access($0, R_OK) == 0 }
  }()

  /// Whether tests that read it can run.
  public static let isPresent = path != nil

  /// The message of a skipped test.
  public static let absence = "the corpus is not beside the repository; set HOMESCREEN_CORPUS"

  /// The folder of a project, or nil without a corpus.
  public static func project(_ name: String) -> String? {
    path.map { "\($0)/\(name)" }.flatMap { access($0, R_OK) == 0 ? $0 : nil }
  }
}
