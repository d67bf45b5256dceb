import AppPackages
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

extension PropertyListView: APIObject {
  static let apiType = APIType(
    "plist", className: "homescreen.PropertyList", summary: "A live view of a dictionary or array of a property list.")
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
      guard let step = PropertyListAPI.step(call, view) else { return call.result(String?.none) }
      guard let value = try view.value().child(step) else {
        try AbsentKey.record(step, in: view, call)
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
          // A view of a removed value raises an error. Any other view is displayed with its whole content.
          _ = try view.value()
          return call.result(try call.session.inspect(.object(view)))
        }
      ),
    ],
    unknown: { name, _ in LuaFailure("a property list has no method '\(name)'", code: "unknown-member") })
}

/// Property lists as live views.
enum PropertyListAPI: APISection {
  /// The name of a member that only the outermost value has. Inside a list, it is an ordinary key.
  fileprivate static let rootMember = PropertyListFileAPI.format

  static let get = APIEntry.method(
    "get", of: PropertyListView.self,
    Parameter<Void>.raw(
      "key", type: "string|integer", kinds: [.string, .number], domain: .plistKey,
      "more keys, for the next levels"),
    returns: "the value, or nil when a step is missing",
    APIDocumentation("The value at a path of keys; missing steps raise no error.")
  ) { call, view, _ -> LuaValue? in
    var current = LuaValue.object(view)
    for index in stride(from: 2, through: call.count, by: 1) {
      guard case .object(let inner as PropertyListView) = current,
        let step = step(call.stack.value(at: index), inner)
      else { return nil }
      guard let value = try inner.value().child(step) else {
        try AbsentKey.record(step, in: inner, call)
        return nil
      }
      current = inner.luaChild(step, value)
    }
    return current
  }

  static let place = APIEntry.method(
    "where", of: PropertyListView.self,
    Parameter<Void>.raw(
      "key", type: "string|integer", kinds: [.string, .number, .nil], domain: .plistKey,
      "more keys, for the next levels"),
    returns: "file, line, column; nothing if the value does not come from a file",
    APIDocumentation("The position of a value in its file.")
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
    .value("value", "the value; nil inserts the value of Xcode's editor, or an empty dictionary"),
    .record(
      "options", of: "plist:add", fields: [replaceOption.description], "what to do if the key exists"
    ) { options in
      try options.read(replaceOption) ?? false
    },
    APIDocumentation(
      "Adds a key as Xcode's editor does.",
      discussion: """
        If the key already exists, under this name or its other one, the call fails with the question that Xcode's \
        editor asks; `{ replace = true }` answers yes (ICON-168). Without a value, the key gets the editor's template: \
        Primary Icon and Newsstand Icon for `CFBundleIcons`, the flat shape for `CFBundleAlternateIcons` (ICON-103).
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
          hint: "The key is \(key); plist:add(key, value, { replace = true }) replaces its value.", fact: "ICON-168")
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
    returns: "the value, and its key in the property list; nil if there is no such key",
    APIDocumentation(
      "Finds a value by its raw key or by Xcode's name.",
      discussion: "Xcode's editor shows names, but the file contains raw keys (ICON-102, ICON-169).",
      facts: ["ICON-102", "ICON-169"])
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
    throw LuaFailure("expected a property list", code: "argument")
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

  /// The budget units for listing a child.
  private static let costOfChild = 6

  /// `pairs` over the current children, in file order.
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

enum PropertyListNamespace: Namespace {
  static let apiType = APIType(
    "plistModule", className: "homescreen.PropertyListModule", expression: "plist",
    summary: "Property lists from files and text.")
  static let luaType = makeLuaType()
}

/// Reading property lists from files and text, and writing them.
enum PropertyListFileAPI: APISection {
  /// The budget units for each byte read or written; roughly the work that it takes.
  private static let costOfByte = 8

  static let load = APIEntry.function(
    "load", of: PropertyListNamespace.apiType,
    parameters: [APIParameter("path", type: "string", documentation: "a file, relative to the script", domain: .file)],
    returns: "the outermost dictionary or array, which also has `format`",
    APIDocumentation(
      "Reads a property list from a file: XML, binary, OpenStep or `.strings`.",
      discussion: """
        The path is relative to the script or to the project's root, or is below a folder of `--read DIR`. Nothing on \
        the disk changes before plist:save.
        """)
  ) { call in
    let files = try call.session.files
    let path = try pathParameter.read(call, 1)
    let (bytes, name): ([UInt8], String)
    do {
      (bytes, name) = try files.read(path)
    } catch let error as FileTreeError {
      throw ScriptFiles.failure(error)
    }
    let isInFolder = if case .folder = files.location { true } else { false }
    return try view(call, of: bytes, file: name, ownPath: isInFolder ? files.location.written(name) : nil)
  }

  static let parse = APIEntry.function(
    "parse", of: PropertyListNamespace.apiType,
    parameters: [APIParameter("text", type: "string", documentation: "the content of a file of any format")],
    returns: "the outermost dictionary or array, which also has `format`",
    APIDocumentation("Reads a property list from text.")
  ) { call in
    guard let bytes = call.stack.bytes(at: 1) else {
      throw Parameter<Void>.mismatch("text", expected: "a string", call, 1)
    }
    return try view(call, of: bytes, file: "text", ownPath: nil)
  }

  static let array = APIEntry.function(
    "array", of: PropertyListNamespace.apiType,
    parameters: [APIParameter("table", type: "table", documentation: "the elements; may be empty")],
    returns: "the array, for a property list",
    APIDocumentation("Creates an array, even an empty one; an empty table would be a dictionary.")
  ) { call in
    let value = call.stack.value(at: 1)
    var converted = try PropertyListConversion.propertyListValue(value, at: "array")
    if case .dictionary(let dictionary) = converted, dictionary.isEmpty { converted = [] }
    guard converted.array != nil else {
      throw LuaFailure(
        "plist.array takes a table of elements, got \(call.stack.shortDescription(at: 1))", code: "argument",
        hint: "plist.array { \"a\", \"b\" }")
    }
    return PropertyListView(PropertyListObject(PropertyList(root: converted, file: "array")))
  }

  static let table = APIEntry.function(
    "table", of: PropertyListNamespace.apiType,
    parameters: [
      APIParameter("list", type: PropertyListView.apiName, documentation: "a dictionary or array of a property list")
    ],
    returns: "the table; the dictionaries and arrays in it are tables, too",
    APIDocumentation(
      "A copy of a dictionary or array as a plain table, which later changes of the property list do not affect.",
      discussion: "Data is `{ data = \"…\" }`, and a date is `{ date = \"2026-01-01T00:00:00Z\" }`.")
  ) { call -> LuaValue in
    guard let view = call.instance(1, of: PropertyListView.luaType, as: PropertyListView.self) else {
      throw LuaFailure(
        "plist.table takes a dictionary or array of a property list, got \(call.stack.shortDescription(at: 1))",
        code: "argument", hint: "plist.table(package.plist)")
    }
    return PropertyListConversion.luaValue(try view.value())
  }

  static let format = APIEntry.property(
    "format", of: PropertyListView.self,
    APIDocumentation(
      "How the property list was written: `xml`, `binary`, `openStep` or `strings`.",
      discussion: """
        Only the outermost value has it; inside that value, `format` is a key like any other. Use get and add for \
        a key of this name in the outermost dictionary.
        """),
    readOnlyHint: """
      plist:save(path, { format = … }) converts; a key of this name is set by plist:add("format", value, { replace = true })
      """
  ) { view -> PropertyListFormat? in
    guard view.path.isEmpty else { return nil }
    return view.holder.list.format
  }

  static let save = APIEntry.method(
    "save", of: PropertyListView.self,
    Parameter<Void>.raw(
      "path", type: "string|table", kinds: [.string, .table, .nil], expected: "a path",
      domain: .file,
      "a file, relative to the script; by default, the file that the property list was read from"),
    saveOptions,
    APIDocumentation(
      "Writes the whole property list, and keeps comments, order, types and format.",
      discussion: """
        In text files only the edited lines change; an unchanged property list is written byte for byte. Scripts can \
        write below their own folder, and below the folders of `--write DIR`; paths of built-in scripts are relative \
        to DIR. The file must have a property list extension, as in `Info.plist`, `InfoPlist.strings` or \
        `PrivacyInfo.xcprivacy`. A file is replaced as a whole or not at all; a value that the format cannot contain \
        is an error that names it.
        """)
  ) { call, view, _, format in
    guard view.path.isEmpty else {
      throw LuaFailure(
        "\(view.place) is only a part of a property list; save works on the whole one", code: "argument",
        hint: "Call save on the property list: package.plist:save().")
    }
    let hasPath = call.stack.kind(at: 2) == .string
    // Without a path, the options are the first argument.
    let format = call.stack.kind(at: 2) == .table ? try saveOptions.read(call, 2) : format
    guard let path = hasPath ? try pathParameter.read(call, 2) : view.holder.ownPath else {
      throw LuaFailure(
        "plist:save: this property list does not come from a file that can be written", code: "argument",
        hint: "Name a path: plist:save \"build/Info.plist\".")
    }
    let bytes: [UInt8]
    do throws(PropertyListWriteError) {
      bytes = try view.holder.list.serialised(as: format)
    } catch {
      throw LuaFailure("\(error.place): \(error.message)", code: "plist-write", hint: error.hint)
    }
    try call.charge(costOfByte * bytes.count)
    try call.session.files.write(bytes, to: path, as: .propertyList)
  }

  static let globalEntries = [
    APIEntry.namespace("plist", PropertyListNamespace.self, APIDocumentation("Property lists from files and text."))
  ]
  static let memberTypes = [PropertyListView.apiType, PropertyListNamespace.apiType]
  static let memberEntries = [format, save, load, parse, array, table]

  private static let pathParameter = Parameter.string("path", "a file, relative to the script", domain: .file)
  private static let formatOption = Parameter<PropertyListFormat>.choice("format", "how the property list is written")
  private static let saveOptions = Parameter<PropertyListFormat?>.record(
    "options", of: "plist:save", fields: [formatOption.description], "how it is written"
  ) { options in
    try options.read(formatOption)
  }

  private static func view(
    _ call: LuaCall, of bytes: [UInt8], file: String, ownPath: String?
  ) throws -> PropertyListView {
    try call.charge(costOfByte * bytes.count)
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList.parse(bytes, file: file)
    } catch {
      throw LuaFailure("\(error.location): \(error.message)", code: "plist-parse", hint: error.hint)
    }
    guard list.root.array != nil || list.root.dictionary != nil else {
      throw LuaFailure(
        "\(list.rootLocation ?? SourceLocation(file: file)): the property list is only \(list.root.typeNameWithArticle)",
        code: "plist-parse", hint: "Use a property list whose outermost value is a dictionary or an array.")
    }
    return PropertyListView(PropertyListObject(list, ownPath: ownPath))
  }
}
