#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sources of real apps, prepared on some machines: `HOMESCREEN_SOURCES`, or `../sources`; and the program that reads
/// them.
public enum SourceCorpus {
  /// Its folder, with a folder for each app, or nil.
  public static let path: String? = first([value("HOMESCREEN_SOURCES"), "\(Repository.root)/../sources"], R_OK)

  /// `homescreen-sources`: `HOMESCREEN_READER`, or the newest of the builds in its folder; an older one can be out of date.
  public static let reader: String? = first(
    [value("HOMESCREEN_READER")]
      + [".build/release", ".build-quick/debug"].map {
        "\(Repository.root)/Sources/homescreen-sources/\($0)/homescreen-sources"
      }.sorted { modificationTime($0) > modificationTime($1) },
    X_OK)

  /// Whether tests that read it can run.
  public static let isPresent = path != nil && reader != nil

  /// The message of a skipped test.
  public static let absence =
    "the sources of real apps are not laid out (HOMESCREEN_SOURCES), or homescreen-sources is not built (HOMESCREEN_READER)"

  /// Whole repositories of real apps, a folder `OWNER+NAME` for each: `HOMESCREEN_SNAPSHOTS`, or nil.
  public static let snapshots: String? = first([value("HOMESCREEN_SNAPSHOTS")], R_OK)

  /// Whether tests that read them can run.
  public static let hasSnapshots = snapshots != nil && reader != nil

  /// The message of a skipped test that needs them.
  public static let absenceOfSnapshots =
    "there are no repositories of real apps (HOMESCREEN_SNAPSHOTS), or homescreen-sources is not built (HOMESCREEN_READER)"

  private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The seconds since 1970; 0 for a file that is missing.
  private static func modificationTime(_ path: String) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }

  private static func first(_ paths: [String?], _ mode: Int32) -> String? {
    paths.compactMap(\.self).first { access($0, mode) == 0 }
  }
}
