/// One circumstance of a device by its name: how scripts read and set it.
public struct DeviceCondition: Sendable {
  typealias Path<Value> = WritableKeyPath<DeviceConditions, Value> & Sendable

  /// What its values are.
  public enum Kind: Sendable, Hashable {
    /// From 0 to ``DeviceConditions/longestTransition``.
    case seconds
    case flag
    /// One of these words.
    case choice([String])
  }

  /// What scripts call it, such as `alertTransition`; one of ``DeviceConditions/names``.
  public let name: String
  /// Which values it takes; others are refused with ``SimulatorError`` `bad-condition-value`.
  public let kind: Kind
  /// One sentence.
  public let summary: String
  /// The facts it rests on.
  public let facts: [FactID]
  let get: @Sendable (DeviceConditions) -> DeviceConditions.Value
  let set: @Sendable (inout DeviceConditions, DeviceConditions.Value) throws(SimulatorError) -> Void

  /// A time from 0 to ``DeviceConditions/longestTransition``.
  static func seconds(
    _ name: String, _ path: Path<Double>, _ summary: String, _ facts: FactID...
  ) -> DeviceCondition {
    DeviceCondition(
      name: name, kind: .seconds, summary: summary, facts: facts, get: { .number($0[keyPath: path]) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .number(let seconds) = value, (0...DeviceConditions.longestTransition).contains(seconds) else {
          let longest = Int(DeviceConditions.longestTransition)
          throw mistake("The condition “\(name)” must be a number of seconds from 0 to \(longest)")
        }
        conditions[keyPath: path] = seconds
      })
  }

  static func flag(
    _ name: String, _ path: Path<Bool>, _ summary: String, _ facts: FactID...
  ) -> DeviceCondition {
    DeviceCondition(
      name: name, kind: .flag, summary: summary, facts: facts, get: { .boolean($0[keyPath: path]) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .boolean(let flag) = value else { throw mistake("The condition “\(name)” must be true or false") }
        conditions[keyPath: path] = flag
      })
  }

  /// One of the cases of an enumeration, by its raw value.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Choice>, _ summary: String, _ facts: FactID...
  ) -> DeviceCondition
  where Choice.RawValue == String {
    DeviceCondition(
      name: name, kind: .choice(Choice.allCases.map(\.rawValue)), summary: summary, facts: facts,
      get: { .string($0[keyPath: path].rawValue) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
          let choices = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
          throw mistake("The condition “\(name)” must be one of \(choices)")
        }
        conditions[keyPath: path] = choice
      })
  }

  private static func mistake(_ message: String) -> SimulatorError {
    SimulatorError(.badConditionValue, message)
  }
}
