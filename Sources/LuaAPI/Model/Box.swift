import HomeScreenSimulator
import LuaEngine

/// A value of the simulator as a script holds it. The value is never replaced.
///
/// The class asks nothing of its values: else the runtime would look for a conformance for each of them, at each start.
final class Box<Value> {
  let value: Value
  /// The device that the value belongs to: it lives as long as the box. Nil for a value that stands for itself.
  let device: Device?

  init(_ value: Value, of device: Device? = nil) {
    self.value = value
    self.device = device
  }
}

extension Box: APIResult, LuaPushable, APIValue, LuaRepresentable, APIObject where Value: Boxable {
  static var apiType: APIType { Value.apiType }
  static var luaType: LuaType { Value.luaType }
  var luaAnchor: LuaAnchor? { device?.luaAnchor }
}

extension Box: Equatable where Value: Equatable {
  static func == (left: Box, right: Box) -> Bool { left.value == right.value }
}
