/// How new lines of a text file look.
struct SourceStyle {
  var newline: [UInt8] = [0x0A]
  /// One level of indentation.
  var unit: [UInt8] = [0x09]
  /// Whether only ASCII may be written, because the file says that it is in another encoding than UTF-8.
  var isASCIIOnly = false
  /// How many bytes may be written.
  var limit = Int.max

  func tooLarge() -> PropertyListWriteError {
    PropertyListWriteError(
      kind: .tooLarge, place: "plist", message: "the file would have more than \(limit) bytes",
      hint: "no reader of such lists would accept it")
  }
}
