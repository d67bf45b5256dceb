/// Serial numbers in the place of memory addresses, so that equal runs print equal lines.
enum Address {
  /// `1` → `0x0000000000000001`.
  static func text(_ serial: Int) -> String {
    let digits = String(serial, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
