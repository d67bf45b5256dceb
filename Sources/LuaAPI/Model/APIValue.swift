import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The result of an API function. Its Swift type alone determines the Lua type.
protocol APIResult: SendableMetatype {
  /// The type in LuaCATS notation; nil if there is no result.
  static var resultType: String? { get }
  /// Pushes the results.
  /// - Returns: the number of results.
  func give(to call: LuaCall) -> Int32
}

/// A Swift type with values for scripts. The documented type of a result is derived from it.
protocol APIValue: APIResult, LuaPushable {
  /// The type in LuaCATS notation: `string`, `homescreen.App`, `integer[]`.
  static var apiName: String { get }
}

extension APIValue {
  static var resultType: String? { apiName }

  @inline(__always)
  func give(to call: LuaCall) -> Int32 { call.result(self) }

  /// The type in parentheses if necessary before a suffix: `("left"|"right")?`.
  fileprivate static var apiNameAsPart: String { apiName.contains("|") ? "(\(apiName))" : apiName }
}

extension String: APIValue { static var apiName: String { "string" } }

extension Bool: APIValue { static var apiName: String { "boolean" } }

extension Double: APIValue { static var apiName: String { "number" } }

extension Int: APIValue { static var apiName: String { "integer" } }

extension Int64: APIValue { static var apiName: String { "integer" } }

extension Optional: APIResult where Wrapped: APIValue {}

extension Optional: APIValue where Wrapped: APIValue {
  static var apiName: String {
    Wrapped.apiName == LuaValue.apiName || Wrapped.apiName.hasSuffix("?")
      ? Wrapped.apiName : "\(Wrapped.apiNameAsPart)?"
  }
}

extension Array: APIResult where Element: APIValue {}

extension Array: APIValue where Element: APIValue { static var apiName: String { "\(Element.apiNameAsPart)[]" } }

extension LuaValue: APIValue { static var apiName: String { "any" } }

extension LuaReference: APIValue { static var apiName: String { "any" } }

extension LuaTable: APIValue { static var apiName: String { "table" } }

extension LuaAnchoredReference: APIValue { static var apiName: String { "table" } }

/// A string from a fixed set of words.
protocol APIChoice: APIValue, RawRepresentable, CaseIterable, Sendable where RawValue == String {}

extension APIChoice {
  static var apiName: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|") }

  /// Pushes the word as a string.
  package func push(onto stack: LuaStack) { stack.push(rawValue) }
}

/// Values that are already on the stack: results of Lua code, which are known to have the type `Declared`.
struct LuaResults<Declared: APIResult>: APIResult {
  let count: Int32

  static var resultType: String? { Declared.resultType }

  func give(to call: LuaCall) -> Int32 { count }
}

enum Anything: APIResult {
  static var resultType: String? { "..." }

  func give(to call: LuaCall) -> Int32 { switch self {} }
}

/// A value that is already on top of the stack.
struct OnStack<Value: APIValue>: APIResult {
  static var resultType: String? { Value.apiName }

  func give(to call: LuaCall) -> Int32 { 1 }
}

struct NoResult: APIResult {
  static var resultType: String? { nil }

  @inline(__always)
  func give(to call: LuaCall) -> Int32 { 0 }
}

/// Several results, which may all be missing.
struct Results<each Value: APIValue>: APIResult {
  let values: (repeat each Value)?

  init(_ value: repeat each Value) { values = (repeat each value) }

  private init(none: Void) { values = nil }

  static var none: Results { Results(none: ()) }

  static var resultType: String? {
    var names: [String] = []
    repeat names.append(Optional<each Value>.apiName)
    return names.joined(separator: ", ")
  }

  func give(to call: LuaCall) -> Int32 {
    guard let values else { return 0 }
    let first = call.stack.count
    repeat (each values).push(onto: call.stack)
    return Int32(call.stack.count - first)
  }
}

/// An iterator for `for … in`.
struct LuaIterator<Element: APIValue>: APIValue {
  static var apiName: String { "fun(): \(Element.apiName)" }
  private let next: LuaBody

  init(_ next: @escaping LuaBody) { self.next = next }

  func push(onto stack: LuaStack) { stack.pushFunction(next) }
}

/// A Swift value that becomes a Lua table with named fields. The fields define both the table and its type.
protocol APITable: APIValue {
  static var fields: [APIField<Self>] { get }
}

/// A field of an ``APITable``.
struct APIField<Owner>: Sendable {
  let name: String
  /// The declaration in LuaCATS notation: `reason: string`, `code?: string`.
  fileprivate let declaration: String
  fileprivate let push: @Sendable (Owner, LuaStack) -> Void

  init<Value: APIValue>(_ name: String, _ get: @escaping @Sendable (Owner) -> Value) {
    let type = Value.apiName
    self.name = name
    declaration = type.hasSuffix("?") ? "\(name)?: \(type.dropLast())" : "\(name): \(type)"
    push = { owner, stack in get(owner).push(onto: stack) }
  }
}

extension APITable {
  static var apiName: String { "{ \(fields.map(\.declaration).joined(separator: ", ")) }" }

  /// Pushes a new table with all fields; pushes nil if the stack is full.
  package func push(onto stack: LuaStack) {
    // Space for the table, a value, and the parts of the value.
    guard stack.hasSpace(8) else { return stack.pushNil() }
    let fields = Self.fields
    Work.count(fields.count * LuaTable.costOfPushing)
    stack.pushTable(fieldCapacity: fields.count)
    for field in fields {
      field.push(self, stack)
      stack.setRaw(field.name, in: -2)
    }
  }
}

/// A type of objects in scripts.
package struct APIType: Sendable, Hashable {
  /// The name of a value in examples and messages: `device`.
  package let name: String
  /// The class name in the type files for editors: `homescreen.Device`.
  package let className: String
  package let summary: String

  /// The receiver of a method call in messages: `UIApplication.shared` for a single object, or the type's name.
  package let expression: String

  /// The class of the elements of a list; nil for other types.
  package let element: String?

  init(_ name: String, className: String, expression: String? = nil, element: String? = nil, summary: String) {
    (self.element, self.name) = (element, name)
    self.expression = expression ?? name
    (self.className, self.summary) = (className, summary)
  }
}

/// A class of objects in scripts, with members in the catalog.
protocol APIObject: LuaRepresentable, APIValue {
  static var apiType: APIType { get }
}

extension APIObject { static var apiName: String { apiType.className } }

/// A value that scripts use in a ``Box``.
protocol Boxable {
  static var apiType: APIType { get }
  /// The Lua type of boxes with this value.
  static var luaType: LuaType { get }
}

/// An immutable value of the simulator that a script uses.
///
/// The class is unconstrained, because otherwise the runtime would look up conformances for each value type at each start.
final class Box<Value> {
  let value: Value
  /// The device of the value, kept alive by the box; nil for an independent value.
  let device: Device?

  init(_ value: Value, of device: Device? = nil) { (self.value, self.device) = (value, device) }
}

extension Box: APIResult, LuaPushable, APIValue, LuaRepresentable, APIObject where Value: Boxable {
  static var apiType: APIType { Value.apiType }
  static var luaType: LuaType { Value.luaType }
  var luaAnchor: LuaAnchor? { device?.luaAnchor }
}

extension Box: Equatable where Value: Equatable {
  static func == (left: Box, right: Box) -> Bool { left.value == right.value }
}

struct SwiftFunction: LuaPushable {
  let body: LuaBody

  init(_ body: @escaping LuaBody) { self.body = body }

  func push(onto stack: LuaStack) { stack.pushFunction(body) }
}
