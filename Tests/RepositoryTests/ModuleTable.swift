import TestSupport

/// The imports of each target of `Sources`, according to the article, the manifest or the sources.
struct ModuleTable {
  private(set) var imports: [String: Set<String>] = [:]
  /// In source order.
  private(set) var names: [String] = []

  private mutating func add(_ name: String, _ imports: some Sequence<String>) {
    if self.imports[name] == nil { names.append(name) }
    self.imports[name, default: []].formUnion(imports)
  }

  /// Reads the table whose first column is named `module` and whose last one lists the imports. The row without a
  /// target name lists imports allowed in all of them.
  init(article: String) {
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("| module |") }
      .dropFirst(2)
    for line in lines.prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      guard let first = cells.first, let last = cells.last else { continue }
      add(ModuleTable.code(in: first).first ?? "", ModuleTable.code(in: last))
    }
  }

  /// Reads the targets of a `Package.swift`, without tests and their helpers.
  init(manifest: String) {
    for kind in [".target(", ".executableTarget(", ".systemLibrary("] {
      var rest = manifest[...]
      while let start = rest.firstRange(of: kind)?.upperBound {
        let call = ModuleTable.inside(rest[start...], "(", ")")
        rest = rest[start...]
        guard !call.contains("path: \"Tests/"), let name = ModuleTable.texts(in: call).first?.text else { continue }
        let list = call.firstRange(of: "dependencies: [").map { ModuleTable.inside(call[$0.upperBound...], "[", "]") }
        add(name, ModuleTable.texts(in: list ?? "").filter { !$0.before.hasSuffix("package: ") }.map(\.text))
      }
    }
  }

  /// Reads the targets of a folder and the imports and includes of their files.
  /// - Parameter files: The files by path, which starts with the target.
  init(sources files: [(path: String, text: String)]) {
    var owners: [String: String] = [:]
    let parsed = files.map { file in
      let parts = file.path.split(separator: "/").map(String.init)
      let includes = file.path.hasSuffix(".swift") ? [] : ModuleTable.includes(in: file.text)
      // A system library owns the headers in its shim, and other targets those in `include`.
      if parts.last == "shim.h" { for header in includes { owners[header] = parts[0] } }
      if parts.dropFirst().first == "include", let header = parts.last { owners[header] = parts[0] }
      return (target: parts[0], includes: includes, file: file)
    }
    for (target, includes, file) in parsed {
      let imports = file.path.hasSuffix(".swift") ? SwiftSource(file.text).imports : []
      add(target, imports.union(includes.compactMap { owners[$0] }).subtracting([target]))
    }
  }

  // MARK: Parsing

  /// Text between backquotes.
  private static func code(in text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// Text between quotes, and the text before it.
  private static func texts(in text: Substring) -> [(before: Substring, text: String)] {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { (parts[$0 - 1], String(parts[$0])) }
  }

  /// The headers that C code includes, without folders.
  private static func includes(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("#include ") }.compactMap {
      $0.dropFirst("#include ".count).split(whereSeparator: { "<>\"/".contains($0) }).last.map(String.init)
    }
  }

  /// The text up to the bracket that closes the opened one.
  private static func inside(_ text: Substring, _ open: Character, _ close: Character) -> Substring {
    var depth = 1
    let end = text.firstIndex { character in
      if character == open { depth += 1 } else if character == close { depth -= 1 }
      return depth == 0
    }
    return text[..<(end ?? text.endIndex)]
  }
}
