/// One circumstance of a device by its name: how scripts read and set it.
struct DeviceCondition: Sendable {
  typealias Path<Value> = WritableKeyPath<DeviceConditions, Value> & Sendable

  let name: String
  let get: @Sendable (DeviceConditions) -> DeviceConditions.Value
  let set: @Sendable (inout DeviceConditions, DeviceConditions.Value) throws(SimulatorError) -> Void

  /// A time from 0 to ``DeviceConditions/longestTransition``.
  static func seconds(_ name: String, _ path: Path<Double>) -> DeviceCondition {
    DeviceCondition(
      name: name, get: { .number($0[keyPath: path]) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .number(let seconds) = value, (0...DeviceConditions.longestTransition).contains(seconds) else {
          let longest = Int(DeviceConditions.longestTransition)
          throw mistake("The condition “\(name)” is a number of seconds from 0 to \(longest)")
        }
        conditions[keyPath: path] = seconds
      })
  }

  static func flag(_ name: String, _ path: Path<Bool>) -> DeviceCondition {
    DeviceCondition(
      name: name, get: { .boolean($0[keyPath: path]) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .boolean(let flag) = value else { throw mistake("The condition “\(name)” is true or false") }
        conditions[keyPath: path] = flag
      })
  }

  /// One of the cases of an enumeration, by its raw value.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Choice>
  ) -> DeviceCondition
  where Choice.RawValue == String {
    DeviceCondition(
      name: name, get: { .string($0[keyPath: path].rawValue) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
          let choices = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
          throw mistake("The condition “\(name)” is one of \(choices)")
        }
        conditions[keyPath: path] = choice
      })
  }

  private static func mistake(_ message: String) -> SimulatorError {
    SimulatorError(.badConditionValue, message)
  }
}
