/// A place in an input, precise enough to be found by a person with an editor.
///
/// Text has a line and a column (both 1-based, the column in characters, a tab counting as one); binary files have a
/// byte offset (0-based). A location without either names the file as a whole.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file as messages call it: relative to the package, never an absolute path of the machine.
  public var file: String
  /// 1-based line, for text.
  public var line: Int? {
    get { writtenLine == 0 ? nil : Int(writtenLine) }
    set { writtenLine = newValue.map { UInt32(clamping: $0) } ?? 0 }
  }
  /// 1-based column in characters (Unicode scalars), for text.
  public var column: Int? {
    get { writtenColumn == 0 ? nil : Int(writtenColumn) }
    set { writtenColumn = newValue.map { UInt32(clamping: $0) } ?? 0 }
  }
  /// 0-based byte offset, for binary files.
  public var offset: Int? {
    get { writtenOffset < 0 ? nil : writtenOffset }
    set { writtenOffset = newValue.map { max(0, $0) } ?? -1 }
  }

  // There are as many locations as values and pictures, so nothing takes the room of an optional: 0 is no line and no
  // column, and what is negative no offset.
  private var writtenLine: UInt32 = 0
  private var writtenColumn: UInt32 = 0
  private var writtenOffset = -1

  /// A place in a file, as exactly as the format knows it.
  public init(file: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// `Info.plist:12:3`, or `Info.plist, byte 48`, or `Info.plist`.
  public var description: String {
    if let line {
      if let column { return "\(file):\(line):\(column)" }
      return "\(file):\(line)"
    }
    if let offset { return "\(file), byte \(offset)" }
    return file
  }
}
