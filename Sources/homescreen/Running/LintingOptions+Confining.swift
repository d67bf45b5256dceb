import AppPackages
import HomeScreenReports

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
    Confinement.ofKernel.confine(writing: places + cache + (fixes ? paths.flatMap(Self.folders) : []))
  }

  /// Where an input has the files that a fix changes: in its folder, or in the checkout around it.
  private static func folders(of input: String) -> [String] {
    let real = RealPath.leading(input)
    let isFolder = (try? CurrentMachine.value.status(real, followsLink: false))?.kind == .folder
    let isProject = ["xcodeproj", "xcworkspace"].contains(FileTreePath.lowercasedExtension(of: real))
    let folder = isFolder && !isProject ? real : FileTreePath.directory(of: real)
    return [folder, VersionControl.root(of: folder)].compactMap(\.self)
  }
}
