extension ModelledFacts {
  /// Facts about quick actions, by the release that first modelled them; a row for each ten numbers.
  static let quickActions = [
    Release(
      version: "0.1.0", prefix: "QUICK",
      numbers: [
        1, 2, 3, 6, 7, 8, 9,
        10, 13, 14, 15, 16, 17, 18, 19,
        20, 21, 22, 28, 29,
        30, 31, 32, 35, 36, 37, 38, 39,
        40, 41, 42, 46, 47, 48, 49,
        50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
        60, 61, 62, 63, 64, 65, 66, 67, 68,
        70, 73, 74, 75, 76, 77, 79,
        80, 81, 82, 83, 84, 85, 86, 88, 89,
        90, 93, 96, 97, 98,
        101, 105, 106, 107, 108, 109,
        110, 111, 112, 113, 114, 115, 116,
      ])
  ]
}
