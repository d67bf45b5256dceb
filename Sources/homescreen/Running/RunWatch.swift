import AppPackages
import ArgumentParser
import LuaEngine
import Platform
import Scenarios

/// Runs, and runs again what a change concerns, until Ctrl-C.
struct RunWatch {
  private let watch = ScenarioWatch()
  private var code = Platform.ExitCode.success

  /// - Parameter make: reads the settings and says what is to be run. A mistake in them is told, and may be mended.
  /// - Returns: how the last run ended.
  mutating func perform(_ make: () throws -> RunRequest) throws -> Platform.ExitCode {
    // Also where nothing runs at first: Ctrl-C ends with an exit code, whatever there was to run.
    Interrupt.startCounting()
    Self.clear()
    code = try watch.observe {
      do {
        var request = try make()
        request.willRun = { Self.stamp($0) }
        return request.perform()
      } catch let status as ArgumentParser.ExitCode
        where status.rawValue == Platform.ExitCode.scriptError.rawValue
      {
        // It was told, and may be mended.
        return .scriptError
      }
    }
    while code != .interrupted, !Interrupt.isTermination {
      Self.tell("\(StyledText("watching", .dim)); Ctrl-C ends\n")
      guard let last = waitAndRun(make) else { break }
      code = last
    }
    return code
  }

  /// Waits for a change that concerns a script, and gives how its run ended; nil for Ctrl-C.
  private func waitAndRun(_ make: () throws -> RunRequest) -> Platform.ExitCode? {
    while let change = watch.wait() {
      var hasRun = false
      let result = watch.observe {
        do {
          var request = try make()
          request.concerns = change.concerns
          request.willRun = { count in
            hasRun = true
            Self.clear()
            Self.stamp(count, "\(StyledText("changed", .bold)) \(line: Self.shown(change.paths)); ")
          }
          return request.perform()
        } catch {
          // It was told; the next change may mend it.
          hasRun = true
          return Platform.ExitCode.scriptError
        }
      }
      if hasRun { return result }
    }
    return nil
  }

  private static func shown(_ paths: [String]) -> String {
    let folder = ProcessEnvironment.workingFolder + "/"
    // The same file may have been asked for by several ways.
    let paths = paths.filter { path in !FileTreePath.parts(of: path).contains { $0 == "." || $0 == ".." } }
    guard !paths.isEmpty else { return "the contents of folders" }
    let names = paths.prefix(3).map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 }
    return names.joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
  }

  /// The first line of a run: when it began, and what for.
  private static func stamp(_ files: Int, _ reason: StyledText = "") {
    tell("\(StyledText(ScenarioWatch.timeOfDay, .dim)) \(reason)\(files == 1 ? "1 file runs" : "\(files) files run")")
  }

  /// Takes the results of the run before off the screen, where there is one.
  private static func clear() {
    guard Terminal(.output).isTerminal, Terminal.knowsControlSequences(environment: ProcessEnvironment.value) else {
      return
    }
    StandardStream.output.writeRendered("\u{1B}[H\u{1B}[2J")
  }

  private static func tell(_ line: StyledText) { StandardStream.error.write("\(line)\n") }
}
