/// Which names and texts stand in the code of a file, so that what is looked for is looked for only where it can be.
struct SourceIndex: Sendable {
  /// Hashes of the names of variables, functions, members and types, sorted. One that is in it may stand in the file, one that
  /// is not does not.
  private(set) var names: [UInt32] = []
  /// All texts, and names of selectors, each once.
  private(set) var texts: [String] = []
  /// Those of them that are names of selectors.
  private(set) var selectors: [String] = []

  init() {}

  init(names: [UInt32], texts: [String], selectors: [String]) {
    self.names = names
    self.texts = texts
    self.selectors = selectors
  }

  func mayMention(_ name: String) -> Bool {
    let hash = Self.hash(name)
    var low = 0
    var high = names.count
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low] == hash
  }

  /// FNV-1a: the same in every process.
  static func hash(_ name: String) -> UInt32 {
    name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

extension SourceIndex: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.writeGrowing(names)
    encoder.write(texts)
    encoder.write(selectors)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(names: try decoder.growing(), texts: try decoder.list(), selectors: try decoder.list())
  }
}
