extension ModelledFacts {
  /// Facts about alternate icons that the device behaves by, by the release that first modelled them; a row for each ten
  /// numbers.
  static let icons = [
    Release(
      version: "0.1.0", prefix: "ICON",
      numbers: [
        1, 2, 3, 4, 5, 6, 7, 8, 9,
        10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
        20, 21, 22, 23, 25, 26, 27, 28, 29,
        30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
        40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
        50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
        60, 61, 62, 63, 64, 65, 66, 67, 68,
        70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
        80, 81, 82, 83, 84, 85, 86, 87, 88, 89,
        90, 91, 92, 93, 94, 95, 96, 97, 98, 99,
        100, 101, 104,
        110, 111, 118, 119,
        120, 121, 122, 123, 124, 125,
        131, 132, 133, 134, 136,
        142, 145, 147, 148, 149,
        152, 153, 154, 155, 156, 157, 158, 159,
        165, 166, 167,
        170, 173, 174, 175, 176, 177, 178, 179,
        180, 181, 182, 183, 184, 185, 186, 187,
        200, 201, 202, 203, 204, 205, 206, 207, 208, 209,
      ])
  ]

  /// Facts about alternate icons that live elsewhere.
  static let iconsElsewhere = [
    Release(
      version: "0.1.0", prefix: "ICON", status: .package,
      numbers: [
        102, 103, 105, 106, 107, 108, 109,
        112, 113, 114, 115, 116, 117,
        126,
        135, 137, 138,
        140, 141, 144, 146,
        150, 151,
        168, 169,
        210,
        172,
      ]),
    Release(
      version: "0.1.0", prefix: "ICON", status: .scenario,
      numbers: [
        24, 69,
        127, 128, 129,
        130, 160, 161, 162, 163, 164,
        171,
      ]),
  ]

  /// Facts about alternate icons that are not modelled.
  static let iconsPending = [
    Pending(status: .lint, prefix: "ICON", numbers: [139]),
    Pending(
      status: .notModelled(reason: "a fault of a beta version that never reached people"), prefix: "ICON",
      numbers: [143]),
  ]
}
