import CFuzzer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Passes each input of libFuzzer to the reader that `HOMESCREEN_FUZZ_FORMAT` names; with the argument `lua` it runs
/// Lua programs instead.
@main struct Fuzz {
  private static let format: Format = {
    let name = getenv("HOMESCREEN_FUZZ_FORMAT").map { String(cString: $0) } ?? ""
    guard let format = Format(rawValue: name) else {
      fatalError("HOMESCREEN_FUZZ_FORMAT is one of \(Format.allCases.map(\.rawValue).joined(separator: " "))")
    }
    return format
  }()

  static func main() {
    if CommandLine.arguments.dropFirst().first == "lua" {
      exit(LuaFuzzer.run(Array(CommandLine.arguments.dropFirst(2))))
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        Fuzz.format.read(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
      })
  }
}
