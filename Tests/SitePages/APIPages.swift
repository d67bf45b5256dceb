import LuaAPI

/// A page for the globals of the Lua API, and one for each type.
enum APIPages {
  /// The globals first.
  static func all() -> [DocumentationPage] {
    let catalog = APICatalog.homescreen
    let globals = DocumentationPage(
      "lua-globals", title: "Lua: global names",
      abstract: "The global names in scripts and in the code of an app.", sections(catalog.globals))
    return [globals]
      + catalog.types.map { type in
        DocumentationPage(
          "lua-\(DocumentationPage.name(type.className))", title: "Lua: \(type.name)", abstract: type.summary,
          sections(catalog.members(of: type)))
      }
  }

  private static func sections(_ entries: [APIEntry]) -> [String] {
    ["## Overview"] + entries.map { APIReference.section($0).joined(separator: "\n") }
  }
}
