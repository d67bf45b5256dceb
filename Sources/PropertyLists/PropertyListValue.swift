/// A value of a property list.
///
/// Booleans and numbers are distinct; integers have 64 bits, with a separate case for the upper half of the unsigned
/// range, which files may contain.
public enum PropertyListValue: Sendable, Equatable {
  case string(String)
  case integer(Int64)
  /// An integer above `Int64.max`; never used for smaller ones.
  case unsignedInteger(UInt64)
  case real(Double)
  case boolean(Bool)
  case date(PropertyListDate)
  case data([UInt8])
  /// A reference in a keyed archive; only in binary files.
  case uid(UInt64)
  case array([PropertyListNode])
  indirect case dictionary(PropertyListDictionary)

  /// The name of the type in messages: `"dictionary"`, `"array"`, `"string"`, `"integer"`, `"real"`, `"boolean"`,
  /// `"date"`, `"data"`, `"uid"`.
  public var typeName: String {
    switch self {
    case .string: "string"
    case .integer, .unsignedInteger: "integer"
    case .real: "real"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    case .uid: "uid"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }

  /// The type name with its article, for sentences: `"an array"`.
  public var typeNameWithArticle: String {
    switch self {
    case .integer, .unsignedInteger, .array: "an \(typeName)"
    case .data: "data"
    case .string, .real, .boolean, .date, .uid, .dictionary: "a \(typeName)"
    }
  }
}

extension PropertyListValue {
  /// The string; nil for other types. Numbers are not converted.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The integer; nil for other types.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The real number or integer; nil for other types.
  public var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .unsignedInteger(let value): Double(value)
    case .string, .boolean, .date, .data, .uid, .array, .dictionary: nil
    }
  }

  /// The Boolean; nil for other types. Strings such as `YES` are not converted.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The date; nil for other types.
  public var date: PropertyListDate? { if case .date(let value) = self { value } else { nil } }

  /// The bytes of data; nil for other types.
  public var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }

  /// The elements of an array; nil for other types.
  public var array: [PropertyListNode]? { if case .array(let value) = self { value } else { nil } }

  /// The dictionary; nil for other types.
  public var dictionary: PropertyListDictionary? { if case .dictionary(let value) = self { value } else { nil } }

  /// The strings in an array, without elements of other types; nil for other types.
  public var strings: [String]? { array?.compactMap(\.value.string) }

  /// Returns an array of values without a file.
  public static func array(of values: [PropertyListValue]) -> PropertyListValue {
    .array(values.map { PropertyListNode($0) })
  }
}

extension PropertyListValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyListValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension PropertyListValue: ExpressibleByFloatLiteral {
  /// Creates a real number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyListValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension PropertyListValue: ExpressibleByArrayLiteral {
  /// Creates an array of values without a file.
  public init(arrayLiteral elements: PropertyListValue...) { self = .array(of: elements) }
}

extension PropertyListValue: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary of values without a file, in this order.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(PropertyListDictionary(elements))
  }
}

/// A step into a property list.
public enum PropertyListStep: Sendable, Hashable {
  case key(String)
  /// A zero-based index.
  case index(Int)

  /// Formats a path for messages, with one-based indexes as in scripts: `plist.CFBundleIcons[2]`.
  ///
  /// Long paths are shortened in the middle, and control characters in keys are written as `\u{0}`.
  public static func place(of steps: some BidirectionalCollection<PropertyListStep>, root: String = "plist") -> String {
    let shown = 12
    Work.count(min(steps.count, 2 * shown) * 6)
    guard steps.count > 2 * shown else { return steps.reduce(into: root) { $0 += $1.text } }
    return steps.prefix(shown).reduce(into: root) { $0 += $1.text } + "…"
      + steps.suffix(shown).reduce(into: "") { $0 += $1.text }
  }

  private var text: String {
    switch self {
    case .index(let index): return "[\(index + 1)]"
    case .key(let key):
      var text = "."
      for scalar in key.unicodeScalars.prefix(80) {
        let isControl = scalar.value < 0x20 || scalar.value == 0x7F
        text += isControl ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
      }
      let isCut = key.unicodeScalars.index(key.startIndex, offsetBy: 81, limitedBy: key.endIndex) != nil
      return isCut ? text + "…" : text
    }
  }
}

extension PropertyListValue {
  /// Returns the value at a path; nil if a step is missing.
  package func value(at steps: some Sequence<PropertyListStep>) -> PropertyListValue? {
    var value = self
    for step in steps {
      switch (step, value) {
      case (.key(let key), .dictionary(let dictionary)):
        guard let inner = dictionary[key] else { return nil }
        value = inner
      case (.index(let index), .array(let nodes)):
        guard nodes.indices.contains(index) else { return nil }
        value = nodes[index].value
      case (.key, _), (.index, _): return nil
      }
    }
    return value
  }

  /// Sets a value and creates missing dictionaries on the path; everything else keeps its location in the file.
  ///
  /// - Returns: false, without any change, if the path leads through something other than a dictionary or array.
  package mutating func set(_ new: PropertyListValue, at steps: ArraySlice<PropertyListStep>) -> Bool {
    guard let step = steps.first else {
      self = new
      return true
    }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.key(let key), .dictionary(var dictionary)):
      var inner = dictionary[key] ?? .dictionary([:])
      guard inner.set(new, at: rest) else { return false }
      if dictionary.contains(key) { dictionary.update(key) { $0 = inner } } else { dictionary.insert(inner, for: key) }
      self = .dictionary(dictionary)
    case (.index(let index), .array(var nodes)) where nodes.indices.contains(index):
      guard nodes[index].value.set(new, at: rest) else { return false }
      self = .array(nodes)
    case (.index(let index), .array(let nodes)) where index == nodes.count && rest.isEmpty:
      self = .array(nodes + [PropertyListNode(new)])
    case (.key, _), (.index, _): return false
    }
    return true
  }

  /// Removes a value.
  ///
  /// - Returns: false, without any change, if it does not exist.
  package mutating func remove(at steps: ArraySlice<PropertyListStep>) -> Bool {
    guard let step = steps.first else { return false }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.key(let key), .dictionary(var dictionary)):
      guard var inner = dictionary[key] else { return false }
      if rest.isEmpty {
        dictionary.remove(key)
      } else {
        guard inner.remove(at: rest) else { return false }
        dictionary.update(key) { $0 = inner }
      }
      self = .dictionary(dictionary)
    case (.index(let index), .array(var nodes)) where nodes.indices.contains(index):
      if rest.isEmpty {
        nodes.remove(at: index)
      } else {
        guard nodes[index].value.remove(at: rest) else { return false }
      }
      self = .array(nodes)
    case (.key, _), (.index, _): return false
    }
    return true
  }

  /// Returns the path of the value that begins at a location in its file.
  package func steps(to place: SourceLocation) -> [PropertyListStep]? {
    var waiting: [(steps: [PropertyListStep], node: PropertyListNode)] = [([], PropertyListNode(self))]
    while let (steps, node) = waiting.popLast() {
      if !steps.isEmpty, node.location == place { return steps }
      switch node.value {
      case .dictionary(let dictionary):
        for (key, inner) in dictionary.entries { waiting.append((steps + [.key(key)], inner)) }
      case .array(let nodes):
        for (index, inner) in nodes.enumerated() { waiting.append((steps + [.index(index)], inner)) }
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
      }
    }
    return nil
  }

  /// The keys that occur more than once in a dictionary, with the same value each time as written in the file: for each
  /// repetition, by location, the key and the path of its dictionary.
  package var equalRepeats: [SourceLocation: (key: String, steps: [PropertyListStep])] {
    var repeats: [SourceLocation: (key: String, steps: [PropertyListStep])] = [:]
    var waiting: [(steps: [PropertyListStep], value: PropertyListValue)] = [([], self)]
    while let (steps, value) = waiting.popLast() {
      switch value {
      case .dictionary(let dictionary):
        let equal = dictionary.duplicates.isEmpty ? [] : dictionary.equallyRepeatedKeys
        for duplicate in dictionary.duplicates where equal.contains(ExactText(duplicate.key)) {
          if let later = duplicate.later { repeats[later] = (duplicate.key, steps) }
        }
        for (key, inner) in dictionary.entries where inner.value.isContainer {
          waiting.append((steps + [.key(key)], inner.value))
        }
      case .array(let nodes):
        for (index, inner) in nodes.enumerated() where inner.value.isContainer {
          waiting.append((steps + [.index(index)], inner.value))
        }
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
      }
    }
    return repeats
  }
}

extension PropertyListValue {
  /// Returns the number of values, including this one; nil for more than `maximumNodes`, or if containers are nested
  /// `maximumDepth` or more levels deep. The work is limited and not recursive.
  public func nodeCount(maximumDepth: Int = .max, maximumNodes: Int = .max) -> Int? {
    var walk = PropertyListWalk(self)
    var count = 0
    while let item = walk.next() {
      count += 1
      Work.count(1)
      if count > maximumNodes || item.value.isContainer && item.depth >= maximumDepth { return nil }
    }
    return count
  }
}

/// A value and its location. Two nodes are equal when their values are equal, regardless of their locations.
public struct PropertyListNode: Sendable, Equatable {
  /// The value.
  public var value: PropertyListValue
  package var origin: SourceOrigin

  /// Creates a node in code; `location` may be the script line that does so.
  public init(_ value: PropertyListValue, location: SourceLocation? = nil) {
    self.value = value
    self.origin = SourceOrigin(location)
  }

  package init(value: PropertyListValue, origin: SourceOrigin) { (self.value, self.origin) = (value, origin) }

  /// The first character of the value: the `<` of its XML tag, the opening quote or bracket; the byte offset in a
  /// binary file. Computed on demand; nil for a value without a file.
  public var location: SourceLocation? {
    get { origin.location }
    set { origin = SourceOrigin(newValue) }
  }

  /// The bytes of the value in its file (in UTF-8, without a byte order mark).
  public var byteRange: Range<Int>? { origin.byteRange }

  /// Compares the values, regardless of their locations.
  public static func == (left: PropertyListNode, right: PropertyListNode) -> Bool {
    Work.count(1)
    return left.value == right.value
  }
}

/// A date as in property lists: seconds since 2001-01-01T00:00:00Z, without leap seconds.
public struct PropertyListDate: Sendable, Hashable, CustomStringConvertible {
  /// The seconds since the start of 2001, UTC. May be negative and may have a fraction.
  public var secondsSinceReferenceDate: Double

  /// Creates a date from the seconds since the start of 2001, UTC.
  public init(secondsSinceReferenceDate: Double) { self.secondsSinceReferenceDate = secondsSinceReferenceDate }

  /// Creates a date of the proleptic Gregorian calendar; nil when a part is out of range (month 13, second 61).
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    let days = Self.daysSinceReference(year: year, month: month, day: day)
    secondsSinceReferenceDate = Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  /// Parses a date in an XML property list, `2017-03-27T09:15:00Z`; nil for any other form.
  public init?(iso8601 text: String) {
    let digits = Array(text.utf8)
    let pattern: StaticString = "0000-00-00T00:00:00Z"
    guard digits.count == pattern.utf8CodeUnitCount else { return nil }
    for (index, byte) in digits.enumerated() {
      let expected = pattern.utf8Start[index]
      guard expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected else { return nil }
    }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    self.init(
      year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13), minute: number(14..<16),
      second: number(17..<19))
  }

  /// The date for an XML property list: `2017-03-27T09:15:00Z`. Fractions of a second are truncated.
  ///
  /// For a date outside the years −9999 to 9999 (only in binary files), this is its number of seconds.
  public var iso8601: String {
    guard abs(secondsSinceReferenceDate) < 3e11 else { return "\(secondsSinceReferenceDate) s after 2001-01-01" }
    let total = Int(secondsSinceReferenceDate.rounded(.down))
    let (days, seconds) = (Self.floorDivide(total, 86_400), Self.floorRemainder(total, 86_400))
    let (year, month, day) = Self.civil(daysSinceReference: days)
    let sign = year < 0 ? "-" : ""
    return sign + Self.padded(abs(year), 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
      + Self.padded(seconds / 3600, 2) + ":" + Self.padded(seconds / 60 % 60, 2) + ":" + Self.padded(seconds % 60, 2)
      + "Z"
  }

  /// The form in XML lists: `2017-03-27T09:15:00Z`.
  public var description: String { iso8601 }

  /// The days from 1970-01-01 to 2001-01-01.
  private static let referenceDay = 11_323

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts from 1 March of year 0, so that the leap day is the last day of its year.
  private static func daysSinceReference(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = floorRemainder(shiftedYear, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468 - referenceDay
  }

  private static func civil(daysSinceReference days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + referenceDay + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = floorRemainder(shifted, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }
  private static func floorRemainder(_ a: Int, _ b: Int) -> Int { a - floorDivide(a, b) * b }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

/// Traverses a list without recursion and keeps the path to the current value.
struct PropertyListWalk {
  private struct Frame {
    let entries: [(key: String, node: PropertyListNode)]
    let elements: [PropertyListNode]
    var next = 0
  }

  /// A visited value, with its key if it is in a dictionary.
  struct Item {
    let key: String?
    let value: PropertyListValue
    /// The number of containers around the value.
    let depth: Int
  }

  private var frames: [Frame] = []
  private var waiting: PropertyListValue?

  init(_ root: PropertyListValue) { waiting = root }

  /// Returns the next value in list order, containers before their contents.
  mutating func next() -> Item? {
    if let value = waiting {
      waiting = nil
      enter(value)
      return Item(key: nil, value: value, depth: 0)
    }
    while let frame = frames.last {
      let index = frame.next
      guard index < frame.entries.count + frame.elements.count else {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      let depth = frames.count
      let key = frame.entries.isEmpty ? nil : frame.entries[index].key
      let value = frame.entries.isEmpty ? frame.elements[index].value : frame.entries[index].node.value
      enter(value)
      return Item(key: key, value: value, depth: depth)
    }
    return nil
  }

  private mutating func enter(_ value: PropertyListValue) {
    switch value {
    case .dictionary(let dictionary):
      if !dictionary.isEmpty { frames.append(Frame(entries: dictionary.entries, elements: [])) }
    case .array(let elements):
      if !elements.isEmpty { frames.append(Frame(entries: [], elements: elements)) }
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
  }

  /// Returns the path of the last value from ``next()``.
  func steps(to item: Item) -> [PropertyListStep] {
    frames.prefix(item.depth).map { frame in
      frame.entries.isEmpty ? .index(frame.next - 1) : .key(frame.entries[frame.next - 1].key)
    }
  }
}
