#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts `Codable` values to and from JSON; errors contain the file, the line and the column.
public enum CodableJSON {
  /// Encodes a value as one line with sorted keys. Terminal control characters are escaped.
  ///
  /// - Throws: the errors of the value.
  public static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return JSONTree.escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - file: the name in messages.
  /// - Throws: ``PropertyListError``.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], file: String
  ) throws(PropertyListError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      // Only the other parser has locations and reports syntax errors.
      throw located(error, in: try LenientJSON.parse(bytes, file: file).root, file)
    }
  }

  private static func located(_ error: any Error, in root: JSONNode, _ file: String) -> PropertyListError {
    var (node, name) = (root, "")
    func find(_ context: DecodingError.Context) {
      for key in context.codingPath {
        let child = key.intValue.flatMap { index in
          node.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
        guard let child = child ?? node[key.stringValue] else { break }
        node = child
        if key.intValue == nil { name = " for “\(key.stringValue)”" }
      }
    }
    let message: String
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      find(context)
      message = "“\(key.stringValue)” is missing"
    case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
      find(context)
      message = "expected \(words(for: type))\(name), not \(node.value.typeNameWithArticle)"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      find(context)
      message = context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
    case DecodingError.dataCorrupted: message = "a number does not fit its field, or the file has a comment"
    default: message = "\(error)"
    }
    return PropertyListError(location: node.location ?? SourceLocation(file: file), kind: .syntax, message: message)
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is [Any].Type: "an array"
    default: "an object"
    }
  }
}
