public import AppPackages
public import Events
public import Platform
import PropertyLists

/// What the fixes of findings make of files: worked out from what is on the disk, and written only when asked.
///
/// All edits of one finding are made together, or none of them. Where two findings change the same place, the first one
/// wins and the other is told.
public struct FixPlan: Sendable {
  /// A finding whose fix is not made, and why.
  public struct Refusal: Sendable, Equatable {
    /// The finding, with its fix.
    public let finding: Finding
    /// What is in the way, without a full stop.
    public let reason: String
    /// Whether another fix is in the way, so that it can be made when that one is done.
    public let isClash: Bool
  }

  /// The files that become others, in the order in which findings name them.
  public private(set) var changes: [FileChange] = []
  /// The findings that are mended.
  public private(set) var fixed: [Finding] = []
  /// The findings with a fix that cannot be made.
  public private(set) var refusals: [Refusal] = []
  /// The findings with a fix that guesses, when such ones were not asked for.
  public private(set) var unsafe: [Finding] = []

  /// Works out what becomes of the files; nothing is written.
  ///
  /// - Parameters:
  ///   - findings: those of the packages, of all builds; what is found in several is mended once.
  ///   - packages: what was linted.
  ///   - includingUnsafe: whether fixes are made that guess what was meant.
  ///   - folders: nothing outside of them is changed; when nil, nothing outside of the folders of the packages.
  public init(
    _ findings: [Finding], of packages: [AppPackage], includingUnsafe: Bool = false, in folders: [OutputFolder]? = nil
  ) {
    var files = FixFiles(packages: packages, folders: folders)
    for finding in findings {
      guard let fix = finding.fix, !fix.edits.isEmpty else { continue }
      guard fix.safety == .safe || includingUnsafe else {
        unsafe.append(finding)
        continue
      }
      do throws(FileEditor.Refusal) {
        try files.add(fix)
        fixed.append(finding)
      } catch {
        refusals.append(Refusal(finding: finding, reason: error.reason, isClash: error.isClash))
      }
    }
    changes = files.changes
  }

  /// The changes as a unified diff, whose paths begin in the folder that was linted.
  public var diff: String { UnifiedDiff.of(changes).text }

  /// Writes the files, each whole or not at all. When one cannot be written, those before it are put back.
  ///
  /// - Throws: ``FixError`` with the file that is not mended: it has changed meanwhile, or the system refuses.
  public func write() throws(FixError) {
    var written: [FileChange] = []
    do throws(FixError) {
      for change in changes { try change.check() }
      for change in changes {
        try change.put(change.after)
        written.append(change)
      }
    } catch {
      var error = error
      for change in written.reversed() {
        do throws(FixError) {
          try change.put(change.before)
        } catch {
          // The first failure says why; what it has left behind has to be said too.
          throw FixError(
            file: change.file, message: "\(error.message); it stays fixed and was not restored", hint: error.hint)
        }
      }
      if !written.isEmpty {
        error.hint = [error.hint, "no other file was changed"].compactMap(\.self).joined(separator: "; ")
      }
      throw error
    }
  }
}
