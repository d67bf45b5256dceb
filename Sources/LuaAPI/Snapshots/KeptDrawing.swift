internal import AppPackages
import PropertyLists

/// Compares drawings in files that were kept, such as the pictures of snapshots. Anybody may have written such a file.
public enum KeptDrawing {
  /// No file of a drawing has more bytes.
  public static let largest = 4 << 20

  /// Whether two files show the same: all but how the pixels of their pictures are packed is equal, and so are the pixels.
  public static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b || differences(a, b) == Differences() }

  /// In how much two drawings differ.
  public struct Differences: Sendable, Equatable {
    /// Embedded pictures whose pixels are others.
    public var pictures = 0
    /// Whether anything else is different: shapes, texts, places.
    public var hasOtherMarkup = false
  }

  /// In how much two drawings differ; nothing for drawings that look the same.
  public static func differences(_ a: [UInt8], _ b: [UInt8]) -> Differences {
    let (first, second) = (parts(a), parts(b))
    var result = Differences()
    guard first.count == second.count else {
      result.hasOtherMarkup = true
      result.pictures = abs(first.count - second.count)
      return result
    }
    for ((data, markup), (otherData, otherMarkup)) in zip(first, second) {
      if data != otherData, !hasSamePixels(data, otherData) { result.pictures += 1 }
      if markup != otherMarkup { result.hasOtherMarkup = true }
    }
    return result
  }

  private static let picture = Array("data:image/png;base64,".utf8)
  private static let maximumPixels = 1024 * 1024

  /// The data of each embedded picture with the markup behind it; the first has no data.
  private static func parts(_ bytes: [UInt8]) -> [(data: ArraySlice<UInt8>, markup: ArraySlice<UInt8>)] {
    var parts: [(ArraySlice<UInt8>, ArraySlice<UInt8>)] = []
    var data = bytes[0..<0]
    var start = 0
    var place = 0
    while let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) {
      place = colon + 1
      let from = colon - 4
      guard from >= start, bytes[from...].starts(with: picture) else { continue }
      let begin = from + picture.count
      let end = bytes[begin...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count
      parts.append((data, bytes[start..<begin]))
      (data, start, place) = (bytes[begin..<end], end, end)
    }
    parts.append((data, bytes[start...]))
    return parts
  }

  private static func hasSamePixels(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    func pixels(_ data: ArraySlice<UInt8>) -> ImagePixels? {
      guard let file = Base64.decode(String(decoding: data, as: UTF8.self)) else { return nil }
      return try? ImagePixels.decode(file, maximumPixels: maximumPixels)
    }
    guard let first = pixels(a), let second = pixels(b) else { return false }
    return first == second
  }
}
