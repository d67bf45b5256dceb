extension ModelledFacts {
  /// Facts about launches, by the release that first modelled them; a row for each ten numbers.
  static let launches = [
    Release(
      version: "0.1.0", prefix: "LAUNCH",
      numbers: [
        1, 2, 3, 4, 5, 6, 7, 8, 9,
        11, 12, 13, 14, 15, 16, 17, 18, 19,
        20, 21, 22, 23, 24, 25, 26, 27,
        32, 35, 36, 37, 38, 39,
        40, 41, 44, 45, 46, 47,
        58, 59,
        60, 61, 62, 63, 65, 66, 67, 68,
        70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
        80, 81, 82, 83, 84, 85, 86, 87,
      ])
  ]
}
