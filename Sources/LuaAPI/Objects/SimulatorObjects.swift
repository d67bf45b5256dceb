public import HomeScreenSimulator
public import LuaEngine

// The simulator's own classes, as Lua sees them. All objects of a device share its anchor.

extension Device: LuaRepresentable {
  public var luaAnchor: LuaAnchor? {
    if let anchor = attachment as? LuaAnchor { return anchor }
    let anchor = LuaAnchor()
    attachment = anchor
    return anchor
  }

  public var luaWeight: Int { 1_024 }
}

extension InstalledApp: LuaRepresentable {
  public var luaAnchor: LuaAnchor? { device.luaAnchor }
  public var luaWeight: Int { 1_024 }
}

extension Application: LuaRepresentable {
  public var luaAnchor: LuaAnchor? { device?.luaAnchor }
  public var luaWeight: Int { 1_024 }
}
