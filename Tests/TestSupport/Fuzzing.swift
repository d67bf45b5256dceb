#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The length of tests with mutated inputs.
public enum Fuzzing {
  /// `HOMESCREEN_FUZZ_ROUNDS`: mutations of each seed.
  public static let rounds = getenv("HOMESCREEN_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 600
}
