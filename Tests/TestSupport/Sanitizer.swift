#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// AddressSanitizer, with which `scripts/test --all` runs the tests.
public enum Sanitizer {
  /// Whether AddressSanitizer is part of this process.
  public static let isOn = dlsym(nil, "__asan_init") != nil

  /// How much longer a program may take.
  public static let slowness = isOn ? 6.0 : 1

  /// `ASAN_OPTIONS`, for children, which inherit nothing else.
  public static let environment: [String: String] =
    getenv("ASAN_OPTIONS").map { ["ASAN_OPTIONS": String(cString: $0)] } ?? [:]
}
