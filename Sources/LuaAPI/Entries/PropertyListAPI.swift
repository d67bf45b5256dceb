import AppPackages
import LuaEngine

/// Property lists as live views.
enum PropertyListAPI {
  static let type = APIType(
    "plist", className: "homescreen.PropertyList", summary: "A dictionary or array of a property list, live.")
  static let namespaceType = APIType(
    "plistModule", className: "homescreen.PropertyListModule", summary: "Property lists from files and text.")

  static let luaType = LuaType(
    type.name,
    member: { name in
      APICatalog.member(name, of: type).flatMap { entry in entry.kind == .method ? .method(entry.body) : nil }
    },
    fallback: { call in
      let view = try receiver(call)
      guard let step = step(call, view), let value = try view.value().child(step) else {
        return call.result(String?.none)
      }
      return call.result(view.luaChild(step, value))
    },
    assign: { call in
      let view = try receiver(call)
      guard let step = step(call, view) else {
        throw LuaFailure("\(view.place): a key is a string, a position a whole number", code: "plist-value")
      }
      let value = call.stack.value(at: 3)
      let converted = value.isNil ? nil : try PropertyListConversion.propertyListValue(value, at: view.place)
      try view.set(step, to: converted)
      return 0
    },
    metamethods: [
      ("__len", { call in call.result(try children(try receiver(call)).count) }),
      ("__pairs", { call in try walk(call) }),
      ObjectMetamethods.equality(PropertyListView.self),
      ObjectMetamethods.text(PropertyListView.self) { view in "\(view.place): \(try view.value().typeName)" },
    ],
    unknown: { name, _ in LuaFailure("a property list has no method '\(name)'", code: "unknown-member") })

  static let get = APIEntry.method(
    type, "get", PropertyListView.self,
    Parameter<Void>.raw(
      "key", type: "string|integer", kinds: [.string, .number], "and more keys, for the steps inwards"),
    returns: APIReturn("any", "the value, or nil when a step is missing"),
    APIDocumentation(
      "The value at a path of keys; missing steps do not raise.",
      example: """
        local plist = AppPackage("fixtures/ChangeIcon.app").plist
        assert.equal("newicon", plist:get("CFBundleIcons", "CFBundleAlternateIcons", "newicon", "CFBundleIconFiles", 1))
        assert.is_nil(plist:get("CFBundleIcons", "nothing", "here"))
        """)
  ) { call, view, _ in
    var current = LuaValue.object(view)
    for index in stride(from: 2, through: call.count, by: 1) {
      guard case .object(let inner as PropertyListView) = current,
        let step = step(call.stack.value(at: index), inner), let value = try inner.value().child(step)
      else { return call.result(String?.none) }
      current = inner.luaChild(step, value)
    }
    return call.result(current)
  }

  static let place = APIEntry.method(
    type, "where", PropertyListView.self,
    Parameter<Void>.raw(
      "key", type: "string|integer", kinds: [.string, .number, .nil], "and more keys, for the steps inwards"),
    returns: APIReturn("string, integer?, integer?", "file, line, column; nothing when it was not read from a file"),
    APIDocumentation("Where a value stands in its file.")
  ) { call, view, _ in
    var node = PropertyListNode(try view.value())
    for index in stride(from: 2, through: call.count, by: 1) {
      switch (call.stack.value(at: index), node.value) {
      case (.string(let key), .dictionary(let dictionary)):
        guard let inner = dictionary.node(for: key) else { return 0 }
        node = inner
      case (.integer(let position), .array(let nodes)):
        guard position >= 1, position <= nodes.count else { return 0 }
        node = nodes[Int(position) - 1]
      default: return 0
      }
    }
    guard let location = node.location else { return 0 }
    call.stack.push(location.file)
    LuaValue(location.line).push(onto: call.stack)
    LuaValue(location.column).push(onto: call.stack)
    return 3
  }

  static let add = APIEntry.method(
    type, "add", PropertyListView.self, .string("key", "the key"),
    .value("value", "its value: a string, number, boolean or table"),
    APIDocumentation(
      "Adds a key that is not there yet.",
      discussion: "A key that is there is an error; `{ replace = true }` as a third argument replaces it.",
      example: """
        local plist = AppPackage("fixtures/ChangeIcon.app").plist
        plist:add("CFBundleIcons~ipad", { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } })
        assert.equal("AppIcon", plist["CFBundleIcons~ipad"].CFBundlePrimaryIcon.CFBundleIconName)
        """, facts: ["ICON-168"])
  ) { call, view, key, value in
    var replace = false
    if case .table(let options)? = call.count >= 4 ? call.stack.value(at: 4) : nil {
      replace = options["replace"]?.boolean ?? false
    }
    guard case .dictionary(let dictionary) = try view.value() else {
      throw LuaFailure("\(view.place) is an array: assign to a position instead", code: "plist-value")
    }
    if dictionary[key] != nil, !replace {
      throw LuaFailure(
        "The key you entered is already present in the dictionary.do you want to replace the existing key/value pair?",
        code: "key-present", hint: "It is \(key); plist:add(key, value, { replace = true }) replaces it.",
        fact: "ICON-168")
    }
    try view.set(.key(key), to: try PropertyListConversion.propertyListValue(value, at: "\(view.place).\(key)"))
    return 0
  }

  static let entries = [
    get, place, add,
    APIEntry.toCome(type, "find", .method, "Finds a value by its raw key or by Xcode's name."),
    APIEntry.toCome(type, "save", .method, "Writes the list back, comments and order kept."),
    APIEntry.namespace(
      "plist", PropertyListNamespace.self, namespaceType, APIDocumentation("Property lists from files and text.")),
    APIEntry.toCome(namespaceType, "load", .function, "Reads a property list from a file."),
    APIEntry.toCome(namespaceType, "parse", .function, "Reads a property list from text."),
    APIEntry.toCome(namespaceType, "array", .function, "An array, where a table would be a dictionary."),
  ]

  // MARK: Steps and children

  private static func receiver(_ call: LuaCall) throws -> PropertyListView {
    if let view = call.instance(1, of: PropertyListView.luaType, as: PropertyListView.self) { return view }
    throw LuaFailure("a property list is expected", code: "argument")
  }

  private static func step(_ call: LuaCall, _ view: PropertyListView) -> PropertyListView.Step? {
    step(call.stack.value(at: 2), view)
  }

  private static func step(_ key: LuaValue, _ view: PropertyListView) -> PropertyListView.Step? {
    switch key {
    case .string(let name): .key(name)
    default: key.integer.flatMap { $0 >= 1 ? .index(Int(clamping: $0) - 1) : nil }
    }
  }

  private static func children(_ view: PropertyListView) throws -> [(
    key: LuaValue, step: PropertyListView.Step, value: PropertyListValue
  )] {
    switch try view.value() {
    case .dictionary(let dictionary):
      dictionary.entries.map { (.string($0.key), .key($0.key), $0.node.value) }
    case .array(let nodes):
      nodes.enumerated().map { (.integer(Int64($0.offset + 1)), .index($0.offset), $0.element.value) }
    default: []
    }
  }

  /// `pairs`: the children in file order, as they are now.
  private static func walk(_ call: LuaCall) throws -> Int32 {
    let view = try receiver(call)
    let children = try children(view)
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

extension LuaValue {
  /// An integer, or nil.
  init(_ number: Int?) {
    self = number.map { .integer(Int64($0)) } ?? .nil
  }
}
