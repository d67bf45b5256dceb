import AppPackages
import Events
import Exploration
import HomeScreenReports
import LuaAPI
import LuaEngine
import Platform
import TestSupport
import Testing

/// Reported faults are found in the broken app, and the fixed app has none.
@Suite struct MuseumExplorationTests {
  private static let folder = "lua/scenarios/museum"
  private static let scripts: [String] = {
    let files = (try? Repository.files(under: folder, endings: [".lua"])) ?? []
    return files.filter { $0.text.contains("explored = ") || $0.text.contains("museum.explore(") }.map(\.path)
  }()

  /// Removed definitions are noticed.
  @Test func manyExhibitsAreExplored() {
    #expect(Self.scripts.count >= 17)
  }

  @Test(arguments: scripts) func brokenAppFailsAndFixedAppHolds(script: String) throws {
    var options = ExploreOptions()
    options.depth = 4
    options.walks = 0
    let report = try Explorer(ExploreSource("\(Repository.root)/\(Self.folder)/\(script)"), options: options).explore()
    #expect(report.apps.count >= 2 && report.apps.count % 2 == 0)
    for app in report.apps {
      #expect(app.problem == nil, "\(app.title)")
      #expect(app.depth == 4 || app.isExhausted, "\(app.title)")
      #expect(app.notes == [], "\(app.title)")
      if let title = app.title.removing(suffix: ", as reported") {
        let found = app.findings.map { "\($0.invariant) (\($0.fact ?? "")) after \($0.steps.count)" }
        #expect(found.contains(Self.expected[title] ?? "nothing"), "\(title): \(found)")
        for finding in app.findings { try play(finding, of: script) }
      } else {
        #expect(app.title.hasSuffix(", repaired"))
        #expect(app.findings.map(\.happened) == [], "\(app.title)")
      }
    }
  }

  /// The invariants of scenarios are a second implementation in Lua: both must agree.
  private func play(_ finding: ExplorationFinding, of script: String) throws {
    let folder = "\(Repository.root)/\(Self.folder)/\(FileTreePath.directory(of: script))"
    let scenario = finding.scenario()
    #expect(throws: LuaError.self, "\(scenario)") { try run(scenario, in: folder) }
    let repaired = scenario.replacing(", as reported\")", with: ", repaired\")")
    #expect(repaired != scenario)
    #expect(throws: Never.self, "\(repaired)") { try run(repaired, in: folder) }
  }

  private func run(_ scenario: String, in folder: String) throws {
    let session = try Session(at: .folder(folder), services: ReportServices())
    try session.run("it = function(_, body) body() end\n" + scenario, chunkName: "=minimized.lua")
  }

  /// The reported fault by exhibit title: the invariant, its fact, and the length of a failing story.
  private static let expected = [
    "EvanBacon/expo-quick-actions#50: shortly after the last alert":
      "icon not lost (ICON-047) after 2",
    "Iterable/iterable-swift-sdk#917":
      "the person sees the message (LAUNCH-101) after 3",
    "SwiftUI has no launch options to start the bridge with (callstack/react-native-visionos#138)":
      "reaches the app (LAUNCH-032) after 1",
    "SwiftUI does not pass willConnect to the scene delegate (krelltunez/dayGLANCE#1436)":
      "handled once (LAUNCH-013) after 1",
    "SwiftUI with an app delegate, and no scene delegate (krelltunez/dayGLANCE#1004)":
      "reaches the app (LAUNCH-013) after 1",
    "a link of the web starts the app before its bridge is ready (boardsesh/boardsesh#1152)":
      "each link is opened once (LAUNCH-043) after 1",
    "a renamed type: the item of the old version does nothing (home-assistant#2488)":
      "handled once (LAUNCH-013) after 3",
    "a scene manifest, and the code in the app delegate (flutter/flutter#170179)":
      "reaches the app (LAUNCH-013) after 1",
    "a shared file reaches the app delegate's method only (hpoul/file_picker_writable#53)":
      "reaches the app (LAUNCH-032) after 1",
    "dotnet/macios#24578: two changes in one turn":
      "icon not lost (ICON-046) after 2",
    "handled at the launch, which returns true (react-native-quick-actions#62)":
      "handled once (LAUNCH-002) after 1",
    "home-assistant/iOS#2488: an update without the old name":
      "the choice stays (ICON-154) after 3",
    "killed in the background, the listener is missing (EvanBacon/expo-quick-actions#61)":
      "reaches the app (LAUNCH-013) after 1",
    "lionheart/openradar-mirror#17326: in the background":
      "icon not lost (ICON-041) after 1",
    "lionheart/openradar-mirror#17370: while the app starts":
      "icon not lost (ICON-041) after 1",
    "onOpenURL in a window that the scene delegate makes (MacMagazine/app-iOS#313)":
      "each link is opened once (LAUNCH-043) after 1",
    "one plugin returns false, another one waits for the callback (flutter/flutter#141280)":
      "handled once (LAUNCH-002) after 1",
    "only the method for a connected scene is there (istornz/flutter_live_activities#179)":
      "reaches the app (LAUNCH-032) after 1",
    "scenes for CarPlay, and Siri's shortcuts are silent (Gustash/react-native-siri-shortcut#102)":
      "reaches the app (LAUNCH-093) after 1",
    "skb1129/react-native-change-icon#32: present is replaced":
      "icon answered (ICON-020) after 2",
    "smartdevicelink/sdl_ios#538":
      "nobody drives without the lock screen (LAUNCH-037) after 2",
    "the URL is sent to a bridge that does not exist yet (ionic-team/capacitor-plugins#2484)":
      "each link is opened once (LAUNCH-043) after 1",
    "the action does not wait for the terms (ryanbr/noop#1294)":
      "presented (LAUNCH-039) after 1",
    "the action lands in whatever window was active last (mozilla-mobile/firefox-ios#20007)":
      "the tab opens in its window (LAUNCH-030) after 4",
    "the answered notification is posted before any view subscribes (ewanc26/inkwell#94)":
      "each link is opened once (LAUNCH-043) after 1",
    "the first URL is looked for in the launch options (expo/expo#47628)":
      "reaches the app (LAUNCH-032) after 1",
    "the item is taken in configurationForConnecting only (krelltunez/dayGLANCE#1436)":
      "reaches the app (LAUNCH-016) after 3",
    "the kept item fires again at the next activation (mozilla-mobile/firefox-ios#1458)":
      "handled once (LAUNCH-013) after 3",
    "the listener is registered after the item came (react-native-quick-actions#96)":
      "handled once (LAUNCH-013) after 1",
    "the page subscribes in a promise that ends too late (EddyVerbruggen/cordova-plugin-3dtouch#46)":
      "handled once (LAUNCH-002) after 1",
    "the same for links of the web (growingio/growingio-sdk-ios-autotracker#208)":
      "reaches the app (LAUNCH-032) after 1",
    "the screen for the action is presented while the scene connects (wikimedia/wikipedia-ios#502)":
      "presented (LAUNCH-039) after 1",
    "the widget's URL is read nowhere (fusedio/fused-render#906)":
      "each link is opened once (LAUNCH-043) after 1",
    "two copies of the kept item push the same screen twice (mozilla-mobile/firefox-ios#34026)":
      "handled once (LAUNCH-013) after 1",
    "warm URLs are left to the app delegate (AvaloniaUI/Avalonia#21394)":
      "each link is opened once (LAUNCH-043) after 2",
    "with scenes, only the warm way is implemented (flutter/flutter#130243)":
      "reaches the app (LAUNCH-013) after 1",
    "without scenes, the launch returns false and drops the item (flutter/flutter#13634)":
      "handled once (LAUNCH-002) after 1",
  ]
}

extension String {
  fileprivate func removing(suffix: String) -> String? { hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil }
}
