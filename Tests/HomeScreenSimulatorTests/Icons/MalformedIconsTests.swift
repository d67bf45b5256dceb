import HomeScreenSimulator
import PropertyLists
import Testing

/// Malformed values of `CFBundleIcons`: the outcome of a request, and its reason in the trace.
@Suite struct MalformedIconsTests {
  struct Shape: CustomTestStringConvertible, Sendable {
    let name: String
    let icons: PropertyListValue?
    /// The requested name.
    var request = "night"
    let code: Int
    /// A part of the reason; nil if the request succeeds.
    var reason: String?
    var testDescription: String { name }
  }

  private static let files: PropertyListValue = ["CFBundleIconFiles": ["night"]]

  static let shapes: [Shape] = [
    Shape(name: "absent", icons: nil, code: 4, reason: "no CFBundleIcons (ICON-038)"),
    Shape(
      name: "array instead of dictionary", icons: [["CFBundleAlternateIcons": ["night": files]]], code: 4,
      reason: "CFBundleIcons is an array, not a dictionary (ICON-085, ICON-038)"),
    Shape(name: "string", icons: "night", code: 4, reason: "CFBundleIcons is a string"),
    Shape(name: "number", icons: 1, code: 4, reason: "CFBundleIcons is an integer"),
    Shape(name: "empty", icons: [:], code: 4, reason: "CFBundleIcons has no CFBundleAlternateIcons (ICON-037)"),
    Shape(
      name: "string as primary icon",
      icons: ["CFBundlePrimaryIcon": "AppIcon", "CFBundleAlternateIcons": ["night": files]],
      code: 0),
    Shape(
      name: "misspelt key", icons: ["CFBundleAlternateIcon": ["night": files]], code: 4,
      reason: "but a key “CFBundleAlternateIcon”"),
    Shape(
      name: "alternates as a string", icons: ["CFBundleAlternateIcons": "night"], code: 4,
      reason: "CFBundleAlternateIcons of CFBundleIcons is a string"),
    Shape(name: "alternates as an array", icons: ["CFBundleAlternateIcons": ["night", 1, ["x"]]], code: 0),  // ICON-032
    Shape(
      name: "array without the name", icons: ["CFBundleAlternateIcons": ["day"]], code: 4, reason: "declares “day”"),
    Shape(
      name: "without the level of names", icons: ["CFBundleAlternateIcons": files], code: 4,
      reason: "lacks the level of names (ICON-034)"),
    Shape(
      name: "~ipad nested inside itself",
      icons: ["CFBundleIcons~ipad": ["CFBundleAlternateIcons": ["night": files]]], code: 4,
      reason: "has no CFBundleAlternateIcons"),
    Shape(
      name: "nested ~ipad alternates", icons: ["CFBundleAlternateIcons~ipad": ["night": files]], code: 4,
      reason: "but a key “CFBundleAlternateIcons~ipad”"),
    Shape(
      name: "one level too deep", icons: ["CFBundleAlternateIcons": ["icons": ["night": files]]], code: 4,
      reason: "declares “icons”"),
    Shape(name: "entry is a string", icons: ["CFBundleAlternateIcons": ["night": "night.png"]], code: 0),  // ICON-033
    Shape(name: "entry is an array", icons: ["CFBundleAlternateIcons": ["night": ["night"]]], code: 0),
    Shape(
      name: "files are a string", icons: ["CFBundleAlternateIcons": ["night": ["CFBundleIconFiles": "night"]]], code: 0),
    Shape(
      name: "files are numbers and empty strings",
      icons: ["CFBundleAlternateIcons": ["night": ["CFBundleIconFiles": ["", 1, [:], ""]]]], code: 0),
    Shape(
      name: "empty name declared", icons: ["CFBundleAlternateIcons": ["": files]], request: "", code: 0),
    Shape(
      name: "empty name undeclared", icons: ["CFBundleAlternateIcons": ["night": files]], request: "", code: 4,
      reason: "declares “night”"),
    Shape(
      name: "name with path parts",
      icons: ["CFBundleAlternateIcons": ["../night": ["CFBundleIconFiles": ["../../etc/passwd"]]]],
      request: "../night", code: 0),
    Shape(
      name: "other case", icons: ["CFBundleAlternateIcons": ["Night": files]], code: 4,
      reason: "declares “Night”, and “Night” is near (ICON-039)"),
    Shape(
      name: "other Unicode form", icons: ["CFBundleAlternateIcons": ["e\u{301}toile": files]], request: "\u{e9}toile",
      code: 4, reason: "the same text in another Unicode form"),
    Shape(
      name: "blank behind the name", icons: ["CFBundleAlternateIcons": ["night ": files]], code: 4, reason: "“night ”"),
    Shape(
      name: "thousands of letters",
      icons: ["CFBundleAlternateIcons": [String(repeating: "n", count: 100_000): files]], code: 4, reason: "…"),
  ]

  @Test(arguments: shapes, [DeviceModel.iPhone, .iPad])
  func traceHasTheOutcomeAndTheReason(shape: Shape, model: DeviceModel) throws {
    let scene = try Scene(model: model, package: Packages.paint { $0["CFBundleIcons"] = shape.icons })
    try scene.request(shape.request)
    try scene.tapOK()
    #expect(scene.codes == [shape.code])
    let refusal = scene.device.trace.first { $0.kind == .icon && $0.name == "refused" }
    #expect((refusal != nil) == (shape.code != 0))
    if let reason = shape.reason, case .string(let text) = try #require(refusal).detail[.reason] {
      #expect(text.contains(reason), "\(text)")
      #expect(text.unicodeScalars.count < 600)
    }
    // Pictures and explanations do not crash, and the primary icon stays reachable (ICON-005).
    for surface in IconSurface.allCases { _ = try scene.device.springboard.icon(for: scene.app).picture(on: surface) }
    #expect(try !scene.app.explainIcon(shape.request).places.isEmpty)
    try scene.request(nil)
    try scene.tapOK()
    #expect(scene.codes.last == 0)
  }

  @Test func malformedIPadKeyOverridesThePlainKey() throws {
    let package = try Packages.paint { $0["CFBundleIcons~ipad"] = ["night"] }
    let scene = try Scene(model: .iPad, package: package)
    try scene.request("night")
    #expect(scene.codes == [4])
    #expect(
      scene.device.trace.contains {
        $0.detail[.reason] == .string("CFBundleIcons~ipad is an array, not a dictionary (ICON-085, ICON-038)")
      })
  }

  @Test func tenThousandAlternatesAreAsFastAsOne() throws {
    var alternates = PropertyListDictionary()
    for number in 0..<10_000 { alternates["icon\(number)"] = ["CFBundleIconFiles": [.string("icon\(number)")]] }
    let declared = alternates
    let scene = try Scene(
      package: Packages.paint { $0["CFBundleIcons"] = ["CFBundleAlternateIcons": .dictionary(declared)] })
    for name in ["icon0", "icon9999", "icon10000"] {
      try scene.request(name)
      try scene.tapOK()
    }
    #expect(scene.codes == [0, 0, 4])
    let explanation = try scene.app.explainIcon("icon10000")
    #expect(explanation.declaredNames.count == 10_000)
    #expect(explanation.nearNames.contains("icon1000"))
    #expect(scene.device.trace.contains { $0.detail[.reason]?.description.contains("and 9995 more") == true })
  }

  @Test func namesThatDifferByCaseAreDifferent() throws {
    let package = try Packages.paint {
      $0["CFBundleIcons"] = [
        "CFBundleAlternateIcons": ["night": ["CFBundleIconFiles": ["night"]], "NIGHT": ["CFBundleIconFiles": ["day"]]]
      ]
    }
    let scene = try Scene(package: package)
    for (name, file) in [("night", "night@3x.png"), ("NIGHT", "day@3x.png")] {
      try scene.request(name)
      try scene.tapOK()
      #expect(try scene.device.springboard.icon(for: scene.app).picture().file == file)
    }
    #expect(scene.codes == [0, 0])
  }
}
