/// Reads Objective-C, its headers, and the C++ in them.
enum ObjectiveCReader {
  /// Returns the facts of a file. It never fails: code that is not Objective-C is recorded as trouble, with its place.
  static func facts(of bytes: [UInt8]) -> SourceFacts {
    let source = CTokenizer.tokens(of: bytes)
    var parser = CParser(bytes, source)
    if let tooDeep = source.tooDeep {
      parser.facts.troubles = [.init(offset: UInt32(tooDeep), isDepth: true)]
    } else {
      if let unparsed = source.unparsed { parser.facts.troubles = [.init(offset: UInt32(unparsed))] }
      parser.file()
    }
    parser.facts.lines = LineTable(bytes)
    return parser.facts
  }
}
