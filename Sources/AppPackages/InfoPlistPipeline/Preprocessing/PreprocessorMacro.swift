/// What stands for a name: a list of tokens, perhaps with parameters.
struct PreprocessorMacro {
  /// The numbers of their names; nil for a macro without parentheses.
  var parameters: [UInt32]?
  /// The last parameter takes all arguments that are left.
  var isVariadic = false
  var body: [PreprocessorToken]
  /// Asked for its value each time.
  var builtIn: BuiltInMacro?

  init(parameters: [UInt32]? = nil, isVariadic: Bool = false, body: [PreprocessorToken]) {
    self.parameters = parameters
    self.isVariadic = isVariadic
    self.body = body
  }

  init(_ builtIn: BuiltInMacro) {
    self.init(body: [])
    self.builtIn = builtIn
  }

  func parameterIndex(of token: PreprocessorToken) -> Int? {
    guard token.kind == .identifier else { return nil }
    return parameters?.firstIndex(of: token.value)
  }
}

/// Macros whose value depends on where they stand.
enum BuiltInMacro: String, CaseIterable {
  case line = "__LINE__"
  case file = "__FILE__"
  case counter = "__COUNTER__"
  case includeLevel = "__INCLUDE_LEVEL__"
  case date = "__DATE__"
  case time = "__TIME__"
}

/// The macros that are defined, and those that are just being replaced, in which they are names like any other.
struct PreprocessorMacroTable {
  private var macros: [UInt32: PreprocessorMacro] = [:]
  private var busy: Set<UInt32> = []

  subscript(_ name: UInt32) -> PreprocessorMacro? {
    get { macros[name] }
    set { macros[name] = newValue }
  }

  func isBusy(_ name: UInt32) -> Bool { busy.contains(name) }

  mutating func begin(_ name: UInt32) { busy.insert(name) }

  mutating func end(_ name: UInt32) { busy.remove(name) }
}

/// What the compiler defines when it builds for an iPhone: the part that a property list may ask for.
enum PredefinedMacros {
  /// Lines of the form `NAME value`.
  static func lines(deploymentTarget: String) -> [String] {
    guard let version = number(of: deploymentTarget) else { return fixed }
    return fixed + versioned.map { "\($0) \(version)" }
  }

  private static let versioned = [
    "__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__", "__ENVIRONMENT_OS_VERSION_MIN_REQUIRED__",
  ]

  /// `15.2` is 150200.
  private static func number(of version: String) -> Int? {
    let parts = version.split(separator: ".").map { Int($0) }
    guard let major = parts.first ?? nil, (1..<1000).contains(major) else { return nil }
    let rest = (parts.dropFirst().prefix(2) + [0, 0]).prefix(2).map { min(99, max(0, $0 ?? 0)) }
    return major * 10000 + rest[0] * 100 + rest[1]
  }

  private static let fixed = [
    "TARGET_IPHONE_SIMULATOR 0", "TARGET_OS_DRIVERKIT 0", "TARGET_OS_EMBEDDED 1", "TARGET_OS_IOS 1",
    "TARGET_OS_IPHONE 1", "TARGET_OS_LINUX 0", "TARGET_OS_MAC 1", "TARGET_OS_MACCATALYST 0", "TARGET_OS_NANO 0",
    "TARGET_OS_OSX 0", "TARGET_OS_SIMULATOR 0", "TARGET_OS_TV 0", "TARGET_OS_UIKITFORMAC 0", "TARGET_OS_UNIX 0",
    "TARGET_OS_VISION 0", "TARGET_OS_WATCH 0", "TARGET_OS_WIN32 0", "TARGET_OS_WINDOWS 0", "_LP64 1",
    "__APPLE_CC__ 6000", "__APPLE__ 1", "__ARM_ARCH 8", "__ARM_NEON 1", "__ARM_NEON__ 1", "__BLOCKS__ 1",
    "__CHAR_BIT__ 8", "__DYNAMIC__ 1", "__GNUC_MINOR__ 2", "__GNUC_PATCHLEVEL__ 1", "__GNUC__ 4",
    "__INT_MAX__ 2147483647", "__LITTLE_ENDIAN__ 1", "__LONG_MAX__ 9223372036854775807L", "__LP64__ 1", "__MACH__ 1",
    "__STDC_HOSTED__ 1", "__STDC_UTF_16__ 1", "__STDC_UTF_32__ 1", "__STDC_VERSION__ 201710L", "__STDC__ 1",
    "__aarch64__ 1", "__arm64 1", "__arm64__ 1", "__block __attribute__((__blocks__(byref)))", "__clang__ 1",
    "__clang_major__ 17", "__clang_minor__ 0", "__clang_patchlevel__ 0", "__llvm__ 1", "__nonnull _Nonnull",
    "__nullable _Nullable", "__pic__ 2", "__strong", "__unsafe_unretained", "__weak __attribute__((objc_gc(weak)))",
  ]
}
