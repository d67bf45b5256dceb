internal import AppPackages
package import Events
internal import HomeScreenSimulator
import LuaEngine
package import Platform
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An expression of `--tags`: `smoke`, `smoke,icons`, `smoke and not (slow or flaky)`.
package struct TagExpression: Sendable, Equatable {
  private indirect enum Node: Sendable, Equatable {
    case tag(String)
    case not(Node)
    case and(Node, Node)
    case or(Node, Node)
  }

  private let node: Node

  /// The maximum number of words, more than anyone needs; each adds at most one level of ``Node``.
  private static let maximumWords = 1000

  /// Parses an expression: tags with or without `#`, `and`, `or` (or a comma), `not`, parentheses. `not` binds
  /// tightest, `or` loosest.
  package init(parsing text: String) throws(UserError) {
    var reader = Reader(text)
    guard reader.count <= Self.maximumWords else {
      throw UserError("the tags have more than \(Self.maximumWords) words")
    }
    node = try reader.disjunction()
    if let rest = reader.next { throw UserError("unexpected “\(rest)” in the tags “\(text)”") }
  }

  /// Returns whether the tags of a scenario match.
  package func matches(_ tags: Set<String>) -> Bool { Self.matches(node, tags) }

  private static func matches(_ node: Node, _ tags: Set<String>) -> Bool {
    switch node {
    case .tag(let tag): tags.contains(tag)
    case .not(let inner): !matches(inner, tags)
    case .and(let left, let right): matches(left, tags) && matches(right, tags)
    case .or(let left, let right): matches(left, tags) || matches(right, tags)
    }
  }

  /// Returns the tags in the name of a scenario: `#smoke`, up to the first character that no tag contains.
  package static func tags(in name: String) -> Set<String> {
    guard name.utf8.contains(UInt8(ascii: "#")) else { return [] }
    var tags: Set<String> = []
    for part in name.utf8.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false).dropFirst() {
      var tag = part.prefix(while: isOfTag)
      // Punctuation of a sentence.
      while tag.last == UInt8(ascii: ".") || tag.last == UInt8(ascii: "-") { tag.removeLast() }
      if !tag.isEmpty { tags.insert(String(decoding: Array(tag), as: UTF8.self)) }
    }
    return tags
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "/"), 0x80...:
      true
    default: false
    }
  }

  private struct Reader {
    private let text: String
    private var words: [String] = []
    private var position = 0
    private var depth = 0

    init(_ text: String) {
      self.text = text
      var word: [UInt8] = []
      func flush(_ words: inout [String]) {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"): flush(&words)
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","):
          flush(&words)
          words.append(String(UnicodeScalar(byte)))
        default: word.append(byte)
        }
      }
      flush(&words)
    }

    var count: Int { words.count }

    var next: String? { position < words.count ? words[position] : nil }

    private mutating func take(_ word: String) -> Bool {
      guard next == word else { return false }
      position += 1
      return true
    }

    mutating func disjunction() throws(UserError) -> Node {
      var node = try conjunction()
      while take("or") || take(",") { node = .or(node, try conjunction()) }
      return node
    }

    private mutating func conjunction() throws(UserError) -> Node {
      var node = try negation()
      while take("and") { node = .and(node, try negation()) }
      return node
    }

    /// The maximum depth of parentheses and `not`, more than anyone needs.
    private static let maximumDepth = 100

    private mutating func negation() throws(UserError) -> Node {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth else { throw UserError("the tags “\(text)” are nested too deeply") }
      if take("not") { return .not(try negation()) }
      if take("(") {
        let node = try disjunction()
        guard take(")") else { throw UserError("a “)” is missing from the tags “\(text)”") }
        return node
      }
      guard let word = next, !["and", "or", ")", ","].contains(word) else {
        throw UserError(
          next.map { "a tag is missing before “\($0)” in the tags “\(text)”" }
            ?? "a tag is missing from the tags “\(text)”")
      }
      position += 1
      let tag = word.utf8.first == UInt8(ascii: "#") ? String(Substring(word.utf8.dropFirst())) : word
      guard !tag.isEmpty, tag.utf8.allSatisfy(TagExpression.isOfTag) else {
        throw UserError(
          "“\(word)” is not a tag; tags are letters, digits, “_”, “-”, “.” and “/”, joined by and, or, not and commas")
      }
      return .tag(tag)
    }
  }
}

/// A part of a scenario's full name: a plain text, the whole name after `=`, or a Lua pattern between slashes:
/// `/icon %d+$/`.
package struct NamePattern: Sendable, Equatable {
  /// The text as it was given.
  package let text: String

  /// Parses a plain text or a pattern.
  /// - Throws: `UserError` for a pattern that Lua refuses.
  package init(parsing text: String) throws(UserError) {
    self.text = text
    guard pattern != nil else { return }
    let search: PatternSearch
    do {
      search = try PatternSearch()
    } catch {
      throw UserError("\(error)")
    }
    do {
      _ = try search.finds(self, in: "")
    } catch {
      throw UserError("\(text) is not a Lua pattern: \(error.message)")
    }
  }

  /// The pattern between the slashes.
  fileprivate var pattern: String? {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "/"), text.utf8.last == UInt8(ascii: "/") else {
      return nil
    }
    return String(Substring(text.utf8.dropFirst().dropLast()))
  }
}

/// Searches names in a separate Lua state, since scripts can change their `string`.
final class PatternSearch {
  private let lua: LuaState
  private let find: LuaReference

  init() throws(LuaError) {
    lua = try LuaState(LuaOptions(memoryCeiling: 16 << 20, budget: 10_000_000))
    find = try lua.load("local text, pattern = ... return string.find(text, pattern) ~= nil", chunkName: "=filter")
  }

  func finds(_ pattern: NamePattern, in name: String) throws(LuaError) -> Bool {
    guard let text = pattern.pattern else {
      let isWhole = pattern.text.utf8.first == UInt8(ascii: "=")
      return isWhole
        ? pattern.text.utf8.dropFirst().elementsEqual(name.utf8) : ExactText.contains(pattern.text, in: name)
    }
    lua.arm()
    return try lua.call(find, name, text).first?.boolean == true
  }
}

/// One of several parts of a run, by files: `2/4` is the second of four. The FNV-1a hash (64 bits) of a file's name
/// alone assigns it to a part, so each machine finds its part independently of other files.
package struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// The number of this part, from 1 to ``count``.
  package let index: Int
  package let count: Int

  /// The maximum number of parts, more than the machines that anyone has.
  private static let maximumCount = 100_000

  /// Creates a part; nil for an invalid number.
  package init?(index: Int, count: Int) {
    guard count >= 1, count <= Self.maximumCount, index >= 1, index <= count else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Parses `2/4`; nil for other text.
  package init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(String(parts[0]) ?? ""), let count = Int(String(parts[1]) ?? "") else {
      return nil
    }
    self.init(index: index, count: count)
  }

  /// The text of the part: `2/4`.
  package var description: String { "\(index)/\(count)" }

  /// Returns whether a file belongs to this part.
  /// - Parameter name: the name in reports.
  package func includes(_ name: String) -> Bool {
    var hash = FNV1a64()
    for byte in name.utf8 { hash.feed(byte) }
    return Int(hash.value % UInt64(count)) == index - 1
  }

  // MARK: Continuous integration

  /// The variables in which CI systems number the parallel copies of a job.
  private static let systems: [(name: String, index: String, count: String, first: Int)] = [
    ("GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1), ("CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
    ("Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0),
  ]

  /// The variables of the systems that ``init(environment:)`` knows, for help and messages.
  package static var knownSystems: String {
    systems.map { "\($0.name) (\($0.index), \($0.count))" }.joined(separator: ", ")
  }

  /// Reads the part from the environment; nil if no known system has set its variables.
  /// - Parameter value: returns the value of a variable.
  /// - Throws: `UserError` for variables without a valid part.
  package init?(environment value: (String) -> String?) throws(UserError) {
    for system in Self.systems {
      guard let index = value(system.index), let count = value(system.count) else { continue }
      guard let first = Int(index), let total = Int(count),
        let shard = Shard(index: first - system.first + 1, count: total)
      else {
        throw UserError(
          "\(system.index)=\(index) and \(system.count)=\(count) are not a valid shard: \(system.index) must be "
            + "\(system.first == 0 ? "0 to \(system.count) - 1" : "1 to \(system.count)"); or pass --shard PART/PARTS")
      }
      self = shard
      return
    }
    return nil
  }
}

/// What failed when the scripts run from a folder ran last, by full name: `--last-failed` runs it again.
///
/// They are kept in the user's cache, not in the project. Scenarios of these files that did not run keep their entry.
package struct LastFailures: Sendable {
  /// The full names of scenarios and blocks by the names of their files.
  private var names: [ExactText: Set<ExactText>] = [:]
  /// Files that failed as a whole: all of their scenarios run again.
  private var wholeFiles: Set<ExactText> = []
  private let folder: String
  private let file: String

  /// The stored entry of a file.
  private struct Entry: Codable {
    let file: String
    let isWhole: Bool
    let scenarios: [String]
  }

  /// Reads the failures of a working folder; nil without a cache.
  /// - Parameter cache: the user's folder for caches.
  package init?(workingFolder: String, cache: String?) {
    guard let cache, cache.hasPrefix("/") else { return nil }
    folder = "\(cache)/homescreen/last-failed"
    var hash = FNV1a64()
    hash.feed(RealPath.of(workingFolder) ?? workingFolder)
    file = "\(hash.hexadecimal).json"
    guard let text = try? FolderTree(folder).read(file),
      let entries = try? CodableJSON.decode([Entry].self, from: text, file: file)
    else { return }
    for entry in entries {
      if entry.isWhole { wholeFiles.insert(ExactText(entry.file)) }
      if !entry.scenarios.isEmpty { names[ExactText(entry.file)] = Set(texts: entry.scenarios) }
    }
  }

  /// Whether nothing failed.
  package var isEmpty: Bool { names.isEmpty && wholeFiles.isEmpty }

  /// The files with failures.
  package var files: [String] { Set(names.keys).union(wholeFiles).sortedTexts }

  /// Forgets the failures of files that do not exist any more.
  package mutating func keep(where exists: (_ file: String) -> Bool) {
    names = names.filter { exists($0.key.text) }
    wholeFiles = wholeFiles.filter { exists($0.text) }
  }

  /// Returns whether a file of this name had a failure.
  package func concerns(_ file: String) -> Bool { wholeFiles.contains(file) || names[ExactText(file)] != nil }

  /// Returns whether a scenario failed, or a block around it.
  package func includes(_ name: [String], in file: String) -> Bool {
    if wholeFiles.contains(file) { return true }
    guard let names = names[ExactText(file)] else { return false }
    return name.indices.contains { names.contains(name[...$0].joined(separator: " ")) }
  }

  /// Returns whether a scenario failed before, and passes.
  package func isRepaired(by result: ScenarioResult) -> Bool {
    result.status == .passed && includes(result.name, in: result.file)
  }

  /// The events so far of the file that runs.
  private struct Current {
    var failed: Set<ExactText> = []
    /// The earlier failures in the file that have not passed yet.
    var known: Set<ExactText> = []
    var isWhole = false
    var wasInterrupted = false
  }

  private var current = Current()

  /// Adds an event of a run. The events of a file count when it has ended; scenarios that did not run, because they
  /// were not selected or the run was interrupted, keep their entry.
  /// - Parameter isPart: whether the run leaves out scenarios other than by ``RunOptions/lastFailures``.
  package mutating func add(_ event: RunEvent, isPart: Bool) {
    switch event {
    case .fileStarted(let file, _, _):
      current = Current()
      current.known = names[ExactText(file)] ?? []
    case .fileFailed(_, let problem):
      if problem.ending == .interrupt { current.wasInterrupted = true } else { current.isWhole = true }
    case .scenarioFinished(let result):
      if result.problem?.ending == .interrupt { current.wasInterrupted = true }
      switch result.status {
      case .failed, .error:
        if result.problem?.code == Problem.orderDependence {
          // It fails only together with others.
          current.isWhole = true
          break
        }
        // The failure of a hook counts for its block.
        let name = result.hook == nil ? result.name[...] : result.name.dropLast()
        if name.isEmpty {
          current.isWhole = true
        } else {
          current.failed.insert(ExactText(name.joined(separator: " ")))
        }
      case .passed, .pending:
        // Usually no failures are known, so nothing is stored for a scenario that passes.
        if !current.known.isEmpty { current.known.remove(ExactText(result.name.joined(separator: " "))) }
      }
    case .fileFinished(let file, _, _):
      let file = ExactText(file)
      let stays = isPart || current.wasInterrupted
      let all = stays ? current.known.union(current.failed) : current.failed
      names[file] = all.isEmpty ? nil : all
      if current.isWhole { wholeFiles.insert(file) } else if !stays { wholeFiles.remove(file) }
    case .runStarted, .pluginFailed, .output, .note, .scenarioListed, .runFinished: break
    }
  }

  /// Stores the failures for the next run.
  /// - Throws: `FileTreeError`.
  package func save() throws {
    guard !isEmpty || (try? FolderTree(folder).kind(of: file)) != nil else { return }
    try PrivateFolder.make(folder)
    let entries = files.map { name in
      Entry(file: name, isWhole: wholeFiles.contains(name), scenarios: (names[ExactText(name)] ?? []).sortedTexts)
    }
    try OutputFolder(folder).write(Array(CodableJSON.text(entries).utf8), to: file)
  }
}

/// The order of a seed: the same on every machine and with every version of Swift, unlike `shuffle`. It uses the
/// numbers of SplitMix64 and the shuffle of Fisher and Yates.
struct ShuffledOrder {
  private let numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// Shuffles the elements into the order of the seed.
  func apply<Element>(to elements: inout [Element]) {
    var numbers = numbers
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, Int(numbers.next() % UInt64(last + 1)))
    }
  }
}
