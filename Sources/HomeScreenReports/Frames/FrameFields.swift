/// One direction of the way between values and bytes. A type lists its fields once, for both directions, so that what
/// is written and what is read cannot differ.
protocol FrameFields {
  /// Whether values come from bytes.
  static var isReading: Bool { get }

  /// A number of 64 bits, small ones in few bytes.
  mutating func pass(_ number: inout UInt64)
  mutating func pass(_ text: inout String)
  /// How many elements follow.
  /// - Parameter count: how many there are, where values become bytes.
  mutating func pass(count: Int) -> Int
  /// Whether so many values may be made of a few bytes.
  mutating func allows(_ count: Int) -> Bool
  /// Something cannot be as it was read.
  mutating func fail()
}

/// A value that has fields.
protocol Framed {
  /// What reading begins with.
  static var blank: Self { get }

  /// Hands the fields over, one after the other.
  mutating func pass(through fields: inout some FrameFields)
}

/// A value out of a short list: its place there is what travels.
protocol FramedWord: Framed, Equatable {
  static var words: [Self] { get }
}

extension FramedWord {
  static var blank: Self { words[0] }

  mutating func pass(through fields: inout some FrameFields) {
    var place = UInt64(Self.words.firstIndex(of: self) ?? 0)
    fields.pass(&place)
    if place < Self.words.count { self = Self.words[Int(place)] } else { fields.fail() }
  }
}

extension String: Framed {
  static var blank: String { "" }

  mutating func pass(through fields: inout some FrameFields) { fields.pass(&self) }
}

extension UInt64: Framed {
  static var blank: UInt64 { 0 }

  mutating func pass(through fields: inout some FrameFields) { fields.pass(&self) }
}

extension Int: Framed {
  static var blank: Int { 0 }

  mutating func pass(through fields: inout some FrameFields) {
    // The sign goes last, so that small numbers below 0 are short too.
    var bits = UInt64(bitPattern: Int64(self << 1 ^ self >> (Int.bitWidth - 1)))
    fields.pass(&bits)
    self = Int(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))
  }
}

extension Bool: Framed {
  static var blank: Bool { false }

  mutating func pass(through fields: inout some FrameFields) {
    var bit: UInt64 = self ? 1 : 0
    fields.pass(&bit)
    self = bit == 1
    if bit > 1 { fields.fail() }
  }
}

extension Optional: Framed where Wrapped: Framed {
  static var blank: Wrapped? { nil }

  mutating func pass(through fields: inout some FrameFields) {
    var isThere = self != nil
    isThere.pass(through: &fields)
    guard isThere else { return }
    // Not `.blank`, which would be the one of this type.
    var value: Wrapped = self ?? Wrapped.blank
    value.pass(through: &fields)
    self = value
  }
}

extension Array: Framed where Element: Framed {
  static var blank: [Element] { [] }

  mutating func pass<Fields: FrameFields>(through fields: inout Fields) {
    let count = fields.pass(count: count)
    if Fields.isReading {
      self = (0..<count).map { _ in
        var element = Element.blank
        element.pass(through: &fields)
        return element
      }
    } else {
      for var element in self { element.pass(through: &fields) }
    }
  }
}

extension Set: Framed where Element: Framed {
  static var blank: Set<Element> { [] }

  mutating func pass<Fields: FrameFields>(through fields: inout Fields) {
    var elements = Array(self)
    elements.pass(through: &fields)
    if Fields.isReading { self = Set(elements) }
  }
}

extension Dictionary: Framed where Key: Framed, Value: Framed {
  static var blank: [Key: Value] { [:] }

  mutating func pass<Fields: FrameFields>(through fields: inout Fields) {
    var keys = Array(self.keys)
    var values = Array(self.values)
    keys.pass(through: &fields)
    values.pass(through: &fields)
    guard Fields.isReading else { return }
    guard keys.count == values.count else { return fields.fail() }
    self = Dictionary(zip(keys, values)) { _, later in later }
  }
}
