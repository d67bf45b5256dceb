/// What the tokenizer makes of a file.
struct CTokens: Sendable {
  var tokens: [CToken] = []
  /// The branches of `#if` that tokens stand in; the first is none.
  var conditions = [CCondition(text: "", outer: 0, group: 0)]
  /// Each `#if`; the first is none.
  var groups = [CGroup()]
  /// Constants of the preprocessor, `#define NAME VALUE`, without those that take parameters.
  var definitions: [CDefinition] = []
  /// The bracket that is nested too deep; nothing behind it was read.
  var tooDeep: Int?
  /// The first place that is no Objective-C: a comment or text without end, a character that means nothing.
  var unparsed: Int?
}

/// `#define NAME VALUE`.
struct CDefinition: Sendable {
  var name: CToken
  /// Its value, with ``CToken/Kind/end`` as the last.
  var value: [CToken]
}

/// An `#if` with its branches.
struct CGroup: Sendable {
  /// How many branches there are that are read.
  var branchCount = 0
  /// Whether one of them is an `#else`.
  var isComplete = false
}

/// A branch of `#if`.
struct CCondition: Sendable {
  /// Its own condition; empty if it may be read as if there were no `#if`.
  var text: String
  /// The branch around it.
  var outer: Int32
  /// Its `#if`.
  var group: Int32
}

/// A branch of `#if` that is open.
struct CBranch {
  /// The conditions of the branches before, which did not hold where this one does.
  var earlier: [String] = []
  /// What stands behind its `#if` or `#elif`; empty for `#else`, and for what says nothing, the guard of a header.
  var written: String
  /// When it is read, without what is around it.
  var condition: String
  /// How many brackets were open before the first branch.
  var depth: Int
  /// Whether its tokens are left out: `#if 0`, or an alternative to a branch that opened a bracket and left it open.
  var isSkipped: Bool
  /// Whether all branches that follow are left out.
  var skipsRest: Bool
  /// The number of its `#if`.
  var group: Int32
  /// Its condition with all around it, as an index.
  var index: Int32 = 0
}

extension CTokens {
  /// Makes names of words of C++ that stand where only names can: `Class class = …`.
  mutating func takeWordsBack() {
    for index in tokens.indices {
      let next = index + 1 < tokens.count ? tokens[index + 1].kind : .end
      switch tokens[index].kind {
      case .wordClass:
        let before = index > 0 ? tokens[index - 1].kind : .end
        let isDeclared = CToken.Kind.beforeClass.contains(before) && next == .identifier
        tokens[index].kind = isDeclared ? .wordStruct : .identifier
      case .wordTemplate where next != .less: tokens[index].kind = .identifier
      case .wordNew, .wordDelete, .wordNamespace, .wordUsing, .wordTry, .wordCatch, .wordThrow:
        if CToken.Kind.behindNames.contains(next) { tokens[index].kind = .identifier }
      default: break
      }
    }
  }

  /// The conditions of a token, joined; nil where there is none.
  func condition(_ index: Int32) -> String? {
    var texts: [String] = []
    var index = index
    while index != 0 {
      let condition = conditions[Int(index)]
      if !condition.text.isEmpty { texts.append(condition.text) }
      index = condition.outer
    }
    return texts.isEmpty ? nil : texts.reversed().joined(separator: " && ")
  }
}
