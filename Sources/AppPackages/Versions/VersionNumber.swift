/// A version of up to three numbers, `16.4` or `11`; numbers that are not written are 0.
public struct VersionNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 16 of `16.4.1`.
  public var major: Int
  /// 4 of `16.4.1`.
  public var minor: Int
  /// 1 of `16.4.1`.
  public var patch: Int

  /// `VersionNumber(16, 4)` is `16.4`.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// nil for anything but one to three numbers of at most four digits, separated by dots.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    numbers += [0, 0]
    self.init(numbers[0], numbers[1], numbers[2])
  }

  /// By the first number, then the second, then the third: `9.3` comes before `16.0`, and `16.4` before `16.4.1`.
  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// `16.4`, `16.4.1`
  public var description: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }
}
