extension ModelledFacts {
  /// Facts about launches, by the release that first modelled them; a row for each ten numbers.
  static let launches = [
    Release(
      version: "0.1.0", prefix: "LAUNCH",
      numbers: [
        1, 2, 3, 4, 5, 6, 7, 8, 9,
        10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
        20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
        30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
        40, 41, 44, 45, 46, 47, 48, 49,
        50, 52, 53, 54, 55, 56, 58, 59,
        60, 61, 62, 63, 64, 65, 66, 67, 68, 69,
        70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
        80, 81, 82, 83, 84, 85, 86, 87, 88, 89,
        90, 91, 92, 93, 94, 95, 96, 97, 98, 99,
        100, 101, 102, 103,
      ])
  ]

  /// Facts about launches that a scenario shows.
  static let launchesElsewhere = [
    Release(version: "0.1.0", prefix: "LAUNCH", status: .scenario, numbers: [42, 43])
  ]

  /// Facts about launches that are not modelled.
  static let launchesPending = [
    Pending(status: .notModelled(reason: "a setting of Xcode's debugger"), prefix: "LAUNCH", numbers: [51]),
    Pending(status: .notModelled(reason: "macOS is no device here"), prefix: "LAUNCH", numbers: [57]),
  ]
}
