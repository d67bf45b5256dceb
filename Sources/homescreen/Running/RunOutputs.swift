import Platform
import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that a command writes, checked before any of them is emptied: no two of them are one, and none is an input.
struct RunOutputs {
  /// How it was asked for, and where it goes.
  private var targets: [(option: String, file: String)] = []

  init(reports: [ReportRequest], coverage: CoverageRequest) {
    let coverage = coverage.targets.filter { $0 != CoverageRequest.shown }
    self.init(reports: reports, others: coverage.map { ("--coverage", $0) })
  }

  /// - Parameter others: options that name a file each.
  init(reports: [ReportRequest], others: [(option: String, file: String?)]) {
    for report in reports { add("--format \(report.format)", report.file) }
    for (option, file) in others { add(option, file) }
  }

  private mutating func add(_ option: String, _ file: String?) {
    if let file { targets.append((option, file)) }
  }

  /// What is wrong with them; nil when nothing is.
  /// - Parameters:
  ///   - inputs: the paths of what must stay.
  ///   - fate: what is done with an input.
  func problem(beside inputs: [String], which fate: String) -> String? {
    var seen: [Identity: String] = [:]
    for (option, file) in targets {
      guard let identity = Identity(file) else { continue }
      if let other = seen.updateValue(option, forKey: identity) {
        return "\(other) and \(option) would both write \(file)"
      }
    }
    for input in inputs {
      guard let option = Identity(input).flatMap({ seen[$0] }) else { continue }
      return "\(option) would overwrite \(input), which \(fate)"
    }
    return nil
  }

  /// A file by its place on the disk, or, where there is none yet, by that of its folder and its name.
  private struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let name: String

    /// nil where it cannot be told, and for what may be written by several, as pipes and terminals.
    init?(_ path: String) {
      var status = stat()
      if stat(path, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        name = ""
      } else {
        var end = path.utf8.endIndex
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { end = slash } else { end = path.startIndex }
        let folder = String(path[..<end])
        guard stat(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder, &status) == 0 else { return nil }
        name = String(path[end...].drop { $0 == "/" })
      }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }
}
