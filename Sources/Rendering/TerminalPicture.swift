package import AppPackages
package import HomeScreenSimulator
package import Platform
import PropertyLists

/// Pictures next to each other in the cells of a terminal.
package struct TerminalPicture: Sendable {
  /// A picture and its first column, from 0.
  package struct Item: Sendable {
    package let column: Int
    /// The picture; a square.
    package let pixels: ImagePixels

    /// Creates a picture at a column.
    package init(column: Int, pixels: ImagePixels) { (self.column, self.pixels) = (column, pixels) }
  }

  private let items: [Item]
  /// The width of each picture in columns. It is half as many lines high, because cells are twice as high as wide.
  private let columns: Int

  /// Creates pictures with this number of columns each, from left to right.
  package init(_ items: [Item], columns: Int) {
    self.items = items.sorted { $0.column < $1.column }
    self.columns = max(2, columns / 2 * 2)
  }

  /// Returns the lines that show the pictures on this terminal; none if it shows text only.
  package func lines(_ graphics: TerminalGraphics, _ colours: TerminalColours) -> [StyledText] {
    guard !items.isEmpty else { return [] }
    switch graphics {
    case .none: return []
    case .blocks: return blocks(colours)
    case .kitty: return placed { kitty($0) }
    case .iterm2: return placed { iterm2($0) }
    }
  }

  // MARK: Cells

  /// Returns cells of two pixels each: the upper one is the colour of the block, the lower one its background.
  private func blocks(_ colours: TerminalColours) -> [StyledText] {
    (0..<columns / 2).map { line in
      var text = ""
      var column = 0
      for item in items where item.column >= column {
        text += String(repeating: " ", count: item.column - column)
        let pixels = item.pixels
        for x in 0..<columns {
          let (upper, lower) = (sample(pixels, x, 2 * line), sample(pixels, x, 2 * line + 1))
          switch (upper, lower) {
          case (nil, nil): text += " "
          case (let colour?, nil): text += "\u{1B}[\(code(colour, 38, colours))m▀\u{1B}[0m"
          case (nil, let colour?): text += "\u{1B}[\(code(colour, 38, colours))m▄\u{1B}[0m"
          case (let upper?, let lower?):
            text += "\u{1B}[\(code(upper, 38, colours));\(code(lower, 48, colours))m▀\u{1B}[0m"
          }
        }
        column = item.column + columns
      }
      return StyledText(sequence: text)
    }
  }

  private typealias Colour = (red: Int, green: Int, blue: Int)

  /// Returns the mean of the pixels that a half cell covers; nil if it is mostly transparent.
  private func sample(_ pixels: ImagePixels, _ x: Int, _ y: Int) -> Colour? {
    guard pixels.width >= columns, pixels.height >= columns else { return nil }
    var (red, green, blue, alpha, count) = (0, 0, 0, 0, 0)
    for row in y * pixels.height / columns..<(y + 1) * pixels.height / columns {
      for column in x * pixels.width / columns..<(x + 1) * pixels.width / columns {
        let place = 4 * (row * pixels.width + column)
        let weight = Int(pixels.rgba[place + 3])
        red += Int(pixels.rgba[place]) * weight
        green += Int(pixels.rgba[place + 1]) * weight
        blue += Int(pixels.rgba[place + 2]) * weight
        alpha += weight
        count += 1
      }
    }
    guard alpha > 0, alpha * 2 > count * 255 else { return nil }
    return (red / alpha, green / alpha, blue / alpha)
  }

  private func code(_ colour: Colour, _ layer: Int, _ colours: TerminalColours) -> String {
    switch colours {
    case .all: return "\(layer);2;\(colour.red);\(colour.green);\(colour.blue)"
    case .indexed:
      func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }
      return "\(layer);5;\(16 + 36 * level(colour.red) + 6 * level(colour.green) + level(colour.blue))"
    }
  }

  // MARK: Pixels

  /// Reserves lines, then draws each picture there; later output starts below them.
  private func placed(_ sequence: (ImagePixels) -> String) -> [StyledText] {
    let height = columns / 2
    var text = String(repeating: "\n", count: height) + "\u{1B}[\(height)A"
    for item in items {
      text += "\u{1B}7" + (item.column > 0 ? "\u{1B}[\(item.column)C" : "") + sequence(item.pixels) + "\u{1B}8"
    }
    return [StyledText(sequence: text + "\u{1B}[\(height - 1)B")]
  }

  private static let maximumChunk = 4096

  private func kitty(_ pixels: ImagePixels) -> String {
    guard let file = PNGWriter.write(pixels) else { return "" }
    var rest = Substring(Base64.encode(file))
    var text = ""
    var control = "a=T,f=100,q=2,C=1,c=\(columns),r=\(columns / 2),"
    while !rest.isEmpty {
      let chunk = rest.prefix(Self.maximumChunk)
      rest = rest.dropFirst(Self.maximumChunk)
      text += "\u{1B}_G\(control)m=\(rest.isEmpty ? 0 : 1);\(chunk)\u{1B}\\"
      control = ""
    }
    return text
  }

  private func iterm2(_ pixels: ImagePixels) -> String {
    guard let file = PNGWriter.write(pixels) else { return "" }
    return "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(columns / 2);"
      + "preserveAspectRatio=1:\(Base64.encode(file))\u{07}"
  }
}

/// The pixels of icons as a screen shows them, masked; for output that cannot show drawings, such as terminals.
package struct IconPixels {
  private var painter = IconPainter(pixelsPerPoint: 1)
  private let os: OSVersion

  /// Creates icons as a version shows them.
  package init(os: OSVersion) { self.os = os }

  /// Makes the pictures of an app available.
  ///
  /// - Parameter identifier: the app's key in ``Device/packages``.
  package mutating func add(_ package: AppPackage, as identifier: String) { painter.add(package, as: identifier) }

  /// Returns the pixels of an icon. An icon without a picture gets the system's placeholder; if its pixels are
  /// unavailable, it gets a plain colour that depends on the app.
  package mutating func square(_ artwork: ScreenPicture.Artwork, side: Int) -> ImagePixels {
    let look = ScreenLook(os: os, appearance: .light)
    let pixels =
      (try? painter.pixels(artwork, side: side, look))
      ?? (artwork.picture.isPlaceholder ? Self.placeholder(side) : Self.standIn(artwork, side, look))
    return IconMask.applied(to: pixels, share: look.cornerShare)
  }

  private static func standIn(_ artwork: ScreenPicture.Artwork, _ side: Int, _ look: ScreenLook) -> ImagePixels {
    let colour = IconPlaceholder(name: artwork.picture.iconName ?? "", seed: artwork.seed).colour(look)
    let value = UInt32(colour.dropFirst(), radix: 16) ?? 0
    let pixel = [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255), 255]
    return ImagePixels(width: side, height: side, rgba: (0..<side * side).flatMap { _ in pixel })
  }

  /// Draws a grey square with a cross of lines.
  private static func placeholder(_ side: Int) -> ImagePixels {
    var rgba: [UInt8] = []
    rgba.reserveCapacity(side * side * 4)
    let width = max(1, side / 24)
    for y in 0..<side {
      for x in 0..<side {
        let isLine = abs(x - y) < width || abs(x + y - side + 1) < width
        let value: UInt8 = isLine ? 0xA8 : 0xE6
        rgba += [value, value, value, 255]
      }
    }
    return ImagePixels(width: side, height: side, rgba: rgba)
  }
}
