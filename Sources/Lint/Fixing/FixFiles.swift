import AppPackages
import Events
import Platform
import PropertyLists

/// The files that fixes change, found through the packages and read once each.
struct FixFiles {
  private let packages: [AppPackage]
  private let folders: [OutputFolder]?
  private var order: [String] = []
  private var editors: [String: Opened] = [:]

  private struct Opened {
    let path: String
    let output: (folder: OutputFolder, path: String)?
    var editor: FileEditor
  }

  /// - Parameter folders: nothing outside of them is changed; when nil, nothing outside of the folders of the packages.
  init(packages: [AppPackage], folders: [OutputFolder]?) {
    self.packages = packages
    self.folders = folders
  }

  /// Makes all edits of a fix, or none.
  mutating func add(_ fix: Fix) throws(FileEditor.Refusal) {
    var files: [String] = []
    for edit in fix.edits where !files.contains(edit.file) { files.append(edit.file) }
    var changed: [(file: String, opened: Opened)] = []
    for file in files {
      var opened = if let known = editors[file] { known } else { try open(file) }
      try opened.editor.add(fix.edits.filter { $0.file == file })
      changed.append((file, opened))
    }
    for (file, opened) in changed {
      editors[file] = opened
      if !order.contains(file) { order.append(file) }
    }
  }

  /// What a fix alone makes of its files; of it nothing is kept but the files as they were read.
  mutating func changes(by fix: Fix) throws(FileEditor.Refusal) -> [FileChange] {
    for edit in fix.edits where editors[edit.file] == nil { editors[edit.file] = try open(edit.file) }
    var alone = self
    try alone.add(fix)
    return alone.changes
  }

  /// What has become of the files.
  var changes: [FileChange] {
    order.compactMap { file in
      guard let opened = editors[file], let after = try? opened.editor.after(), after != opened.editor.before else {
        return nil
      }
      return FileChange(
        file: file, path: opened.path, before: opened.editor.before, after: after, output: opened.output)
    }
  }

  // MARK: Opening

  private func open(_ file: String) throws(FileEditor.Refusal) -> Opened {
    // Several packages of one project have one tree; of several trees the file's own is meant.
    let owners = packages.filter { $0.files?.path(of: file)?.isEmpty == false }
    guard let owner = owners.first, let files = owner.files, let path = files.path(of: file) else {
      throw FileEditor.Refusal(reason: "\(file) is not a file that was linted")
    }
    let isInfoPlist = owners.first { ExactText.isSame($0.infoPlistFile, file) }
    if isInfoPlist?.hasComposedInfoPlist == true {
      throw FileEditor.Refusal(
        reason: "\(file) goes through the C preprocessor, so its text is not what was linted; change it by hand")
    }
    if owner.origin == .builtApp, owner.resources["_CodeSignature/CodeResources"] != nil {
      throw FileEditor.Refusal(
        reason: "the app is signed, and a change of \(file) would break its signature; fix its sources")
    }
    let output = try output(for: file, files)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try files.tree.read(path)
    } catch {
      throw FileEditor.Refusal(reason: "\(file) cannot be read: \(error.message)")
    }
    if let known = owners.lazy.compactMap({ $0.bytesAsRead(of: file) }).first, known != bytes {
      throw FileEditor.Refusal(reason: "\(file) has changed since it was linted")
    }
    return Opened(path: path, output: output, editor: try FileEditor(bytes, file: file))
  }

  private func output(
    for file: String, _ files: PackageFiles
  ) throws(FileEditor.Refusal) -> (folder: OutputFolder, path: String)? {
    guard let root = files.folder, let diskPath = files.diskPath(of: file) else { return nil }
    if let name = VersionControl.part(of: diskPath) {
      throw FileEditor.Refusal(reason: "\(file) is in \(name), which belongs to version control: it never changes")
    }
    let open: [OutputFolder]
    do throws(FileTreeError) {
      open = if let folders { folders } else { [try OutputFolder(root)] }
    } catch {
      throw FileEditor.Refusal(reason: "\(file) cannot be written: \(error.message)")
    }
    for output in open { if let path = output.relativePath(of: diskPath) { return (output, path) } }
    let names = open.map(\.name).joined(separator: " and ")
    throw FileEditor.Refusal(
      reason: "\(file) is outside of \(names), which was linted; lint a folder that contains it to change it")
  }
}
