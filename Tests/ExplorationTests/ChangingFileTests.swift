import Events
import Exploration
import Platform
import TestSupport
import Testing

/// The file or the app changes during exploration: it is read for each app and for each finding.
@Suite struct ChangingFileTests {
  private let fixture = ExplorationFixture()

  /// The number of reads, as `reading`; stored in a file next to it.
  private static let counting = """
    local isThere, count = pcall(plist.load, "count.plist")
    if not isThere then count = plist.parse '"reading" = "0";' end
    local reading = tonumber(count.reading) + 1
    count.reading = tostring(reading)
    count:save("count.plist", { format = "xml" })
    local explore = require "homescreen.explore"
    local package = require "homescreen.museum".item_package { { "new", "New note" } }
    local function warm(app)
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
        app:didHandle(item)
        completion(true)
      end
    end

    """

  @Test func deletedAppIsReportedWithTheFindings() throws {
    // The first read has both apps, and so have the reads for the first app and its finding.
    let report = try fixture.explore(
      script: Self.counting + """
        explore { title = "one", app = package, install = { lifecycle = "scene" }, code = warm }
        if reading < 4 then explore { title = "two", app = package, install = { lifecycle = "scene" }, code = warm } end
        """, depth: 1)
    #expect(report.apps.map(\.title) == ["one", "two"])
    #expect(report.apps[0].findings.count == 1 && report.apps[0].problem == nil)
    let problem = try #require(report.apps[1].problem)
    #expect(
      problem.contains("changed while it was explored: it defined “one”, “two” and now defines “one”"), "\(problem)")
    #expect(report.exitCode == .failure)
  }

  @Test func unreadableFileIsReportedWithTheFindings() throws {
    let report = try fixture.explore(
      script: Self.counting + """
        if reading == 4 then error "saved in the middle of a word" end
        explore { title = "one", app = package, install = { lifecycle = "scene" }, code = warm }
        explore { title = "two", app = package, install = { lifecycle = "scene" }, code = warm }
        """, depth: 1)
    #expect(report.apps.map(\.title) == ["one", "two"])
    #expect(report.apps[0].findings.count == 1)
    #expect(report.apps[1].problem?.contains("saved in the middle of a word") == true)
  }

  /// Only one finding is lost.
  @Test func unrepeatableFindingIsReported() throws {
    let report = try fixture.explore(
      script: Self.counting + """
        explore {
          app = function(device)
            assert(reading ~= 4, "the build is gone")
            local app = device:install(package, { lifecycle = "scene" })
            warm(app)
            return app
          end,
          invariants = { never = function() return false end },
        }
        """, depth: 1
    ).apps[0]
    #expect(report.findings.count == 1)
    let problem = try #require(report.problem)
    #expect(problem.contains("failed in a story of") && problem.contains("the build is gone"), "\(problem)")
  }
}
