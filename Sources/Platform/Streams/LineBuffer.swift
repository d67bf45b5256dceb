/// Finds the lines in bytes that come in pieces.
public struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Up to where they were given.
  private var given = 0
  /// Up to where they have no end of a line.
  private var searched = 0
  /// What came cannot be lines of this program: nothing more is found.
  public private(set) var isBroken = false

  /// More than any line of a run takes, in bytes.
  public static let maximumLength = 256 << 20
  /// What is kept of the memory of a long line, in bytes.
  private static let keptRoom = 1 << 20

  /// A buffer that has seen nothing.
  public init() {}

  /// Takes the next piece.
  public mutating func append(_ piece: ArraySlice<UInt8>) {
    if given == bytes.count {
      bytes.removeAll(keepingCapacity: given < Self.keptRoom)
    } else {
      bytes.removeFirst(given)
    }
    (searched, given) = (searched - given, 0)
    guard !isBroken else { return }
    bytes += piece
    guard searched + piece.count > Self.maximumLength, !piece.contains(UInt8(ascii: "\n")) else { return }
    (isBroken, bytes, searched) = (true, [], 0)
  }

  /// The next complete line, with its end; nil if more bytes are needed.
  public mutating func next() -> ArraySlice<UInt8>? {
    guard let feed = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (given, searched) = (feed + 1, feed + 1) }
    return bytes[given...feed]
  }

  /// What is left when nothing more comes: the beginning of a line.
  public mutating func takeRest() -> ArraySlice<UInt8> {
    defer { (given, searched) = (bytes.count, bytes.count) }
    return bytes[given...]
  }

  /// Takes the next piece, and gives each line that is whole now.
  public mutating func take(_ piece: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    append(piece)
    while let line = next() { body(line) }
  }
}
