import PropertyLists

/// What the build settings tell the preprocessor of an Info.plist.
struct PreprocessorSettings {
  /// `INFOPLIST_PREPROCESS`.
  var isWanted = false
  var style = PreprocessorStyle()
  /// Lines of `#define` and `#undef` from `-D` and `-U`, and where they come from.
  private(set) var definitions: [(line: String, place: SourceLocation?)] = []
  /// `-include`, with the file that the settings name first.
  private(set) var prefixFiles: [(path: String, place: SourceLocation?)] = []
  /// `-I`.
  private(set) var searchFolders: [String] = []
  /// False with `-undef`.
  private(set) var hasPredefinedMacros = true
  private(set) var deploymentTarget = ""
  private(set) var warnings: [PackageWarning] = []

  static let definitionsSetting = "INFOPLIST_PREPROCESSOR_DEFINITIONS"
  static let flagsSetting = "INFOPLIST_OTHER_PREPROCESSOR_FLAGS"

  /// Where nobody says anything.
  init() {}

  /// - Parameters:
  ///   - value: of a setting, expanded; empty when nobody gives it.
  ///   - location: where a setting is written.
  init(value: (String) -> String, location: (String) -> SourceLocation?) {
    isWanted = BuildSettings.isTrue(value("INFOPLIST_PREPROCESS"))
    deploymentTarget = value("IPHONEOS_DEPLOYMENT_TARGET")
    for word in words(value(Self.definitionsSetting)) { define(word, location(Self.definitionsSetting)) }
    let prefix = value("INFOPLIST_PREFIX_HEADER")
    if !prefix.isEmpty { prefixFiles.append((prefix, location("INFOPLIST_PREFIX_HEADER"))) }
    readFlags(words(value(Self.flagsSetting)), location(Self.flagsSetting))
  }

  /// Without a project `$(inherited)` stays as it is, and means nothing.
  private func words(_ text: String) -> [String] {
    BuildSettingStringList(text).words.filter { !$0.hasPrefix("$(") && !$0.isEmpty }
  }

  /// `NAME`, or `NAME=VALUE`.
  private mutating func define(_ word: String, _ place: SourceLocation?) {
    let line = word.prefix { !$0.isNewline }
    guard let equals = line.firstIndex(of: "=") else {
      definitions.append(("#define \(line) 1", place))
      return
    }
    definitions.append(("#define \(line[..<equals]) \(line[line.index(after: equals)...])", place))
  }

  // MARK: Flags

  /// Flags with a word of their own behind them, or one that is written on without a blank.
  private enum Operand: String, CaseIterable {
    case define = "-D"
    case undefine = "-U"
    case folder = "-I"
    case prefixFile = "-include"
    case quoteFolder = "-iquote"
    case systemFolder = "-isystem"
    case language = "-x"
  }

  private mutating func readFlags(_ words: [String], _ place: SourceLocation?) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "-traditional", "-traditional-cpp": style.isTraditional = true
      case "-C", "-CC": style.keepsComments = true
      case "-undef": hasPredefinedMacros = false
      case "-E", "-P", "-w", "-v": break
      default:
        // Warnings, dialects and optimisations change nothing in the text.
        if ["-W", "-std=", "-O", "-g", "-f"].contains(where: word.hasPrefix) { break }
        guard let flag = Operand.allCases.first(where: { word.hasPrefix($0.rawValue) }) else {
          ignore(word, place)
          break
        }
        let written = String(word.dropFirst(flag.rawValue.count))
        guard let operand = written.isEmpty ? rest.popFirst() : written else {
          ignore(word, place)
          break
        }
        obey(flag, operand, place)
      }
    }
  }

  private mutating func obey(_ flag: Operand, _ operand: String, _ place: SourceLocation?) {
    switch flag {
    case .define: define(operand, place)
    case .undefine: definitions.append(("#undef \(operand.prefix { !$0.isNewline })", place))
    case .folder, .quoteFolder, .systemFolder: searchFolders.append(operand)
    case .prefixFile: prefixFiles.append((operand, place))
    case .language: break
    }
  }

  private mutating func ignore(_ word: String, _ place: SourceLocation?) {
    guard warnings.count < 10 else { return }
    warnings.append(
      PackageWarning(
        .preprocessor, "“\(word)” in \(Self.flagsSetting) is ignored here", severity: .note, location: place,
        hint: "-D, -U, -I, -include, -C, -undef and -traditional are known"))
  }
}

/// What the compiler defines when it builds for an iPhone: the part that a property list may ask for.
enum PredefinedMacros {
  /// Lines of the form `NAME value`.
  static func lines(deploymentTarget: String) -> [String] {
    guard let version = number(of: deploymentTarget) else { return fixed }
    return fixed
      + ["IPHONE_OS", "OS"].map { "__ENVIRONMENT_\($0)_VERSION_MIN_REQUIRED__ \(version)" }
  }

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
    "TARGET_OS_VISION 0", "TARGET_OS_WATCH 0", "TARGET_OS_WIN32 0", "TARGET_OS_WINDOWS 0", "_LP64 1", "__APPLE__ 1",
    "__BLOCKS__ 1", "__GNUC__ 4", "__INT_MAX__ 2147483647", "__LITTLE_ENDIAN__ 1", "__LP64__ 1", "__MACH__ 1",
    "__STDC_VERSION__ 201710L", "__STDC__ 1", "__aarch64__ 1", "__arm64 1", "__arm64__ 1", "__clang__ 1",
    "__clang_major__ 17", "__clang_minor__ 0", "__clang_patchlevel__ 0", "__llvm__ 1",
  ]
}
