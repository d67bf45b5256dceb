import PropertyLists

/// The complete state that determines a device's future, as one value: all that is installed, shown, running and
/// scheduled.
///
/// Two devices with equal states react equally to the same commands, if the code of their apps does; the simulator does
/// not know the memory of that code. Times are relative to now, and counters and records (the trace, the numbers of
/// processes) are excluded, so that a state can recur.
///
/// ```swift
/// let before = device.state
/// try device.springboard.icon(for: app).tap()
/// for change in device.state.changes(since: before) { print(change) }
/// // screen.front: nil → com.example.tools …
/// ```
public struct DeviceState: Hashable, Sendable, CustomStringConvertible {
  /// The paths, in the order of writing, and their values.
  private var paths: [String] = []
  private var values: [String: String] = [:]
  /// The hash of the written values, in a state that keeps only its hash.
  private var hash: UInt64?

  /// The value at a path, such as `screen.front` or `apps[com.example.tools].icon.stored`; nil if there is none.
  public subscript(path: String) -> String? { values[path] }

  /// The values at all paths, in the order of the paths.
  public var entries: [(path: String, value: String)] { paths.map { ($0, values[$0] ?? "") } }

  /// The state as 16 hexadecimal digits: equal for equal states, on every machine.
  public var fingerprint: String {
    var hash = FNV1a64()
    for path in paths {
      hash.feed(path)
      hash.feed(values[path])
    }
    return hash.hexadecimal
  }

  /// A line for each path.
  public var description: String { paths.map { "\($0): \(values[$0] ?? "")\n" }.joined() }

  // MARK: Comparing

  /// The values at a path in two states.
  public struct Change: Hashable, Sendable, CustomStringConvertible {
    /// The path, such as `screen.front`.
    public let path: String
    /// The earlier value; nil if there is none.
    public let before: String?
    /// The current value; nil if there is none.
    public let after: String?

    /// `screen.front: nil → com.example.tools`
    public var description: String { "\(path): \(before ?? "nil") → \(after ?? "nil")" }
  }

  /// Returns the differences, in the order of this state, with removed values last.
  public func changes(since earlier: DeviceState) -> [Change] {
    let gone = earlier.paths.filter { values[$0] == nil }
    return (paths + gone).compactMap { path in
      let (before, after) = (earlier.values[path], values[path])
      return before == after ? nil : Change(path: path, before: before, after: after)
    }
  }

  // MARK: Writing

  init() {}

  /// A state that keeps only its hash.
  static var hashing: DeviceState {
    var state = DeviceState()
    state.hash = FNV1a64().value
    return state
  }

  /// The hash of the written values; nil in a state that keeps the values.
  var writtenHash: UInt64? { hash }

  /// Writes a value, or nothing for nil.
  mutating func write(_ path: String, _ value: (some CustomStringConvertible)?) {
    guard let value else { return }
    if let before = hash {
      var after = FNV1a64(value: before)
      after.feed(path)
      after.feed(value.description)
      hash = after.value
      return
    }
    if values.updateValue(value.description, forKey: path) == nil { paths.append(path) }
  }

  /// Writes a flag only if it is set.
  mutating func write(_ path: String, isSet: Bool) { if isSet { write(path, true) } }

  /// Writes each element at its index, from 1.
  mutating func write<Element>(
    _ path: String, each elements: some Sequence<Element>, _ body: (inout DeviceState, String, Element) -> Void
  ) {
    for (index, element) in elements.enumerated() { body(&self, "\(path)[\(index + 1)]", element) }
  }

  /// Writes the values of a property list, each at its own path.
  mutating func write(_ path: String, _ dictionary: PropertyListDictionary?) {
    for (key, node) in dictionary?.entries ?? [] { write("\(path).\(key)", node.value) }
  }

  private mutating func write(_ path: String, _ value: PropertyListValue) {
    switch value {
    case .string(let text): write(path, text)
    case .integer(let number): write(path, number)
    case .unsignedInteger(let number), .uid(let number): write(path, number)
    case .real(let number): write(path, number)
    case .boolean(let flag): write(path, flag)
    case .date(let date): write(path, date)
    case .data(let bytes): write(path, bytes.map { String($0, radix: 16) }.joined(separator: " "))
    case .array(let nodes):
      write("\(path).count", nodes.count)
      write(path, each: nodes) { state, path, node in state.write(path, node.value) }
    case .dictionary(let dictionary):
      write("\(path).count", dictionary.count)
      write(path, dictionary)
    }
  }
}
