import LuaEngine
import Simulator

extension NSErrorValue: Boxable {
  static let apiType = APIType("error", className: "homescreen.Error", summary: "An NSError.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.text(Box<NSErrorValue>.self) { $0.value.consoleDescription },
      ObjectMetamethods.equality(Box<NSErrorValue>.self),
    ])
}

/// `NSError`, as handlers get it.
enum ErrorAPI: APIRoom {
  static let domain = APIEntry.property(
    "domain", of: Box<NSErrorValue>.self, "Such as `NSCocoaErrorDomain`.", get: \.value.domain
  )

  static let code = APIEntry.property(
    "code", of: Box<NSErrorValue>.self, "Such as 4.", get: \.value.code
  )

  static let localizedDescription = APIEntry.property(
    "localizedDescription", of: Box<NSErrorValue>.self, APIDocumentation("The text for the user.", facts: ["ICON-039"]),
    get: \.value.localizedDescription
  )

  static let userInfo = APIEntry.property(
    "userInfo", of: Box<NSErrorValue>.self,
    APIDocumentation("What else it carries: `NSUnderlyingError`, `NSLocalizedDescription` ….", facts: ["ICON-039"])
  ) { object in
    LuaTable(fields: object.value.userInfo.map { (LuaTable.Key.string($0.key), value($0.value)) })
  }

  static let codeField = Parameter<Int64>.integer("code", "such as 4")
  static let domainField = Parameter<String>.string("domain", "such as `\"MyErrorDomain\"`")
  static let userInfoField = Parameter<LuaValue>.value(
    "userInfo", type: "table", "strings, numbers, booleans and errors by key")

  static let make = APIEntry.constructor(
    "NSError", fields: [domainField.description, codeField.description, userInfoField.description],
    returns: "the error",
    APIDocumentation(
      "Makes an NSError.", discussion: "`tostring` gives what the console prints.",
      example: """
        local err = NSError { domain = "Example", code = 7, userInfo = { NSLocalizedDescription = "Seven." } }
        assert.equal("Seven.", err.localizedDescription)
        """, availability: "iOS 2.0")
  ) { call, fields in
    guard let domain = try fields.read(domainField), let code = try fields.read(codeField) else {
      throw fields.failure("domain and code are needed")
    }
    var entries: [NSErrorValue.UserInfoEntry] = []
    if let info = try fields.read(userInfoField) {
      guard case .table(let table) = info, table.array.isEmpty else {
        throw LuaFailure(
          "NSError: userInfo: a table with named fields is expected, got \(info.typeName)", code: "argument")
      }
      for (key, value) in table.fields {
        guard case .string(let name) = key, let value = userInfoValue(value) else {
          throw LuaFailure(
            "NSError: userInfo holds a \(value.typeName)", code: "argument",
            hint: "Strings, numbers, booleans and errors can be in it.")
        }
        entries.append(NSErrorValue.UserInfoEntry(name, value))
      }
    }
    return Box(NSErrorValue(domain: domain, code: Int(code), userInfo: entries))
  }

  static let globalEntries = [make]
  static let memberTypes = [NSErrorValue.apiType]
  static let memberEntries = [domain, code, localizedDescription, userInfo]

  private static func value(_ value: NSErrorValue.UserInfoValue) -> LuaValue {
    switch value {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .boolean(let flag): .boolean(flag)
    case .error(let error): .object(Box(error))
    }
  }

  private static func userInfoValue(_ value: LuaValue) -> NSErrorValue.UserInfoValue? {
    switch value {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .number(let number): .real(number)
    case .boolean(let flag): .boolean(flag)
    case .object(let object as Box<NSErrorValue>): .error(object.value)
    case .nil, .bytes, .table, .object, .function, .other: nil
    }
  }
}
