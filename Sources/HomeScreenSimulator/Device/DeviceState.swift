import PropertyLists

/// All of a device that its future depends on, as one value: what is installed, shown, running and due.
///
/// Two devices with equal states do the same when they get the same commands, as far as the code of their apps, whose
/// memory the simulator cannot see, does the same. Times are distances from now, and what was only counted or recorded
/// (the trace, the numbers of processes) is left out, so that a state can come back.
///
/// ```swift
/// let before = device.state
/// try device.springboard.icon(for: app).tap()
/// for change in device.state.changes(since: before) { print(change) }
/// // screen.front: nil → com.example.tools …
/// ```
public struct DeviceState: Hashable, Sendable, CustomStringConvertible {
  /// What stands at each path, in the order in which it was written.
  private var paths: [String] = []
  private var values: [String: String] = [:]
  /// Of what is written, where nothing else of it is wanted.
  private var hash: UInt64?

  /// What is at a path, such as `screen.front` or `apps[com.example.tools].icon.stored`; nil for nothing.
  public subscript(path: String) -> String? { values[path] }

  /// What stands at each path, in the order of the paths.
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

  /// What is at one path in two states.
  public struct Change: Hashable, Sendable, CustomStringConvertible {
    /// Where the difference is, such as `screen.front`.
    public let path: String
    /// Nil for nothing.
    public let before: String?
    /// What is there now; nil for nothing.
    public let after: String?

    /// `screen.front: nil → com.example.tools`
    public var description: String { "\(path): \(before ?? "nil") → \(after ?? "nil")" }
  }

  /// What is different, in the order of this state; what is gone comes last.
  public func changes(since earlier: DeviceState) -> [Change] {
    let gone = earlier.paths.filter { values[$0] == nil }
    return (paths + gone).compactMap { path in
      let (before, after) = (earlier.values[path], values[path])
      return before == after ? nil : Change(path: path, before: before, after: after)
    }
  }

  // MARK: Writing

  init() {}

  /// A state that keeps nothing but its hash.
  static var hashing: DeviceState {
    var state = DeviceState()
    state.hash = FNV1a64().value
    return state
  }

  /// The hash of what was written; nil in a state that keeps it.
  var writtenHash: UInt64? { hash }

  /// Writes one value; nil writes nothing.
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

  /// Writes a flag that is set; one that is not set is nothing.
  mutating func write(_ path: String, isSet: Bool) {
    if isSet { write(path, true) }
  }

  /// Writes each element under its number, from 1.
  mutating func write<Element>(
    _ path: String, each elements: some Sequence<Element>, _ body: (inout DeviceState, String, Element) -> Void
  ) {
    for (index, element) in elements.enumerated() { body(&self, "\(path)[\(index + 1)]", element) }
  }

  /// Writes what a property list holds, each value at its own path.
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
