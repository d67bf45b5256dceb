import AppSources
import SourceReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder with sources, removed after the test.
final class Project {
  let path: String
  private var files: [SourceRequest.File] = []

  init(_ sources: [String: String] = [:]) {
    var template = Array("/tmp/homescreen-sources-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp failed with \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (name, text) in sources.sorted(by: { $0.key < $1.key }) { add(name, text) }
  }

  deinit { Self.removeAll(path) }

  /// The names of the files in a folder, without hidden files.
  static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }

  private static func removeAll(_ path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { removeAll("\(path)/\(name)") }
    }
    remove(path)
  }

  func add(_ name: String, _ text: String, module: String? = nil) { add(name, Array(text.utf8), module: module) }

  func add(_ name: String, _ bytes: [UInt8], module: String? = nil) {
    write(name, bytes)
    files.append(.init(name, module: module))
  }

  /// Requests a file that may be missing.
  func ask(_ name: String) { files.append(.init(name)) }

  func write(_ name: String, _ bytes: [UInt8]) {
    guard let file = fopen("\(path)/\(name)", "w") else { preconditionFailure("cannot write \(name)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  func document(iconNames: [String] = [], actionTypes: [String] = [], cache: String? = nil) -> SourceDocument {
    let request = SourceRequest(
      root: path, files: files, iconNames: iconNames, actionTypes: actionTypes, cache: cache)
    guard let document = SourceReader.document(for: request) else { preconditionFailure("the folder is gone") }
    return document
  }

  /// Returns the document of one Swift file.
  static func document(_ text: String, iconNames: [String] = [], actionTypes: [String] = []) -> SourceDocument {
    Project(["Main.swift": text]).document(iconNames: iconNames, actionTypes: actionTypes)
  }

  /// Returns the document of a scene delegate with these members.
  static func scene(_ members: String) -> SourceDocument {
    document("class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(members)\n}")
  }
}

extension SourceDocument {
  func method(_ name: String) -> HandlerMethod? {
    handlers.flatMap(\.methods).first { $0.name == name }
  }

  /// The actions of a method: `keep shortcutItem whenGiven`.
  func actions(_ name: String) -> [String] {
    (method(name)?.steps ?? []).filter { $0.action != .read }.map { "\($0.action) \($0.subject) \($0.condition)" }
  }
}

let cold = "scene_willConnectToSession_options"
let warm = "windowScene_performActionForShortcutItem_completionHandler"
let warmHead =
  "func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void)"
let coldHead =
  "func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)"
