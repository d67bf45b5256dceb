/// Finds the frames in bytes that come in pieces.
public struct FrameSplitter {
  /// The beginning of a frame.
  private var pending: [UInt8] = []
  /// What came cannot be frames: nothing more is found.
  public private(set) var isBroken = false

  /// A splitter that has seen nothing.
  public init() {}

  /// Takes the next piece.
  /// - Parameter body: gets each frame that is whole now.
  public mutating func take(_ piece: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    var rest = piece
    if !pending.isEmpty {
      guard let length = complete(&rest) else { return }
      guard pending.count == length else { return }
      body(pending[...])
      // A large one is an exception.
      pending.removeAll(keepingCapacity: length < 1 << 20)
    }
    while !isBroken, rest.count >= FrameHead.size {
      guard let length = FrameHead.length(rest) else {
        isBroken = true
        return
      }
      guard rest.count >= length else { break }
      body(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    if !isBroken { pending += rest }
  }

  /// Moves to the beginning of a frame what it lacks.
  /// - Returns: how long the frame is; nil while that is unknown.
  private mutating func complete(_ rest: inout ArraySlice<UInt8>) -> Int? {
    // The head comes first, because it tells how much is missing.
    move(&rest, upTo: FrameHead.size)
    guard !isBroken, pending.count >= FrameHead.size else { return nil }
    guard let length = FrameHead.length(pending[...]) else {
      isBroken = true
      return nil
    }
    move(&rest, upTo: length)
    return length
  }

  private mutating func move(_ rest: inout ArraySlice<UInt8>, upTo count: Int) {
    let missing = max(0, count - pending.count)
    pending += rest.prefix(missing)
    rest = rest.dropFirst(missing)
  }
}
