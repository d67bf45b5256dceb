import Platform
import PropertyLists

/// The Swift packages in a project's folder, with the targets of each product.
struct LocalPackages {
  private struct Target {
    let module: String
    let folder: String
    let excluded: Set<String>
    /// The names of the targets and products that a target depends on, without a distinction between the two.
    let needs: [String]
  }

  private let tree: any FileTree
  private let limits: FileTreeLimits
  private var folders: Set<ExactText> = []
  private var targets: [String: Target] = [:]
  private var products: [String: [String]] = [:]

  private static let maximumPackages = 300

  init(tree: any FileTree, limits: FileTreeLimits) { (self.tree, self.limits) = (tree, limits) }

  /// Reads the package in a folder, if any, and those that it references by path.
  mutating func add(_ folder: String) {
    var waiting = [folder]
    while let folder = waiting.popLast() {
      guard folders.count < Self.maximumPackages, folders.insert(ExactText(folder)).inserted,
        let bytes = try? tree.read(FileTreePath.join(folder, "Package.swift"))
      else { continue }
      let manifest = PackageManifest(bytes)
      for call in manifest.calls("target") + manifest.calls("macro") { add(call, in: folder) }
      for call in manifest.calls("library") {
        guard let name = call.text("name") else { continue }
        products[name, default: []] += call.texts("targets")
      }
      waiting += manifest.calls("package").compactMap { call in
        call.text("path").flatMap { ProjectPath.resolve($0, from: folder).path }
      }
    }
  }

  private mutating func add(_ call: PackageManifest.Call, in folder: String) {
    guard let name = call.text("name"), targets[name] == nil else { return }
    let usual = ["Sources", "Source", "src", "srcs"].map { "\($0)/\(name)" }
    let paths = (call.text("path").map { [$0] } ?? usual).compactMap { ProjectPath.resolve($0, from: folder).path }
    guard let path = paths.first(where: { tree.kind(of: $0) == .directory }) else { return }
    targets[name] = Target(
      module: name, folder: tree.spelling(of: path) ?? path,
      excluded: Set(call.texts("exclude").compactMap { ProjectPath.resolve($0, from: path).path }),
      needs: call.texts("dependencies"))
  }

  /// Returns the sources of all targets of the products, by target.
  func sources(ofProducts names: [String]) -> [(module: String, paths: [String])] {
    var waiting = names.flatMap { products[$0] ?? [$0] }
    var found: Set<String> = []
    while let name = waiting.popLast() {
      guard let target = targets[name], found.insert(name).inserted else { continue }
      waiting += target.needs.flatMap { products[$0] ?? [$0] }
    }
    let folder = SourceFolder(tree: tree, limits: limits)
    return found.sorted().compactMap { targets[$0] }.map { target in
      (target.module, folder.paths(below: target.folder, excluded: target.excluded).paths)
    }
  }
}

/// A `Package.swift` as text: its calls with their literals and the constants of literals. Computed values are unknown.
struct PackageManifest {
  /// A call such as `.target(name: "Kit", dependencies: […])`.
  struct Call {
    /// The texts by argument label, including those in nested calls.
    fileprivate(set) var texts: [String: [String]] = [:]

    /// Returns the first text of an argument.
    func text(_ label: String) -> String? { texts[label]?.first }

    /// Returns all texts of an argument.
    func texts(_ label: String) -> [String] { texts[label] ?? [] }
  }

  private enum Token: Equatable {
    case word(String)
    case text(String)
    case mark(UInt8)

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var isOfList: Bool { text != nil || self == .mark(UInt8(ascii: "[")) || self == .mark(UInt8(ascii: ",")) }
  }

  private let tokens: [Token]
  private var constants: [String: [String]] = [:]
  /// The maximum size of a manifest in bytes; handwritten ones are smaller.
  private static let maximumBytes = 1 << 20

  init(_ bytes: [UInt8]) {
    var lexer = Lexer(bytes: bytes.prefix(Self.maximumBytes)[...])
    var tokens: [Token] = []
    while let token = lexer.next() { tokens.append(token) }
    self.tokens = tokens
    for index in tokens.indices.dropLast(2) where tokens[index] == .word("let") {
      let rest = tokens[(index + 2)...]
      guard case .word(let name) = tokens[index + 1],
        let sign = rest.prefix(6).firstIndex(of: .mark(UInt8(ascii: "=")))
      else { continue }
      constants[name] = rest[(sign + 1)...].prefix(while: \.isOfList).compactMap(\.text)
    }
  }

  /// Returns all calls of `.NAME(…)` anywhere in the manifest.
  func calls(_ name: String) -> [Call] {
    tokens.indices.dropLast(2).filter { index in
      tokens[index] == .mark(UInt8(ascii: ".")) && tokens[index + 1] == .word(name)
        && tokens[index + 2] == .mark(UInt8(ascii: "("))
    }.map { call(from: $0 + 3) }
  }

  /// - Parameter start: the index after the opening bracket.
  private func call(from start: Int) -> Call {
    var call = Call()
    var label = ""
    var inner: [String] = []
    var index = start
    var depth = 1
    while index < tokens.count {
      switch tokens[index] {
      case .mark(UInt8(ascii: "(")), .mark(UInt8(ascii: "[")):
        depth += 1
        inner.append("")
      case .mark(UInt8(ascii: ")")), .mark(UInt8(ascii: "]")):
        depth -= 1
        _ = inner.popLast()
        if depth == 0 { return call }
      case .word(let word) where index + 1 < tokens.count && tokens[index + 1] == .mark(UInt8(ascii: ":")):
        if depth == 1 { label = word } else { inner[inner.count - 1] = word }
      case .text(let text):
        // `.product(name: "Kit", package: "Tools")`: the package is not a product.
        if inner.allSatisfy({ $0.isEmpty || $0 == "name" }) { call.texts[label, default: []].append(text) }
      case .word(let word) where tokens[index - 1] != .mark(UInt8(ascii: ".")) && inner.allSatisfy(\.isEmpty):
        call.texts[label, default: []] += constants[word] ?? []
      case .word, .mark: break
      }
      index += 1
    }
    return call
  }

  // MARK: Tokens

  private struct Lexer {
    var bytes: ArraySlice<UInt8>

    mutating func next() -> Token? {
      while let byte = bytes.first {
        switch byte {
        case UInt8(ascii: "/") where bytes.dropFirst().first == UInt8(ascii: "/"):
          bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
        case UInt8(ascii: "/") where bytes.dropFirst().first == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "\""): return .text(text())
        case _ where Self.isOfWord(byte):
          let word = bytes.prefix(while: Self.isOfWord)
          bytes = bytes.dropFirst(word.count)
          return .word(String(decoding: word, as: UTF8.self))
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): bytes = bytes.dropFirst()
        default:
          bytes = bytes.dropFirst()
          return .mark(byte)
        }
      }
      return nil
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private mutating func skipComment() {
      bytes = bytes.dropFirst(2)
      while let byte = bytes.first {
        bytes = bytes.dropFirst()
        if byte == UInt8(ascii: "*"), bytes.first == UInt8(ascii: "/") {
          bytes = bytes.dropFirst()
          return
        }
      }
    }

    /// Reads the text of a literal; interpolations stay as written, because such a path does not exist anyway.
    private mutating func text() -> String {
      bytes = bytes.dropFirst()
      var content: [UInt8] = []
      while let byte = bytes.first, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\n") {
        content.append(byte)
        bytes = bytes.dropFirst()
        guard byte == UInt8(ascii: "\\"), let next = bytes.first else { continue }
        content.append(next)
        bytes = bytes.dropFirst()
      }
      if bytes.first == UInt8(ascii: "\"") { bytes = bytes.dropFirst() }
      return String(decoding: content, as: UTF8.self)
    }
  }
}
