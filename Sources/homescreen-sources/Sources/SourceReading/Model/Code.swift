/// An expression, as far as the analysis looks at it: the same for Swift and Objective-C.
///
/// A message `[a setName:b handler:c]` is the call `a.setName(b, handler: c)`. Parentheses, `!`, `?` and generic arguments
/// are gone, so `a?.b!.c()` is `a.b.c()`.
struct Expression: Sendable {
  /// The offset of its first byte in the file; of a member or a call with a point, that of the member's name.
  var offset: UInt32
  /// What it is.
  var form: Form

  init(_ form: Form, at offset: UInt32) {
    self.form = form
    self.offset = offset
  }

  indirect enum Form: Sendable {
    /// `a`, `self`, `super`, `$0`, a type.
    case name(String)
    /// `a.b`; without a base `.b`.
    case member(Expression?, String)
    case call(Expression, [Argument])
    /// `a[b]`.
    case element(Expression, [Argument])
    case text(String)
    /// A text with values in it.
    case pieces([Expression])
    case number(String)
    case truth(Bool)
    case null
    case list([Expression])
    /// Keys and values in turn.
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
    /// An `if` or `switch` with a value, a statement expression.
    case block([Statement])
    /// `#selector(a.b(_:))` and `@selector(b:)`: the name or selector, without what stands before it.
    case selector(String)
    /// What nothing is known of but its parts.
    case other(String, [Expression])
  }
}

struct Argument: Sendable {
  /// The label, nil for none; of Objective-C the later parts of the selector.
  var label: String?
  var value: Expression

  init(_ label: String?, _ value: Expression) {
    self.label = label
    self.value = value
  }
}

/// A closure or a block.
struct Closure: Sendable {
  /// `_` for those that have none; empty where it uses `$0`.
  var parameters: [String]
  var body: [Statement]
  /// Attributes: `MainActor`.
  var attributes: [String]

  init(parameters: [String] = [], body: [Statement], attributes: [String] = []) {
    self.parameters = parameters
    self.body = body
    self.attributes = attributes
  }
}

/// A statement, or a declaration among statements.
struct Statement: Sendable {
  /// The offset of its first byte.
  var offset: UInt32
  var form: Form

  init(_ form: Form, at offset: UInt32) {
    self.form = form
    self.offset = offset
  }

  indirect enum Form: Sendable {
    case expression(Expression)
    /// `let a = b`; the type as it is written, without `?`.
    case declare(Pattern, type: String?, value: Expression?, isLet: Bool)
    /// A local function.
    case function(Function)
    case condition([Condition], then: [Statement], otherwise: [Statement])
    case ensure([Condition], otherwise: [Statement])
    /// One of the cases is always taken: Objective-C's without `default:` gets an empty one.
    case choose(Expression, [Case])
    /// `for`, `while`, `repeat`.
    case loop(Loop)
    /// `do` with its clauses, `@try`; a bare block has no clauses.
    case perform([Statement], catches: [Catch])
    case later([Statement])
    case leave(Expression?)
    case raise(Expression)
    /// `break`, `continue`, `fallthrough`, `goto`.
    case jump(Jump)
    /// `#if`: all branches, with their conditions; `isComplete` tells whether there is an `#else`.
    case compiled([Branch], isComplete: Bool)
  }

  enum Jump: UInt8, Sendable { case end, next, through, unknown }
}

/// What a value is compared with or taken apart into.
struct Pattern: Sendable {
  /// The variables that it makes, in their order; `_` where one is dropped.
  var names: [String]
  /// What it is compared with: a literal, a name, `.someCase` (of `.someCase(let a)` without the arguments).
  var expression: Expression?

  init(names: [String] = [], expression: Expression? = nil) {
    self.names = names
    self.expression = expression
  }
}

/// One of several conditions, all of which must hold.
enum Condition: Sendable {
  case holds(Expression)
  /// `let a = b`; without a value `let a`.
  case bind(String, Expression?)
  /// `case .a(let b) = c`.
  case matches(Pattern, Expression)
  /// `#available(iOS 13, *)`; the text, with `!` before it for `#unavailable`.
  case available(String)
}

struct Case: Sendable {
  /// Empty for `default`.
  var patterns: [Pattern]
  var filter: Expression?
  var body: [Statement]
  var offset: UInt32

  init(_ patterns: [Pattern], filter: Expression? = nil, body: [Statement], at offset: UInt32) {
    self.patterns = patterns
    self.filter = filter
    self.body = body
    self.offset = offset
  }
}

struct Loop: Sendable {
  /// The variables of a `for … in`.
  var pattern: Pattern?
  /// What it goes through.
  var sequence: Expression?
  var conditions: [Condition]
  var body: [Statement]
  /// Whether the body runs at least once: `repeat`.
  var isRepeat: Bool

  init(
    _ pattern: Pattern? = nil, in sequence: Expression? = nil, conditions: [Condition] = [], body: [Statement],
    isRepeat: Bool = false
  ) {
    self.pattern = pattern
    self.sequence = sequence
    self.conditions = conditions
    self.body = body
    self.isRepeat = isRepeat
  }
}

struct Catch: Sendable {
  var pattern: Pattern?
  var body: [Statement]
  var offset: UInt32

  init(_ pattern: Pattern? = nil, body: [Statement], at offset: UInt32) {
    self.pattern = pattern
    self.body = body
    self.offset = offset
  }
}

/// One branch of an `#if`.
struct Branch: Sendable {
  var condition: String
  var body: [Statement]

  init(_ condition: String, body: [Statement]) {
    self.condition = condition
    self.body = body
  }
}

/// A function, a method, an initializer; in Objective-C a method or a C function.
struct Function: Sendable {
  /// Without labels: `application`, `init`; of Objective-C the first part of the selector.
  var name: String
  var parameters: [Parameter]
  /// As it is written, without `?`; nil for none.
  var result: String?
  var isStatic = false
  var isAsync = false
  var isThrowing = false
  var isOverride = false
  /// Seen by other modules.
  var isPublic = false
  /// The selector in Objective-C, where it is written: of a method there, or in `@objc(…)`.
  var selector: String?
  /// Attributes without `@` and arguments: `objc`, `MainActor`.
  var attributes: [String] = []
  /// The condition of the `#if` around it.
  var condition: String?
  /// Nil for a requirement or a declaration without body.
  var body: [Statement]?
  /// The offset of `func`, `-` or `+`, or of the first modifier's line: where people point to.
  var offset: UInt32
  /// The offset of the closing bracket of the body.
  var end: UInt32

  init(_ name: String, parameters: [Parameter], body: [Statement]?, at offset: UInt32, end: UInt32) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.offset = offset
    self.end = end
  }

  /// `application(_:performActionFor:completionHandler:)`; `sceneDidBecomeActive(_:)`.
  var written: String {
    parameters.isEmpty ? name + "()" : "\(name)(\(parameters.map { $0.label + ":" }.joined()))"
  }
}

struct Parameter: Sendable {
  /// `_` for none; of Objective-C's first `_`, of the others the parts of the selector.
  var label: String
  /// In the body.
  var name: String
  /// As it is written, without attributes and `?`.
  var type: String
  var standard: Expression?

  init(label: String, name: String, type: String, standard: Expression? = nil) {
    self.label = label
    self.name = name
    self.type = type
    self.standard = standard
  }
}

extension Function {
  /// The form in which Objective-C calls a method that is written in Swift; nil where it is the same, and for initializers.
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
