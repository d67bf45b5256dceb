/// Files that whole reports are written to.
public enum ReportFile {
  /// Writes a whole document. A file appears whole or not at all, and what was there before stays until then; a pipe or
  /// a device just gets it.
  public static func write(_ text: String, to path: String) throws(LostReport) {
    try write(Array(text.utf8), to: path)
  }

  /// The same for bytes of any kind.
  public static func write(_ bytes: [UInt8], to path: String) throws(LostReport) {
    switch try ReportTarget(path) {
    case .open(let descriptor):
      let lost = StandardStream.writeAll(bytes, to: descriptor)
      let closing = ReportDescriptor.close(descriptor)
      if lost != 0 || closing != 0 { throw LostReport(path, number: lost != 0 ? lost : closing) }
    case .file(let target):
      let folder = FileTreePath.directory(of: target)
      do throws(FileTreeError) {
        // A report is nothing that a script does.
        try CurrentMachine.aside { () throws(FileTreeError) in
          try OutputFolder(folder.isEmpty ? "/" : folder)
            .write(bytes, to: FileTreePath.lastComponent(target), isPrecious: true)
        }
      } catch {
        throw LostReport(path, error.message)
      }
      CurrentMachine.value.hasReport(at: target)
    }
  }
}
