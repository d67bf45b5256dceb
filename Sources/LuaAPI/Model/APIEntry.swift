import LuaEngine

/// One function, property or type that Lua sees, as data.
///
/// Binding with argument checks, `help`, completion, the editors' type files and the reference all come from this
/// value; there is no other place where a name is written down. It cannot be made without its documentation.
public struct APIEntry: Sendable {
  /// What kind of name it is.
  public enum Kind: Sendable, Hashable {
    /// `receiver:name(…)`
    case method
    /// `receiver.name`
    case property(isWritable: Bool)
    /// `function receiver:name(…) … end`: a method that the script writes and the system calls.
    case callback
    /// `name(…)` or `name { … }`: makes an object.
    case constructor
    /// `name(…)`
    case function
    /// A name that only holds others: `UIApplication` of `UIApplication.shared`.
    case namespace
  }

  /// As a script writes it, without the receiver: `advance`.
  public let name: String
  /// The type it belongs to; nil for a global.
  public let receiver: APIType?
  /// Whether it is called, read or written by the script, and how.
  public let kind: Kind
  /// In the order in which they are written, without the receiver; for a writable property, the value that it takes.
  public let parameters: [APIParameter]
  /// The result in words, and its type for editors; nil when there is none.
  public let returns: APIReturn?
  /// One sentence.
  public let summary: String
  /// What else a user needs to know.
  public let discussion: String
  /// An example that the tests run as it stands; empty for entries that others show.
  public let example: String
  /// From which iOS version on the app can use it, as Apple states it; nil for the tester's own names.
  public let availability: String?
  /// The facts it rests on.
  public let facts: [String]
  /// The version of homescreen that brought it.
  public let since: String
  /// Runs the function, or reads the property.
  let body: @Sendable (LuaCall) throws -> Int32
  /// Assigns the property.
  let assign: (@Sendable (LuaCall) throws -> Int32)?

  /// How a script writes it: `device:advance`, `app.iconName`, `Device`.
  public var qualifiedName: String {
    guard let receiver else { return name }
    switch kind {
    case .method, .callback: return "\(receiver.expression):\(name)"
    case .property, .constructor, .function, .namespace: return "\(receiver.expression).\(name)"
    }
  }

  /// The line that help begins with: `device:advance(seconds)`.
  public var signature: String {
    switch kind {
    case .property, .namespace: return qualifiedName
    case .constructor where parameters.count == 1 && parameters[0].isRecord:
      return "\(qualifiedName) { \(parameters[0].fieldList) }"
    case .method, .callback, .function, .constructor:
      var text = ""
      for parameter in parameters {
        let part = text.isEmpty ? parameter.name : ", \(parameter.name)"
        text += parameter.isOptional ? "[\(part)]" : part
      }
      return "\(qualifiedName)(\(text))"
    }
  }
}
