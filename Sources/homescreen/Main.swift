import ArgumentParser
import LuaAPI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum Main {
  static func main() {
    // Building the tree of commands takes the parser ten times as long as running a short script, so the plain form
    // `homescreen run FILE…`, which has no options to parse, goes without.
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "run", arguments.count > 1, arguments.allSatisfy({ !$0.hasPrefix("-") }) {
      exit(RunRequest(paths: Array(arguments.dropFirst())).perform().rawValue)
    }
    HomescreenCommand.main()
  }
}
