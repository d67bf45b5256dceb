#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A text that is compared and hashed by its bytes. Swift's strings are equal if they are canonically equivalent; names
/// on a device are not (ICON-026).
public struct ExactText: Hashable, Sendable {
  /// The text, byte for byte.
  public let text: String

  /// Creates a text that is compared bytewise.
  public init(_ text: String) { self.text = text }

  /// Compares the bytes.
  public static func == (left: ExactText, right: ExactText) -> Bool { isSame(left.text, right.text) }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }

  /// Returns whether two texts have the same bytes.
  public static func isSame(_ left: String, _ right: String) -> Bool {
    let isSame = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right -> Bool in
        guard left.count == right.count else { return false }
        // The base address of an empty buffer may be nil.
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
    guard let isSame, let isSame else { return left.utf8.elementsEqual(right.utf8) }
    return isSame
  }

  /// Returns the order for all sorted lists: bytewise, the same on every machine and in every locale.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    let order = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right -> Int in
        let common = min(left.count, right.count)
        // The base address of an empty buffer may be nil.
        if common > 0, let first = left.baseAddress, let second = right.baseAddress {
          let difference = Int(memcmp(first, second, common))
          if difference != 0 { return difference }
        }
        return left.count - right.count
      }
    }
    guard let order, let order else { return left.utf8.lexicographicallyPrecedes(right.utf8) }
    return order < 0
  }

  /// Returns the first range of a text in another one, bytewise: it may end before a combining mark, which Swift's
  /// search does not allow. An empty text is found at the start.
  public static func firstRange(of part: String, in text: some StringProtocol) -> Range<String.Index>? {
    guard let range = firstRange(ofBytes: part, in: text) else { return nil }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return start..<bytes.index(start, offsetBy: range.count)
  }

  /// Returns whether a text contains another one, bytewise.
  public static func contains(_ part: String, in text: String) -> Bool { firstRange(ofBytes: part, in: text) != nil }

  /// Returns the range as byte offsets.
  private static func firstRange(ofBytes part: String, in text: some StringProtocol) -> Range<Int>? {
    let range = part.utf8.withContiguousStorageIfAvailable { part in
      text.utf8.withContiguousStorageIfAvailable { text -> Range<Int>? in
        guard let wanted = part.baseAddress, !part.isEmpty else { return 0..<0 }
        guard let base = text.baseAddress else { return nil }
        var start = 0
        while start + part.count <= text.count {
          guard let found = memchr(base + start, Int32(part[0]), text.count - part.count - start + 1) else {
            return nil
          }
          start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
          if memcmp(base + start, wanted, part.count) == 0 { return start..<(start + part.count) }
          start += 1
        }
        return nil
      }
    }
    guard let range, let range else { return Array(text.utf8).firstRange(of: Array(part.utf8)) }
    return range
  }

  /// Returns whether a text ends with another one, bytewise.
  public static func ends(_ text: String, with end: String) -> Bool {
    text.utf8.count >= end.utf8.count && text.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Returns whether a text begins with another one, bytewise.
  public static func begins(_ text: some StringProtocol, with beginning: String) -> Bool {
    text.utf8.starts(with: beginning.utf8)
  }
}

extension Set<ExactText> {
  /// Creates a set of the unique texts in a list.
  public init(texts: some Sequence<String>) { self.init(texts.lazy.map(ExactText.init)) }

  /// Returns whether the set contains exactly this text.
  public func contains(_ text: String) -> Bool { contains(ExactText(text)) }

  /// The texts, sorted bytewise.
  public var sortedTexts: [String] { map(\.text).sorted(by: ExactText.precedes) }
}

/// The 64-bit FNV-1a hash: a standard algorithm for hashes that are stored or compared between machines.
public struct FNV1a64: Sendable {
  /// The hash of all input so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The number of bytes so far.
  package private(set) var count = 0

  /// The number of bytes hashed in the time of one step (``Work``).
  package static let bytesPerStep = 16

  /// Creates a hash of empty input.
  public init() {}

  /// Creates a hash that continues from a stored value.
  public init(value: UInt64) { self.value = value }

  private static let prime: UInt64 = 0x0000_0100_0000_01b3
  /// ``prime`` to the power of eight.
  private static let primeOfEight: UInt64 = 0x1efa_c709_0aef_4a21

  /// Adds a byte.
  public mutating func feed(_ byte: UInt8) {
    count &+= 1
    value = (value ^ UInt64(byte)) &* Self.prime
  }

  /// Adds a number as eight bytes, least significant first.
  public mutating func feed(_ number: Int64) {
    var rest = UInt64(bitPattern: number)
    if rest < 256 {
      // Most numbers are small, and zero bytes only multiply.
      count &+= 8
      value = (value ^ rest) &* Self.primeOfEight
      return
    }
    for _ in 0..<8 {
      feed(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Adds a text: its length in bytes, then its UTF-8; nil has the length -1.
  public mutating func feed(_ text: String?) {
    guard let text else { return feed(Int64(-1)) }
    feed(Int64(text.utf8.count))
    feed(bytesOf: text)
  }

  /// Adds the UTF-8 of a text.
  package mutating func feed(bytesOf text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes { feed(byte) }
    }
  }

  /// The value as 16 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
