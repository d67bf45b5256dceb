import CLuaSupport

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
        state.world?.print(String(decoding: bytes, as: UTF8.self))
      },
      write: { context, text, length in
        guard let context, let text else { return }
        let state = Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue()
        state.world?.write(UnsafeRawBufferPointer(start: text, count: length))
      },
      clock: { context in
        guard let context else { return 0 }
        return Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue().world?.millisecondsSince1970 ?? 0
      },
      note: { context, text in
        guard let context, let text else { return }
        Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue().world?.note(String(cString: text))
      })
  }
}
