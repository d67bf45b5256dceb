/// How this reader was built.
public enum ReaderBuild {
  /// The differences from the reader in packages, in words; empty for that one.
  public static var differences: [String] {
    var found: [String] = []
    #if DEBUG
      found.append("debug")
    #endif
    #if TOOLCHAIN_PARSER
      found.append("parser of the toolchain")
    #endif
    return found
  }
}
