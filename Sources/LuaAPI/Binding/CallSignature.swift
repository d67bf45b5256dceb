import LuaEngine

/// Reads receiver and arguments of one function and names it when they do not fit.
///
/// A class, so that a bound function captures one reference: the names are needed only when something is wrong.
final class CallSignature: Sendable {
  private let receiver: APIType?
  private let name: String

  init(_ receiver: APIType?, _ name: String) {
    self.receiver = receiver
    self.name = name
  }

  /// The receiver of a method or property.
  @inline(__always)
  func receiver<Receiver: LuaRepresentable>(_ call: LuaCall) throws -> Receiver {
    if let instance = call.instance(1, of: Receiver.luaType, as: Receiver.self) { return instance }
    throw missingReceiver(call)
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
      "\(object):\(name) was called without its \(receiver?.name ?? "object")", code: "argument",
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
