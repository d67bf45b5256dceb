import LuaEngine
import Simulator

/// A value of the simulator as a script holds it. The value is never replaced.
final class Box<Value: Boxable>: APIObject {
  static var apiType: APIType { Value.apiType }
  static var luaType: LuaType { Value.luaType }
  let value: Value
  /// The device that the value belongs to: it lives as long as the box. Nil for a value that stands for itself.
  let device: Device?
  var luaAnchor: LuaAnchor? { device?.luaAnchor }

  init(_ value: Value, of device: Device? = nil) {
    self.value = value
    self.device = device
  }
}

extension Box: Equatable where Value: Equatable {
  static func == (left: Box, right: Box) -> Bool { left.value == right.value }
}
