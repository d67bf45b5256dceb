public import CLuaSupport

/// A call of a Swift function from Lua, with its arguments and results.
public struct LuaCall {
  @usableFromInline let thread: OpaquePointer
  /// The first argument at the start of the call, if it is an object.
  @usableFromInline let receiverObject: UnsafePointer<hs_object>?

  init(_ thread: OpaquePointer, _ receiverObject: UnsafePointer<hs_object>?) {
    (self.thread, self.receiverObject) = (thread, receiverObject)
  }

  /// The stack of the calling thread. Its frame starts with the arguments; the first one is at index 1.
  @inlinable public var stack: LuaStack { LuaStack(thread) }

  /// The Lua state of the call.
  public var state: LuaState { LuaState.of(thread) }

  /// The number of arguments, including the receiver of a method.
  public var count: Int { Int(lua_gettop(thread)) }

  /// Returns the receiver of a method or property, as an object of the ``LuaType`` with this identity.
  ///
  /// The object is borrowed, because retaining it would double the cost of a call. It is an argument, which host code
  /// leaves on the stack, so it lives at least as long as the call.
  @inlinable @inline(__always)
  public func receiver<Instance: AnyObject>(of type: ObjectIdentifier, as _: Instance.Type) -> Unmanaged<Instance>? {
    guard let receiverObject, UInt(bitPattern: receiverObject.pointee.type) == UInt(bitPattern: type),
      let pointer = receiverObject.pointee.instance
    else { return nil }
    // The type tag matches, and only instances of that class are pushed with it (LuaRepresentable).
    return Unmanaged<Instance>.fromOpaque(pointer)
  }

  /// Returns an argument as an object of `type`.
  @inlinable @inline(__always)
  public func instance<Instance: AnyObject>(_ index: Int, of type: LuaType, as _: Instance.Type) -> Instance? {
    guard let pointer = hs_instance(thread, Int32(index), type.tag) else { return nil }
    // The type tag matches, and only instances of that class are pushed with it (LuaRepresentable).
    return Unmanaged<Instance>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns the error for a value that is an already released object; nil for every other value.
  public func freed(_ index: Int) -> LuaFailure? {
    hs_is_freed(thread, Int32(index)) ? LuaFailure.freed(hs_type(thread, Int32(index))) : nil
  }

  /// Pushes one result.
  @inline(__always)
  public func result(_ value: some LuaPushable) -> Int32 {
    value.push(onto: stack)
    return 1
  }

  /// Calls the function at `index` without arguments, and leaves its results on the stack without copying them.
  /// - Returns: the number of results, which a caller can return to pass them on.
  public func callFunction(at index: Int) throws(LuaError) -> Int32 {
    let top = stack.count
    stack.pushCopy(of: index)
    try stack.call(argumentCount: 0, resultCount: Int(LUA_MULTRET))
    return Int32(stack.count - top)
  }

  /// Calls the function on top of the stack with some arguments of this call, without copying them or the results.
  /// - Returns: the number of results, which a caller can return to pass them on.
  public func callTop(argumentsFrom first: Int, through last: Int) throws(LuaError) -> Int32 {
    let top = stack.count - 1
    try stack.reserve(max(0, last - first + 1))
    for argument in stride(from: first, through: last, by: 1) { stack.pushCopy(of: argument) }
    try stack.call(argumentCount: max(0, last - first + 1), resultCount: Int(LUA_MULTRET))
    return Int32(stack.count - top)
  }

  /// Calls `object:name(…)` with the arguments of this call from `index` on, without copying them. Drops the results.
  public func call(method name: String, of object: some LuaPushable, argumentsFrom index: Int) throws(LuaError) {
    let top = count
    defer { stack.removeLast(stack.count - top) }
    try stack.reserve(max(0, top - index + 1) + 2)
    object.push(onto: stack)
    try stack.pushMember(name, of: -1)
    stack.swapLast()
    for argument in stride(from: index, through: top, by: 1) { stack.pushCopy(of: argument) }
    try stack.call(argumentCount: max(0, top - index + 1) + 1, resultCount: 0)
  }

  /// Returns the `file:line` of the calling Lua code; nil if there is none.
  public func place(level: Int = 1) -> String? { stack.place(level: level) }

  /// Charges the script's budget for work of the host.
  /// - Throws: ``LuaFailure`` if the budget is used up. The script then stops.
  public func charge(_ units: Int) throws {
    if hs_pay(thread, Int64(units)) {
      throw LuaFailure("the script used up its budget of instructions", code: "budget")
    }
  }

  /// Converts a thrown error into a Lua error. The result -1 makes CLuaSupport raise it.
  func fail(_ error: any Error) -> Int32 {
    if let error = error as? any LuaRaisable, error.pushErrorValue(onto: stack) { return hs_rethrow(thread) }
    var failure = (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)")
    if failure.place == nil { failure.place = place() }
    return hs_fail(thread, LuaObjectObserver.handOver(LuaFailureBox(failure), to: thread))
  }
}

/// The Swift implementation of a function: pushes its results and returns their number.
public typealias LuaBody = (LuaCall) throws -> Int32

/// The box that a function's userdata owns.
final class LuaFunctionBox {
  let body: LuaBody

  init(_ body: @escaping LuaBody) { self.body = body }
}

/// The C functions that CLuaSupport calls.
enum LuaCallbacks {
  static var table: hs_callbacks {
    hs_callbacks(
      context: nil,
      invoke: { thread, function, receiver in
        // C calls with the object that hs_push_function was given; the function's userdata keeps it alive.
        let box = Unmanaged<LuaFunctionBox>.fromOpaque(function.unsafelyUnwrapped)
        let call = LuaCall(thread.unsafelyUnwrapped, receiver)
        do {
          return try box._withUnsafeGuaranteedRef { try $0.body(call) }
        } catch {
          return call.fail(error)
        }
      },
      index: { thread, type, receiver in
        guard let thread, let type else { return 0 }
        let call = LuaCall(thread, receiver)
        do {
          if type == LuaFailure.typeTag { return try LuaFailureBox.index(call) }
          return try LuaType.at(type).index(call)
        } catch {
          return call.fail(error)
        }
      },
      newindex: { thread, type, receiver in
        guard let thread, let type else { return 0 }
        let call = LuaCall(thread, receiver)
        do {
          if type == LuaFailure.typeTag { throw LuaFailure("an error's members cannot be assigned") }
          return try LuaType.at(type).newIndex(call)
        } catch {
          return call.fail(error)
        }
      },
      refuse_freed: { thread, type, receiver in
        guard let thread else { return 0 }
        return LuaCall(thread, receiver).fail(LuaFailure.freed(type))
      },
      release: { instance in
        guard let instance else { return }
        Unmanaged<AnyObject>.fromOpaque(instance).release()
      },
      print: { context, text, length in
        guard let context, let text else { return }
        let state = Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: text, count: length)
        state.host?.print(String(decoding: bytes, as: UTF8.self))
      },
      write: { context, text, length in
        guard let context, let text else { return }
        let state = Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue()
        state.host?.write(UnsafeRawBufferPointer(start: text, count: length))
      },
      clock: { context in
        guard let context else { return 0 }
        return Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue().host?.millisecondsSince1970 ?? 0
      },
      note: { context, text in
        guard let context, let text else { return }
        Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue().host?.note(String(cString: text))
      })
  }
}
