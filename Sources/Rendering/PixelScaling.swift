internal import AppPackages

/// Scales pixels as a screen does: it reduces by averaging the covered pixels, and enlarges by linear interpolation,
/// which looks blurred. Both work in linear light, where the mean of black and white is the grey that the eye sees.
enum PixelScaling {
  /// Returns the picture as a square of `side` pixels.
  static func square(_ pixels: ImagePixels, side: Int) -> ImagePixels { scaled(pixels, width: side, height: side) }

  /// Returns the whole picture in another size.
  static func scaled(_ pixels: ImagePixels, width: Int, height: Int) -> ImagePixels {
    if pixels.width == width, pixels.height == height { return pixels }
    guard pixels.width > 0, pixels.height > 0, width > 0, height > 0 else {
      return ImagePixels(width: 0, height: 0, rgba: [])
    }
    let columns = weights(from: pixels.width, to: width)
    let rows = weights(from: pixels.height, to: height)
    // First every row is narrowed, then the number of rows changes. Colours are weighted by their alpha.
    var narrow = [Float](repeating: 0, count: pixels.height * width * 4)
    pixels.rgba.withUnsafeBufferPointer { input in
      narrow.withUnsafeMutableBufferPointer { output in
        toLinear.withUnsafeBufferPointer { linear in
          for y in 0..<pixels.height {
            for x in 0..<width {
              var (red, green, blue, alpha): (Float, Float, Float, Float) = (0, 0, 0, 0)
              let column = columns[x]
              var place = 4 * (y * pixels.width + column.start)
              for share in column.weights {
                let weight = share * Float(input[place + 3])
                red += weight * linear[Int(input[place])]
                green += weight * linear[Int(input[place + 1])]
                blue += weight * linear[Int(input[place + 2])]
                alpha += weight
                place += 4
              }
              let end = 4 * (y * width + x)
              output[end] = red
              output[end + 1] = green
              output[end + 2] = blue
              output[end + 3] = alpha
            }
          }
        }
      }
    }
    return ImagePixels(width: width, height: height, rgba: lowered(narrow, rows, width: width))
  }

  /// Scales the number of rows, and converts back to sRGB values.
  private static func lowered(_ narrow: [Float], _ rows: [Mix], width: Int) -> [UInt8] {
    var rgba = [UInt8](repeating: 0, count: width * rows.count * 4)
    rgba.withUnsafeMutableBufferPointer { output in
      narrow.withUnsafeBufferPointer { input in
        values.withUnsafeBufferPointer { values in
          for (y, row) in rows.enumerated() {
            row.weights.withUnsafeBufferPointer { weights in
              for x in 0..<width {
                var (red, green, blue, alpha): (Float, Float, Float, Float) = (0, 0, 0, 0)
                var place = 4 * (row.start * width + x)
                for weight in weights {
                  red += weight * input[place]
                  green += weight * input[place + 1]
                  blue += weight * input[place + 2]
                  alpha += weight * input[place + 3]
                  place += 4 * width
                }
                guard alpha > 0.5 else { continue }
                let end = 4 * (y * width + x)
                output[end] = fromLinear(red / alpha, values)
                output[end + 1] = fromLinear(green / alpha, values)
                output[end + 2] = fromLinear(blue / alpha, values)
                output[end + 3] = UInt8(max(0, min(255, alpha + 0.5)))
              }
            }
          }
        }
      }
    }
    return rgba
  }

  /// The pixels that one new pixel is made from, with their weights.
  private struct Mix {
    var start: Int
    var weights: [Float]
  }

  private static func weights(from old: Int, to new: Int) -> [Mix] {
    let ratio = Double(old) / Double(new)
    return (0..<new).map { index in
      if ratio > 1 {
        let (low, high) = (Double(index) * ratio, Double(index + 1) * ratio)
        let start = Int(low)
        let end = min(old, Int(high.rounded(.up)))
        let weights = (start..<max(start + 1, end)).map { place in
          Float(max(0, min(high, Double(place + 1)) - max(low, Double(place))) / ratio)
        }
        return Mix(start: start, weights: weights)
      }
      let centre = max(0, min(Double(old - 1), (Double(index) + 0.5) * ratio - 0.5))
      let start = min(Int(centre), max(0, old - 2))
      let share = Float(centre - Double(start))
      return old == 1 ? Mix(start: 0, weights: [1]) : Mix(start: start, weights: [1 - share, share])
    }
  }

  // MARK: Light

  /// The linear light of each sRGB value: a mix of its square and its cube is close enough.
  private static let toLinear: [Float] = (0..<256).map { value in
    let share = Float(value) / 255
    return share * (share * (share * 0.305306011 + 0.682171111) + 0.012522878)
  }

  /// Returns the sRGB value with the nearest linear light.
  @inline(__always)
  private static func fromLinear(_ light: Float, _ values: UnsafeBufferPointer<UInt8>) -> UInt8 {
    values[Int(max(0, min(1, light)) * Float(values.count - 1) + 0.5)]
  }

  private static let values: [UInt8] = {
    var value = 0
    return (0...8191).map { step in
      let light = Float(step) / 8191
      while value < 255, toLinear[value + 1] - light < light - toLinear[value] { value += 1 }
      return UInt8(value)
    }
  }()
}
