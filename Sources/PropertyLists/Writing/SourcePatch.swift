/// A piece of a text that is replaced; an empty range inserts.
struct SourcePatch {
  let range: Range<Int>
  let bytes: [UInt8]

  /// The text with all patches in it. Insertions come before a removal that starts at the same place, otherwise the
  /// order of the list counts; removals may overlap.
  static func apply(_ patches: [SourcePatch], to text: some RandomAccessCollection<UInt8>) -> [UInt8] {
    let order = patches.indices.sorted { left, right in
      let (a, b) = (patches[left].range, patches[right].range)
      return (a.lowerBound, a.isEmpty ? 0 : 1, left) < (b.lowerBound, b.isEmpty ? 0 : 1, right)
    }
    var output: [UInt8] = []
    output.reserveCapacity(text.count + patches.reduce(0) { $0 + $1.bytes.count })
    var position = 0
    func slice(_ end: Int) -> some Collection<UInt8> {
      text.dropFirst(position).prefix(max(0, end - position))
    }
    for index in order {
      let patch = patches[index]
      output += slice(patch.range.lowerBound)
      output += patch.bytes
      position = max(position, patch.range.upperBound)
    }
    output += slice(text.count)
    return output
  }
}
