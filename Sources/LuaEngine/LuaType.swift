import CLuaSupport
import CWork
import Synchronization

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
      throw LuaFailure(
        "\(name) has no member with a \(stack.kind(at: 2).rawValue) as its name", code: "unknown-member")
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

/// A Swift class whose instances scripts can hold. One instance is one Lua value: `==` and table keys work.
public protocol LuaRepresentable: AnyObject, LuaPushable, SendableMetatype {
  /// How the class looks in Lua. One type for one class: it must not be shared with another class.
  static var luaType: LuaType { get }
  /// The anchor of the group of objects that the instance belongs to; nil when it holds no Lua values.
  var luaAnchor: LuaAnchor? { get }
  /// About how many bytes the instance keeps when it first comes to Lua, whose collector sees none of them.
  var luaWeight: Int { get }
}

extension LuaRepresentable {
  /// No anchor: the instance holds no Lua values.
  public var luaAnchor: LuaAnchor? { nil }

  /// 128 bytes, for a small object.
  public var luaWeight: Int { 128 }

  /// Pushes the instance: the value that it already is in this state, or a new one.
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

/// Where Swift keeps the Lua values of a group of objects: callbacks, delegates, handlers.
///
/// The values live as long as one object of the group is reachable for Lua, and no longer. So a device that holds an
/// app that holds a closure that holds the device is a cycle which Lua's collector can see and free. Every object of
/// the group returns the same anchor as its ``LuaRepresentable/luaAnchor``.
public final class LuaAnchor {
  private var number: Int32 = HS_NEW_ANCHOR
  private var stateHandle: LuaStateHandle?

  /// An anchor for a group of objects of which none has been pushed yet.
  public init() {}

  func number(in stack: LuaStack) -> Int32 { number }

  func adopt(number: Int32, in stack: LuaStack) {
    guard self.number == HS_NEW_ANCHOR else { return }
    self.number = number
    stateHandle = LuaState.of(stack.thread).stateHandle
  }

  /// Keeps the value at `index`. At least one object of the group must have been pushed before.
  /// - Returns: the reference, or nil when no object of the group is in the state any more.
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
    self.anchor = anchor
    self.slot = slot
    stateHandle = state.stateHandle
    LuaObjectObserver.note(self, in: state)
  }

  deinit {
    // Not freed here: this may run inside Lua's collector.
    stateHandle.releasedAnchorSlots.append((anchor, slot))
  }

  /// Calls the value as a function and gives its results. Does nothing when the group of objects is gone.
  /// - Throws: ``LuaError``.
  @discardableResult
  public func call(arguments: [any LuaPushable]) throws(LuaError) -> [LuaValue] {
    guard let state = stateHandle.state else { return [] }
    return try state.call(function: { hs_anchor_push($0.thread, self.anchor, self.slot) }, arguments: arguments)
  }
}

extension LuaAnchoredReference: LuaPushable {
  /// Pushes the value; nil when the group of objects is gone.
  public func push(onto stack: LuaStack) {
    if !hs_anchor_push(stack.thread, anchor, slot) { stack.pushNil() }
  }
}

/// Tells a test of every Swift object that comes into a state or stands for one of its values, so that the test can
/// follow each to its end. A kind of object that is handed over elsewhere would go unseen: this is the only place.
enum LuaObjectObserver {
  /// Off in every process but a test's; then nobody looks for the state.
  private static let isWanted = Atomic<Bool>(false)

  static func isWantedFromNowOn() { isWanted.store(true, ordering: .relaxed) }

  /// One retain count, which C takes over.
  @inline(__always)
  static func handOver(_ object: AnyObject, to thread: OpaquePointer) -> UnsafeMutableRawPointer {
    if isWanted.load(ordering: .relaxed) { LuaState.of(thread).objectObserver?(object) }
    return Unmanaged.passRetained(object).toOpaque()
  }

  /// An object that keeps a value of the state.
  @inline(__always)
  static func note(_ object: AnyObject, in state: LuaState) {
    if isWanted.load(ordering: .relaxed) { state.objectObserver?(object) }
  }
}
