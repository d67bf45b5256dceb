import TestSupport

/// The examples of an article as one shell script.
///
/// `sh` blocks run as they are. A block whose first line is a comment with a path is the file of that path. In
/// `console` blocks, lines that begin with `$ ` are commands, with `> ` their input, and the others their output.
struct ArticleExamples {
  /// A command of a `console` block.
  struct Command {
    let text: String
    var input: [String] = []
    var output: [String] = []
  }

  private enum Block {
    case shell([String])
    case file(path: String, lines: [String])
    case console([Command])
  }

  private let blocks: [Block]

  /// Reads an article of the program.
  init(_ name: String) throws {
    self.init(text: try Repository.text("\(Self.folder)/\(name).md"))
  }

  init(text: String) {
    var blocks: [Block] = []
    var current: (kind: Substring, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```", let (kind, lines) = current {
        if let block = Self.block(kind, lines) { blocks.append(block) }
        current = nil
      } else if current == nil, line.hasPrefix("```") {
        current = (line.dropFirst(3), [])
      } else {
        current?.lines.append(String(line))
      }
    }
    self.blocks = blocks
  }

  static let folder = "Sources/homescreen/homescreen.docc"

  /// All commands of `console` blocks, in order.
  var commands: [Command] {
    blocks.flatMap { block -> [Command] in
      if case .console(let commands) = block { commands } else { [] }
    }
  }

  /// Writes the files, runs the commands, and marks what each of them prints.
  var script: String {
    let lines = blocks.flatMap { block -> [String] in
      switch block {
      case .shell(let lines): lines
      case .file(let path, let lines): Self.writing(path, lines)
      case .console(let commands): commands.flatMap(Self.running)
      }
    }
    return (["exec 2>&1", "status=0"] + lines).joined(separator: "\n") + "\n"
  }

  /// Writes the files as they are first shown, without running commands of `console` blocks.
  var setup: String {
    var paths: Set<String> = []
    let lines = blocks.flatMap { block -> [String] in
      switch block {
      case .shell(let lines): lines
      case .file(let path, let lines): paths.insert(path).inserted ? Self.writing(path, lines) : []
      case .console: []
      }
    }
    return (["("] + lines + [")"]).joined(separator: "\n") + "\n"
  }

  /// The lines that each command of a script printed, without empty lines at the end.
  static func outputs(in text: String) -> [[Substring]] {
    var outputs: [[Substring]] = []
    var current: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == begin[...] {
        current = []
      } else if line == end[...], var lines = current {
        while lines.last?.isEmpty == true { lines.removeLast() }
        outputs.append(lines)
        current = nil
      } else {
        current?.append(line)
      }
    }
    return outputs
  }

  /// Whether lines match an example, in which `…` is any number of lines, and at the end of a line the rest of it.
  static func matches(_ lines: [Substring], _ example: [String]) -> Bool {
    var rest = lines[...]
    for part in example.split(separator: "…", omittingEmptySubsequences: false) {
      let isFirst = part.startIndex == example.startIndex
      while !rest.starts(with: part, by: isShown) {
        if isFirst || rest.isEmpty { return false }
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(part.count)
    }
    return rest.isEmpty || example.last == "…"
  }

  private static func isShown(_ line: Substring, as example: String) -> Bool {
    line == example[...] || example.hasSuffix("…") && line.hasPrefix(example.dropLast())
  }

  // MARK: Blocks

  private static let begin = "<<<begin"
  private static let end = "<<<end"
  nonisolated(unsafe) private static let comment = /(?:--|\/\/|#|<!--) ([\w.\/]+\.\w+)(?: -->)?/

  private static func block(_ kind: Substring, _ lines: [String]) -> Block? {
    switch kind {
    case "sh": return .shell(lines)
    case "console": return .console(commands(lines))
    default:
      guard let path = lines.first?.wholeMatch(of: comment)?.1 else { return nil }
      return .file(path: String(path), lines: lines)
    }
  }

  private static func commands(_ lines: [String]) -> [Command] {
    var commands: [Command] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        commands.append(Command(text: String(line.dropFirst(2))))
      } else if let last = commands.indices.last {
        if line.hasPrefix("> ") {
          commands[last].input.append(String(line.dropFirst(2)))
        } else {
          commands[last].output.append(line)
        }
      }
    }
    return commands
  }

  private static func writing(_ path: String, _ lines: [String]) -> [String] {
    ["mkdir -p \"$(dirname '\(path)')\"", "cat >'\(path)' <<'END_OF_FILE'"] + lines + ["END_OF_FILE"]
  }

  /// A command sees the exit status of the command before it.
  private static func running(_ command: Command) -> [String] {
    ["echo '\(begin)'", "(exit $status); \(command.text) <<'END_OF_INPUT'"] + command.input
      + ["END_OF_INPUT", "status=$?", "echo; echo '\(end)'"]
  }
}
