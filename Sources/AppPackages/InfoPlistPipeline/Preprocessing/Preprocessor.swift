import PropertyLists

/// The C preprocessor, as a build of Xcode runs it over an Info.plist: `cc -E -P -x c` (ICON-216).
///
/// Macros being replaced lie on a stack of their own, as do files that include each other. What all of it may spend is
/// bounded: who multiplies macros gets an error with the place.
struct Preprocessor {
  /// Tokens that are read before the file goes on.
  struct Stream {
    let tokens: [PreprocessorToken]
    var position = 0
    /// The macro that they stand for, which is a name like any other in them.
    var macro: UInt32?
    /// How the first of them stands to its neighbours: as the name that it replaces did.
    var firstFlags: PreprocessorToken.Flags?
    /// Nothing below is read.
    var isBarrier = false
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

  /// Names, tokens and files that nobody needs more of.
  enum Limits {
    static let steps = 1_000_000
    static let output = 8 * 1024 * 1024
    static let openFiles = 200
    static let files = 1000
    static let bytes = 16 * 1024 * 1024
    static let conditions = 1000
    /// Macros inside of the arguments of macros.
    static let arguments = 30
    static let problems = 50
  }

  let files: PreprocessorFiles
  let style: PreprocessorStyle
  var names = PreprocessorNames()
  var macros = PreprocessorMacroTable()
  var texts: [PreprocessorText] = []
  /// What was pasted together, each word behind a zero.
  private var scratch: [UInt8] = [0]
  var openFiles: [OpenFile] = []
  var streams: [Stream] = []
  var conditions: [Condition] = []
  var output = PreprocessorOutput()
  private(set) var problems: [PackageWarning] = []
  /// The `//` comments that took something with them that looks wanted.
  var cuts: [PreprocessorCut] = []
  var argumentDepth = 0
  var isReadingArguments = false
  var counter = 0
  var fileCount = 0
  var byteCount = 0
  var onceOnly: Set<String> = []
  /// The outermost name that is being replaced: where its text is, for a person.
  var useSite: PreprocessorToken?
  /// Whether some text was left out because a condition does not hold.
  var hasFalseConditions = false
  /// Whether a directive has taken the end of its line with it, where all others stay.
  var owesLine = false
  /// Whether the last token came from a macro.
  var isFromMacro = false
  private var pending: PreprocessorToken.Flags = []
  var previous: PreprocessorToken?
  var beforePrevious: PreprocessorToken?
  private var steps = 0
  private var relocatedCount = 0
  let outputLimit: Int

  init(files: PreprocessorFiles, style: PreprocessorStyle, maximumBytes: Int) {
    self.files = files
    self.style = style
    self.outputLimit = min(maximumBytes, Limits.output)
  }

  mutating func defineBuiltIns() {
    for builtIn in BuiltInMacro.allCases { macros[names.number(of: builtIn.rawValue)] = PreprocessorMacro(builtIn) }
  }

  /// Tells what was noticed so far at one place: that of the setting which was read.
  mutating func relocateProblems(to place: SourceLocation) {
    for index in relocatedCount..<problems.count { problems[index].location = place }
    relocatedCount = problems.count
  }

  /// Reads all files that are open.
  mutating func run() throws(PropertyListError) {
    while let token = try nextReplaced() { try emit(token) }
    output.endLine()
  }

  // MARK: Tokens

  /// The next token with macros as they are written; nil at the end of what may be read.
  mutating func next() throws(PropertyListError) -> PreprocessorToken? {
    while let top = streams.indices.last {
      let position = streams[top].position
      if position < streams[top].tokens.count {
        var token = streams[top].tokens[position]
        streams[top].position = position + 1
        if position == 0, let flags = streams[top].firstFlags {
          token.flags = flags.union(token.flags.intersection(.isFinal))
        }
        isFromMacro = true
        try spend(1)
        return token
      }
      if streams[top].isBarrier { return nil }
      if let macro = streams[top].macro { macros.end(macro) }
      streams.removeLast()
    }
    isFromMacro = false
    return try nextOfFile()
  }

  /// The next token with all macros replaced.
  mutating func nextReplaced() throws(PropertyListError) -> PreprocessorToken? {
    while var token = try next() {
      // What stood before a macro of nothing holds for what follows on its line.
      if !token.flags.contains(.startsLine) { token.flags.formUnion(pending) }
      pending = []
      guard token.kind == .identifier, !token.flags.contains(.isFinal), let macro = macros[token.value] else {
        return token
      }
      if macros.isBusy(token.value) {
        token.flags.insert(.isFinal)
        return token
      }
      guard try replace(token, by: macro) else { return token }
    }
    return nil
  }

  /// Puts tokens in the place of a name.
  mutating func push(_ tokens: [PreprocessorToken], for name: PreprocessorToken) {
    guard !tokens.isEmpty else {
      pending.formUnion(name.flags.subtracting(.isFinal))
      return
    }
    streams.append(Stream(tokens: tokens, macro: name.value, firstFlags: name.flags.subtracting(.isFinal)))
    macros.begin(name.value)
  }

  /// Reads tokens for themselves, without what follows them in the file.
  mutating func isolated<Result>(
    _ tokens: [PreprocessorToken], _ body: (inout Preprocessor) throws(PropertyListError) -> Result
  ) throws(PropertyListError) -> Result {
    let (flags, wasFromMacro) = (pending, isFromMacro)
    pending = []
    let depth = streams.count
    streams.append(Stream(tokens: tokens, isBarrier: true))
    let result = try body(&self)
    while streams.count > depth {
      if let macro = streams.removeLast().macro { macros.end(macro) }
    }
    pending = flags
    isFromMacro = wasFromMacro
    return result
  }

  private mutating func nextOfFile() throws(PropertyListError) -> PreprocessorToken? {
    while let top = openFiles.indices.last {
      guard let token = openFiles[top].lexer.next(&names) else {
        if isReadingArguments { return nil }
        try closeFile()
        continue
      }
      if token.isHash, token.flags.contains(.startsLine) {
        try readDirective(token)
        continue
      }
      if openFiles[top].lexer.isSkipping { continue }
      return token
    }
    return nil
  }

  // MARK: Texts

  func bytes(of token: PreprocessorToken) -> ArraySlice<UInt8> {
    let range = Int(token.start)..<Int(token.end)
    return token.text < 0 ? scratch[range] : texts[Int(token.text)].bytes[range]
  }

  func string(_ token: PreprocessorToken) -> String { String(decoding: bytes(of: token), as: UTF8.self) }

  func location(of token: PreprocessorToken) -> SourceLocation? {
    token.text < 0 ? useSite.flatMap { location(of: $0) } : texts[Int(token.text)].location(at: Int(token.start))
  }

  /// Words that stand in no file.
  mutating func tokens(of text: [UInt8], flags: PreprocessorToken.Flags) -> [PreprocessorToken] {
    var lexer = PreprocessorLexer(text + [0], text: -1, style: PreprocessorStyle())
    var tokens: [PreprocessorToken] = []
    while let token = lexer.next(&names) {
      // A zero between words: nobody may take them for neighbours.
      let base = UInt32(scratch.count)
      tokens.append(
        PreprocessorToken(
          kind: token.kind, flags: tokens.isEmpty ? flags : token.flags, text: -1, start: base + token.start,
          end: base + token.end, value: token.value))
    }
    scratch += text
    scratch.append(0)
    return tokens
  }

  // MARK: Limits and problems

  mutating func spend(_ count: Int) throws(PropertyListError) {
    steps += count
    Work.count(count * 3)
    guard steps > Limits.steps else { return }
    throw PropertyListError(
      location: place, kind: .tooLarge, message: "replacing macros takes more than \(Limits.steps) steps",
      hint: "do macros multiply each other?")
  }

  /// Where the preprocessor is, for a person.
  var place: SourceLocation {
    if let site = useSite, let place = location(of: site) { return place }
    guard let file = openFiles.last else { return SourceLocation(file: files.mainFile) }
    return texts[file.text].location(at: file.lexer.position)
  }

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
  /// Whether `:` stands before it, as in an address.
  let isAddress: Bool
}
