/// A parameter as documentation and editors show it.
public struct APIParameter: Sendable, Hashable {
  /// What the documentation calls it; for a field of a table, the key.
  public let name: String
  /// The type in LuaCATS notation: `string`, `number`, `homescreen.App`, `fun(error?: homescreen.Error)`.
  public let type: String
  /// Whether the argument may be left out; the fields of a table are shown as optional anyway.
  public let isOptional: Bool
  /// What it means, in a few words without a full stop; empty for a table that only its fields explain.
  public let documentation: String
  /// The fields, when the argument is one table with named fields.
  public let fields: [APIParameter]
  /// What its text stands for, or the names of its table; nil where the type says all.
  public let domain: APIDomain?

  init(
    _ name: String, type: String, isOptional: Bool = false, documentation: String, fields: [APIParameter] = [],
    domain: APIDomain? = nil
  ) {
    self.name = name
    self.domain = domain
    self.type = type
    self.isOptional = isOptional
    self.documentation = documentation
    self.fields = fields
  }

  /// Whether the argument is a table with named fields.
  public var isRecord: Bool { !fields.isEmpty }

  /// The parameter, and what lies in its table, with the depth of each; a table that is the only argument says nothing
  /// of its own.
  func walk(depth: Int = 0) -> [(parameter: APIParameter, depth: Int)] {
    let own = documentation.isEmpty ? [] : [(self, depth)]
    return own + fields.flatMap { $0.walk(depth: documentation.isEmpty ? depth : depth + 1) }
  }

  /// The type with the fields of the table written out: `string|{ title?: string, silent?: boolean }`. The fields are
  /// those of the last `table`, which may be in a list or have names of the script's own: `table<string, table[]>`.
  public var declaredType: String {
    guard isRecord, let place = type.ranges(of: "table").last else { return type }
    let fields = fields.map { "\($0.name)?: \($0.declaredType)" }.joined(separator: ", ")
    return type[..<place.lowerBound] + "{ \(fields) }" + type[place.upperBound...]
  }

  /// The type as a part of another: in parentheses where `[]` would belong to its end only.
  var typeAsPart: String { type.contains("|") || type.hasPrefix("fun") ? "(\(type))" : type }

  /// `model, os, locale`
  var fieldList: String { fields.map(\.name).joined(separator: ", ") }
}

/// A result as documentation and editors show it.
public struct APIReturn: Sendable, Hashable {
  /// The type in LuaCATS notation, `string?`; several results are separated by commas.
  public let type: String
  /// What it means, in a few words without a full stop; empty when its type says enough.
  public let documentation: String

  init(_ type: String, _ documentation: String) {
    self.type = type
    self.documentation = documentation
  }
}
