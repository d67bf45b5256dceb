internal import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// The pictures of a script's snapshots. Each is a separate file next to the snapshot file, which contains its name.
///
/// The name of a picture file depends only on the snapshot's name. The content of a snapshot file, which may be
/// untrusted, never decides which files are read, written or removed.
struct SnapshotPictures {
  private let files: ScriptFiles
  /// The new pictures of this run, by snapshot name, until they are written.
  private var drawn: [ExactText: [UInt8]] = [:]
  /// The total size of ``drawn``, in bytes.
  private var drawnBytes = 0
  /// The snapshots with a first picture that equals the stored one.
  private var asKept: Set<ExactText> = []
  /// The snapshots with pictures to write.
  private var waiting: Set<ExactText> = []
  /// The maximum total size of the pictures that wait for the end of the script, in bytes.
  private static let largestSum = 64 << 20

  init(_ files: ScriptFiles) { self.files = files }

  // MARK: Names

  /// Returns the file name in the snapshot folder: `menu_spec.lua.the-menu-opens-2f81c0de.svg`.
  static func file(of name: ExactText, script: String) -> String {
    var hash = FNV1a64()
    hash.feed(name.text)
    let digits = String(UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32), radix: 16)
    var words: [UInt8] = []
    for byte in name.text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): words.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): words.append(byte + 32)
      default: if words.last != UInt8(ascii: "-"), !words.isEmpty { words.append(UInt8(ascii: "-")) }
      }
      if words.count >= 60 { break }
    }
    if words.last == UInt8(ascii: "-") { words.removeLast() }
    let zeros = String(repeating: "0", count: 8 - digits.utf8.count)
    return [script, String(decoding: words, as: UTF8.self) + (words.isEmpty ? "" : "-") + zeros + digits, "svg"]
      .joined(separator: ".")
  }

  /// Returns the first line of the text of a snapshot with a picture.
  static func heading(_ file: String) -> String { prefix + file }

  private static let prefix = "picture "

  /// Whether a snapshot has a picture.
  static func isOne(_ text: ExactText) -> Bool { ExactText.begins(text.text, with: prefix) }

  // MARK: Comparing

  /// The result of a comparison with the stored picture.
  enum Kept {
    case none
    case same
    /// The content of the stored file.
    case different([UInt8])
  }

  /// Adds a new picture. If a name is used repeatedly, its first picture counts, as with texts.
  /// - Returns: whether it is the first picture, or equal to it.
  /// - Throws: ``LuaFailure`` if the total size exceeds the limit, or if a file cannot be read.
  mutating func draw(_ picture: [UInt8], _ name: ExactText, at path: String) throws -> Bool {
    if asKept.contains(name) {
      if case .same = try kept(picture, at: path) { return true }
      return false
    }
    if let earlier = drawn[name] { return KeptDrawing.isSame(earlier, picture) }
    guard picture.count <= Self.largestSum - drawnBytes else {
      throw LuaFailure(
        "including the picture of “\(name.text)”, the new pictures of this script are larger than "
          + "\(Self.largestSum >> 20) MiB in total", code: "snapshot",
        hint: "Compare the pictures of icons, or the lines of screens: device.screen.lines.")
    }
    drawn[name] = picture
    drawnBytes += picture.count
    return true
  }

  /// Whether the first picture of a name equals the stored one.
  func isAsKept(_ name: ExactText) -> Bool { asKept.contains(name) }

  /// Records that the new picture equals the stored one.
  mutating func settle(_ name: ExactText) {
    asKept.insert(name)
    forget(name)
  }

  /// Discards the new picture.
  mutating func forget(_ name: ExactText) { drawnBytes -= drawn.removeValue(forKey: name)?.count ?? 0 }

  /// Compares a picture with its file.
  /// - Throws: ``LuaFailure`` if the file cannot be read.
  func kept(_ picture: [UInt8], at path: String) throws -> Kept {
    guard let bytes = try read(path) else { return .none }
    Work.count((bytes.count + picture.count) / 4)
    return KeptDrawing.isSame(bytes, picture) ? .same : .different(bytes)
  }

  /// The content of a file, nil if it is missing, or the reading error.
  typealias Content = Result<[UInt8]?, any Error>

  /// Returns the content of a file for ``difference(_:_:at:_:)``.
  func content(_ path: String) -> Content { Content { try read(path) } }

  /// Reads a file, or the beginning of one that is too large for a picture; returns nil if it is missing.
  private func read(_ path: String) throws -> [UInt8]? {
    do throws(FileTreeError) {
      return try files.location.read(path, atMost: KeptDrawing.largest + 1)
    } catch {
      if error.kind == .notFound { return nil }
      throw LuaFailure("\(files.location.name(of: path)): \(error.message)", code: "snapshot", hint: error.hint)
    }
  }

  /// Returns both pictures for a report, and a description of the differences.
  ///
  /// - Parameter kept: the content of the file.
  func difference(
    _ picture: [UInt8], _ name: ExactText, at path: String, _ kept: Content
  ) -> (Problem.Picture, words: String) {
    var result = Problem.Picture(
      name: name.text, file: files.location.name(of: path), actual: String(decoding: picture, as: UTF8.self))
    let bytes: [UInt8]
    do {
      guard let found = try kept.get() else {
        result.remark = "the stored picture is missing"
        return (result, "the stored picture is missing")
      }
      bytes = found
    } catch {
      let reason = "the stored picture cannot be read: \((error as? LuaFailure)?.message ?? "\(error)")"
      result.remark = reason
      return (result, reason)
    }
    if bytes.count <= KeptDrawing.largest {
      result.expected = String(decoding: bytes, as: UTF8.self)
    } else {
      result.remark = "the stored picture is not shown: it is larger than \(KeptDrawing.largest >> 20) MiB"
    }
    let differences = KeptDrawing.differences(bytes, picture)
    var parts: [String] = []
    if differences.pictures > 0 {
      parts.append(differences.pictures == 1 ? "the pixels of an icon" : "the pixels of \(differences.pictures) icons")
    }
    if differences.hasOtherMarkup { parts.append("shapes, texts or places") }
    return (result, parts.isEmpty ? "nothing else" : parts.joined(separator: ", and "))
  }

  // MARK: Writing

  mutating func write(_ name: ExactText) { waiting.insert(name) }

  /// Writes the new pictures, and removes those of removed snapshots.
  func finish(removing removed: [String], script: String, folder: String) throws {
    for name in waiting.sortedTexts.map({ ExactText($0) }) {
      guard let bytes = drawn[name] else { continue }
      try files.write(bytes, to: folder + Self.file(of: name, script: script), as: .snapshot)
    }
    for name in removed { try files.remove(folder + Self.file(of: ExactText(name), script: script), as: .snapshot) }
  }
}

/// Compares stored drawings, such as the pictures of snapshots. The files are not trusted.
package enum KeptDrawing {
  /// The maximum size of a drawing, in bytes.
  package static let largest = 4 << 20

  /// Whether two files look the same: they are equal except for the compression of their embedded pictures.
  package static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b || differences(a, b) == Differences() }

  /// The differences between two drawings.
  package struct Differences: Sendable, Equatable {
    /// The number of embedded pictures with different pixels.
    package var pictures = 0
    /// Whether anything else is different: shapes, texts, positions.
    package var hasOtherMarkup = false
  }

  /// Returns the differences between two drawings; empty if they look the same.
  package static func differences(_ a: [UInt8], _ b: [UInt8]) -> Differences {
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

  /// Returns the data of each embedded picture with the markup that follows it. The first part has no data.
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
