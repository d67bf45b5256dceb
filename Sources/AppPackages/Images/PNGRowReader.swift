import Platform

/// The rows of a PNG, inflated and unfiltered one after the other: only two of them are in memory.
struct PNGRowReader: ~Copyable {
  /// One of the seven pictures that an interlaced PNG is made of, or the whole one.
  struct Pass {
    let width: Int
    let height: Int
    let left: Int
    let top: Int
    let stepX: Int
    let stepY: Int

    /// Adam7 as the PNG specification has it; passes without pixels are left out.
    static func all(of header: ImageHeader) -> [Pass] {
      guard header.isInterlaced else {
        return [Pass(width: header.width, height: header.height, left: 0, top: 0, stepX: 1, stepY: 1)]
      }
      let places = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      return places.compactMap { left, top, stepX, stepY in
        let width = (header.width - left + stepX - 1) / stepX
        let height = (header.height - top + stepY - 1) / stepY
        guard width > 0, height > 0 else { return nil }
        return Pass(width: width, height: height, left: left, top: top, stepX: stepX, stepY: stepY)
      }
    }
  }

  private let bitsPerPixel: Int
  private var inflater: Inflater
  /// Filter byte and pixels of the row, and of the one above.
  private var row: [UInt8] = []
  private var above: [UInt8] = []
  private var byteCount = 0

  init(_ inflater: consuming Inflater, bitsPerPixel: Int) {
    self.inflater = inflater
    self.bitsPerPixel = bitsPerPixel
  }

  static func rowBytes(width: Int, bitsPerPixel: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  mutating func begin(_ pass: Pass) {
    let count = 1 + Self.rowBytes(width: pass.width, bitsPerPixel: bitsPerPixel)
    row = [UInt8](repeating: 0, count: count)
    above = row
  }

  /// The next row of the pass, handed to `use` without its filter byte.
  mutating func next(_ use: (UnsafeBufferPointer<UInt8>) -> Void) throws(ImageProblem) {
    swap(&row, &above)
    let outcome = row.withUnsafeMutableBufferPointer { inflater.fill($0) }
    try check(outcome)
    byteCount += row.count
    guard unfilter() else {
      throw ImageProblem(
        kind: .badData, message: "a row of the PNG names the filter \(row[0]), which does not exist",
        hint: "the file is damaged; export it again")
    }
    row.withUnsafeBufferPointer { use(UnsafeBufferPointer(rebasing: $0[1...])) }
  }

  private func check(_ outcome: Inflater.Outcome) throws(ImageProblem) {
    switch outcome {
    case .filled: return
    case .ended:
      throw ImageProblem(
        kind: .badData, message: "the PNG's pixels end after \(byteCount) bytes, before the picture is complete",
        hint: "the file is damaged; export it again")
    case .truncated:
      throw ImageProblem(
        kind: .truncated, message: "the PNG's compressed pixels end in the middle",
        hint: "was it cut off while copying?")
    case .damaged:
      throw ImageProblem(
        kind: .badData, message: "the PNG's compressed pixels are damaged", hint: "export the picture again")
    }
  }

  private mutating func unfilter() -> Bool {
    let step = max(1, bitsPerPixel / 8)
    let filter = row[0]
    guard filter <= 4 else { return false }
    row.withUnsafeMutableBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        let count = row.count
        switch filter {
        case 1:
          for index in stride(from: 1 + step, to: count, by: 1) { row[index] &+= row[index - step] }
        case 2:
          for index in 1..<count { row[index] &+= above[index] }
        case 3:
          for index in 1..<count {
            let left = index > step ? Int(row[index - step]) : 0
            row[index] &+= UInt8((left + Int(above[index])) / 2)
          }
        case 4:
          for index in 1..<count {
            let left = index > step ? Int(row[index - step]) : 0
            let corner = index > step ? Int(above[index - step]) : 0
            row[index] &+= UInt8(Self.paeth(left, Int(above[index]), corner))
          }
        default: break
        }
      }
    }
    return true
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let guess = left + up - corner
    let (toLeft, toUp, toCorner) = (abs(guess - left), abs(guess - up), abs(guess - corner))
    if toLeft <= toUp, toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }
}
