import Platform
import PropertyLists

/// `#include` and the stack of open files.
extension Preprocessor {
  private struct HeaderName {
    let text: String
    /// Whether the name is `<…>`, which skips the including file's folder.
    let isAngled: Bool
  }

  private enum IncludeFinding {
    case file(String)
    /// A file that `cc` does not find, but that is probably meant.
    case onlyInProject(String)
    case outside
  }

  // MARK: The directive

  mutating func include(_ hash: PreprocessorToken, isOnce: Bool) throws(PropertyListError) {
    let tokens = tokensInLine()
    var name = writtenName(tokens)
    if name == nil { name = writtenName(try expand(tokens)) }
    guard let name, !name.text.isEmpty else {
      return note(
        "#\(isOnce ? "import" : "include") is not followed by the name of a file", at: nil,
        hint: "write #include \"file.h\"")
    }
    switch find(name) {
    case .file(let path):
      try open(path, at: hash, isOnce: isOnce)
    case .onlyInProject(let path):
      note(
        "a build does not find “\(name.text)”: the file is in the project's folder, where #include does not look",
        at: nil,
        hint: "add -I$(SRCROOT) to INFOPLIST_OTHER_PREPROCESSOR_FLAGS, or write a path relative to this file")
      try open(path, at: hash, isOnce: isOnce)
    case .outside:
      note(
        "“\(name.text)” is outside of \(files.tree.name) and is not read", at: nil, severity: .warning,
        hint: "to read it, open a folder that contains both the file and the project", code: .outsideOfProject)
    case nil where name.isAngled:
      note(
        "<\(name.text)> is not in the project and is not read", at: nil, severity: .note,
        hint:
          "if the file is from the SDK, pass its definitions: --setting INFOPLIST_PREPROCESSOR_DEFINITIONS=\"NAME=VALUE\""
      )
    case nil:
      note(
        "“\(name.text)” is missing", at: nil, severity: .note,
        hint: "Xcode stops the build here, unless a build phase makes the file; pass its definitions: --setting "
          + "INFOPLIST_PREPROCESSOR_DEFINITIONS=\"NAME=VALUE\"")
    }
  }

  /// Reads a name between quotes or angle brackets.
  private func writtenName(_ tokens: [PreprocessorToken]) -> HeaderName? {
    guard let first = tokens.first.map(bytes) else { return nil }
    if first.first == UInt8(ascii: "\""), tokens[0].kind == .literal {
      return HeaderName(text: String(decoding: first.dropFirst().dropLast(), as: UTF8.self), isAngled: false)
    }
    guard first == [UInt8(ascii: "<")] else { return nil }
    var text: [UInt8] = []
    for token in tokens.dropFirst() {
      if bytes(of: token) == [UInt8(ascii: ">")] {
        return HeaderName(text: String(decoding: text, as: UTF8.self), isAngled: true)
      }
      if token.flags.contains(.followsBlank), !text.isEmpty { text.append(0x20) }
      text += bytes(of: token)
    }
    return nil
  }

  private func find(_ name: HeaderName) -> IncludeFinding? {
    var findings = [files.findInSearchFolders(name.text)]
    if !name.isAngled, let top = openFiles.last {
      findings.insert(files.find(name.text, in: FileTreePath.directory(of: top.path)), at: 0)
    }
    for case .file(let path) in findings { return .file(path) }
    if !name.isAngled, case .file(let path) = files.find(name.text, in: files.directory) { return .onlyInProject(path) }
    return findings.contains { if case .outside = $0 { true } else { false } } ? .outside : nil
  }

  // MARK: Files

  /// Opens a file of the tree; a file that cannot be read is a problem.
  mutating func open(_ path: String, at hash: PreprocessorToken?, isOnce: Bool = false) throws(PropertyListError) {
    if onceOnly.contains(path) { return }
    if isOnce { onceOnly.insert(path) }
    let place = hash.map(location)
    guard openFiles.count < Limits.openFiles, fileCount < Limits.files else {
      throw PropertyListError(
        location: place ?? SourceLocation(file: files.file(path)),
        kind: openFiles.contains { $0.path == path } ? .cyclic : .tooDeep, message: tooManyFiles(path),
        hint: "put #ifndef around the whole file, or use #pragma once, so that it is read only once")
    }
    do {
      let bytes = try files.tree.readPrefix(path, count: Limits.bytes + 1 - byteCount)
      try open(try TextDecoding.decode(bytes, file: files.file(path)), path: path, at: place)
    } catch let error as PropertyListError {
      if error.kind == .tooLarge { throw error }
      note(error.message, at: error.location, hint: error.hint)
    } catch let error as FileTreeError {
      note(error.message, at: error.location, hint: error.hint, code: .unreadable)
    } catch {
      note("\(error)", at: place, code: .unreadable)
    }
  }

  mutating func open(
    _ source: SourceText, path: String, at place: SourceLocation?, style: PreprocessorStyle? = nil
  ) throws(PropertyListError) {
    byteCount += source.count
    fileCount += 1
    guard byteCount <= Limits.bytes else {
      throw PropertyListError(
        location: place ?? SourceLocation(file: source.file), kind: .tooLarge,
        message: "the included files have more than \(Limits.bytes) bytes")
    }
    Work.count(source.count)
    let text = PreprocessorText(source)
    texts.append(text)
    openFiles.append(
      OpenFile(
        path: path, text: texts.count - 1,
        lexer: PreprocessorLexer(text.bytes, text: Int32(texts.count - 1), style: style ?? self.style),
        conditionCount: conditions.count))
  }

  private func tooManyFiles(_ path: String) -> String {
    guard let first = openFiles.firstIndex(where: { $0.path == path }) else {
      return openFiles.count < Limits.openFiles
        ? "more than \(Limits.files) files are included"
        : "files are included more than \(Limits.openFiles) levels deep"
    }
    let circle = [path] + openFiles[(first + 1)...].map(\.path).prefix { $0 != path }
    let names = circle.prefix(8).map(FileTreePath.lastComponent) + (circle.count > 8 ? ["…"] : [])
    let end = FileTreePath.lastComponent(path)
    return "these files include each other in a cycle: \((names + [end]).joined(separator: " → "))"
  }

  /// Closes a file and reports its unclosed conditions and comments.
  mutating func closeFile() {
    guard let file = openFiles.popLast() else { return }
    let text = texts[file.text]
    if let start = file.lexer.openComment {
      note(
        "this /* opens a comment that is never closed: the rest of the file is lost", at: text.location(at: start),
        hint: "write &#47;* instead: the preprocessor also finds comments in XML and in text")
    }
    while conditions.count > file.conditionCount {
      let condition = conditions.removeLast()
      note("this #if has no #endif", at: location(of: condition.directive))
    }
    for comment in file.lexer.removedComments {
      let lost = String(decoding: text.bytes[comment], as: UTF8.self)
      let isAddress = comment.lowerBound > 0 && text.bytes[comment.lowerBound - 1] == UInt8(ascii: ":")
      guard isAddress || lost.contains("</") || lost.contains("-->") else { continue }
      removedComments.append(RemovedComment(location: text.location(at: comment.lowerBound), text: clipped(lost)))
    }
  }
}

/// The files that an Info.plist can include: only those in the tree.
struct PreprocessorFiles {
  let tree: any FileTree
  /// The project's folder, which paths in settings are relative to.
  let directory: String
  /// The name of the Info.plist in messages.
  let mainFile: String
  /// The folders of `-I` in order, as written.
  var searchFolders: [String] = []

  enum Finding {
    case file(String)
    /// The file is above the readable folder.
    case outside
    case missing
  }

  func find(_ name: String, in folder: String) -> Finding {
    guard case .inside(let path) = ProjectPath.resolve(name, from: folder) else { return .outside }
    guard let found = tree.spelling(of: path), tree.kind(of: found) == .file else { return .missing }
    return .file(found)
  }

  /// Searches the folders of `-I`.
  func findInSearchFolders(_ name: String) -> Finding {
    var result = Finding.missing
    for folder in searchFolders {
      guard case .inside(let path) = ProjectPath.resolve(folder, from: directory) else {
        result = .outside
        continue
      }
      if case .file(let path) = find(name, in: path) { return .file(path) }
    }
    return result
  }

  func file(_ path: String) -> String { FileTreePath.join(tree.name, path) }
}
