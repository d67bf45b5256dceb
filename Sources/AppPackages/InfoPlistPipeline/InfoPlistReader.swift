import Platform
import PropertyLists

/// Reads a source Info.plist, through the C preprocessor if the settings or its text require it.
///
/// A file that a build would reject is read nevertheless; a warning says what a build would do.
struct InfoPlistReader {
  let tree: any FileTree
  /// The project's folder, which paths in settings are relative to.
  let directory: String
  let settings: PreprocessorSettings
  let limits: PropertyListLimits
  /// Whether a project should set `INFOPLIST_PREPROCESS`.
  let hasProject: Bool

  struct Result {
    let list: PropertyList
    var warnings: [PackageWarning] = []
    var isPreprocessed = false
  }

  func read(_ bytes: [UInt8], path: String, file: String) throws(PropertyListError) -> Result {
    if settings.isWanted, let source = Self.markup(bytes, file: file) { return try preprocessed(source, path: path) }
    do throws(PropertyListError) {
      return Result(list: try PropertyList.parse(bytes, file: file, limits: limits))
    } catch {
      guard let source = Self.markup(bytes, file: file), let place = Self.directive(in: source, behind: error) else {
        throw error
      }
      var result = try preprocessed(source, path: path)
      result.warnings.insert(unwanted(at: source.location(at: place)), at: 0)
      return result
    }
  }

  /// Returns the warning about a missing setting (ICON-221).
  private func unwanted(at place: SourceLocation) -> PackageWarning {
    hasProject
      ? PackageWarning(
        .preprocessor, "Xcode rejects this Info.plist: it has a line for the C preprocessor, which does not run",
        severity: .error, endsBuild: true, location: place,
        hint: "set INFOPLIST_PREPROCESS to YES; homescreen read the file as if it were set")
      : PackageWarning(
        .preprocessor, "the Info.plist was read through the C preprocessor, as with INFOPLIST_PREPROCESS",
        severity: .note, location: place,
        hint: "pass the project's definitions: --setting \(PreprocessorSettings.definitionsSetting)=\"NAME=VALUE …\""
      )
  }

  // MARK: The preprocessor

  private func preprocessed(_ source: SourceText, path: String) throws(PropertyListError) -> Result {
    var run = try preprocess(source, path: path, keepsLineComments: false)
    if case .utf16 = source.encoding {
      run.problems.append(
        PackageWarning(
          .preprocessor, "the C preprocessor cannot read UTF-16, and Xcode stops the build here", severity: .error,
          endsBuild: true,
          location: SourceLocation(file: source.file), hint: "save the file as UTF-8"))
    }
    do throws(PropertyListError) {
      let list = try PropertyList.parse(run.text, limits: limits)
      return Result(
        list: list, warnings: run.problems + warnings(about: run.removedComments, severity: .warning),
        isPreprocessed: true)
    } catch {
      if !run.removedComments.isEmpty {
        let second = try preprocess(source, path: path, keepsLineComments: true)
        if let list = try? PropertyList.parse(second.text, limits: limits) {
          return Result(
            list: list, warnings: second.problems + warnings(about: run.removedComments, severity: .error),
            isPreprocessed: true)
        }
      }
      throw explained(error, by: run)
    }
  }

  /// Adds the preprocessor's problem to the error, as the likeliest cause of an invalid property list.
  private func explained(_ error: PropertyListError, by run: Run) -> PropertyListError {
    var error = error
    let problems = run.problems + warnings(about: run.removedComments, severity: .error)
    error.message += ", in the output of the C preprocessor"
    guard let first = problems.first(where: { $0.severity == .error }) ?? problems.first else {
      if run.hasFalseConditions, settings.definitions.isEmpty, settings.prefixFiles.isEmpty {
        error.hint =
          "\(PreprocessorSettings.definitionsSetting) defines nothing here, so almost every #if is false; "
          + (hasProject ? "use another configuration, or set it with --setting" : "set it with --setting")
      }
      return error
    }
    error.hint = "first fix this: \(first.location.map { "\($0): " } ?? "")\(first.message)"
    return error
  }

  private func warnings(about removedComments: [RemovedComment], severity: PackageWarning.Severity) -> [PackageWarning]
  {
    let shown = 5
    return removedComments.prefix(shown).enumerated().map { index, comment in
      let more =
        index == shown - 1 && removedComments.count > shown ? ", and \(removedComments.count - shown) more" : ""
      return PackageWarning(
        .preprocessor,
        "// begins a comment for the preprocessor, and “\(comment.text)” is cut off\(more)"
          + (severity == .error ? "; Xcode rejects the rest" : ""),
        severity: severity, endsBuild: severity == .error, location: comment.location,
        hint: "add -traditional to \(PreprocessorSettings.flagsSetting): the preprocessor then keeps the text")
    }
  }

  private func preprocess(
    _ source: SourceText, path: String, keepsLineComments: Bool
  ) throws(PropertyListError) -> Run {
    var style = settings.style
    style.keepsLineComments = keepsLineComments
    var preprocessor = Preprocessor(
      files: PreprocessorFiles(
        tree: tree, directory: directory, mainFile: source.file, searchFolders: settings.searchFolders),
      style: style, maximumBytes: limits.maximumBytes)
    try define(&preprocessor)
    for prefix in settings.prefixFiles { try include(prefix, &preprocessor) }
    try preprocessor.open(source, path: path, at: nil)
    try preprocessor.run()
    let text = SourceText(file: source.file, bytes: preprocessor.output.bytes, pieces: preprocessor.output.pieces)
    return Run(
      text: text, problems: settings.warnings + preprocessor.problems, removedComments: preprocessor.removedComments,
      hasFalseConditions: preprocessor.hasFalseConditions)
  }

  /// The output of the preprocessor.
  private struct Run {
    let text: SourceText
    var problems: [PackageWarning]
    let removedComments: [RemovedComment]
    let hasFalseConditions: Bool
  }

  private func define(_ preprocessor: inout Preprocessor) throws(PropertyListError) {
    let predefined = PredefinedMacros.lines(deploymentTarget: settings.deploymentTarget)
    var lines =
      settings.hasPredefinedMacros ? predefined.map { (line: "#define \($0)", place: SourceLocation?.none) } : []
    lines += settings.definitions
    // Use one text per location, so that problems point to that location.
    var index = 0
    while index < lines.count {
      let place = lines[index].place
      var text: [UInt8] = []
      while index < lines.count, lines[index].place == place {
        text += lines[index].line.utf8
        text.append(0x0A)
        index += 1
      }
      let file = place?.file ?? PreprocessorSettings.definitionsSetting
      try preprocessor.open(
        SourceText(file: file, bytes: text, isBinary: false), path: "", at: place, style: PreprocessorStyle())
      try preprocessor.run()
      preprocessor.relocateProblems(to: place ?? SourceLocation(file: file))
    }
  }

  private func include(
    _ prefix: (path: String, place: SourceLocation?), _ preprocessor: inout Preprocessor
  ) throws(PropertyListError) {
    if DefaultSettings.isMadeByBuild(prefix.path) {
      preprocessor.note(
        "the prefix file “\(prefix.path)” is generated by the build: its definitions are missing", at: prefix.place,
        severity: .note, hint: Self.prefixHint, leavesMacrosOpen: true)
      return
    }
    var finding = preprocessor.files.find(prefix.path, in: directory)
    if case .missing = finding { finding = preprocessor.files.findInSearchFolders(prefix.path) }
    switch finding {
    case .file(let path): try preprocessor.open(path, at: nil)
    case .outside:
      preprocessor.note(
        "the prefix file “\(prefix.path)” is outside of \(tree.name) and is not read", at: prefix.place,
        severity: .warning, hint: "to read it, open a folder that contains both the file and the project",
        code: .outsideOfProject, leavesMacrosOpen: true)
    case .missing:
      preprocessor.note(
        "the prefix file “\(prefix.path)” is missing: unless a build phase generates it, Xcode stops the build here",
        at: prefix.place, severity: .note, hint: Self.prefixHint, leavesMacrosOpen: true)
    }
    try preprocessor.run()
  }

  private static let prefixHint =
    "pass its definitions: --setting \(PreprocessorSettings.definitionsSetting)=\"NAME=VALUE …\""

  // MARK: What is text for it

  /// Returns the text of an XML property list, or of a file that the preprocessor may turn into one; nil for binary
  /// files, OpenStep and JSON, which are not preprocessed.
  static func markup(_ bytes: [UInt8], file: String) -> SourceText? {
    guard !bytes.starts(with: "bplist".utf8), let source = try? TextDecoding.decode(bytes, file: file) else {
      return nil
    }
    guard let first = firstByte(of: source), first == UInt8(ascii: "<") || first == UInt8(ascii: "#") else {
      return nil
    }
    return source
  }

  /// Returns the first byte after blanks and comments.
  private static func firstByte(of source: SourceText) -> UInt8? {
    var lexer = PreprocessorLexer(source.bytes, text: 0, style: PreprocessorStyle())
    return lexer.next().map { source.bytes[Int($0.start)] }
  }

  private static let directives: Set<String> = [
    "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif", "define", "undef", "include", "import",
    "error", "warning", "pragma",
  ]

  /// Returns the offset of the directive that breaks the property list: on the line of the error, or the first one if
  /// the file begins with a directive. Directives in comments and in text are harmless.
  private static func directive(in source: SourceText, behind error: PropertyListError) -> Int? {
    let bytes = source.bytes
    let isFirst = firstByte(of: source) == UInt8(ascii: "#")
    var start = 0
    while start < source.count {
      var position = start
      while bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
      if bytes[position] == UInt8(ascii: "#") {
        var first = position + 1
        while bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
        var end = first
        while (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[end]) { end += 1 }
        if directives.contains(source.string(first..<end)),
          isFirst || source.location(at: position).line == error.location.line
        {
          return position
        }
      }
      while start < source.count, bytes[start] != 0x0A, bytes[start] != 0x0D { start += 1 }
      start += 1
    }
    return nil
  }
}

/// The build settings for the preprocessor of an Info.plist.
struct PreprocessorSettings {
  /// The value of `INFOPLIST_PREPROCESS`.
  var isWanted = false
  var style = PreprocessorStyle()
  /// The lines `#define` and `#undef` for `-D` and `-U`, with their locations.
  private(set) var definitions: [(line: String, place: SourceLocation?)] = []
  /// The files of `-include`, after the file from the settings.
  private(set) var prefixFiles: [(path: String, place: SourceLocation?)] = []
  /// The folders of `-I`.
  private(set) var searchFolders: [String] = []
  /// Whether macros are predefined; false with `-undef`.
  private(set) var hasPredefinedMacros = true
  private(set) var deploymentTarget = ""
  private(set) var warnings: [PackageWarning] = []

  static let definitionsSetting = "INFOPLIST_PREPROCESSOR_DEFINITIONS"
  static let flagsSetting = "INFOPLIST_OTHER_PREPROCESSOR_FLAGS"

  /// Creates the default settings.
  init() {}

  /// - Parameters:
  ///   - value: returns the expanded value of a setting; empty if undefined.
  ///   - location: returns the location of a setting.
  init(value: (String) -> String, location: (String) -> SourceLocation?) {
    isWanted = BuildSettings.isTrue(value("INFOPLIST_PREPROCESS"))
    deploymentTarget = value("IPHONEOS_DEPLOYMENT_TARGET")
    for word in words(value(Self.definitionsSetting)) { define(word, location(Self.definitionsSetting)) }
    let prefix = value("INFOPLIST_PREFIX_HEADER")
    if !prefix.isEmpty { prefixFiles.append((prefix, location("INFOPLIST_PREFIX_HEADER"))) }
    readFlags(words(value(Self.flagsSetting)), location(Self.flagsSetting))
  }

  /// Splits flags into words; `$(inherited)`, which stays unexpanded without a project, is ignored.
  private func words(_ text: String) -> [String] {
    BuildSettingStringList(text).words.filter { !$0.hasPrefix("$(") && !$0.isEmpty }
  }

  /// Defines `NAME` or `NAME=VALUE`.
  private mutating func define(_ word: String, _ place: SourceLocation?) {
    let line = word.prefix { !$0.isNewline }
    guard let equals = line.firstIndex(of: "=") else {
      definitions.append(("#define \(line) 1", place))
      return
    }
    definitions.append(("#define \(line[..<equals]) \(line[line.index(after: equals)...])", place))
  }

  // MARK: Flags

  /// The flags with an operand: the next word, or the rest of the same word.
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
        // Warnings, dialects and optimisations do not affect the text.
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
        hint: "use only -D, -U, -I, -include, -C, -undef and -traditional"))
  }
}

/// The macros that the compiler predefines for iPhone builds, limited to those that a property list may test.
enum PredefinedMacros {
  /// Returns lines of the form `NAME value`.
  static func lines(deploymentTarget: String) -> [String] {
    guard let version = number(of: deploymentTarget) else { return fixed }
    return fixed
      + ["IPHONE_OS", "OS"].map { "__ENVIRONMENT_\($0)_VERSION_MIN_REQUIRED__ \(version)" }
  }

  /// Converts `15.2` to 150200.
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
