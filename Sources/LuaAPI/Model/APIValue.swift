import LuaEngine

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
  public func push(onto stack: LuaStack) { stack.push(rawValue) }
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
