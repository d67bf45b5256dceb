/// The facts that the simulator really behaves by, and since when.
public enum ModelledFacts {
  /// A fact that is modelled.
  public struct Entry: Sendable, Equatable {
    public let id: FactID
    /// The version of this program that first modelled it.
    public let since: String
  }

  /// All of them, by ledger and number.
  public static let all: [Entry] = releases.flatMap { release in
    release.ids.map { Entry(id: FactID($0), since: release.version) }
  }

  /// The version since which the fact is modelled; nil when it is not.
  public static func since(_ id: FactID) -> String? {
    all.first { $0.id == id }?.since
  }

  private struct Release {
    let version: String
    let ids: [String]
  }

  private static let releases = [
    Release(
      version: "0.1.0",
      ids: numbered(
        "ICON",
        [
          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 20, 22, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
          36,
          37, 38, 39, 40, 41, 43, 44, 45, 46, 48, 49, 54, 56, 59, 60, 61, 62, 64, 66, 67, 68, 73, 74, 75, 76, 77, 78,
          84, 85,
          86,
          87, 88, 89, 90, 91, 92, 93, 94, 96, 97, 98, 99, 100, 101, 105, 106, 107, 108, 109, 110, 111, 112, 114, 115,
          116, 118, 119, 120, 121, 122, 123,
          124,
          131, 132, 133, 136, 145, 152, 153, 154, 155, 157, 158, 167, 170, 173, 176, 177, 178, 179, 180, 181, 182, 183,
          184, 185,
          186, 187,
        ])
        + numbered(
          "LAUNCH",
          Array(1...9) + Array(11...27)
            + [
              32, 35, 36, 37, 38, 39, 40, 41, 44, 45, 46, 47, 58, 59, 60, 61, 62, 63, 65, 66, 67, 68, 70,
            ] + Array(72...87))
        + numbered(
          "QUICK",
          [
            1, 2, 3, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 28, 29, 30, 31, 32, 35, 36, 37, 39, 40,
            41, 42, 46, 47, 48, 49, 50, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 70, 73, 74,
            75, 76, 77, 79, 80, 81, 83, 84, 85, 86, 88, 89, 90, 93, 96, 97, 98, 101, 105, 107, 108,
          ] + Array(110...116)))
  ]

  private static func numbered(_ prefix: String, _ numbers: [Int]) -> [String] {
    numbers.map { number in
      let digits = String(number)
      return prefix + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
  }
}
