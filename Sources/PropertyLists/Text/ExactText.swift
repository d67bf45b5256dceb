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
}
