import OrderedCollections
public import PropertyLists

extension BuildSettings {
  /// Nobody nests settings deeper.
  private static let maximumDefinitions = 100

  /// Where a word of a list is written: in the setting itself, in a weaker level that it inherits, or in a setting that it
  /// names. Each place is that of the value, or of the line of an xcconfig file.
  public func places(ofWord word: String, in name: String) -> [SourceLocation] {
    var found: [SourceLocation] = []
    var waiting: [(name: String, position: Int)] = [(name, definitions[name]?.count ?? 0)]
    var count = 0
    while let (name, position) = waiting.popLast(), count < Self.maximumDefinitions {
      count += 1
      guard position > 0, let definition = definitions[name]?[position - 1] else { continue }
      if BuildSettingStringList(definition.value).words.contains(where: { ExactText.isSame($0, word) }),
        let place = definition.origin.location, !found.contains(place)
      {
        found.append(place)
      }
      for reference in Self.references(in: definition.value) {
        let isInherited = reference == "inherited" || reference == name
        waiting.append(isInherited ? (name, position - 1) : (reference, definitions[reference]?.count ?? 0))
      }
    }
    return found
  }

  /// The bytes of a file of settings as they were read; nil for a file that says nothing about these settings.
  package func bytesAsRead(of file: String) -> [UInt8]? {
    for all in definitions.values {
      for definition in all {
        if let source = definition.origin.source, ExactText.isSame(source.file, file) { return source.fileBytes }
      }
    }
    return nil
  }

  private static func references(in text: String) -> [String] {
    let bytes = Array(text.utf8)[...]
    var names: [String] = []
    var position = bytes.startIndex
    while position < bytes.endIndex {
      if bytes[position] == UInt8(ascii: "$"), let reference = MacroReference(bytes, at: position) {
        if !reference.isDollar { names.append(String(decoding: reference.name, as: UTF8.self)) }
        position = reference.end
      } else {
        position += 1
      }
    }
    return names
  }
}
