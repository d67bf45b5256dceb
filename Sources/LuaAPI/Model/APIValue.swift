import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// What a function of the API gives back: nothing but its Swift type says what that is in Lua.
protocol APIResult: SendableMetatype {
  /// The type in LuaCATS notation; nil for nothing.
  static var resultType: String? { get }
  /// Pushes the results.
  /// - Returns: how many there are.
  func give(to call: LuaCall) -> Int32
}

/// A Swift type whose values scripts get. What editors and the reference say of a result derives from it.
protocol APIValue: APIResult, LuaPushable {
  /// The type in LuaCATS notation: `string`, `homescreen.App`, `integer[]`.
  static var apiName: String { get }
}

extension APIValue {
  static var resultType: String? { apiName }

  @inline(__always)
  func give(to call: LuaCall) -> Int32 { call.result(self) }

  /// With parentheses where something follows: `("left"|"right")?`.
  fileprivate static var apiNameAsPart: String { apiName.contains("|") ? "(\(apiName))" : apiName }
}

extension String: APIValue {
  static var apiName: String { "string" }
}

extension Bool: APIValue {
  static var apiName: String { "boolean" }
}

extension Double: APIValue {
  static var apiName: String { "number" }
}

extension Int: APIValue {
  static var apiName: String { "integer" }
}

extension Int64: APIValue {
  static var apiName: String { "integer" }
}

extension Optional: APIResult where Wrapped: APIValue {}

extension Optional: APIValue where Wrapped: APIValue {
  static var apiName: String {
    Wrapped.apiName == LuaValue.apiName || Wrapped.apiName.hasSuffix("?")
      ? Wrapped.apiName : "\(Wrapped.apiNameAsPart)?"
  }
}

extension Array: APIResult where Element: APIValue {}

extension Array: APIValue where Element: APIValue {
  static var apiName: String { "\(Element.apiNameAsPart)[]" }
}

extension LuaValue: APIValue {
  static var apiName: String { "any" }
}

extension LuaReference: APIValue {
  static var apiName: String { "any" }
}

extension LuaTable: APIValue {
  static var apiName: String { "table" }
}

extension LuaAnchoredReference: APIValue {
  static var apiName: String { "table" }
}

/// One of a few words.
protocol APIChoice: APIValue, RawRepresentable, CaseIterable, Sendable where RawValue == String {}

extension APIChoice {
  static var apiName: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|") }

  /// Pushes the word as a string.
  package func push(onto stack: LuaStack) { stack.push(rawValue) }
}

/// Values that are on the stack already: what Lua code has returned, which is known to be as `Declared` says.
struct LuaResults<Declared: APIResult>: APIResult {
  let count: Int32

  static var resultType: String? { Declared.resultType }

  func give(to call: LuaCall) -> Int32 { count }
}

/// Any results, as many as there are.
enum Anything: APIResult {
  static var resultType: String? { "..." }

  func give(to call: LuaCall) -> Int32 {
    switch self {}
  }
}

/// A value that lies on top of the stack already.
struct OnStack<Value: APIValue>: APIResult {
  static var resultType: String? { Value.apiName }

  func give(to call: LuaCall) -> Int32 { 1 }
}

/// No result.
struct NoResult: APIResult {
  static var resultType: String? { nil }

  @inline(__always)
  func give(to call: LuaCall) -> Int32 { 0 }
}

/// Several results at once, or none of them.
struct Results<each Value: APIValue>: APIResult {
  let values: (repeat each Value)?

  init(_ value: repeat each Value) {
    values = (repeat each value)
  }

  private init(none: Void) {
    values = nil
  }

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

  init(_ next: @escaping LuaBody) {
    self.next = next
  }

  func push(onto stack: LuaStack) { stack.pushFunction(next) }
}

/// A Swift value that scripts get as a table with named fields: the table and its type both come from the fields.
protocol APITable: APIValue {
  static var fields: [APIField<Self>] { get }
}

/// A field of an ``APITable``.
struct APIField<Owner>: Sendable {
  let name: String
  /// `reason: string`, `code?: string`.
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

  /// Pushes a new table with all fields; nil when there is no room on the stack.
  package func push(onto stack: LuaStack) {
    // The table, a value, and what the value is made of.
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

/// A type of object that scripts hold.
package struct APIType: Sendable, Hashable {
  /// How examples name a value of it, and what messages call it: `device`.
  package let name: String
  /// The class name in the editors' type files: `homescreen.Device`.
  package let className: String
  /// One sentence.
  package let summary: String

  /// How messages name the object that a method is called on: `UIApplication.shared` where there is one such object for
  /// an app, else the type's name.
  package let expression: String

  /// The class of what lies in it under a number; nil for what is no list.
  package let element: String?

  init(_ name: String, className: String, expression: String? = nil, element: String? = nil, summary: String) {
    self.element = element
    self.name = name
    self.expression = expression ?? name
    self.className = className
    self.summary = summary
  }
}

/// A class of objects that scripts hold; the catalog has its members.
protocol APIObject: LuaRepresentable, APIValue {
  static var apiType: APIType { get }
}

extension APIObject {
  static var apiName: String { apiType.className }
}

/// A value that scripts hold in a ``Box``.
protocol Boxable {
  static var apiType: APIType { get }
  /// Of its boxes.
  static var luaType: LuaType { get }
}

/// A value of the simulator as a script holds it. The value is never replaced.
///
/// The class asks nothing of its values: else the runtime would look for a conformance for each of them, at each start.
final class Box<Value> {
  let value: Value
  /// The device that the value belongs to: it lives as long as the box. Nil for a value that stands for itself.
  let device: Device?

  init(_ value: Value, of device: Device? = nil) {
    self.value = value
    self.device = device
  }
}

extension Box: APIResult, LuaPushable, APIValue, LuaRepresentable, APIObject where Value: Boxable {
  static var apiType: APIType { Value.apiType }
  static var luaType: LuaType { Value.luaType }
  var luaAnchor: LuaAnchor? { device?.luaAnchor }
}

extension Box: Equatable where Value: Equatable {
  static func == (left: Box, right: Box) -> Bool { left.value == right.value }
}

/// A function of Swift's as a Lua value.
struct SwiftFunction: LuaPushable {
  let body: LuaBody

  init(_ body: @escaping LuaBody) {
    self.body = body
  }

  func push(onto stack: LuaStack) { stack.pushFunction(body) }
}
