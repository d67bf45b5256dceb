import AppPackages

/// Pictures in DEC's sixel graphics: six rows at a time, one colour after the other.
enum Sixel {
  /// The steps of each colour: a cube of 216.
  private static let steps = 6

  /// What draws the pixels where the cursor stands; transparent ones are left as they are.
  static func sequence(_ pixels: ImagePixels) -> String {
    let colours = (0..<pixels.width * pixels.height).map { colour(pixels.rgba, 4 * $0) }
    var text = "\u{1B}P0;1q\"1;1;\(pixels.width);\(pixels.height)"
    for number in Set(colours.compactMap(\.self)).sorted() {
      let (red, green, blue) = (number / 36, number / 6 % 6, number % 6)
      text += "#\(number);2;\(red * 20);\(green * 20);\(blue * 20)"
    }
    for top in stride(from: 0, to: pixels.height, by: 6) {
      let rows = top..<min(top + 6, pixels.height)
      let present = Set(
        rows.flatMap { row in
          colours[row * pixels.width..<(row + 1) * pixels.width].compactMap(\.self)
        })
      for number in present.sorted() {
        text += "#\(number)"
        var last: UInt8 = 0
        var count = 0
        for x in 0..<pixels.width {
          var bits: UInt8 = 0
          for row in rows where colours[row * pixels.width + x] == number { bits |= 1 << UInt8(row - top) }
          if bits != last {
            append(last, count, to: &text)
            (last, count) = (bits, 0)
          }
          count += 1
        }
        append(last, count, to: &text)
        text += "$"
      }
      text += "-"
    }
    return text + "\u{1B}\\"
  }

  private static func append(_ bits: UInt8, _ count: Int, to text: inout String) {
    guard count > 0 else { return }
    let character = Character(Unicode.Scalar(bits + 63))
    text += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
  }

  private static func colour(_ rgba: [UInt8], _ place: Int) -> Int? {
    guard rgba[place + 3] > 127 else { return nil }
    func level(_ value: UInt8) -> Int { (Int(value) * (steps - 1) + 127) / 255 }
    return 36 * level(rgba[place]) + 6 * level(rgba[place + 1]) + level(rgba[place + 2])
  }
}
