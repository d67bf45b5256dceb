/// The content of one file, independent of its language: the readers of Swift and Objective-C produce it, the analysis
/// uses it, and the cache stores it.
struct SourceFacts: Sendable {
  /// The types with their members, including nested types; extensions and categories are separate entries.
  var types: [TypeFacts] = []
  /// The functions outside types.
  var functions: [Function] = []
  /// The variables and constants outside types.
  var globals: [Property] = []
  /// The types of type aliases, keyed by their names with the enclosing types; empty if `#if` decides.
  var aliases: [String: String] = [:]
  /// The statements outside functions: `main.swift`, a script.
  var statements: [Statement] = []
  /// The unreadable parts, by the offset of their start.
  var troubles: [Trouble] = []
  var lines = LineTable()
  /// The index of names and texts; empty until the whole file is read.
  var index = SourceIndex()

  struct Trouble: Sendable {
    var offset: UInt32
    var isDepth = false
  }
}

/// A type, extension or category: the content of one pair of braces.
struct TypeFacts: Sendable {
  enum Kind: UInt8, Sendable {
    /// `@interface` and `@implementation` without a category count as the class.
    case `class`, `struct`, `enum`, `actor`, `protocol`
    case `extension`
    /// Objective-C's `@interface A (B)` and `@implementation A (B)`.
    case category
  }

  var kind: Kind
  /// The name with its enclosing types: `Outer.Inner`.
  var name: String
  /// The name of a category; empty for a class extension.
  var category: String?
  /// The superclass and protocols, as written; a superclass comes first.
  var inherits: [String] = []
  /// The attributes without `@`, and without arguments other than a class name: `main`, `objc(Name)`.
  var attributes: [String] = []
  var isPublic = false
  var condition: String?
  var functions: [Function] = []
  var properties: [Property] = []
  var cases: [EnumCase] = []
  /// Whether the type is only declared here: an `@interface` in a header, a `@class`.
  var isInterface = false
  var offset: UInt32
  /// Whether this is the primary declaration with its code.
  var isImplementation: Bool { kind != .extension && kind != .category && !isInterface }

  init(_ kind: Kind, _ name: String, at offset: UInt32) {
    self.kind = kind
    self.name = name
    self.offset = offset
  }
}

/// A property or variable.
struct Property: Sendable {
  var name: String
  /// The type as written, without `?`; nil if it is inferred.
  var type: String?
  var value: Expression?
  /// Whether the property can be nil: `Item?`, `Item!`, `Item *`.
  var isOptional = false
  var isStatic = false
  var isLet = false
  var isPublic = false
  /// The wrappers and attributes with arguments: `Published`, `UIApplicationDelegateAdaptor(AppDelegate.self)`.
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
    var arguments: [Argument] = []
  }

  struct Accessor: Sendable {
    var kind: String
    var body: [Statement]
  }
}

struct EnumCase: Sendable {
  var name: String
  /// The raw value as written; an omitted one of a `String` enumeration is the name of the case.
  var value: Expression?
  /// The number of associated values.
  var payload = 0
  var offset: UInt32
}
