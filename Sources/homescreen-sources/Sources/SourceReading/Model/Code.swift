/// An expression in the form that the analysis needs, the same for Swift and Objective-C.
///
/// A message `[a setName:b handler:c]` is the call `a.setName(b, handler: c)`. Parentheses, `!`, `?` and generic
/// arguments are removed, so `a?.b!.c()` is `a.b.c()`.
struct Expression: Sendable {
  /// The offset of the expression's first byte in the file, or of the name for a member or a method call.
  var offset: UInt32
  /// The kind of expression.
  var form: Form

  init(_ form: Form, at offset: UInt32) {
    self.form = form
    self.offset = offset
  }

  indirect enum Form: Sendable {
    /// `a`, `self`, `super`, `$0`, a type.
    case name(String)
    /// `a.b`, or `.b` without a base.
    case member(Expression?, String)
    case call(Expression, [Argument])
    /// `a[b]`.
    case element(Expression, [Argument])
    case text(String)
    /// A text with interpolated values.
    case pieces([Expression])
    case number(String)
    case truth(Bool)
    case null
    case list([Expression])
    /// Alternating keys and values.
    case dictionary([Expression])
    case tuple([Argument])
    case closure(Closure)
    case unary(String, Expression)
    case binary(String, Expression, Expression)
    case choice(Expression, Expression, Expression)
    /// The operator (`=`, `+=`), the target, the value.
    case assign(String, Expression, Expression)
    /// `a as? B`, `(B *)a`; the word is `as`, `as?`, `as!` or `is`.
    case cast(Expression, String, String)
    /// `try`, `try?`, `try!`.
    case attempt(Expression, String)
    case wait(Expression)
    /// An `if` or `switch` with a value, or a statement expression.
    case block([Statement])
    /// `#selector(a.b(_:))` or `@selector(b:)`: the name or selector, without its base.
    case selector(String)
    /// Any other expression, with its parts.
    case other(String, [Expression])
  }
}

struct Argument: Sendable {
  /// The label; nil if there is none. In Objective-C, a later part of the selector.
  var label: String?
  var value: Expression

  /// The label of the argument of a method reference, `onOpenURL(perform: open)`, which fits any parameter.
  static let anyLabel = "*"

  init(_ label: String?, _ value: Expression) {
    self.label = label
    self.value = value
  }
}

/// A closure or a block.
struct Closure: Sendable {
  /// The names, `_` for unnamed parameters; empty if the closure uses `$0`.
  var parameters: [String] = []
  var body: [Statement]
  /// Attributes such as `MainActor`.
  var attributes: [String] = []
}

/// A statement or a local declaration.
struct Statement: Sendable {
  /// The offset of the statement's first byte.
  var offset: UInt32
  var form: Form

  init(_ form: Form, at offset: UInt32) {
    self.form = form
    self.offset = offset
  }

  indirect enum Form: Sendable {
    case expression(Expression)
    /// `let a = b`; the type is as written, without `?`.
    case declare(Pattern, type: String?, value: Expression?, isLet: Bool)
    /// A local function.
    case function(Function)
    case condition([Condition], then: [Statement], otherwise: [Statement])
    case ensure([Condition], otherwise: [Statement])
    /// One of the cases always runs: an Objective-C `switch` without `default:` gets an empty one.
    case choose(Expression, [Case])
    /// `for`, `while`, `repeat`.
    case loop(Loop)
    /// `do` with its clauses, or `@try`; a bare block has no clauses.
    case perform([Statement], catches: [Catch])
    case later([Statement])
    case leave(Expression?)
    case raise(Expression)
    /// `break`, `continue`, `fallthrough`, `goto`.
    case jump(Jump)
    /// `#if`: all branches with their conditions; `isComplete` if there is an `#else`.
    case compiled([Branch], isComplete: Bool)
  }

  enum Jump: UInt8, Sendable { case end, next, through, unknown }
}

/// A pattern that a value is matched against.
struct Pattern: Sendable {
  /// The variables that the pattern binds, in order; `_` for a wildcard.
  var names: [String] = []
  /// The expression that the pattern compares with: a literal, a name, or `.someCase` (for `.someCase(let a)` without
  /// the arguments).
  var expression: Expression?
}

/// One of several conditions, all of which must hold.
enum Condition: Sendable {
  case holds(Expression)
  /// `let a = b`, or `let a` without a value.
  case bind(String, Expression?)
  /// `case .a(let b) = c`.
  case matches(Pattern, Expression)
  /// `#available(iOS 13, *)`: the text, with `!` before it for `#unavailable`.
  case available(String)
}

struct Case: Sendable {
  /// The patterns; empty for `default`.
  var patterns: [Pattern]
  var filter: Expression?
  var body: [Statement]
  var offset: UInt32
}

struct Loop: Sendable {
  /// The variables of a `for … in`.
  var pattern: Pattern?
  /// The sequence it iterates over.
  var sequence: Expression?
  var conditions: [Condition] = []
  var body: [Statement]
  /// Whether the body runs at least once: `repeat`.
  var isRepeat = false
}

struct Catch: Sendable {
  var pattern: Pattern?
  var body: [Statement]
  var offset: UInt32
}

/// One branch of an `#if`.
struct Branch: Sendable {
  var condition: String
  var body: [Statement]
}

/// A function, method or initializer; in Objective-C, a method or C function.
struct Function: Sendable {
  /// The name without labels: `application`, `init`; in Objective-C, the first part of the selector.
  var name: String
  var parameters: [Parameter]
  /// The result type as written, without `?`; nil if there is none.
  var result: String?
  var isStatic = false
  var isAsync = false
  var isThrowing = false
  var isOverride = false
  /// Whether other modules can see the declaration.
  var isPublic = false
  /// The Objective-C selector, if it is written: of a method there, or in `@objc(…)`.
  var selector: String?
  /// The attributes without `@` and arguments: `objc`, `MainActor`.
  var attributes: [String] = []
  /// The condition of the enclosing `#if`.
  var condition: String?
  /// The body; nil for a requirement or a declaration.
  var body: [Statement]?
  /// The offset of `func`, `-` or `+`, or of the line of the first modifier: the place shown to users.
  var offset: UInt32
  /// The offset of the closing brace of the body.
  var end: UInt32

  init(_ name: String, parameters: [Parameter], body: [Statement]?, at offset: UInt32, end: UInt32) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.offset = offset
    self.end = end
  }

  /// The full name: `application(_:performActionFor:completionHandler:)`, `sceneDidBecomeActive(_:)`.
  var written: String { parameters.isEmpty ? name + "()" : "\(name)(\(parameters.map { $0.label + ":" }.joined()))" }
}

struct Parameter: Sendable {
  /// The label, `_` if there is none; in Objective-C `_` for the first, and the parts of the selector for the others.
  var label: String
  /// The name inside the body.
  var name: String
  /// The type as written, without attributes and `?`.
  var type: String
  var standard: Expression?
}

extension Function {
  /// The Objective-C form of a Swift method; nil if it is the same, and for initializers.
  var inObjectiveC: Function? {
    guard name != "init" else { return nil }
    var other = self
    if let selector {
      let parts = selector.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
      guard let first = parts.first, parts.count == max(parameters.count, 1) else { return nil }
      other.name = first
      for index in parameters.indices { other.parameters[index].label = index == 0 ? "_" : parts[index] }
    } else if let label = parameters.first?.label, label != "_" {
      let word = label.prefix(1).uppercased() + label.dropFirst()
      let firstWord = label.prefix { !$0.isUppercase }
      let isPreposition = ["with", "for", "by", "from", "in", "on", "at", "to", "of"].contains(firstWord)
      other.name = name + (isPreposition ? "" : "With") + word
      other.parameters[0].label = "_"
    }
    return other.written == written ? nil : other
  }
}
