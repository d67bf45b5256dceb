import AppPackages
import Platform

/// Small catalog trees for tests.
enum CatalogTree {
  static func tree(_ files: [String: [UInt8]]) throws -> MemoryTree { try MemoryTree(name: "App", files) }

  static func json(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A `Contents.json` with these elements of `images`.
  static func contents(_ slots: [String], properties: String? = nil) -> [UInt8] {
    let tail = properties.map { ", \"properties\": \($0)" } ?? ""
    return json("{\n\"images\": [\n" + slots.joined(separator: ",\n") + "\n]\(tail)}")
  }

  static func png(_ side: Int) -> [UInt8] { PNGMaker.picture(width: side, height: side) }

  static let single = #"{"filename": "i.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"}"#

  /// A set with a single picture for all sizes.
  static func singleSize(_ path: String) -> [String: [UInt8]] {
    ["\(path)/Contents.json": contents([single]), "\(path)/i.png": png(1024)]
  }
}
