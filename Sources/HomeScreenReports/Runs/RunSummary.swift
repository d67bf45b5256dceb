import Events
import Platform

/// What a run came to, in a few words.
enum RunSummary {
  /// `3 passed, 1 failed, 1 broken file`.
  /// - Parameter files: how many the run has, where Ctrl-C or a signal ended it: it says how many of them did not run.
  static func text(_ counts: RunCounts, of files: Int?, pluginProblems: Int) -> String {
    var parts = ["\(counts.passed) passed"]
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if counts.errors > 0 { parts.append(Counted.text(counts.errors, "error")) }
    if counts.failedFiles > 0 { parts.append(Counted.text(counts.failedFiles, "broken file")) }
    if counts.pending > 0 { parts.append("\(counts.pending) pending") }
    if pluginProblems > 0 { parts.append("\(Counted.text(pluginProblems, "problem")) with plugins") }
    if let files {
      let left = files > counts.files ? ": \(files - counts.files) of \(Counted.text(files, "file")) did not run" : ""
      parts.append("stopped before the end\(left)")
    }
    return parts.joined(separator: ", ")
  }
}
