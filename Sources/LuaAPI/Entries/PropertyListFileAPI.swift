import AppPackages
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

enum PropertyListNamespace: Namespace {
  static let apiType = APIType(
    "plistModule", className: "homescreen.PropertyListModule", expression: "plist",
    summary: "Property lists from files and text.")
  static let luaType = makeLuaType()
}

/// Property lists from files and text, and back.
enum PropertyListFileAPI: APIRoom {
  /// Units of the budget for each byte that is read or written, about the work that it is.
  private static let costOfByte = 8

  static let load = APIEntry.function(
    "load", of: PropertyListNamespace.apiType,
    parameters: [APIParameter("path", type: "string", documentation: "a file, relative to the script", domain: .file)],
    returns: "the outermost dictionary or array, which also has `format`",
    APIDocumentation(
      "Reads a property list from a file: XML, binary, OpenStep or `.strings`.",
      discussion: """
        The path is relative to the script, or else to the project's root, or below a folder of `--read DIR`. Nothing on the disk changes before plist:save.
        """,
      example: """
        local info = plist.load "fixtures/ChangeIcon.app/Info.plist"
        assert.equal("xml", info.format)
        assert.equal("newicon", info:get("CFBundleIcons", "CFBundleAlternateIcons", "newicon", "CFBundleIconFiles", 1))
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
    APIDocumentation(
      "Reads a property list from text.",
      example: """
        local list = plist.parse 'name = "Paint"; /* shown */'
        assert.equal("strings", list.format)
        assert.equal("Paint", list.name)
        """)
  ) { call in
    guard let bytes = call.stack.bytes(at: 1) else {
      throw Parameter<Void>.mismatch("text", expected: "a string", call, 1)
    }
    return try view(call, of: bytes, file: "text", ownPath: nil)
  }

  static let array = APIEntry.function(
    "array", of: PropertyListNamespace.apiType,
    parameters: [APIParameter("table", type: "table", documentation: "the elements; may be empty")],
    returns: "the array, to use in a list",
    APIDocumentation(
      "An array, even if it is empty: an empty table is a dictionary.",
      example: """
        local info = plist.parse "{}"
        info.dictionary, info.array = {}, plist.array {}
        info:save("build/Empty.plist", { format = "xml" })
        """)
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
    returns: "the table, with tables for all that is inside",
    APIDocumentation(
      "A copy of a dictionary or array as a plain table, which later changes of the list do not affect.",
      discussion: "Data are `{ data = \"…\" }` and dates `{ date = \"2026-01-01T00:00:00Z\" }`.",
      example: """
        local icons = AppPackage("fixtures/ChangeIcon.app").plist.CFBundleIcons
        local copy = plist.table(icons)
        icons.CFBundleAlternateIcons.newicon = nil
        assert.same({ CFBundleIconFiles = { "newicon" }, UIPrerenderedIcon = false }, copy.CFBundleAlternateIcons.newicon)
        """)
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
      "How the list was written: `xml`, `binary`, `openStep` or `strings`.",
      discussion: """
        Only the outermost value has it; inside a list, `format` is a key like any other. Use get and add for \
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
      "relative to the script; the file that the list was read from by default"),
    saveOptions,
    APIDocumentation(
      "Writes the whole list: comments, order, types and format as they were.",
      discussion: """
        In text files only the lines of the edit change; a list without a change is written byte for byte. Scripts \
        write below their own folder, and below the folders of `--write DIR`, where paths of built-in scripts start; \
        the name is that of a property list, such as `Info.plist`, `InfoPlist.strings` or `PrivacyInfo.xcprivacy`. A \
        file is replaced as a whole or not at all; a value that the format cannot contain is an error that names it.
        """,
      example: """
        local package = AppPackage "fixtures/ChangeIcon.app"
        package.plist.CFBundleDisplayName = "Renamed"
        package.plist:save "build/Info.plist"
        package.plist:save("build/Binary.plist", { format = "binary" })
        """)
  ) { call, view, _, format in
    guard view.path.isEmpty else {
      throw LuaFailure(
        "\(view.place) is a part of a list, and only whole lists can be saved", code: "argument",
        hint: "Call save on the list itself.")
    }
    let hasPath = call.stack.kind(at: 2) == .string
    // Without a path the options come first.
    let format = call.stack.kind(at: 2) == .table ? try saveOptions.read(call, 2) : format
    guard let path = hasPath ? try pathParameter.read(call, 2) : view.holder.ownPath else {
      throw LuaFailure(
        "plist:save: this list does not come from a file that can be written", code: "argument",
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
    APIEntry.namespace(
      "plist", PropertyListNamespace.self, APIDocumentation("Property lists from files and text."))
  ]
  static let memberTypes = [PropertyListView.apiType, PropertyListNamespace.apiType]
  static let memberEntries = [format, save, load, parse, array, table]

  private static let pathParameter = Parameter.string("path", "a file, relative to the script", domain: .file)
  private static let formatOption = Parameter<PropertyListFormat>.choice("format", "how the list is written")
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
        "\(list.rootLocation ?? SourceLocation(file: file)): the list is \(list.root.typeNameWithArticle) alone",
        code: "plist-parse", hint: "Scripts work with lists whose outermost value is a dictionary or an array.")
    }
    return PropertyListView(PropertyListObject(list, ownPath: ownPath))
  }
}
