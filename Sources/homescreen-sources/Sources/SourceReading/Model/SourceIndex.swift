/// The names and texts in the code of a file, to skip files that cannot contain the searched ones.
struct SourceIndex: Sendable {
  /// The sorted hashes of the names of variables, functions, members and types. Only names with a hash here may be in the file.
  private(set) var names: [UInt32] = []
  /// All texts and selector names, each once.
  private(set) var texts: [String] = []
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

  /// Returns an FNV-1a hash, the same in every process.
  static func hash(_ name: String) -> UInt32 { name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } }
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
