public import Events
import Platform

/// The events of a run that another run is compared with: in memory while they are few, and beyond that in a file
/// without a name.
public final class EventStore {
  /// How many there are.
  public private(set) var count = 0
  /// Whether it is empty.
  public var isEmpty: Bool { count == 0 }

  private let file: SpoolFile
  /// What is in the file, one piece after the other: nobody else writes into it.
  private var extents: [SpoolFile.Extent] = []
  /// What follows in memory.
  private var bytes: [UInt8] = []
  /// The disk takes no more: what follows stays in memory, whole but large.
  private var isFull = false

  /// In bytes; what is more goes to the disk.
  private static let maximumInMemory = 1 << 20

  /// A store without events.
  public convenience init() { self.init(file: SpoolFile()) }

  init(file: SpoolFile) { self.file = file }

  /// Adds an event after the others.
  public func append(_ event: RunEvent) {
    count += 1
    bytes += EventLine.bytes(event)
    guard bytes.count > Self.maximumInMemory, !isFull else { return }
    if file.write(bytes, addingTo: &extents) { bytes.removeAll(keepingCapacity: true) } else { isFull = true }
  }

  /// Gives the events one after the other, from the first on.
  struct Reader {
    private let store: EventStore
    private var lines = LineBuffer()
    private var extent = 0
    private var offset = 0
    private var hasReadMemory = false
    /// Some could not be read any more: nothing follows.
    private(set) var isDamaged = false

    init(_ store: EventStore) { self.store = store }

    /// The next event; nil after the last one.
    mutating func next() -> RunEvent? {
      while !isDamaged {
        if let line = lines.next() {
          if case .event(let event)? = EventLine.read(line) { return event }
          isDamaged = true
        } else {
          guard let piece = nextPiece() else { return nil }
          lines.append(piece)
          isDamaged = lines.isBroken
        }
      }
      return nil
    }

    private mutating func nextPiece() -> ArraySlice<UInt8>? {
      while extent < store.extents.count {
        guard let piece = store.file.look(at: store.extents[extent], from: offset) else {
          isDamaged = true
          return nil
        }
        offset += piece.count
        if !piece.isEmpty { return piece[...] }
        (extent, offset) = (extent + 1, 0)
      }
      if hasReadMemory { return nil }
      hasReadMemory = true
      return store.bytes[...]
    }
  }
}
