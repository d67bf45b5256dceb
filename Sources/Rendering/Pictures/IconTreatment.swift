internal import AppPackages
internal import HomeScreenSimulator

/// What the system does with the pixels of an icon before it is seen: transparency is filled, and other looks are made of
/// the light picture where the app has none of its own (ICON-204). Which colours exactly is not known; they are ours.
enum IconTreatment {
  /// - Parameter own: the appearance that the picture was made for.
  static func apply(
    _ look: ScreenAppearance, tint: IconTint, to pixels: ImagePixels, madeFor own: IconAppearance
  ) -> ImagePixels {
    let (red, green, blue) = (Double(tint.red) / 255, Double(tint.green) / 255, Double(tint.blue) / 255)
    return switch look {
    // An icon that shows through is seen on black.
    case .light: map(pixels) { colour, _, _ in over(colour, 0) }
    case .dark:
      map(pixels) { colour, y, height in
        // One of its own lies on what is behind dark icons; the light one is darkened.
        if own == .dark { return over(colour, backdrop(y, height)) }
        let opaque = over(colour, 0)
        return Colour(red: opaque.red * 0.72, green: opaque.green * 0.72, blue: opaque.blue * 0.72, alpha: 1)
      }
    case .tinted:
      map(pixels) { colour, y, height in
        let light = (own == .tinted ? 1 : 0.85) * colour.luminance * colour.alpha
        let back = backdrop(y, height) * (1 - light)
        return Colour(red: back + light * red, green: back + light * green, blue: back + light * blue, alpha: 1)
      }
    // The same on a light ground: what is dark in the picture stays pale.
    case .tintedLight:
      map(pixels) { colour, _, _ in
        let light = (own == .tinted ? 1 : 0.85) * colour.luminance * colour.alpha
        func mix(_ value: Double) -> Double { 0.94 * (1 - light) + value * light }
        return Colour(red: mix(red), green: mix(green), blue: mix(blue), alpha: 1)
      }
    // Light on glass: where the picture is bright one sees white, where it is dark what lies behind.
    case .clear, .clearDark:
      map(pixels) { colour, _, _ in
        Colour(red: 1, green: 1, blue: 1, alpha: 0.22 + 0.74 * colour.luminance * colour.alpha)
      }
    }
  }

  private struct Colour {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
  }

  /// What lies behind dark icons: a dark grey that gets darker towards the bottom.
  private static func backdrop(_ y: Int, _ height: Int) -> Double {
    0.2 - 0.12 * Double(y) / Double(max(1, height - 1))
  }

  private static func over(_ colour: Colour, _ back: Double) -> Colour {
    func mix(_ value: Double) -> Double { value * colour.alpha + back * (1 - colour.alpha) }
    return Colour(red: mix(colour.red), green: mix(colour.green), blue: mix(colour.blue), alpha: 1)
  }

  private static func map(_ pixels: ImagePixels, _ body: (Colour, Int, Int) -> Colour) -> ImagePixels {
    var rgba = pixels.rgba
    func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
    for place in stride(from: 0, to: rgba.count, by: 4) {
      let colour = Colour(
        red: Double(rgba[place]) / 255, green: Double(rgba[place + 1]) / 255, blue: Double(rgba[place + 2]) / 255,
        alpha: Double(rgba[place + 3]) / 255)
      let result = body(colour, place / 4 / max(1, pixels.width), pixels.height)
      rgba[place] = byte(result.red)
      rgba[place + 1] = byte(result.green)
      rgba[place + 2] = byte(result.blue)
      rgba[place + 3] = byte(result.alpha)
    }
    return ImagePixels(width: pixels.width, height: pixels.height, rgba: rgba)
  }

  /// Only the shape of a picture, in one colour: how menus draw the pictures of quick actions (QUICK-026).
  static func template(_ pixels: ImagePixels, isDark: Bool) -> ImagePixels {
    var rgba = pixels.rgba
    let value: UInt8 = isDark ? 255 : 0
    for place in stride(from: 0, to: rgba.count, by: 4) {
      (rgba[place], rgba[place + 1], rgba[place + 2]) = (value, value, value)
    }
    return ImagePixels(width: pixels.width, height: pixels.height, rgba: rgba)
  }
}
