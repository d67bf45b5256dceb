import HomeScreenSimulator
import LuaEngine
import PropertyLists

enum NSNullNamespace: Namespace {
  static let apiType = APIType("NSNull", className: "homescreen.NSNull", summary: "Foundation's `NSNull`.")
  static let luaType = makeLuaType()
}

/// Foundation's names for app code in Lua, for values that plain Lua tables and nil cannot represent.
enum FoundationAPI: APISection {
  static let array = APIEntry.function(
    "NSArray", parameters: [APIParameter("...", type: "any", isOptional: true, documentation: "the objects")],
    returns: "a list of them",
    APIDocumentation(
      "Objective-C's array literal `@[…]`: nil among the objects raises an exception.",
      discussion: "A Lua table cannot contain nil. As in Objective-C, an uncaught exception ends the app.",
      availability: "iOS 2.0", facts: ["QUICK-109"])
  ) { call in
    _ = try call.session.code.process(orFrontFor: "NSArray")
    let stack = call.stack
    let count = call.count
    try call.charge(count)
    stack.pushTable(arrayCapacity: count)
    for index in stride(from: 1, through: count, by: 1) {
      guard stack.kind(at: index) != .nil else { throw AppException.nilInArrayLiteral(at: index - 1) }
      stack.pushCopy(of: index)
      stack.setRaw(Int64(index), in: -2)
    }
    return OnStack<LuaTable>()
  }

  static let null = APIEntry.namespace(
    "NSNull", NSNullNamespace.self,
    APIDocumentation(
      "The object that represents nothing in Foundation's collections; a property list cannot contain it.",
      availability: "iOS 2.0", facts: ["QUICK-038"]))

  static let globalEntries = [array, null]
}

extension NSErrorValue: Boxable {
  static let apiType = APIType("error", className: "homescreen.Error", summary: "An NSError.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.text(Box<NSErrorValue>.self) { $0.value.consoleDescription },
      ObjectMetamethods.equality(Box<NSErrorValue>.self),
    ])
}

/// `NSError`, as passed to handlers.
enum ErrorAPI: APISection {
  static let domain = APIEntry.property(
    "domain", of: Box<NSErrorValue>.self, "The domain, such as `NSCocoaErrorDomain`.", get: \.value.domain
  )

  static let code = APIEntry.property("code", of: Box<NSErrorValue>.self, "Such as 4.", get: \.value.code)

  static let localizedDescription = APIEntry.property(
    "localizedDescription", of: Box<NSErrorValue>.self, APIDocumentation("The text for the user.", facts: ["ICON-039"]),
    get: \.value.localizedDescription
  )

  static let userInfo = APIEntry.property(
    "userInfo", of: Box<NSErrorValue>.self,
    APIDocumentation("The error's other values: `NSUnderlyingError`, `NSLocalizedDescription` ….", facts: ["ICON-039"])
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
      "Creates an NSError.", discussion: "`tostring` returns what the console prints.", availability: "iOS 2.0")
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

extension StateCoder: Boxable {
  static let apiType = APIType("coder", className: "homescreen.NSCoder", summary: "What state restoration stores.")
  static let luaType = APIBinding.luaType(apiType)
}

/// `NSCoder`, with the methods for state restoration without scenes.
enum CoderAPI: APISection {
  static let encode = APIEntry.method(
    "encode", of: Box<StateCoder>.self, Parameter<LuaValue>.value("value", "a value for a property list"),
    .string("key", "the name under which the value is stored"),
    APIDocumentation(
      "Stores a value under a key, for the next start of the app.", availability: "iOS 6.0", facts: ["LAUNCH-056"])
  ) { _, object, value, key in
    try object.value.encode(try PropertyListConversion.propertyListValue(value, at: "coder.\(key)"), forKey: key)
  }

  static let decodeObject = APIEntry.method(
    "decodeObject", of: Box<StateCoder>.self, .string("key", "the name under which the value was stored"),
    returns: "a copy of the value, or nil",
    APIDocumentation("The value that was stored under a key, or nil.", availability: "iOS 6.0", facts: ["LAUNCH-056"])
  ) { call, object, key in
    object.value.values[key].map { PropertyListConversion.luaValue($0) } ?? .nil
  }

  static let memberTypes = [StateCoder.apiType]
  static let memberEntries = [encode, decodeObject]
}
