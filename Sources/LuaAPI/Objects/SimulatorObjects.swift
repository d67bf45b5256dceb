public import HomeScreenSimulator
public import LuaEngine

// The simulator's own classes, as Lua sees them. All objects of a device share its anchor.

extension Device: LuaRepresentable {
  /// The anchor of the device and of all that belongs to it; made when it is first asked for.
  public var luaAnchor: LuaAnchor? {
    if let anchor = attachment as? LuaAnchor { return anchor }
    let anchor = LuaAnchor()
    attachment = anchor
    return anchor
  }

  /// 1 KiB; the events of its trace count when they are hashed.
  public var luaWeight: Int { 1_024 }
}

extension InstalledApp: LuaRepresentable {
  /// The anchor of the device.
  public var luaAnchor: LuaAnchor? { device.luaAnchor }
  /// 1 KiB.
  public var luaWeight: Int { 1_024 }
}

extension Application: LuaRepresentable {
  /// The anchor of the device; nil when that is gone.
  public var luaAnchor: LuaAnchor? { device?.luaAnchor }
  /// 1 KiB.
  public var luaWeight: Int { 1_024 }
}
