import LuaEngine
import Simulator

/// `device.conditions`: a view of the conditions whose names come from the simulator.
enum ConditionsAPI {
  static let type = APIType(
    "conditions", className: "homescreen.Conditions", summary: "The circumstances of a device, by name.")

  static let luaType = LuaType(
    type.name, member: { _ in nil },
    fallback: { call in
      let view = try receiver(call)
      switch try view.device.conditions.value(call.stack.string(at: 2) ?? "") {
      case .boolean(let flag): return call.result(flag)
      case .number(let number): return call.result(number)
      case .string(let text): return call.result(text)
      }
    },
    assign: { call in
      let view = try receiver(call)
      let name = call.stack.string(at: 2) ?? ""
      try view.device.conditions.set(name, to: try value(call.stack.value(at: 3), name))
      return 0
    },
    metamethods: [
      (
        "__tostring",
        { call in
          let view = try receiver(call)
          let parts = try DeviceConditions.names.map { name in
            switch try view.device.conditions.value(name) {
            case .boolean(let flag): "\(name) = \(flag)"
            case .number(let number): "\(name) = \(number)"
            case .string(let text): "\(name) = \"\(text)\""
            }
          }
          return call.result("{ \(parts.joined(separator: ", ")) }")
        }
      )
    ],
    unknown: { name, _ in LuaFailure("a device has no condition '\(name)'", code: "unknown-condition") })

  /// Sets what a table names.
  static func apply(_ value: LuaValue, to conditions: inout DeviceConditions) throws {
    guard case .table(let table) = value else {
      throw LuaFailure("conditions: a table is expected, got \(value.typeName)", code: "argument")
    }
    guard table.array.isEmpty else {
      throw LuaFailure("conditions: named fields are expected", code: "argument", hint: "{ activation = 0.6 }")
    }
    for (key, value) in table.fields {
      guard case .string(let name) = key else {
        throw LuaFailure("conditions: named fields are expected", code: "argument", hint: "{ activation = 0.6 }")
      }
      try conditions.set(name, to: try Self.value(value, name))
    }
  }

  private static func value(_ value: LuaValue, _ name: String) throws -> DeviceConditions.Value {
    switch value {
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .number(Double(number))
    case .number(let number): return .number(number)
    case .string(let text): return .string(text)
    default: throw LuaFailure("conditions.\(name): a \(value.typeName) is no condition", code: "argument")
    }
  }

  private static func receiver(_ call: LuaCall) throws -> ConditionsObject {
    if let object = call.instance(1, of: ConditionsObject.luaType, as: ConditionsObject.self) { return object }
    throw LuaFailure("conditions: the device's conditions are expected", code: "argument")
  }
}
