import CLuaSupport
import CWork
import Synchronization

/// The Lua interface of a Swift class: its name, its members, and the handling of unknown names.
///
/// A type is created once and shared by all states. Members are bound in a state on first use.
public final class LuaType: Sendable {
  /// The value types of Lua.
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

  /// A member of a type.
  public enum Member: Sendable {
    /// A method, called with the object as the first argument.
    case method(@Sendable (LuaCall) throws -> Int32)
    /// A property, called with object and key, and with object, key and value.
    case property(get: @Sendable (LuaCall) throws -> Int32, set: (@Sendable (LuaCall) throws -> Int32)?)
  }

  /// The name in messages and `tostring`, such as `device`.
  public let name: String
  /// The expression for an object in messages, such as `UIApplication.shared`; usually the same as the name.
  let expression: String
  /// Whether all members are methods in a state. Reading a member is then not a call, and `fallback` is unused.
  let hasMethodsOnly: @Sendable (LuaState) -> Bool
  /// Looks up a member for the state of a call; nil if it does not exist.
  let member: @Sendable (String, LuaCall) throws -> Member?
  /// Reads a key that is not a member. Without it, unknown names are errors.
  let fallback: (@Sendable (LuaCall) throws -> Int32)?
  /// Assigns a key that is not a member.
  let assign: (@Sendable (LuaCall) throws -> Int32)?
  /// Returns the error for an unknown name.
  let unknown: @Sendable (_ name: String, LuaCall) throws -> LuaFailure
  /// Other metamethods: `__tostring`, `__len`, `__eq`, `__call`, `__pairs` ….
  let metamethods: [(name: String, body: @Sendable (LuaCall) throws -> Int32)]

  /// Creates a type for the objects of one class.
  ///
  /// - Parameters:
  ///   - name: the name in messages and `tostring`, such as `device`.
  ///   - expression: the expression for an object in messages, such as `UIApplication.shared`; the name by default.
  ///   - hasMethodsOnly: whether all members are methods in a state, so that reading one is not a call. Has no effect
  ///     on a type with a `fallback`.
  ///   - member: looks up a member by name; nil if it does not exist. The state caches the result.
  ///   - fallback: reads a key that is not a member (object, key); without it, such keys are errors.
  ///   - assign: assigns a key that is not a member (object, key, value).
  ///   - metamethods: other metamethods, such as `__tostring` and `__len`.
  ///   - unknown: returns the error for a name that is not a member.
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
    (self.hasMethodsOnly, self.member, self.fallback) = (hasMethodsOnly, member, fallback)
    (self.assign, self.metamethods, self.unknown) = (assign, metamethods, unknown)
  }

  /// The identity of the type in C.
  @usableFromInline var tag: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func at(_ tag: UnsafeMutableRawPointer) -> LuaType {
    // The tag is valid because a state keeps the types that are declared in it (LuaState.types).
    Unmanaged<LuaType>.fromOpaque(tag).takeUnretainedValue()
  }

  /// Declares the type in the state of `thread`.
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
      throw LuaFailure("\(name) cannot be indexed with a \(stack.kind(at: 2).rawValue)", code: "unknown-member")
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
      withName(key) { hs_cache_getter(call.thread, tag, $0, $1, LuaObjectObserver.handOver(box, to: call.thread)) }
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
      throw LuaFailure("\(name) cannot be indexed with a \(stack.kind(at: 2).rawValue)", code: "unknown-member")
    }
    switch try knownMember(key, call) {
    case .property(_, let set?):
      let box = LuaFunctionBox(set)
      withName(key) { hs_cache_setter(call.thread, tag, $0, $1, LuaObjectObserver.handOver(box, to: call.thread)) }
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

  /// The maximum length of a member's name, in bytes, which avoids comparing megabytes.
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

/// A Swift class whose instances scripts can hold. One instance is one Lua value: `==` and table keys work.
public protocol LuaRepresentable: AnyObject, LuaPushable, SendableMetatype {
  /// The Lua interface of the class. Each class needs its own type.
  static var luaType: LuaType { get }
  /// The anchor of the instance's group of objects; nil if it does not hold Lua values.
  var luaAnchor: LuaAnchor? { get }
  /// The approximate number of bytes of the instance when it is first pushed. Lua's collector cannot see them.
  var luaWeight: Int { get }
}

extension LuaRepresentable {
  /// Nil, for an instance that does not hold Lua values.
  public var luaAnchor: LuaAnchor? { nil }

  /// 128 bytes, for a small object.
  public var luaWeight: Int { 128 }

  /// Pushes the instance as its existing value in this state, or as a new one.
  public func push(onto stack: LuaStack) {
    let instance = Unmanaged.passUnretained(self)
    if hs_push_known_object(stack.thread, instance.toOpaque()) { return }
    hs_work_count(8)
    let type = Self.luaType
    type.declare(in: stack.thread)
    let anchor = luaAnchor
    let number = hs_push_object(
      stack.thread, LuaObjectObserver.handOver(self, to: stack.thread), type.tag, anchor?.number(in: stack) ?? 0,
      luaWeight)
    anchor?.adopt(number: number, in: stack)
  }
}

/// The Swift-side storage for the Lua values of a group of objects: callbacks, delegates, handlers.
///
/// The values live exactly as long as Lua can reach one object of the group. Thus Lua's collector can free a cycle,
/// such as a device that holds an app that holds a closure that holds the device. All objects of the group return the
/// same anchor as their ``LuaRepresentable/luaAnchor``.
public final class LuaAnchor {
  private var number: Int32 = HS_NEW_ANCHOR
  private var stateHandle: LuaStateHandle?

  /// Creates an anchor for a group of objects before any of them is pushed.
  public init() {}

  func number(in stack: LuaStack) -> Int32 { number }

  func adopt(number: Int32, in stack: LuaStack) {
    guard self.number == HS_NEW_ANCHOR else { return }
    self.number = number
    stateHandle = LuaState.of(stack.thread).stateHandle
  }

  /// Keeps the value at `index`. At least one object of the group must have been pushed already.
  /// - Returns: the reference, or nil if the state has no object of the group any more.
  public func keep(_ index: Int, on stack: LuaStack) -> LuaAnchoredReference? {
    guard let state = stateHandle?.state else { return nil }
    state.drainIfMany()
    stack.pushCopy(of: index)
    let slot = hs_anchor_store(stack.thread, number)
    return slot == 0 ? nil : LuaAnchoredReference(anchor: number, slot: slot, state: state)
  }
}

/// A Lua value that a ``LuaAnchor`` keeps.
public final class LuaAnchoredReference {
  private let anchor: Int32
  private let slot: Int32
  private let stateHandle: LuaStateHandle

  init(anchor: Int32, slot: Int32, state: LuaState) {
    (self.anchor, self.slot) = (anchor, slot)
    stateHandle = state.stateHandle
    LuaObjectObserver.note(self, in: state)
  }

  deinit {
    // The slot is not freed here, because this may run inside Lua's collector.
    stateHandle.releasedAnchorSlots.append((anchor, slot))
  }

  /// Calls the value as a function and returns its results. Does nothing if the group of objects was released.
  /// - Throws: ``LuaError``.
  @discardableResult
  public func call(arguments: [any LuaPushable]) throws(LuaError) -> [LuaValue] {
    guard let state = stateHandle.state else { return [] }
    return try state.call(function: { hs_anchor_push($0.thread, self.anchor, self.slot) }, arguments: arguments)
  }
}

extension LuaAnchoredReference: LuaPushable {
  /// Pushes the value; pushes nil if the group of objects was released.
  public func push(onto stack: LuaStack) {
    if !hs_anchor_push(stack.thread, anchor, slot) { stack.pushNil() }
  }
}

/// Reports to tests every Swift object that enters a state or keeps one of its values, so that they can check its
/// release. All objects must be handed over here.
enum LuaObjectObserver {
  /// Whether a test wants the reports.
  private static let isWanted = Atomic<Bool>(false)

  static func isWantedFromNowOn() { isWanted.store(true, ordering: .relaxed) }

  /// Returns a retained pointer, which C takes over.
  @inline(__always)
  static func handOver(_ object: AnyObject, to thread: OpaquePointer) -> UnsafeMutableRawPointer {
    if isWanted.load(ordering: .relaxed) { LuaState.of(thread).objectObserver?(object) }
    return Unmanaged.passRetained(object).toOpaque()
  }

  /// Reports an object that keeps a value of the state.
  @inline(__always)
  static func note(_ object: AnyObject, in state: LuaState) {
    if isWanted.load(ordering: .relaxed) { state.objectObserver?(object) }
  }
}
