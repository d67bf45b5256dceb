import AppPackages
import LuaEngine
import PropertyLists

extension PropertyListView: APIObject {
  static let apiType = APIType(
    "plist", className: "homescreen.PropertyList", summary: "A dictionary or array of a property list, live.")
  static let luaType = LuaType(
    apiType.name,
    member: { name, call in
      try call.session.globals.catalog.member(name, of: apiType).flatMap { entry in
        entry.kind == .method ? .method(entry.body) : nil
      }
    },
    fallback: { call in
      let view = try PropertyListAPI.receiver(call)
      if PropertyListAPI.isRootMember(call, view) { return try PropertyListAPI.rootMember.body(call) }
      guard let step = PropertyListAPI.step(call, view), let value = try view.value().child(step) else {
        return call.result(String?.none)
      }
      return call.result(view.luaChild(step, value))
    },
    assign: { call in
      let view = try PropertyListAPI.receiver(call)
      if PropertyListAPI.isRootMember(call, view), let refuse = PropertyListAPI.rootMember.assign {
        return try refuse(call)
      }
      guard let step = PropertyListAPI.step(call, view) else {
        throw LuaFailure("\(view.place): a key must be a UTF-8 string, a position a whole number", code: "plist-value")
      }
      let value = call.stack.value(at: 3)
      let converted = value.isNil ? nil : try PropertyListConversion.propertyListValue(value, at: view.place(step))
      try call.charge(try view.set(step, to: converted))
      return 0
    },
    metamethods: [
      ("__len", { call in call.result(try PropertyListAPI.count(try PropertyListAPI.receiver(call))) }),
      ("__pairs", { call in try PropertyListAPI.walk(call) }),
      ObjectMetamethods.equality(PropertyListView.self),
      (
        "__tostring",
        { call in
          let view = try PropertyListAPI.receiver(call)
          // A view of what is gone says so; what is there is shown with all that is in it.
          _ = try view.value()
          return call.result(try call.session.inspect(.object(view)))
        }
      ),
    ],
    unknown: { name, _ in LuaFailure("a property list has no method '\(name)'", code: "unknown-member") })
}

/// Property lists as live views.
enum PropertyListAPI: APIRoom {
  /// The name of a member that only the outermost value has; inside of a list it is a key like any other.
  fileprivate static let rootMember = PropertyListFileAPI.format

  static let get = APIEntry.method(
    "get", of: PropertyListView.self,
    Parameter<Void>.raw(
      "key", type: "string|integer", kinds: [.string, .number], domain: .plistKey,
      "more keys, for the next levels"),
    returns: "the value, or nil when a step is missing",
    APIDocumentation(
      "The value at a path of keys; missing steps do not raise.",
      example: """
        local plist = AppPackage("fixtures/ChangeIcon.app").plist
        assert.equal("newicon", plist:get("CFBundleIcons", "CFBundleAlternateIcons", "newicon", "CFBundleIconFiles", 1))
        assert.is_nil(plist:get("CFBundleIcons", "nothing", "here"))
        """)
  ) { call, view, _ -> LuaValue? in
    var current = LuaValue.object(view)
    for index in stride(from: 2, through: call.count, by: 1) {
      guard case .object(let inner as PropertyListView) = current,
        let step = step(call.stack.value(at: index), inner), let value = try inner.value().child(step)
      else { return nil }
      current = inner.luaChild(step, value)
    }
    return current
  }

  static let place = APIEntry.method(
    "where", of: PropertyListView.self,
    Parameter<Void>.raw(
      "key", type: "string|integer", kinds: [.string, .number, .nil], domain: .plistKey,
      "more keys, for the next levels"),
    returns: "file, line, column; nothing if it does not come from a file",
    APIDocumentation(
      "The position of a value in its file.",
      example: """
        local plist = AppPackage("fixtures/ChangeIcon.app").plist
        local file, line, column = plist:where("CFBundleIcons", "CFBundleAlternateIcons")
        assert.equal("ChangeIcon.app/Info.plist", file)
        assert.is_true(line > 1 and column > 1)
        """)
  ) { call, view, _ -> Results<String, Int?, Int?> in
    var node = PropertyListNode(try view.value())
    for index in stride(from: 2, through: call.count, by: 1) {
      switch (call.stack.value(at: index), node.value) {
      case (.string(let key), .dictionary(let dictionary)):
        guard let inner = dictionary.node(for: key) else { return .none }
        node = inner
      case (.integer(let position), .array(let nodes)):
        guard position >= 1, position <= nodes.count else { return .none }
        node = nodes[Int(position) - 1]
      default: return .none
      }
    }
    guard let location = node.location else { return .none }
    return Results(location.file, location.line, location.column)
  }

  private static let replaceOption = Parameter.boolean("replace", "true replaces an existing key and its value")

  static let add = APIEntry.method(
    "add", of: PropertyListView.self, .string("key", "the key, or Xcode's name for it", domain: .infoPlistKey),
    .value("value", "its value; nil: what Xcode's editor inserts, or an empty dictionary"),
    .record(
      "options", of: "plist:add", fields: [replaceOption.description], "what to do if the key exists"
    ) { options in
      try options.read(replaceOption) ?? false
    },
    APIDocumentation(
      "Adds a key as Xcode's editor does.",
      discussion: """
        A key that already exists, under this or its other name, is an error with the words of the editor's question; \
        `{ replace = true }` answers yes (ICON-168). Without a value the editor's template comes with the key: Primary \
        Icon and Newsstand Icon with `CFBundleIcons`, the flat shape with `CFBundleAlternateIcons` (ICON-103).
        """,
      example: """
        local plist = AppPackage("fixtures/ChangeIcon.app").plist
        plist:add("CFBundleIcons~ipad", { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } })
        assert.equal("AppIcon", plist["CFBundleIcons~ipad"].CFBundlePrimaryIcon.CFBundleIconName)
        plist:add("Icon files (iOS 5)", nil, { replace = true })
        assert.equal("", plist.CFBundleIcons.UINewsstandIcon.CFBundleIconFiles[1])
        """, facts: ["ICON-168", "ICON-103", "ICON-102"])
  ) { call, view, name, value, replaces in
    guard case .dictionary(let dictionary) = try view.value() else {
      throw LuaFailure("\(view.place) is an array: assign to a position instead", code: "plist-value")
    }
    var key = XcodeKeyName.key(for: name)
    if let found = dictionary.find(name) {
      key = found.key
      guard replaces else {
        throw LuaFailure(
          XcodeKeyName.replaceQuestion,
          code: "key-present",
          hint: "It is \(key); plist:add(key, value, { replace = true }) replaces it.", fact: "ICON-168")
      }
    }
    let inserted =
      value.isNil
      ? XcodeKeyName.template(for: key) ?? [:]
      : try PropertyListConversion.propertyListValue(value, at: view.place(.key(key)))
    try call.charge(try view.set(.key(key), to: inserted))
  }

  static let find = APIEntry.method(
    "find", of: PropertyListView.self,
    .string("key", "the raw key, or the name that Xcode's editor shows", domain: .plistKey),
    returns: "its value and the key in the list; nil if there is none",
    APIDocumentation(
      "Finds a value by its raw key or by Xcode's name.",
      discussion: "Xcode's editor shows names, but the file contains raw keys (ICON-102, ICON-169).",
      example: """
        local plist = AppPackage("fixtures/ChangeIcon.app").plist
        local icons, key = plist:find "Icon files (iOS 5)"
        assert.equal("CFBundleIcons", key)
        assert.equal(plist.CFBundleIcons, icons)
        assert.is_nil((plist:find "Status bar style"))
        """, facts: ["ICON-102", "ICON-169"])
  ) { call, view, name -> Results<LuaValue, String?> in
    Work.count(30)
    guard case .dictionary(let dictionary) = try view.value(), let found = dictionary.find(name) else {
      return Results(.nil, nil)
    }
    return Results(view.luaChild(.key(found.key), found.value), found.key)
  }

  static let memberTypes = [PropertyListView.apiType]
  static let memberEntries = [get, place, add, find]

  // MARK: Steps and children

  fileprivate static func receiver(_ call: LuaCall) throws -> PropertyListView {
    if let view = call.instance(1, of: PropertyListView.luaType, as: PropertyListView.self) { return view }
    throw LuaFailure("a property list is expected", code: "argument")
  }

  fileprivate static func isRootMember(_ call: LuaCall, _ view: PropertyListView) -> Bool {
    guard view.path.isEmpty, let name = call.stack.string(at: 2) else { return false }
    return ExactText.isSame(name, rootMember.name)
  }

  fileprivate static func step(_ call: LuaCall, _ view: PropertyListView) -> PropertyListStep? {
    step(call.stack.value(at: 2), view)
  }

  fileprivate static func step(_ key: LuaValue, _ view: PropertyListView) -> PropertyListStep? {
    switch key {
    case .string(let name): .key(name)
    case .integer, .number: key.integer.flatMap { $0 >= 1 ? .index(Int(clamping: $0) - 1) : nil }
    case .nil, .boolean, .bytes, .table, .object, .function, .other: nil
    }
  }

  fileprivate static func count(_ view: PropertyListView) throws -> Int {
    switch try view.value() {
    case .dictionary(let dictionary): dictionary.count
    case .array(let nodes): nodes.count
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: 0
    }
  }

  private static func children(_ view: PropertyListView) throws -> [(
    key: LuaValue, step: PropertyListStep, value: PropertyListValue
  )] {
    switch try view.value() {
    case .dictionary(let dictionary):
      dictionary.entries.map { (.string($0.key), .key($0.key), $0.node.value) }
    case .array(let nodes):
      nodes.enumerated().map { (.integer(Int64($0.offset + 1)), .index($0.offset), $0.element.value) }
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: []
    }
  }

  /// Units of the budget for listing one child.
  private static let costOfChild = 6

  /// `pairs`: the children in file order, as they are now.
  fileprivate static func walk(_ call: LuaCall) throws -> Int32 {
    let view = try receiver(call)
    let children = try children(view)
    try call.charge(children.count * costOfChild)
    nonisolated(unsafe) var position = 0  // the state and its functions live on one thread
    call.stack.pushFunction { call in
      guard position < children.count else { return call.result(String?.none) }
      let (key, step, value) = children[position]
      position += 1
      key.push(onto: call.stack)
      view.luaChild(step, value).push(onto: call.stack)
      return 2
    }
    return 1
  }
}
