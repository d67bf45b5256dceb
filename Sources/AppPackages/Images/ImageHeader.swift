import Platform

/// What the first bytes of a picture say about it. No pixel is decoded.
public struct ImageHeader: Sendable, Equatable {
  /// Recognised by content, never by the file's name.
  public enum Format: String, Sendable, CaseIterable {
    case png, jpeg, webP, heic, gif, pdf, svg, tiff, icns, bmp

    /// The name for messages.
    public var title: String {
      switch self {
      case .png: "PNG"
      case .jpeg: "JPEG"
      case .webP: "WebP"
      case .heic: "HEIC"
      case .gif: "GIF"
      case .pdf: "PDF"
      case .svg: "SVG"
      case .tiff: "TIFF"
      case .icns: "ICNS"
      case .bmp: "BMP"
      }
    }

    /// The file name extensions that belong to the format, in lower case.
    public var extensions: [String] {
      switch self {
      case .png: ["png"]
      case .jpeg: ["jpg", "jpeg"]
      case .webP: ["webp"]
      case .heic: ["heic", "heif"]
      case .gif: ["gif"]
      case .pdf: ["pdf"]
      case .svg: ["svg"]
      case .tiff: ["tif", "tiff"]
      case .icns: ["icns"]
      case .bmp: ["bmp"]
      }
    }
  }

  /// The colour type of a PNG, with the number that stands in the file.
  public enum ColourType: UInt8, Sendable {
    case greyscale = 0
    case rgb = 2
    case palette = 3
    case greyscaleWithAlpha = 4
    case rgbWithAlpha = 6
  }

  /// What the data is, whatever the file's name says; see ``nameProblem(for:)``.
  public var format: Format
  /// Pixels; 0 when the format has none (PDF, SVG) or its size is not looked for (TIFF, ICNS, BMP).
  public var width: Int
  /// Pixels; see ``width``.
  public var height: Int
  /// Bits per channel; 0 when the format does not say.
  public var bitDepth: Int
  /// PNG only.
  public var colourType: ColourType?
  /// Whether pixels *can* be transparent (PNG: colour type 4 or 6, or a `tRNS` chunk). Whether any is takes decoding.
  public var hasAlphaChannel: Bool
  /// PNG: Adam7.
  public var isInterlaced: Bool
  /// Apple's variant of PNG, as Xcode writes it into built apps: a `CgBI` chunk in front, pixels as BGRA.
  public var isCgBI: Bool
  /// Whether the file ends before its last chunk: a PNG that was not copied as a whole. Of a beginning nobody knows.
  public var isCutOff = false

  /// A header with what is known about the picture; the defaults are those of a plain opaque one with 8 bits a channel.
  public init(
    format: Format, width: Int, height: Int, bitDepth: Int = 8, colourType: ColourType? = nil,
    hasAlphaChannel: Bool = false, isInterlaced: Bool = false, isCgBI: Bool = false
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colourType = colourType
    self.hasAlphaChannel = hasAlphaChannel
    self.isInterlaced = isInterlaced
    self.isCgBI = isCgBI
  }

  /// True when width and height are known.
  public var hasPixelSize: Bool { width > 0 && height > 0 }

  /// More pixels than this on one side no icon has, nor any screen.
  public static let maximumDimension = 32_768

  /// What is wrong with a picture whose header can be read.
  func problem(ofFile name: String) -> ImageProblem? {
    guard isCutOff else { return nameProblem(for: name) }
    return ImageProblem(
      kind: .truncated, message: "the \(format.title) is cut off: it ends before its last chunk",
      hint: "was it cut off while copying? Fetch it again, or export it again")
  }

  /// The problem of a picture whose name ends in another format's extension, such as WebP data in `icon.png`.
  public func nameProblem(for fileName: String) -> ImageProblem? {
    let ending = FileTreePath.lowercasedExtension(of: fileName)
    guard !ending.isEmpty, !format.extensions.contains(ending),
      let claimed = Format.allCases.first(where: { $0.extensions.contains(ending) })
    else { return nil }
    return ImageProblem(
      kind: .wrongExtension, message: "the name says \(claimed.title), but the data is \(format.title)",
      hint: "export it as \(claimed.title); renaming does not convert a picture")
  }
}
