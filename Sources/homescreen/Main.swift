import AppPackages
import ArgumentParser
import LuaAPI
import LuaEngine
import Platform
import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum Main {
  static func main() { ProcessSetup.prepare(for: run) }

  private static func run() {
    StandardStream.reserveDescriptors()
    var code = perform(ProcessEnvironment.arguments)
    if code == .success || code == .failure, let trouble = MachineFailure.text {
      StandardStream.error.write("homescreen: \(line: trouble); the result may be wrong\n")
      code = .noInput
    }
    if let reason = StandardStream.closeOutput() {
      StandardStream.error.write("homescreen: standard output could not be written: \(reason)\n")
      code = .lostOutput
    }
    exit(code.rawValue)
  }

  private static func perform(_ arguments: [String]) -> Platform.ExitCode {
    let arguments = HomescreenCommand.completed(arguments)
    // The parser takes three times as long as a short script, so scripts without options, including those of a
    // `.busted`, bypass it.
    if let plain = RunArguments(arguments), !ProcessEnvironment.fileExists(BustedSettings.fileName) {
      var request = RunRequest(paths: plain.paths)
      request.options.surroundings.arguments = plain.scriptArguments
      return request.perform()
    }
    if let help = HomescreenCommand.help(for: arguments) {
      StandardStream.output.write("\(help)")
      return .success
    }
    if let refusal = HomescreenCommand.refusal(of: arguments) {
      StandardStream.error.write("homescreen: \(line: refusal)\n")
      return .usage
    }
    do {
      var command = try HomescreenCommand.parsed(arguments)
      try command.run()
      return .success
    } catch let end as ArgumentParser.ExitCode {
      // The message has been shown already.
      return Platform.ExitCode(rawValue: end.rawValue) ?? .failure
    } catch {
      let code = HomescreenCommand.exitCode(for: error)
      let text = ShortHelp.text(for: error, ProcessEnvironment.arguments)
      if !text.isEmpty { (code.isSuccess ? StandardStream.output : .error).write("\(text)\n") }
      return Platform.ExitCode(rawValue: code.rawValue) ?? .failure
    }
  }
}
