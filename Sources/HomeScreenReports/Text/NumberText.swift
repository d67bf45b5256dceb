/// Numbers of things in words.
enum Counted {
  /// `1 file`, `2 files`: for nouns that get an “s”.
  static func text(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

/// Real time in reports.
enum Seconds {
  /// `12.345678`, or with fewer decimals, cut and not rounded.
  static func text(_ microseconds: Int, decimals: Int = 6) -> String {
    let value = max(0, microseconds)
    let fraction = String(value % 1_000_000)
    let digits = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    return "\(value / 1_000_000).\(digits.prefix(decimals))"
  }
}
