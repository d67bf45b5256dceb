public import HomeScreenSimulator
public import LuaEngine
import PropertyLists

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
    fallback: { call in throw ConditionsAPI.unknown(call.stack.string(at: 2) ?? "") },
    assign: { call in throw ConditionsAPI.unknown(call.stack.string(at: 2) ?? "") },
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

  /// Pushes the value as the boolean, float or string that it is.
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
      APIDocumentation(condition.summary, example: example(of: condition), facts: condition.facts.map(\.rawValue)),
      get: { view in view.value.device.conditions[condition] },
      set: { view, value in try view.value.device.conditions.set(condition.name, to: value) })
  }

  /// How a condition is set and read.
  private static func example(of condition: DeviceCondition) -> String {
    let value =
      switch condition.kind {
      case .seconds: "1.5"
      case .flag: "true"
      case .choice(let words): "\"\(words.last ?? "")\""
      }
    return """
      local device = Device { conditions = { \(condition.name) = \(value) } }
      assert.equal(\(value), device.conditions.\(condition.name))
      """
  }

  /// Circumstances with the values that they are to have.
  typealias Values = [(condition: DeviceCondition, value: DeviceConditions.Value)]

  /// A table of conditions.
  static let table = Parameter<Values>.record(
    "conditions", fields: parameters.map(\.description), isOptional: false, example: "{ activation = 0.6 }",
    unknown: unknown, "circumstances by name, such as `{ activation = 0.6, staleIconCache = true }`"
  ) { table in
    // Most tables name one or two of them.
    try table.names.compactMap { name in
      try positions[name].flatMap { position in
        try table.read(parameters[position]).map { (DeviceConditions.all[position], $0) }
      }
    }
  }

  /// Sets them all, or none when one of them cannot be.
  static func apply(_ values: Values, to conditions: inout DeviceConditions) throws {
    var changed = conditions
    for (condition, value) in values { try changed.set(condition.name, to: value) }
    conditions = changed
  }

  private static let parameters = DeviceConditions.all.map(parameter)
  private static let positions = Dictionary(
    uniqueKeysWithValues: DeviceConditions.names.enumerated().map { ($0.element, $0.offset) })

  private static func parameter(_ condition: DeviceCondition) -> Parameter<DeviceConditions.Value> {
    let type =
      switch condition.kind {
      case .seconds: "number"
      case .flag: "boolean"
      case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: "|")
      }
    return Parameter(description: APIParameter(condition.name, type: type, documentation: condition.summary)) {
      call, index in
      let stack = call.stack
      switch stack.kind(at: index) {
      case .boolean: return .boolean(stack.boolean(at: index))
      case .number: return .number(stack.number(at: index) ?? 0)
      case .string: return .string(stack.string(at: index) ?? "")
      case .nil, .table, .function, .userdata, .thread:
        throw LuaFailure(
          "\(condition.name): \(stack.shortDescription(at: index)) is not a condition", code: "argument")
      }
    }
  }

  /// What the simulator says of a name that is no condition's.
  @Sendable
  fileprivate static func unknown(_ name: String) -> any Error {
    do {
      _ = try DeviceConditions().value(name)
      return LuaFailure("conditions.\(name) cannot be used here", code: "internal")
    } catch {
      return error
    }
  }

  fileprivate static func receiver(_ call: LuaCall) throws -> ConditionsView {
    if let box = call.instance(1, of: ConditionsView.luaType, as: Box<ConditionsView>.self) { return box.value }
    throw LuaFailure("conditions: the device's conditions are expected", code: "argument")
  }
}
