#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The collection of real configurations that lies beside the repository, on machines that have it.
enum Corpus {
  /// Its folder: `HOMESCREEN_CORPUS`, else `../shared/corpus` from the repository's root.
  static let path: String? = {
    if let variable = getenv("HOMESCREEN_CORPUS") { return existing(String(cString: variable)) }
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    return existing("\(root)/../shared/corpus")
  }()

  static let isPresent = path != nil

  static let absence = "the corpus is not beside the repository; set HOMESCREEN_CORPUS"

  private static func existing(_ path: String) -> String? { access(path, R_OK) == 0 ? path : nil }
}
