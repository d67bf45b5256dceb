import PropertyLists

/// The C preprocessor, as an Xcode build applies it to an Info.plist: `cc -E -P -x c` (ICON-216).
///
/// Supports comments, `#include`, `#if` and macros without arguments. A macro that takes arguments or joins words with
/// `##` stays as written, with a warning. The work is limited: macros that expand each other are an error with a
/// location.
struct Preprocessor {
  struct Macro {
    var body: [PreprocessorToken] = []
    /// Whether the macro has parameters.
    var takesArguments = false
    /// Whether the body contains `##`.
    var joinsWords = false
  }

  struct OpenFile {
    let path: String
    let text: Int
    var lexer: PreprocessorLexer
    /// The number of open `#if`s at the start of the file.
    let conditionCount: Int
  }

  struct Condition {
    let directive: PreprocessorToken
    var isActive: Bool
    /// Whether one of the branches was taken.
    var wasTaken: Bool
    /// Whether the surrounding text is active.
    let isLive: Bool
    var hasElse = false
  }

  /// Limits far beyond the needs of any Info.plist.
  enum Limits {
    static let steps = 1_000_000
    static let output = 8 * 1024 * 1024
    static let openFiles = 200
    static let files = 1000
    static let bytes = 16 * 1024 * 1024
    static let conditions = 1000
    static let problems = 50
  }

  let files: PreprocessorFiles
  let style: PreprocessorStyle
  var macros: [String: Macro] = [:]
  var texts: [PreprocessorText] = []
  var openFiles: [OpenFile] = []
  var conditions: [Condition] = []
  var output = PreprocessorOutput()
  let outputLimit: Int
  private(set) var problems: [PackageWarning] = []
  /// The `//` comments that removed text that looks intended.
  var removedComments: [RemovedComment] = []
  var fileCount = 0
  var byteCount = 0
  var onceOnly: Set<String> = []
  /// The current token of a file: the location for messages.
  var site: PreprocessorToken?
  /// Whether a false condition has removed text.
  var hasFalseConditions = false
  /// Whether a directive has consumed the end of its line, in a style that keeps line ends.
  var owesLine = false
  var previous: PreprocessorToken?
  var beforePrevious: PreprocessorToken?
  /// The flags of a token that an empty macro replaced, for the next token.
  private var pending: PreprocessorToken.Flags = []
  private var steps = 0
  private var relocatedCount = 0

  init(files: PreprocessorFiles, style: PreprocessorStyle, maximumBytes: Int) {
    (self.files, self.style) = (files, style)
    self.outputLimit = min(maximumBytes, Limits.output)
  }

  /// Gives all problems since the last call the location of the setting that was read.
  mutating func relocateProblems(to place: SourceLocation) {
    for index in relocatedCount..<problems.count { problems[index].location = place }
    relocatedCount = problems.count
  }

  /// Reads all open files.
  mutating func run() throws(PropertyListError) {
    while let top = openFiles.indices.last {
      guard let token = openFiles[top].lexer.next() else {
        closeFile()
        continue
      }
      if token.flags.contains(.startsLine), string(token) == "#" {
        try readDirective(token)
      } else if !openFiles[top].lexer.isSkipping {
        site = token
        if token.kind == .identifier, macros[string(token)] != nil {
          for word in try expand([token]) { try emit(word) }
        } else {
          try emit(withPendingFlags(token))
        }
      }
    }
    output.endLine()
  }

  // MARK: Macros

  /// Returns tokens with all macros replaced.
  ///
  /// - Parameter isCondition: whether the name after `defined` is not replaced.
  mutating func expand(
    _ tokens: [PreprocessorToken], isCondition: Bool = false
  ) throws(PropertyListError) -> [PreprocessorToken] {
    var result: [PreprocessorToken] = []
    // Macros that are being replaced count as ordinary names.
    var levels = [(name: "", tokens: tokens[...], flags: PreprocessorToken.Flags?.none)]
    var busy: Set<String> = []
    while let top = levels.indices.last {
      guard var token = levels[top].tokens.popFirst() else {
        busy.remove(levels.removeLast().name)
        continue
      }
      if top > 0 { try spend(1) }
      if let flags = levels[top].flags { token.flags = flags }
      levels[top].flags = nil
      token = withPendingFlags(token)
      guard token.kind == .identifier, !(isCondition && followsDefined(result)), case let name = string(token),
        let macro = macros[name], !busy.contains(name)
      else {
        result.append(token)
        continue
      }
      if macro.takesArguments || macro.joinsWords {
        let next = levels.last { !$0.tokens.isEmpty }?.tokens.first.map { string($0) == "(" }
        noteUnsupported(macro, name, isCall: next ?? openFiles.last?.lexer.isBeforeParenthesis ?? false)
        result.append(token)
      } else if macro.body.isEmpty {
        pending.formUnion(token.flags)
      } else {
        levels.append((name, macro.body[...], token.flags))
        busy.insert(name)
      }
    }
    return result
  }

  private mutating func withPendingFlags(_ token: PreprocessorToken) -> PreprocessorToken {
    var token = token
    if !token.flags.contains(.startsLine) { token.flags.formUnion(pending) }
    pending = []
    return token
  }

  private func followsDefined(_ tokens: [PreprocessorToken]) -> Bool {
    guard let last = tokens.last.map(string) else { return false }
    return last == "defined" || last == "(" && tokens.dropLast().last.map(string) == "defined"
  }

  private mutating func noteUnsupported(_ macro: Macro, _ name: String, isCall: Bool) {
    guard macro.joinsWords || isCall else { return }
    note(
      "the macro \(clipped(name)) \(macro.takesArguments ? "takes arguments" : "joins words with ##"), and such macros are not "
        + "replaced here", at: nil, severity: .warning,
      hint: "the text is left as written; to replace it, use a macro without arguments and without ##")
  }

  // MARK: Texts

  func bytes(of token: PreprocessorToken) -> ArraySlice<UInt8> {
    texts[Int(token.text)].bytes[Int(token.start)..<Int(token.end)]
  }

  func string(_ token: PreprocessorToken) -> String { String(decoding: bytes(of: token), as: UTF8.self) }

  func location(of token: PreprocessorToken) -> SourceLocation {
    texts[Int(token.text)].location(at: Int(token.start))
  }

  func clipped(_ token: PreprocessorToken) -> String { clipped(bytes(of: token)) }

  func clipped(_ text: String) -> String { clipped(Array(text.utf8)[...]) }

  /// Returns the first forty characters of a text, without decoding the rest.
  func clipped(_ text: ArraySlice<UInt8>) -> String {
    let begin = String(decoding: text.prefix(41 * 4), as: UTF8.self)
    return begin.unicodeScalars.count > 40 ? String(begin.unicodeScalars.prefix(40)) + "…" : begin
  }

  // MARK: Limits and problems

  private mutating func spend(_ count: Int) throws(PropertyListError) {
    steps += count
    Work.count(count * 3)
    guard steps > Limits.steps else { return }
    throw PropertyListError(
      location: place, kind: .tooLarge, message: "replacing macros needs more than \(Limits.steps) steps",
      hint: "do macros expand each other?")
  }

  /// The current location, for messages.
  var place: SourceLocation { site.map(location) ?? SourceLocation(file: files.mainFile) }

  mutating func note(
    _ message: String, at location: SourceLocation?, severity: PackageWarning.Severity = .error,
    hint: String? = nil, code: PackageWarning.Code = .preprocessor, leavesMacrosOpen: Bool = false
  ) {
    var problem = PackageWarning(code, message, severity: severity, location: location ?? place, hint: hint)
    problem.leavesMacrosOpen = leavesMacrosOpen
    guard problems.count < Limits.problems, !problems.contains(problem) else { return }
    problems.append(problem)
  }
}

/// The end of a line, which a `//` in the middle of the line removed.
struct RemovedComment: Equatable {
  let location: SourceLocation
  let text: String
}

/// Lines that begin with `#`.
extension Preprocessor {
  /// Reads a directive up to the end of its line.
  mutating func readDirective(_ hash: PreprocessorToken) throws(PropertyListError) {
    site = hash
    let file = openFiles.count - 1
    openFiles[file].lexer.beginDirective()
    try obey(hash)
    // After an #include, the current file is a different one.
    while openFiles[file].lexer.next() != nil {}
    openFiles[file].lexer.endDirective()
    openFiles[file].lexer.isSkipping = !isLive
    hasFalseConditions = hasFalseConditions || !isLive
    owesLine = style.isTraditional
  }

  private mutating func obey(_ hash: PreprocessorToken) throws(PropertyListError) {
    guard let name = nextInLine() else { return }
    let word = name.kind == .identifier ? string(name) : ""
    switch word {
    case "if", "ifdef", "ifndef": return try openCondition(hash, word)
    case "elif", "elifdef", "elifndef": return try continueCondition(word)
    case "else": return elseCondition()
    case "endif":
      if hasOpenCondition(word) { conditions.removeLast() }
      return
    default: break
    }
    guard isLive else { return }
    switch word {
    case "define": define()
    case "undef": if let name = macroName() { macros[string(name)] = nil }
    case "include", "import": try include(hash, isOnce: word == "import")
    case "error", "warning":
      let isError = word == "error"
      let text = clipped(openFiles[openFiles.count - 1].lexer.restOfLine())
      note(
        "#\(word) \(text)", at: nil, severity: isError ? .error : .warning,
        hint: isError ? "Xcode stops the build here" : nil)
    case "pragma": readPragma()
    case "line": break
    default:
      // Preprocessors write `# 7 "file"` in their output.
      if name.kind == .number, nextInLine().map({ $0.kind == .literal }) ?? true { return }
      note(
        "“#\(clipped(name))” is not a preprocessor directive", at: nil,
        hint: "write &#35; instead: a line of text cannot begin with #")
    }
  }

  /// Returns the next token of the directive; nil at its end.
  private mutating func nextInLine() -> PreprocessorToken? { openFiles[openFiles.count - 1].lexer.next() }

  mutating func tokensInLine() -> [PreprocessorToken] {
    var tokens: [PreprocessorToken] = []
    while let token = nextInLine() { tokens.append(token) }
    return tokens
  }

  /// Reads `#pragma once` and compiler pragmas; other pragma lines are kept, as the preprocessor does.
  private mutating func readPragma() {
    guard let word = nextInLine() else { return }
    switch string(word) {
    case "once": onceOnly.insert(openFiles[openFiles.count - 1].path)
    case "mark", "clang", "GCC", "message": break
    default: note("the preprocessor leaves #pragma in the text, but a property list cannot contain it", at: nil)
    }
  }

  // MARK: Definitions

  private mutating func macroName() -> PreprocessorToken? {
    guard let name = nextInLine() else {
      note("the name of a macro is missing", at: nil)
      return nil
    }
    guard name.kind == .identifier, string(name) != "defined" else {
      note("“\(clipped(name))” cannot be the name of a macro", at: location(of: name))
      return nil
    }
    return name
  }

  private mutating func define() {
    guard let name = macroName() else { return }
    var macro = Macro(body: tokensInLine())
    macro.takesArguments = macro.body.first.map { name.touches($0) && string($0) == "(" } ?? false
    macro.joinsWords = !style.isTraditional && macro.body.contains { bytes(of: $0) == [0x23, 0x23] }
    let text = string(name)
    if let old = macros[text], !isSame(old.body, macro.body) {
      note(
        "the macro \(clipped(text)) is redefined with another value; the new value is used",
        at: location(of: name),
        severity: .warning)
    }
    macros[text] = macro
  }

  private func isSame(_ one: [PreprocessorToken], _ other: [PreprocessorToken]) -> Bool {
    one.count == other.count
      && zip(one, other).enumerated().allSatisfy { index, pair in
        bytes(of: pair.0) == bytes(of: pair.1) && (index == 0 || pair.0.flags == pair.1.flags)
      }
  }

  // MARK: Conditions

  /// Whether the text here is active.
  private var isLive: Bool { conditions.last?.isActive ?? true }

  private mutating func openCondition(_ hash: PreprocessorToken, _ word: String) throws(PropertyListError) {
    guard conditions.count < Limits.conditions else {
      throw PropertyListError(
        location: place, kind: .tooDeep, message: "#if is nested more than \(Limits.conditions) levels deep",
        hint: "was the file written by a broken generator?")
    }
    let isLive = isLive
    let isTrue = isLive ? try holds(word) : false
    conditions.append(Condition(directive: hash, isActive: isTrue, wasTaken: isTrue, isLive: isLive))
  }

  private mutating func continueCondition(_ word: String) throws(PropertyListError) {
    guard hasOpenCondition(word) else { return }
    let index = conditions.count - 1
    // A condition is only evaluated if its branch can still be taken.
    let isOpen = conditions[index].isLive && !conditions[index].wasTaken && !conditions[index].hasElse
    let isTrue = isOpen ? try holds("\(word.dropFirst(2))") : false
    if conditions[index].hasElse { note("#\(word) after #else", at: nil, hint: "make #else the last branch") }
    conditions[index].isActive = isTrue
    conditions[index].wasTaken = conditions[index].wasTaken || isTrue
  }

  private mutating func elseCondition() {
    guard hasOpenCondition("else"), let condition = conditions.last else { return }
    if condition.hasElse { note("the #if has a second #else", at: nil) }
    let index = conditions.count - 1
    conditions[index].isActive = condition.isLive && !condition.wasTaken && !condition.hasElse
    conditions[index].wasTaken = true
    conditions[index].hasElse = true
  }

  /// Returns whether the directive belongs to an `#if` in the same file; reports one that does not.
  private mutating func hasOpenCondition(_ word: String) -> Bool {
    if let file = openFiles.last, conditions.count > file.conditionCount { return true }
    note("#\(word) without an #if", at: nil, hint: "is there an extra #endif?")
    return false
  }

  /// - Parameter word: `if`, `ifdef` or `ifndef`, or the remainder of `elif` and its variants.
  private mutating func holds(_ word: String) throws(PropertyListError) -> Bool {
    if word == "if" { return try evaluate(expand(tokensInLine(), isCondition: true)) }
    guard let name = nextInLine(), name.kind == .identifier else {
      note("#\(word) is not followed by the name of a macro", at: nil)
      return false
    }
    return (macros[string(name)] != nil) == (word == "ifdef")
  }

  private mutating func evaluate(_ tokens: [PreprocessorToken]) -> Bool {
    let terms = tokens.map { token in
      ConditionEvaluator.Term(
        text: string(token), isName: token.kind == .identifier, isOperation: token.kind == .punctuator)
    }
    var evaluator = ConditionEvaluator(terms) { [macros] in macros[$0] != nil }
    do throws(ConditionEvaluator.Problem) {
      return try evaluator.evaluate()
    } catch {
      let token = tokens.isEmpty ? nil : tokens[min(error.index, tokens.count - 1)]
      note(
        "\(error.message), so this condition counts as false", at: token.map(location),
        severity: error.isUnsupported ? .warning : .error)
      return false
    }
  }
}

/// The output of the preprocessor: text, with the source location of each part.
struct PreprocessorOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [SourcePiece] = []
  private(set) var hasTokensOnLine = false

  /// - Parameter isVerbatim: whether the text is in the source unchanged; otherwise all of it has one location.
  mutating func write(_ text: ArraySlice<UInt8>, from source: SourceText, at offset: Int, isVerbatim: Bool) {
    hasTokensOnLine = true
    let start = bytes.count
    bytes += text
    if let last = pieces.last, last.source === source {
      if isVerbatim, last.length > 0, start - Int(last.start) == offset - Int(last.offset) {
        pieces[pieces.count - 1].length = UInt32(bytes.count) - last.start
        return
      }
      if !isVerbatim, last.length == 0, Int(last.offset) == offset { return }
    }
    pieces.append(
      SourcePiece(
        start: UInt32(start), source: source, offset: UInt32(offset), length: isVerbatim ? UInt32(text.count) : 0))
  }

  mutating func writeBlanks(_ count: Int) { bytes += repeatElement(0x20, count: max(0, count)) }

  /// Ends a line; empty lines are left out.
  mutating func endLine() {
    guard hasTokensOnLine else { return }
    bytes.append(0x0A)
    hasTokensOnLine = false
  }
}

/// The output: each token with the white space before it.
extension Preprocessor {
  mutating func emit(_ token: PreprocessorToken) throws(PropertyListError) {
    guard let site else { return }
    let place = texts[Int(site.text)]
    let offset = place.offset(of: Int(site.start))
    let text = bytes(of: token)
    if owesLine, output.bytes.last.map({ $0 != 0x0A }) == true { output.endLine() }
    owesLine = false
    if !style.isTraditional, token.flags.contains(.startsLine) {
      output.endLine()
      var column = place.source.location(at: offset).column ?? 1
      if column == 1, token.flags.contains(.followsBlank) || text.first == UInt8(ascii: "#") { column = 2 }
      output.writeBlanks(column - 1)
    } else if token.flags.contains(.followsBlank) || output.hasTokensOnLine && wouldJoin(token) {
      output.writeBlanks(1)
    }
    let isVerbatim = token.text == site.text && token.start == site.start
    if !text.isEmpty { output.write(text, from: place.source, at: offset, isVerbatim: isVerbatim) }
    (beforePrevious, previous) = (previous, token)
    guard output.bytes.count > outputLimit else { return }
    throw PropertyListError(
      location: place.source.location(at: offset), kind: .tooLarge,
      message: "the preprocessor output has more than \(outputLimit) bytes",
      hint: "do macros expand each other, or files include each other?")
  }

  /// Returns whether tokens that are apart in the source would join if adjacent; the preprocessor separates them: `1`
  /// and `.5`, `-` and `-` (ICON-218).
  private func wouldJoin(_ token: PreprocessorToken) -> Bool {
    guard let first = previous, !first.touches(token), let byte = bytes(of: token).first else { return false }
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    switch first.kind {
    case .identifier: return token.kind == .identifier || token.kind == .number && byte != UInt8(ascii: ".")
    case .number:
      return isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_.+-".utf8.contains(byte)
    case .punctuator:
      let text = string(first)
      if text == "." { return isDigit || byte == UInt8(ascii: ".") && beforePrevious.map(string) == "." }
      return Self.growing[text]?.utf8.contains(byte) ?? false
    case .literal, .other, .blank, .comment: return false
    }
  }

  /// The characters that extend a punctuator to a longer one.
  private static let growing = [
    "&": "&=", "+": "+=", "-": "->=", "/": "*/=", "<": "<:%=", ">": ">=", "|": "|=", "%": ">:=", ":": ">", "#": "#@%",
    "*": "=", "!": "=", "<<": "=", ">>": "=", "^": "=", "=": "=",
  ]
}
