#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A text that is compared and hashed by its bytes. Swift's own strings are equal when they look the same, whichever
/// Unicode form they are written in; names on a device are not (ICON-026).
public struct ExactText: Hashable, Sendable {
  /// The text, byte for byte.
  public let text: String

  /// A text that is compared by its bytes.
  public init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  public static func == (left: ExactText, right: ExactText) -> Bool { isSame(left.text, right.text) }

  /// Feeds the bytes.
  public func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }

  /// Equality by bytes.
  public static func isSame(_ left: String, _ right: String) -> Bool {
    let isSame = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right -> Bool in
        guard left.count == right.count else { return false }
        // An empty buffer may have no address.
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
    guard let isSame, let isSame else { return left.utf8.elementsEqual(right.utf8) }
    return isSame
  }

  /// The order of all sorted lists: by bytes, the same on every machine and in every locale.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    let order = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right -> Int in
        let common = min(left.count, right.count)
        // An empty buffer may have no address.
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

  /// The first place where a text stands in another one, byte by byte: also where a combining mark follows it, which to
  /// Swift's own search is a part of the character before. Nothing stands at the beginning of everything.
  public static func firstRange(of part: String, in text: some StringProtocol) -> Range<String.Index>? {
    guard let range = firstRange(ofBytes: part, in: text) else { return nil }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return start..<bytes.index(start, offsetBy: range.count)
  }

  /// Whether a text stands in another one, byte by byte.
  public static func contains(_ part: String, in text: String) -> Bool { firstRange(ofBytes: part, in: text) != nil }

  /// In bytes from the beginning.
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

  /// Whether a text ends with another one, byte by byte.
  public static func ends(_ text: String, with end: String) -> Bool {
    text.utf8.count >= end.utf8.count && text.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Whether a text begins with another one, byte by byte.
  public static func begins(_ text: some StringProtocol, with beginning: String) -> Bool {
    text.utf8.starts(with: beginning.utf8)
  }
}

extension Set<ExactText> {
  /// The texts of a list, each once.
  public init(texts: some Sequence<String>) { self.init(texts.lazy.map(ExactText.init)) }

  /// Whether the set has exactly this text.
  public func contains(_ text: String) -> Bool { contains(ExactText(text)) }

  /// The texts, sorted by their bytes.
  public var sortedTexts: [String] { map(\.text).sorted(by: ExactText.precedes) }
}

/// The hash FNV-1a with 64 bits: a named algorithm for hashes that are kept or compared between machines.
public struct FNV1a64: Sendable {
  /// The hash of what was fed so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// How many bytes were fed.
  package private(set) var count = 0

  /// How many bytes are fed in the time of one step (``Work``).
  package static let bytesPerStep = 16

  /// The hash of nothing: the algorithm's own start value.
  public init() {}

  /// Goes on from a hash that was kept.
  public init(value: UInt64) { self.value = value }

  private static let prime: UInt64 = 0x0000_0100_0000_01b3
  /// ``prime`` to the power of eight.
  private static let primeOfEight: UInt64 = 0x1efa_c709_0aef_4a21

  /// Feeds one byte.
  public mutating func feed(_ byte: UInt8) {
    count &+= 1
    value = (value ^ UInt64(byte)) &* Self.prime
  }

  /// Feeds a number as eight bytes, lowest first.
  public mutating func feed(_ number: Int64) {
    var rest = UInt64(bitPattern: number)
    if rest < 256 {
      // Most are, and bytes of zero only multiply.
      count &+= 8
      value = (value ^ rest) &* Self.primeOfEight
      return
    }
    for _ in 0..<8 {
      feed(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Feeds a text: its length in bytes, then its UTF-8; nil has the length -1.
  public mutating func feed(_ text: String?) {
    guard let text else { return feed(Int64(-1)) }
    feed(Int64(text.utf8.count))
    feed(bytesOf: text)
  }

  /// Feeds the UTF-8 of a text.
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
