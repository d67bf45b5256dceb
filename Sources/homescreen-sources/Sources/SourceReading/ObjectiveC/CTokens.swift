/// The result of tokenizing a file.
struct CTokens: Sendable {
  var tokens: [CToken] = []
  /// The `#if` branches of tokens; the first is a placeholder for none.
  var conditions = [CCondition(text: "", outer: 0, group: 0)]
  /// The `#if` groups; the first is a placeholder for none.
  var groups = [CGroup()]
  /// Preprocessor constants, `#define NAME VALUE`, without parameters.
  var definitions: [CDefinition] = []
  /// The bracket that is nested too deep; nothing after it was read.
  var tooDeep: Int?
  /// The first place that is not Objective-C: an unterminated comment or text, or an invalid character.
  var unparsed: Int?
}

/// `#define NAME VALUE`.
struct CDefinition: Sendable {
  var name: CToken
  /// The value, followed by ``CToken/Kind/end``.
  var value: [CToken]
}

/// An `#if` with its branches.
struct CGroup: Sendable {
  /// The number of branches that are read.
  var branchCount = 0
  /// Whether one of the branches is an `#else`.
  var isComplete = false
}

/// A branch of `#if`.
struct CCondition: Sendable {
  /// The branch's condition; empty if it can be read as if there were no `#if`.
  var text: String
  /// The enclosing branch.
  var outer: Int32
  /// The group of the condition's `#if`.
  var group: Int32
}

/// An `#if` branch that is open.
struct CBranch {
  /// The conditions of the previous branches, which are false here.
  var earlier: [String] = []
  /// The text after the branch's `#if` or `#elif`; empty for `#else` and include guards.
  var written: String
  /// The condition under which the branch is read, without enclosing ones.
  var condition: String
  /// The number of brackets open before the first branch.
  var depth: Int
  /// Whether the branch's tokens are left out: `#if 0`, or an alternative to a branch that left a bracket open.
  var isSkipped: Bool
  /// Whether all following branches are left out.
  var skipsRest: Bool
  /// The index of the branch's `#if`.
  var group: Int32
  /// The index of the branch's condition, including enclosing ones.
  var index: Int32 = 0
}

extension CTokens {
  /// Turns C++ keywords back into names where only names are valid: `Class class = …`.
  mutating func takeWordsBack() {
    for index in tokens.indices {
      let next = index + 1 < tokens.count ? tokens[index + 1].kind : .end
      switch tokens[index].kind {
      case .wordClass:
        let before = index > 0 ? tokens[index - 1].kind : .end
        let isDeclared = CToken.Kind.beforeClass.contains(before) && next == .identifier
        tokens[index].kind = isDeclared ? .wordStruct : .identifier
      // `[operator length]`, `f(operator)`; `operator ]` does not exist.
      case .wordOperator
      where index > 0 && tokens[index - 1].kind == .leftBracket || next == .rightBracket || next == .rightParenthesis
        || next == .semicolon:
        tokens[index].kind = .identifier
      case .wordTemplate where next != .less: tokens[index].kind = .identifier
      case .wordNew, .wordDelete, .wordNamespace, .wordUsing, .wordTry, .wordCatch, .wordThrow:
        if CToken.Kind.behindNames.contains(next) { tokens[index].kind = .identifier }
      default: break
      }
    }
  }

  /// Returns the joined conditions of a token; nil if there are none.
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
