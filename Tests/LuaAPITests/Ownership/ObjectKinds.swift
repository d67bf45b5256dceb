import TestSupport

/// The classes of Swift objects that can reach Lua, found in the sources.
enum ObjectKinds {
  /// Objects of the engine, and objects that keep a Lua value.
  static let engine = ["LuaFunctionBox", "LuaFailureBox", "LuaReference", "LuaAnchoredReference"]

  /// The name of every class that is `LuaRepresentable`, directly or by a protocol.
  static func declared() throws -> Set<String> {
    let files = try Repository.swiftFiles(under: "Sources")
    let lines = files.flatMap { $0.text.split(separator: "\n") }
    var protocols: Set<String> = ["LuaRepresentable"]
    var kinds: Set<String> = []
    // Protocols first: a protocol may be in a later file.
    for declares in [
      #/^\s*(?:\w+ )*(protocol) (\w+): ([^{]*)\{/#, #/^\s*(?:\w+ )*(class|extension) (\w+)(?:<[^>]*>)?: ([^{]*)\{/#,
    ] {
      for line in lines where line.hasSuffix("{") && line.contains(": ") && !line.contains("(") {
        guard let match = line.firstMatch(of: declares), !match.2.starts(with: "Lua") else { continue }
        let names = match.3.matches(of: #/\w+/#).map { String($0.0) }
        guard !protocols.isDisjoint(with: names) else { continue }
        if match.1 == "protocol" { protocols.insert(String(match.2)) } else { kinds.insert(String(match.2)) }
      }
    }
    // A generic class counts once for each of its parameters.
    for (name, parameter) in [("NamespaceObject", "Namespace"), ("Box", "Boxable")] where kinds.remove(name) != nil {
      for line in lines where line.contains(": \(parameter) {") {
        if let match = line.firstMatch(of: #/(?:enum|extension) (\w+): (?:Namespace|Boxable) \{/#) {
          kinds.insert("\(name)<\(match.1)>")
        }
      }
    }
    return kinds
  }
}
