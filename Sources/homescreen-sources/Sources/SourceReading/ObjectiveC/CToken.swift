/// A word, literal or punctuator of Objective-C, C or C++.
struct CToken: Sendable, Equatable {
  /// The kind of token; words that the parser checks for have separate kinds.
  enum Kind: UInt8, Sendable {
    case end
    case identifier, number, string, character
    /// `@"…"`.
    case atString
    /// `@` before `(`, `[`, `{`, a number, or a macro such as `YES`.
    case at

    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    case semicolon, comma, colon, question, dot, arrow, scope, ellipsis
    case caret, star, ampersand, minus, plus, not, tilde, increment
    case less, greater
    /// `=`, and compound assignments such as `+=`.
    case assign, compoundAssign
    /// The other binary operators.
    case binary

    case atInterface, atImplementation, atProtocol, atEnd, atProperty, atSelector, atEncode, atClass, atAvailable
    case atTry, atCatch, atFinally, atThrow, atSynchronized, atAutoreleasepool
    /// `@synthesize`, `@optional`, `@import` and other words after `@`.
    case atOther

    case wordIf, wordElse, wordFor, wordWhile, wordDo, wordSwitch, wordCase, wordDefault
    case wordBreak, wordContinue, wordReturn, wordGoto, wordTry, wordCatch, wordThrow
    case wordTypedef, wordStruct, wordClass, wordEnum, wordNamespace, wordTemplate, wordUsing
    case wordExtern, wordStatic, wordOperator, wordSizeof, wordNew, wordDelete, wordTypeof
    /// `const`, `__weak`, `nullable` and other words that qualify a type.
    case qualifier
    /// Words of basic types: `unsigned`, `long`, `void`.
    case basicType
  }

  var kind: Kind
  /// The offset of the token's first byte.
  var start: Int32
  /// The offset after the token's last byte.
  var end: Int32
  /// The enclosing `#if` branch, as an index into the conditions of the file; 0 if there is none.
  var condition: Int32
}

extension CToken.Kind {
  /// Whether a statement, body or declaration cannot continue after the token.
  var endsDeclarations: Bool {
    switch self {
    case .end, .atEnd, .atInterface, .atImplementation: true
    default: false
    }
  }

  /// Tokens that can precede `class X` in C++.
  static let beforeClass: Set<CToken.Kind> = [
    .end, .semicolon, .leftBrace, .rightBrace, .greater, .less, .comma, .colon, .wordEnum, .qualifier, .string,
  ]

  /// Tokens that can follow a name, but not an operator that is a word.
  static let behindNames: Set<CToken.Kind> = [.assign, .comma, .rightParenthesis, .rightBracket, .dot, .arrow]

  /// The kinds of words, keyed by their bytes.
  static let words: [ArraySlice<UInt8>: CToken.Kind] = {
    var words: [ArraySlice<UInt8>: CToken.Kind] = [:]
    for (kind, list) in table { for word in list.split(separator: " ") { words[ArraySlice(word.utf8)] = kind } }
    return words
  }()

  private static let table: [(CToken.Kind, String)] = [
    (.atInterface, "@interface"), (.atImplementation, "@implementation"), (.atProtocol, "@protocol"),
    (.atEnd, "@end"), (.atProperty, "@property"), (.atSelector, "@selector"), (.atEncode, "@encode"),
    (.atClass, "@class"), (.atAvailable, "@available"), (.atTry, "@try"), (.atCatch, "@catch"),
    (.atFinally, "@finally"), (.atThrow, "@throw"), (.atSynchronized, "@synchronized"),
    (.atAutoreleasepool, "@autoreleasepool"),
    (.wordIf, "if"), (.wordElse, "else"), (.wordFor, "for"), (.wordWhile, "while"), (.wordDo, "do"),
    (.wordSwitch, "switch"), (.wordCase, "case"), (.wordDefault, "default"), (.wordBreak, "break"),
    (.wordContinue, "continue"), (.wordReturn, "return"), (.wordGoto, "goto"), (.wordTry, "try"),
    (.wordCatch, "catch"), (.wordThrow, "throw"), (.wordTypedef, "typedef"), (.wordStruct, "struct union"),
    (.wordClass, "class"),
    (.wordEnum, "enum"), (.wordNamespace, "namespace"), (.wordTemplate, "template"), (.wordUsing, "using"),
    (.wordExtern, "extern FOUNDATION_EXPORT FOUNDATION_EXTERN UIKIT_EXTERN OBJC_EXPORT"), (.wordStatic, "static"),
    (.wordOperator, "operator"),
    (.wordTypeof, "typeof __typeof __typeof__ decltype"), (.wordSizeof, "sizeof alignof _Alignof"), (.wordNew, "new"),
    (.wordDelete, "delete"),
    (
      .qualifier,
      """
      const volatile restrict inline register auto constexpr mutable typename friend virtual explicit noexcept \
      __block __weak __strong __unsafe_unretained __autoreleasing __kindof __nullable __nonnull _Nullable _Nonnull \
      _Null_unspecified __null_unspecified __inline __inline__ __const __restrict _Atomic _Noreturn __unused \
      __deprecated thread_local nullable nonnull null_unspecified null_resettable __bridge __bridge_transfer \
      __bridge_retained IBOutlet IBInspectable oneway inout bycopy byref NS_NOESCAPE NS_INLINE \
      NS_ASSUME_NONNULL_BEGIN NS_ASSUME_NONNULL_END
      """
    ),
    (.basicType, "void char short int long float double signed unsigned bool _Bool"),
  ]
}
