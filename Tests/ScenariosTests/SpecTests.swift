import Events
import HomeScreenReports
import LuaAPI
import Platform
import Scenarios
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The specs of `lua/specs`, which busted also passes.
@Suite struct SpecTests {
  private static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/lua/specs"
  }()

  static let files: [String] = {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
        })
    }
    return names.filter { $0.hasSuffix("_spec.lua") }.sorted()
  }()

  @Test func specsExist() {
    #expect(Self.files.count >= 5)
  }

  @Test(arguments: files)
  func specsPass(file: String) throws {
    var options = RunOptions()
    options.services = ReportServices()
    options.watchdog = 0
    var events: [RunEvent] = []
    let code = ScenarioRunner(options: options).run(try ScenarioFinder.find(["\(Self.folder)/\(file)"]).files) {
      events.append($0)
    }
    var lines: [String] = []
    let report = TerminalReport { lines.append($0.rendered(hasStyles: false)) }
    for event in events { report.add(event) }
    #expect(code == .success, "\(lines.filter { !$0.contains("✓") }.joined(separator: "\n"))")
    guard case .runFinished(let counts, _, _)? = events.last else {
      Issue.record("no end")
      return
    }
    #expect(counts.passed == counts.total)
    #expect(counts.passed > 0)
  }
}
