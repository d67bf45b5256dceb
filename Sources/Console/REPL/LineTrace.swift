internal import LuaEngine

/// Lines that use or declare locals are functions inside of chunks; whoever reads an error sees the chunks that they
/// typed.
enum LineTrace {
  static func corrected(_ error: LuaError, _ chunk: SourceChunk) -> LuaError {
    let file = chunk.file ?? "repl"
    guard let last = error.traceback.lastIndex(where: { $0.hasPrefix("\(file):") }) else { return error }
    var error = error
    let parts = error.traceback[last].split(separator: " ", maxSplits: 1)
    if parts.count == 2, parts[1] == "in function <\(file):\(chunk.firstLine)>" {
      error.traceback[last] = "\(parts[0]) in main chunk"
    }
    return error
  }
}
