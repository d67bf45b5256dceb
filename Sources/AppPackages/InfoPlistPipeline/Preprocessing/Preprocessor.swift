import PropertyLists

/// The C preprocessor, as a build of Xcode runs it over an Info.plist: `cc -E -P -x c` (ICON-216).
///
/// It knows comments, `#include`, `#if` and macros without arguments. A macro that takes arguments, or joins words with
/// `##`, stays as it is written, with a warning. What all of it may spend is bounded: macros that multiply each other
/// are an error with the place.
struct Preprocessor {
  struct Macro {
    var body: [PreprocessorToken] = []
    /// The macro has parameters.
    var takesArguments = false
    /// `##` in its body.
    var joinsWords = false
  }

  struct OpenFile {
    let path: String
    let text: Int
    var lexer: PreprocessorLexer
    /// The `#if`s that were open when it began.
    let conditionCount: Int
  }

  struct Condition {
    let directive: PreprocessorToken
    var isActive: Bool
    /// Whether one of its branches was.
    var wasTaken: Bool
    /// Whether the text around it counts.
    let isLive: Bool
    var hasElse = false
  }

  /// Far more than any Info.plist needs.
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
  /// The `//` comments that took something with them that looks wanted.
  var cuts: [PreprocessorCut] = []
  var fileCount = 0
  var byteCount = 0
  var onceOnly: Set<String> = []
  /// The token of a file that is read just now: where its text is, for a person.
  var site: PreprocessorToken?
  /// Whether some text was left out because a condition does not hold.
  var hasFalseConditions = false
  /// Whether a directive has taken the end of its line with it, where all others stay.
  var owesLine = false
  var previous: PreprocessorToken?
  var beforePrevious: PreprocessorToken?
  /// What a macro of nothing leaves to the token after it.
  private var pending: PreprocessorToken.Flags = []
  private var steps = 0
  private var relocatedCount = 0

  init(files: PreprocessorFiles, style: PreprocessorStyle, maximumBytes: Int) {
    self.files = files
    self.style = style
    self.outputLimit = min(maximumBytes, Limits.output)
  }

  /// Gives all problems so far one place: that of the setting which was read.
  mutating func relocateProblems(to place: SourceLocation) {
    for index in relocatedCount..<problems.count { problems[index].location = place }
    relocatedCount = problems.count
  }

  /// Reads all files that are open.
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

  /// The tokens that take the place of others, with all macros replaced.
  ///
  /// - Parameter isCondition: whether the name after `defined` stays as it is.
  mutating func expand(
    _ tokens: [PreprocessorToken], isCondition: Bool = false
  ) throws(PropertyListError) -> [PreprocessorToken] {
    var result: [PreprocessorToken] = []
    // The macros that are being replaced, in which they are names like any other.
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
      hint: "its text stays as it is written; a macro without arguments and ## is replaced")
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

  /// The begin of what may be as long as a file; forty characters have no more bytes than that.
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
      hint: "do macros multiply each other?")
  }

  /// Where the preprocessor is, for a person.
  var place: SourceLocation { site.map(location) ?? SourceLocation(file: files.mainFile) }

  mutating func note(
    _ message: String, at location: SourceLocation?, severity: PackageWarning.Severity = .error,
    hint: String? = nil, code: PackageWarning.Code = .preprocessor
  ) {
    let problem = PackageWarning(code, message, severity: severity, location: location ?? place, hint: hint)
    guard problems.count < Limits.problems, !problems.contains(problem) else { return }
    problems.append(problem)
  }
}

/// The end of a line that a `//` in its middle took away.
struct PreprocessorCut: Equatable {
  let location: SourceLocation
  let text: String
}
