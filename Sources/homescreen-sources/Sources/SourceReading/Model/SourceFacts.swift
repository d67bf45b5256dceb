/// What one file says, in a form that no longer depends on its language: what the readers of Swift and Objective-C give to
/// the analysis, and what the cache keeps.
struct SourceFacts: Sendable {
  /// Types with their members, those inside others too; extensions and categories are entries of their own.
  var types: [TypeFacts] = []
  /// Functions outside of types.
  var functions: [Function] = []
  /// Variables and constants outside of types.
  var globals: [Property] = []
  /// Statements outside of functions: `main.swift`, a script.
  var statements: [Statement] = []
  /// What could not be read, by the offset where it begins.
  var troubles: [Trouble] = []
  /// Where the lines begin, for ``LineTable``.
  var lines = LineTable()
  /// What stands in the code; empty until the file is read to its end.
  var index = SourceIndex()

  struct Trouble: Sendable {
    var offset: UInt32
    var isDepth: Bool

    init(at offset: UInt32, isDepth: Bool = false) {
      self.offset = offset
      self.isDepth = isDepth
    }
  }
}

/// A type, an extension, a category: what stands in one pair of brackets.
struct TypeFacts: Sendable {
  enum Kind: UInt8, Sendable {
    /// `@implementation` without a category counts as the class, and so does `@interface`.
    case `class`, `struct`, `enum`, `actor`, `protocol`
    case `extension`
    /// Objective-C's `@interface A (B)` and `@implementation A (B)`.
    case category
  }

  var kind: Kind
  /// With the types around it: `Outer.Inner`.
  var name: String
  /// Of a category; empty for a class extension.
  var category: String?
  /// The class that it inherits from and the protocols, as they are written; the class is first, if there is one.
  var inherits: [String] = []
  /// Attributes without `@` and arguments: `main`, `UIApplicationMain`.
  var attributes: [String] = []
  var isPublic = false
  var condition: String?
  var functions: [Function] = []
  var properties: [Property] = []
  var cases: [EnumCase] = []
  /// Other names for types: `typealias A = B`.
  var aliases: [String: String] = [:]
  /// Whether it is only declared here: a header's `@interface`, a `@class`.
  var isInterface = false
  var offset: UInt32

  init(_ kind: Kind, _ name: String, at offset: UInt32) {
    self.kind = kind
    self.name = name
    self.offset = offset
  }
}

/// A property or variable.
struct Property: Sendable {
  var name: String
  /// As it is written, without `?`; nil where it follows from the value.
  var type: String?
  var value: Expression?
  /// Whether it can hold nothing: `Item?`, `Item!`, `Item *`.
  var isOptional = false
  var isStatic = false
  var isLet = false
  var isPublic = false
  /// Wrappers and attributes with their arguments: `Published`, `UIApplicationDelegateAdaptor(AppDelegate.self)`.
  var attributes: [Attribute] = []
  /// `get`, `set`, `willSet`, `didSet`.
  var accessors: [Accessor] = []
  var condition: String?
  var offset: UInt32

  init(_ name: String, type: String?, value: Expression? = nil, at offset: UInt32) {
    self.name = name
    self.type = type
    self.value = value
    self.offset = offset
  }

  struct Attribute: Sendable {
    var name: String
    var arguments: [Argument]

    init(_ name: String, _ arguments: [Argument] = []) {
      self.name = name
      self.arguments = arguments
    }
  }

  struct Accessor: Sendable {
    var kind: String
    var body: [Statement]

    init(_ kind: String, body: [Statement]) {
      self.kind = kind
      self.body = body
    }
  }
}

struct EnumCase: Sendable {
  var name: String
  /// As it is written; a case of an enumeration of texts without one has its name.
  var value: Expression?
  /// The number of values that it carries.
  var payload: Int
  var offset: UInt32

  init(_ name: String, value: Expression? = nil, payload: Int = 0, at offset: UInt32) {
    self.name = name
    self.value = value
    self.payload = payload
    self.offset = offset
  }
}
