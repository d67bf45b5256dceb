internal import LuaAPI

/// What a place in a line asks for: an argument, a field, a value to assign.
struct Expectation {
  /// The function whose argument it is, or that gets the table which it is in.
  struct Call {
    let entry: APIEntry
    let callee: LuaExpression
    /// The bracket, string or table with which the arguments begin.
    let arguments: Int
    /// Which argument, counted from 0.
    let position: Int
  }

  let type: DeclaredType
  /// The fields of a table that is asked for.
  var fields: [APIParameter] = []
  var domain: APIDomain?
  /// What it is called, and what help says of it.
  var parameter: APIParameter?
  var call: Call?

  init(type: DeclaredType) {
    self.type = type
  }

  init(_ parameter: APIParameter, call: Call? = nil) {
    self.init(type: DeclaredType(parameter.type), parameter, call: call)
  }

  private init(type: DeclaredType, _ parameter: APIParameter, call: Call?) {
    self.type = type
    fields = parameter.fields
    domain = parameter.domain
    self.parameter = parameter
    self.call = call
  }

  /// Whether a table with these fields can stand here.
  var isRecord: Bool { !fields.isEmpty && type.holds("table") }

  /// Whether a table whose names are of the domain can stand here.
  var hasNamesOfDomain: Bool { domain != nil && fields.isEmpty && type.holds("table") }

  /// What the field of a table asks for.
  func field(_ name: String) -> Expectation? {
    if isRecord { return fields.first { $0.name == name }.map { Expectation($0, call: call) } }
    if let field = type.fields.first(where: { $0.name == name }) { return Expectation(type: field.type) }
    if let named = type.named, let parameter { return Expectation(type: named, parameter, call: call) }
    // A table in a property list has keys of property lists, too.
    return hasNamesOfDomain && domain == .infoPlistKey ? self : nil
  }

  /// What an element of a list asks for.
  var element: Expectation? {
    guard let element = type.element else { return nil }
    return parameter.map { Expectation(type: element, $0, call: call) } ?? Expectation(type: element)
  }
}

extension Expectation.Call {
  /// The parameter at the position; the last one stands for all further ones where it takes several.
  var parameter: APIParameter? {
    if entry.parameters.indices.contains(position) { return entry.parameters[position] }
    guard let last = entry.parameters.last, last.name == "..." || last.domain == .plistKey else { return nil }
    return last
  }
}

extension Expectation {
  /// A place in one line: the function, and what its argument or the field is.
  static func note(_ call: Call?, _ parameter: APIParameter?) -> String? {
    guard let parameter, !parameter.documentation.isEmpty else {
      return call.map { "\($0.entry.signature)  \($0.entry.summary)" }
    }
    let words = "\(parameter.name): \(parameter.documentation)"
    return call.map { "\($0.entry.signature)  \(words)" } ?? words
  }
}
