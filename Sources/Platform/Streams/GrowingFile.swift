#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A report that is written line by line. Until it is whole it grows next to its place, as `FILE.partial`, and what was
/// there before stays. The end of the process leaves it there, with what happened until then.
///
/// A process locks what it writes. Another one that writes the same report takes `FILE.partial-2`, so that two cannot mix;
/// the last one to end has the place.
package struct GrowingFile: ~Copyable {
  private var file: NewFile
  private let path: String
  private let target: String

  /// The descriptor that lines are written to.
  package var descriptor: Int32 { file.descriptor }

  /// Where a report grows.
  /// - Parameter number: how many living processes write the same one.
  package static func name(of path: String, _ number: Int = 0) -> String {
    "\(path).partial\(number == 0 ? "" : "-\(number + 1)")"
  }

  /// Begins a report, and says so if one is replaced that a process has left.
  /// - Parameters:
  ///   - path: as it was named.
  ///   - target: its place.
  package init(_ path: String, at target: String) throws(LostReport) {
    self.path = path
    self.target = target
    file = try Self.begin(path, at: target)
    if file.hasReplacedLeftover {
      StandardStream.error.write(
        "note: \(line: Self.name(of: path)) is replaced; an unfinished run left it\n")
    }
    CurrentMachine.value.hasReport(at: target)
  }

  private static func begin(_ path: String, at target: String) throws(LostReport) -> NewFile {
    do throws(NewFile.Refusal) {
      let file = try NewFile(growingAt: { name(of: target, $0) })
      try file.adopt(permissionsOf: target)
      return file
    } catch {
      throw LostReport(path, number: error.number)
    }
  }

  /// The report is whole and takes its place.
  package mutating func take() throws(LostReport) {
    do throws(NewFile.Refusal) {
      try file.take(target, isPrecious: true)
    } catch {
      throw leave(LostReport(path, number: error.number))
    }
  }

  /// The report is not whole: what arrived stays next to its place, unless that is nothing.
  /// - Returns: what was lost, with where the rest is.
  package mutating func leave(_ loss: LostReport) -> LostReport {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_size > 0, let name = file.leave() else { return loss }
    return LostReport(
      path, "\(loss.reason); what was written until then is in \(TerminalText.visible(name, isOneLine: true))")
  }
}
