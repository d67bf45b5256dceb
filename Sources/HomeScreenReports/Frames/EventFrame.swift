/// What a process that runs scripts tells its supervisor: an event, or a line of something else, as bytes that are
/// quickly made and read.
///
/// Both ends are the same program, so nothing of it is kept anywhere: ``JSONReport`` writes what lasts. In front stands
/// the number of bytes that follow, in four, the lowest first; then one for what it is.
public enum EventFrame {
  /// What a frame holds.
  public enum Content {
    case event(RunEvent)
    case line(String)
  }

  /// What a frame holds, before all of it is read.
  public enum Kind: Equatable, Sendable {
    case event(RunEvent.Name)
    case line
  }

  private static let names = RunEvent.Name.allCases
  private static let line = UInt8(names.count)

  /// What a frame carries, by its head.
  ///
  /// - Parameter frame: a whole one, of which there is a head at least.
  /// - Returns: nil for something that this program does not write.
  public static func kind(of frame: ArraySlice<UInt8>) -> Kind? {
    guard frame.count > FrameHead.size else { return nil }
    let number = frame[frame.startIndex + FrameHead.size]
    if number == line { return .line }
    return number < names.count ? .event(names[Int(number)]) : nil
  }

  /// Reads a frame.
  /// - Parameter frame: a whole one.
  /// - Returns: nil for something that this program does not write.
  public static func read(_ frame: ArraySlice<UInt8>) -> Content? {
    guard let kind = kind(of: frame) else { return nil }
    return frame.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[(FrameHead.size + 1)...])
      switch kind {
      case .line: return .line(String(decoding: rest, as: UTF8.self))
      case .event(let name):
        var reader = FrameReader(rest)
        let event = name.blank.passed(through: &reader)
        return reader.isComplete ? .event(event) : nil
      }
    }
  }

  /// Makes frames, one after the other, in the same memory.
  public struct Writer {
    private var fields = FrameWriter()

    /// A writer that has written nothing.
    public init() {}

    /// The frame of an event.
    public mutating func write(_ event: RunEvent) -> [UInt8] {
      fields.begin(UInt8(EventFrame.names.firstIndex(of: event.name) ?? 0))
      _ = event.passed(through: &fields)
      fields.end()
      return fields.bytes
    }

    /// The frame of a line, without an end.
    public mutating func write(line: String) -> [UInt8] {
      var line = line
      fields.begin(EventFrame.line)
      line.withUTF8 { fields.append($0) }
      fields.end()
      return fields.bytes
    }
  }
}
