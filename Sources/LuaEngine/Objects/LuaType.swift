import CLuaSupport

/// How a Swift class looks in Lua: its name, its members, what happens with names that it does not have.
///
/// A type is made once and shared by all states; members are bound in a state when they are first used there.
public final class LuaType: Sendable {
  /// Lua's own types of values.
  public enum Kind: String, Sendable {
    case `nil`, boolean, number, string, table, function, userdata, thread

    init(_ type: Int32) {
      self =
        switch type {
        case LUA_TBOOLEAN: .boolean
        case LUA_TNUMBER: .number
        case LUA_TSTRING: .string
        case LUA_TTABLE: .table
        case LUA_TFUNCTION: .function
        case LUA_TUSERDATA, LUA_TLIGHTUSERDATA: .userdata
        case LUA_TTHREAD: .thread
        default: .nil
        }
    }
  }

  /// A member by its name.
  public enum Member: Sendable {
    /// Called with the object as the first argument.
    case method(@Sendable (LuaCall) throws -> Int32)
    /// Called with object and key, and with object, key and value.
    case property(
      get: @Sendable (LuaCall) throws -> Int32, set: (@Sendable (LuaCall) throws -> Int32)?)
  }

  /// What messages and `tostring` call it, e.g. `device`.
  public let name: String
  /// How messages name an object of it: `UIApplication.shared`; most often the same as the name.
  let expression: String
  /// Whether all members are methods in a state. Then reading one is no call, and `fallback` is never asked.
  let hasMethodsOnly: @Sendable (LuaState) -> Bool
  /// Looks a member up for the state of a call; nil when there is none of that name.
  let member: @Sendable (String, LuaCall) throws -> Member?
  /// Answers when there is no member: reads any key. Without it unknown names are an error.
  let fallback: (@Sendable (LuaCall) throws -> Int32)?
  /// The same for assignments.
  let assign: (@Sendable (LuaCall) throws -> Int32)?
  /// The error for a name that does not exist.
  let unknown: @Sendable (_ name: String, LuaCall) throws -> LuaFailure
  /// Other metamethods: `__tostring`, `__len`, `__eq`, `__call`, `__pairs` ….
  let metamethods: [(name: String, body: @Sendable (LuaCall) throws -> Int32)]

  /// A type for the objects of one class.
  ///
  /// - Parameters:
  ///   - name: what messages and `tostring` call it, e.g. `device`.
  ///   - expression: how messages name an object of it, e.g. `UIApplication.shared`; the name when not given.
  ///   - hasMethodsOnly: whether all members are methods in a state; then reading one is no call. Without effect on a
  ///     type that has a `fallback`.
  ///   - member: looks a member up by its name; nil when there is none. What it finds is remembered in the state.
  ///   - fallback: reads any key that is no member (object, key); without it such keys are errors.
  ///   - assign: the same for assignments (object, key, value).
  ///   - metamethods: others that objects have, such as `__tostring` and `__len`.
  ///   - unknown: makes the error for a name that is no member.
  public init(
    _ name: String, expression: String? = nil,
    hasMethodsOnly: @escaping @Sendable (LuaState) -> Bool = { _ in false },
    member: @escaping @Sendable (String, LuaCall) throws -> Member?,
    fallback: (@Sendable (LuaCall) throws -> Int32)? = nil,
    assign: (@Sendable (LuaCall) throws -> Int32)? = nil,
    metamethods: [(name: String, body: @Sendable (LuaCall) throws -> Int32)] = [],
    unknown: @escaping @Sendable (_ name: String, LuaCall) throws -> LuaFailure
  ) {
    self.name = name
    self.expression = expression ?? name
    self.hasMethodsOnly = hasMethodsOnly
    self.member = member
    self.fallback = fallback
    self.assign = assign
    self.metamethods = metamethods
    self.unknown = unknown
  }

  /// Identifies the type in C.
  @usableFromInline var tag: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func at(_ tag: UnsafeMutableRawPointer) -> LuaType {
    // Types that were declared in a state are kept by it (LuaState.types), so the tag is alive.
    Unmanaged<LuaType>.fromOpaque(tag).takeUnretainedValue()
  }

  /// Makes the type known to the state of `thread`.
  func declare(in thread: OpaquePointer) {
    guard !hs_is_declared(thread, tag) else { return }
    let state = LuaState.of(thread)
    state.types.append(self)
    hs_declare_type(thread, tag, name, fallback == nil && hasMethodsOnly(state))
    guard !metamethods.isEmpty else { return }
    let stack = LuaStack(thread)
    hs_push_metatable(thread, tag)
    for (name, body) in metamethods {
      stack.pushFunction(body)
      stack.setRaw(name, in: -2)
    }
    stack.removeLast()
  }

  /// Reads a member that is not in the table of members yet (stack: object, key).
  func index(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let key = stack.string(at: 2) else {
      if let fallback { return try fallback(call) }
      throw LuaFailure(
        "\(name) has no member with a \(stack.kind(at: 2).rawValue) as its name", code: "unknown-member")
    }
    switch try knownMember(key, call) {
    case .method(let body):
      stack.pushFunction(body)
      stack.pushCopy(of: -1)
      call.state.remember(functionAt: -1, as: "\(name):\(key)", on: stack)
      withName(key) { hs_cache_method(call.thread, tag, $0, $1) }
      return 1
    case .property(let get, _):
      let box = LuaFunctionBox(get)
      withName(key) { hs_cache_getter(call.thread, tag, $0, $1, LuaWitness.handOver(box, to: call.thread)) }
      return try get(call)
    case nil:
      if let fallback { return try fallback(call) }
      throw try unknown(key, call)
    }
  }

  /// Assigns a member that has no setter in the table yet (stack: object, key, value).
  func newIndex(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let key = stack.string(at: 2) else {
      if let assign { return try assign(call) }
      throw LuaFailure(
        "\(name) has no member with a \(stack.kind(at: 2).rawValue) as its name", code: "unknown-member")
    }
    switch try knownMember(key, call) {
    case .property(_, let set?):
      let box = LuaFunctionBox(set)
      withName(key) { hs_cache_setter(call.thread, tag, $0, $1, LuaWitness.handOver(box, to: call.thread)) }
      return try set(call)
    case .property(_, nil):
      throw LuaFailure("\(expression).\(key) can only be read", code: "read-only")
    case .method:
      throw LuaFailure("\(expression):\(key) is a method; it cannot be replaced", code: "read-only")
    case nil:
      if let assign { return try assign(call) }
      throw try unknown(key, call)
    }
  }

  /// No member has a longer name, in bytes; comparing megabytes would tell the same.
  private static let longestName = 256

  private func knownMember(_ name: String, _ call: LuaCall) throws -> Member? {
    name.utf8.count <= Self.longestName ? try member(name, call) : nil
  }

  private func withName(_ name: String, _ body: (UnsafePointer<CChar>?, Int) -> Void) {
    var name = name
    name.withUTF8 { buffer in
      buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
  }
}
