import HomeScreenSimulator
import PropertyLists
import Testing

/// URLs that open an app.
@Suite struct URLSchemeTests {
  /// The error for a URL to an app with these URL types; nil if it opens.
  private func problem(_ url: String, _ types: PropertyListValue?) throws -> SimulatorError? {
    let scene = try ActionScene(package: Packages.toolBox { $0["CFBundleURLTypes"] = types })
    let problem = simulatorError { try scene.device.launch(scene.app, .url(url)) }
    #expect(try scene.app.state == (problem == nil ? .runningForeground : .notRunning))
    #expect((scene.device.front == nil) == (problem != nil))
    return problem
  }

  /// LAUNCH-117, LAUNCH-118.
  @Test(arguments: ["paint:", "paint://page", "PAINT://page", "mixed+Case.1:"]) func declaredSchemesOpen(
    url: String
  ) throws {
    let types: PropertyListValue = [
      ["CFBundleURLName": "none"], ["CFBundleURLSchemes": ["Paint", "mixed+case.1"]],
    ]
    #expect(try problem(url, types) == nil)
    let unfilled: PropertyListValue = [["CFBundleURLSchemes": ["$(APP_SCHEME)"]]]
    #expect(try problem(url, unfilled) == nil)
  }

  /// LAUNCH-117.
  @Test(arguments: [
    ("point://page", "Did you mean “paint:”?"), ("other://page", "declared: “paint”"),
    ("page", "the app declares: “paint”."), (":page", "the app declares: “paint”."), ("", "the app declares: “paint”."),
    ("paint", "the app declares: “paint”."),
  ]) func otherSchemesOpenNothing(url: String, hint: String) throws {
    let error = try #require(try problem(url, [["CFBundleURLSchemes": ["paint"]]]))
    #expect(error.code == .urlSchemeMissing && error.fact == "LAUNCH-117")
    #expect(error.hint?.contains(hint) == true, "\(error)")
  }

  /// LAUNCH-117.
  @Test(arguments: [nil, [], [["CFBundleTypeName": "Note"]]] as [PropertyListValue?])
  func documentsNeedTypes(types: PropertyListValue?) throws {
    let scene = try ActionScene(package: Packages.toolBox { $0["CFBundleDocumentTypes"] = types })
    let problem = simulatorError { try scene.device.launch(scene.app, .url("file:///note.txt")) }
    #expect((problem == nil) == (types?.array?.isEmpty == false))
    #expect(problem?.hint?.contains("CFBundleDocumentTypes") != false)
  }

  @Test(arguments: [nil, [], "paint", ["paint"], [["CFBundleURLSchemes": "paint"]]] as [PropertyListValue?])
  func malformedListsDeclareNothing(types: PropertyListValue?) throws {
    #expect(try problem("paint://page", types)?.hint?.contains("declared: none") == true)
  }
}
