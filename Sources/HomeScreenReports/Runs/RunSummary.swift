/// What a run came to, in a few words.
enum RunSummary {
  /// `3 passed, 1 failed, 1 broken file`.
  static func text(_ counts: RunCounts, pluginProblems: Int) -> String {
    var parts = ["\(counts.passed) passed"]
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if counts.errors > 0 { parts.append(counts.errors == 1 ? "1 error" : "\(counts.errors) errors") }
    if counts.failedFiles > 0 {
      parts.append(counts.failedFiles == 1 ? "1 broken file" : "\(counts.failedFiles) broken files")
    }
    if counts.pending > 0 { parts.append("\(counts.pending) pending") }
    if pluginProblems > 0 {
      parts.append(pluginProblems == 1 ? "1 problem with plugins" : "\(pluginProblems) problems with plugins")
    }
    return parts.joined(separator: ", ")
  }
}
