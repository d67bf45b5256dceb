#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// AddressSanitizer, which `scripts/test --all` uses for the tests.
public enum Sanitizer {
  /// Whether AddressSanitizer is part of this process.
  public static let isOn = dlsym(nil, "__asan_init") != nil

  /// The factor by which a program may be slower.
  public static let slowness = isOn ? 6.0 : 1

  /// `ASAN_OPTIONS` for child processes, which inherit nothing else.
  public static let environment: [String: String] =
    getenv("ASAN_OPTIONS").map { ["ASAN_OPTIONS": String(cString: $0)] } ?? [:]
}
