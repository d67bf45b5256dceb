public import LuaEngine
import PropertyLists
public import Simulator

/// `device.conditions`.
struct ConditionsView {
  let device: Device
}

extension ConditionsView: Boxable {
  static let apiType = APIType(
    "conditions", className: "homescreen.Conditions", summary: "The circumstances of a device, by name.")
  static let luaType = APIBinding.luaType(
    apiType,
    // The simulator knows what is wrong with a name.
    fallback: { call in call.result(try ConditionsAPI.value(of: call)) },
    assign: { call in
      try ConditionsAPI.set(call.stack.string(at: 2) ?? "", to: call.stack.value(at: 3), of: call)
      return 0
    },
    metamethods: [
      (
        "__pairs",
        { call in
          var conditions = try ConditionsAPI.receiver(call).conditions[...]
          call.stack.pushFunction { call in
            guard let next = conditions.popFirst() else { return call.result(String?.none) }
            call.stack.push(next.name)
            next.value.push(onto: call.stack)
            return 2
          }
          return 1
        }
      ),
      ObjectMetamethods.text(Box<ConditionsView>.self) { view in
        let parts = view.value.conditions.map { "\($0.name) = \($0.value.text)" }
        return "{ \(parts.joined(separator: ", ")) }"
      },
    ])

  /// All of them, by name.
  fileprivate var conditions: [(name: String, value: DeviceConditions.Value)] {
    Work.count(DeviceConditions.all.count * 2)
    return DeviceConditions.all.map { ($0.name, device.conditions[$0]) }
  }
}

extension DeviceConditions.Value: APIValue {
  static var apiName: String { LuaValue.apiName }

  public func push(onto stack: LuaStack) {
    switch self {
    case .boolean(let flag): stack.push(flag)
    case .number(let number): stack.push(number)
    case .string(let text): stack.push(text)
    }
  }

  /// As a script writes it.
  fileprivate var text: String {
    switch self {
    case .boolean(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    }
  }
}

/// The conditions, whose names and words come from the simulator.
enum ConditionsAPI: APIRoom {
  static let memberTypes = [ConditionsView.apiType]
  static let memberEntries: [APIEntry] = zip(DeviceConditions.all, parameters).map { condition, parameter in
    .property(
      condition.name, of: Box<ConditionsView>.self, parameter,
      APIDocumentation(condition.summary, facts: condition.facts.map(\.rawValue)),
      get: { view in view.value.device.conditions[condition] },
      set: { view, value in try view.value.device.conditions.set(condition.name, to: value) })
  }

  /// The fields of a table of conditions.
  static let fields = parameters.map(\.description)

  private static let parameters = DeviceConditions.all.map(parameter)

  private static func parameter(_ condition: DeviceCondition) -> Parameter<DeviceConditions.Value> {
    let type =
      switch condition.kind {
      case .seconds: "number"
      case .flag: "boolean"
      case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: "|")
      }
    return Parameter(description: APIParameter(condition.name, type: type, documentation: condition.summary)) {
      call, index in
      try value(call.stack.value(at: index), condition.name)
    }
  }

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

  fileprivate static func value(of call: LuaCall) throws -> DeviceConditions.Value {
    try receiver(call).device.conditions.value(call.stack.string(at: 2) ?? "")
  }

  fileprivate static func set(_ name: String, to value: LuaValue, of call: LuaCall) throws {
    try receiver(call).device.conditions.set(name, to: try Self.value(value, name))
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

  fileprivate static func receiver(_ call: LuaCall) throws -> ConditionsView {
    if let box = call.instance(1, of: ConditionsView.luaType, as: Box<ConditionsView>.self) { return box.value }
    throw LuaFailure("conditions: the device's conditions are expected", code: "argument")
  }
}
