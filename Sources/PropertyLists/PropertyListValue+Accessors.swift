extension PropertyListValue {
  /// The text of a string, else nil. Numbers are not turned into text.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The number of an integer, else nil.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The number of a real or integer, else nil.
  public var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .unsignedInteger(let value): Double(value)
    case .string, .boolean, .date, .data, .uid, .array, .dictionary: nil
    }
  }

  /// The truth of a boolean, else nil. Strings such as `YES` are not turned into booleans.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The point in time of a date, else nil.
  public var date: PropertyListDate? { if case .date(let value) = self { value } else { nil } }

  /// The bytes of data, else nil.
  public var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }

  /// The elements of an array, else nil.
  public var array: [PropertyListNode]? { if case .array(let value) = self { value } else { nil } }

  /// The dictionary, else nil.
  public var dictionary: PropertyListDictionary? { if case .dictionary(let value) = self { value } else { nil } }

  /// The strings of an array, elements of other types left out; nil when this is no array.
  public var strings: [String]? { array?.compactMap(\.value.string) }

  /// An array of values that no file holds.
  public static func array(of values: [PropertyListValue]) -> PropertyListValue {
    .array(values.map { PropertyListNode($0) })
  }
}

extension PropertyListValue: ExpressibleByStringLiteral {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyListValue: ExpressibleByIntegerLiteral {
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension PropertyListValue: ExpressibleByFloatLiteral {
  /// A real number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyListValue: ExpressibleByBooleanLiteral {
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension PropertyListValue: ExpressibleByArrayLiteral {
  /// An array of values that no file holds.
  public init(arrayLiteral elements: PropertyListValue...) { self = .array(of: elements) }
}

extension PropertyListValue: ExpressibleByDictionaryLiteral {
  /// A dictionary of values that no file holds, in this order.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(PropertyListDictionary(elements))
  }
}
