#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Real projects that lie beside the repository on some machines.
enum Corpus {
  /// The folder: `HOMESCREEN_CORPUS`, or `shared/corpus` beside the repository; nil where neither is there.
  static let path: String? = {
    if let variable = getenv("HOMESCREEN_CORPUS") { return String(cString: variable) }
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let candidate = "/\(root)/../shared/corpus"
    return access(candidate, R_OK) == 0 ? candidate : nil
  }()
}
