import CLuaSupport
import CWork

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
      stack.thread, LuaWitness.handOver(self, to: stack.thread), type.tag, anchor?.number(in: stack) ?? 0, luaWeight)
    anchor?.adopt(number: number, in: stack)
  }
}
