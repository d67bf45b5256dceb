/// Reads the part of XML 1.0 that reports use, and refuses everything that is not well-formed: no DTD, no CDATA, no
/// comments.
public struct XMLChecker {
  /// An element with its contents.
  public final class Element {
    /// The tag name.
    public let name: String
    /// The attributes, unescaped.
    public let attributes: [String: String]
    /// The child elements, in order.
    public fileprivate(set) var children: [Element] = []
    /// The text of the element, without that of its children.
    public fileprivate(set) var text = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }
  }

  /// The root element; nil if there is a fault.
  public private(set) var root: Element?
  /// The first fault, with its character offset.
  public private(set) var fault: String?

  private struct Fault: Error {
    let text: String
  }

  private var rest: Substring.UnicodeScalarView
  private let length: Int

  /// Reads a complete document.
  public init(_ text: String) {
    rest = Substring(text).unicodeScalars
    length = rest.count
    do {
      root = try document()
    } catch {
      fault = "\((error as? Fault)?.text ?? "\(error)") at character \(length - rest.count)"
    }
  }

  private mutating func document() throws -> Element {
    if let bad = rest.first(where: { !Self.isAllowed($0) }) { throw Fault(text: "U+\(String(bad.value, radix: 16))") }
    try expect(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    skipSpace()
    let first = try startTag()
    if first.isClosed { return first.element }
    var open = [first.element]
    while let element = open.last {
      guard let next = rest.first else { throw Fault(text: "<\(element.name)> is not closed") }
      if next != "<" {
        element.text += try text(until: "<")
        continue
      }
      if rest.starts(with: "</".unicodeScalars) {
        try expect("</\(element.name)>")
        open.removeLast()
        continue
      }
      let inner = try startTag()
      element.children.append(inner.element)
      if !inner.isClosed { open.append(inner.element) }
    }
    skipSpace()
    guard rest.isEmpty else { throw Fault(text: "something behind the end") }
    return first.element
  }

  private mutating func startTag() throws -> (element: Element, isClosed: Bool) {
    try expect("<")
    let name = try self.name()
    var attributes: [String: String] = [:]
    while true {
      let hadSpace = skipSpace()
      if rest.first == ">" {
        rest.removeFirst()
        return (Element(name, attributes), false)
      }
      if rest.first == "/" {
        try expect("/>")
        return (Element(name, attributes), true)
      }
      guard hadSpace else { throw Fault(text: "no space in front of an attribute") }
      let key = try self.name()
      try expect("=\"")
      guard attributes.updateValue(try text(until: "\""), forKey: key) == nil else {
        throw Fault(text: "\(key) stands twice")
      }
      try expect("\"")
    }
  }

  private mutating func text(until end: Unicode.Scalar) throws -> String {
    var text = ""
    while let scalar = rest.first, scalar != end {
      if scalar == "<" { throw Fault(text: "a < in a text") }
      if rest.starts(with: "]]>".unicodeScalars) { throw Fault(text: "]]> in a text") }
      rest.removeFirst()
      guard scalar == "&" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard let semicolon = rest.prefix(12).firstIndex(of: ";") else { throw Fault(text: "an & that is no entity") }
      switch String(rest[..<semicolon]) {
      case "amp": text += "&"
      case "lt": text += "<"
      case "gt": text += ">"
      case "quot": text += "\""
      case "apos": text += "'"
      case let other: throw Fault(text: "the entity &\(other);")
      }
      rest = rest[rest.index(after: semicolon)...]
    }
    if rest.isEmpty { throw Fault(text: "a text has no end") }
    return text
  }

  private mutating func name() throws -> String {
    let name = rest.prefix {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
    }
    guard let first = name.first, first != "-", !("0"..."9").contains(first) else { throw Fault(text: "no name") }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private mutating func expect(_ text: String) throws {
    guard rest.starts(with: text.unicodeScalars) else { throw Fault(text: "no \(text)") }
    rest = rest.dropFirst(text.unicodeScalars.count)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let space = rest.prefix { $0 == " " || $0 == "\n" || $0 == "\t" }
    rest = rest[space.endIndex...]
    return !space.isEmpty
  }

  /// `Char` of XML 1.0.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
