extension ModelledFacts {
  /// Facts about quick actions, by the release that first modelled them; a row for each ten numbers.
  static let quickActions = [
    Release(
      version: "0.1.0", prefix: "QUICK",
      numbers: [
        1, 2, 3, 4, 5, 6, 7, 8, 9,
        10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
        20, 21, 22, 23, 24, 25, 26, 28, 29,
        30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
        40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
        50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
        60, 61, 62, 63, 64, 65, 66, 67, 68, 69,
        70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
        80, 81, 82, 83, 84, 85, 86, 87, 88, 89,
        90, 91, 92, 93, 94, 96, 97, 98, 99,
        101, 103, 104, 105, 106, 107, 108, 109,
        110, 111, 112, 113, 114, 115, 116, 117, 118, 119,
        120,
      ])
  ]

  /// Facts about quick actions that are not modelled.
  static let quickActionsPending = [
    Pending(status: .lint, prefix: "QUICK", numbers: [27]),
    Pending(status: .notModelled(reason: "the Home Screen has no folders here"), prefix: "QUICK", numbers: [95]),
    Pending(
      status: .notModelled(reason: "Mac Catalyst and visionOS are no devices here"), prefix: "QUICK", numbers: [100]),
    Pending(status: .notModelled(reason: "how fast a UI test runs"), prefix: "QUICK", numbers: [102]),
  ]
}
