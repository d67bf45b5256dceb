#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the tests that can be made long are to be long: `HOMESCREEN_LONG_TESTS`, which `scripts/test --all` sets.
public enum Thoroughness {
  public static let isLong = getenv("HOMESCREEN_LONG_TESTS") != nil
}
