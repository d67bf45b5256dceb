import HomeScreenSimulator
import LuaEngine

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
    APIDocumentation("Its other values: `NSUnderlyingError`, `NSLocalizedDescription` ….", facts: ["ICON-039"])
  ) { object in
    LuaTable(fields: object.value.userInfo.map { (LuaTable.Key.string($0.key), value($0.value)) })
  }

  static let codeField = Parameter<Int64>.integer("code", "such as 4")
  static let domainField = Parameter<String>.string("domain", "such as `\"MyErrorDomain\"`")
  static let userInfoField = Parameter.named(
    "userInfo", of: userInfoValue, "strings, numbers, booleans and errors by key")

  static let make = APIEntry.constructor(
    "NSError", fields: [domainField.description, codeField.description, userInfoField.description],
    returns: "the error",
    APIDocumentation(
      "Creates an NSError.", discussion: "`tostring` returns what the console prints.",
      example: """
        local err = NSError { domain = "Example", code = 7, userInfo = { NSLocalizedDescription = "Seven." } }
        assert.equal("Seven.", err.localizedDescription)
        """, availability: "iOS 2.0")
  ) { call, fields in
    guard let domain = try fields.read(domainField), let code = try fields.read(codeField) else {
      throw fields.failure("domain and code are required")
    }
    let entries = (try fields.read(userInfoField) ?? []).map { NSErrorValue.UserInfoEntry($0.name, $0.value) }
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

  private static let userInfoValue = Parameter<NSErrorValue.UserInfoValue>(
    description: APIParameter("", type: "any", documentation: "")
  ) { call, index in
    switch call.stack.value(at: index) {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .number(let number): return .real(number)
    case .boolean(let flag): return .boolean(flag)
    case .object(let object as Box<NSErrorValue>): return .error(object.value)
    case .nil, .bytes, .table, .object, .function, .other:
      throw LuaFailure(
        ": \(call.stack.shortDescription(at: index)) cannot be in an error", code: "argument",
        hint: "Use strings, numbers, booleans and errors.")
    }
  }
}
