import LuaEngine

/// Reads receiver and arguments of one function and names it when they do not fit.
///
/// A class, so that a bound function captures one reference: the names are needed only when something is wrong.
final class CallSignature: Sendable {
  private let receiver: APIType?
  /// Not the type itself, which would be retained in each call.
  private let luaType: ObjectIdentifier?
  private let name: String

  /// Of a function without a receiver.
  init(_ name: String) {
    receiver = nil
    luaType = nil
    self.name = name
  }

  init<Receiver: APIObject>(_: Receiver.Type, _ name: String) {
    receiver = Receiver.apiType
    luaType = ObjectIdentifier(Receiver.luaType)
    self.name = name
  }

  /// Runs the body of a method or property with its receiver.
  @inline(__always)
  func withReceiver<Receiver: APIObject>(
    _ call: LuaCall, _ body: (Receiver) throws -> Int32
  ) throws -> Int32 {
    guard let luaType, let instance = call.receiver(of: luaType, as: Receiver.self) else {
      throw missingReceiver(call)
    }
    return try instance._withUnsafeGuaranteedRef(body)
  }

  /// An argument; on a mismatch the message begins with the function.
  @inline(__always)
  func read<Value>(_ read: (LuaCall, Int) throws -> Value, _ call: LuaCall, _ index: Int) throws -> Value {
    do {
      return try read(call, index)
    } catch {
      throw named(error, separator: ":")
    }
  }

  /// The value that is assigned to a property; on a mismatch the message begins with the property.
  @inline(__always)
  func readAssigned<Value>(_ read: (LuaCall, Int) throws -> Value, _ call: LuaCall) throws -> Value {
    do {
      return try read(call, 3)
    } catch {
      throw named(error, separator: ".")
    }
  }

  @inline(never)
  private func missingReceiver(_ call: LuaCall) -> LuaFailure {
    if let freed = call.freed(1) { return freed }
    let object = receiver?.expression ?? "object"
    return LuaFailure(
      "\(object):\(name) was called without \(receiver?.name ?? "object")", code: "argument",
      hint: "Write a colon: \(object):\(name)(…), not \(object).\(name)(…).")
  }

  @inline(never)
  private func named(_ error: any Error, separator: String) -> any Error {
    guard var failure = error as? LuaFailure, failure.code == "argument" else { return error }
    let isAssignment = separator == "."
    let place = receiver.map { "\($0.expression)\(separator)\(name)" } ?? name
    // The reader of a table names the function itself.
    if failure.message.hasPrefix(place) { return failure }
    // The parameter of an assignment mostly has the property's own name.
    guard isAssignment, failure.message.hasPrefix(name) else { return failure.of(place) }
    failure.message.removeFirst(name.count)
    return failure.inside(place)
  }
}
