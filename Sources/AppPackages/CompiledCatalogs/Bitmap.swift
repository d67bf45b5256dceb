/// Pixels as compiled catalogs hold them: rows from the top, with gaps, colours multiplied by their alpha.
struct Bitmap {
  /// What the bytes of a pixel are.
  enum Format: String {
    /// Blue, green, red, alpha.
    case colour = "ARGB"
    /// Grey, alpha.
    case grey = "GA8"

    var pixelBytes: Int {
      switch self {
      case .colour: 4
      case .grey: 2
      }
    }
  }

  let format: Format
  let width: Int
  let height: Int
  let rowBytes: Int
  let bytes: [UInt8]
  /// The byte in which the first row begins.
  private var start = 0

  init(_ format: Format, width: Int, height: Int, rowBytes: Int, bytes: [UInt8]) {
    self.format = format
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.bytes = bytes
  }

  /// A rectangle of it, measured from the lower left corner; nil for one that is empty or not inside.
  func part(left: Int, bottom: Int, width: Int, height: Int) -> Bitmap? {
    guard width > 0, height > 0, left <= self.width - width, bottom <= self.height - height else { return nil }
    var part = Bitmap(format, width: width, height: height, rowBytes: rowBytes, bytes: bytes)
    part.start = start + (self.height - bottom - height) * rowBytes + left * format.pixelBytes
    return part
  }

  /// As everybody else has them.
  var pixels: ImagePixels {
    let rgba = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { output, count in
      bytes.withUnsafeBufferPointer { input in
        for row in 0..<height {
          let source = UnsafeBufferPointer(rebasing: input[(start + row * rowBytes)...])
          let target = UnsafeMutableBufferPointer(rebasing: output[(4 * width * row)...])
          switch format {
          case .colour: copyColours(source, target)
          case .grey: copyGreys(source, target)
          }
        }
      }
      count = 4 * width * height
    }
    return ImagePixels(width: width, height: height, rgba: rgba)
  }

  private func copyColours(_ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>) {
    for place in stride(from: 0, to: 4 * width, by: 4) {
      let alpha = source[place + 3]
      target[place] = Self.divided(source[place + 2], alpha)
      target[place + 1] = Self.divided(source[place + 1], alpha)
      target[place + 2] = Self.divided(source[place], alpha)
      target[place + 3] = alpha
    }
  }

  private func copyGreys(_ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>) {
    for index in 0..<width {
      let alpha = source[2 * index + 1]
      let grey = Self.divided(source[2 * index], alpha)
      for channel in 0..<3 { target[4 * index + channel] = grey }
      target[4 * index + 3] = alpha
    }
  }

  @inline(__always)
  private static func divided(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
    if alpha == 255 { return value }
    if alpha == 0 { return 0 }
    return UInt8(min(255, (Int(value) * 255 + Int(alpha) / 2) / Int(alpha)))
  }
}
