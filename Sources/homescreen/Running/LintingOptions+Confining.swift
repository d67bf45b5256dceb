import AppPackages
import Platform

/// What `lint` and `check` give up before they look at anything that strangers have written.
extension LintingOptions {
  /// From now on the kernel, where it can, refuses to write elsewhere than these commands have to.
  ///
  /// - Parameters:
  ///   - requests: the reports, of which some go to files.
  ///   - outputs: other files that are written.
  ///   - fixes: whether the inputs are changed.
  func confine(_ requests: [ReportRequest], _ outputs: [String?] = [], fixes: Bool = false) {
    let files = requests.map(\.file) + outputs
    let places = files.compactMap(\.self).flatMap(Confinement.place(ofOutput:))
    // Whether somebody reads sources is known later; the folder is the reader's own.
    let cache = sources.noCache ? [] : SourceOptions.cachePlaces(above: 2)
    Confinement.ofKernel.confine(writing: places + cache + (fixes ? fixableFolders.map { RealPath.leading($0) } : []))
  }

  /// Where fixes change files: in the inputs, and of a project or a file in its folder. What else a project names, in the
  /// checkout around it for example, is looked at and stays as it is.
  var fixableFolders: [String] {
    paths.compactMap { input in
      guard CurrentMachine.value.exists(input) else { return nil }
      var folder = input.utf8.first == UInt8(ascii: "/") ? input : "./\(input)"
      while !Self.holdsFiles(folder) { folder = FileTreePath.directory(of: folder) }
      return folder.isEmpty ? "/" : folder
    }
  }

  private static func holdsFiles(_ path: String) -> Bool {
    let isProject = ["xcodeproj", "xcworkspace"].contains(FileTreePath.lowercasedExtension(of: path))
    return path.isEmpty
      || !isProject && path.utf8.last != UInt8(ascii: "/")
        && ((try? CurrentMachine.value.status(path, followsLink: true))?.kind == .folder)
  }
}
