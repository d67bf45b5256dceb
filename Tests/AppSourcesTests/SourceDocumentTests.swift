import AppSources
import PropertyLists
import Testing

struct SourceDocumentTests {
  private static let place = SourcePlace(file: "App/SceneDelegate.swift", line: 48, column: 3)

  private static var document: SourceDocument {
    var document = SourceDocument(program: "1.0", fileCount: 2, byteCount: 300)
    document.unread = [UnreadSource(SourcePlace(file: "Broken.swift", line: 1), .tooDeep)]
    document.entry = EntryPoint(.swiftUI, appDelegate: "AppDelegate", at: place)
    var handler = HandlerClass("SceneDelegate", roles: [.sceneDelegate], inherits: ["UIResponder"], at: place)
    var method = HandlerMethod("sceneWillConnect", written: "scene(_:willConnectTo:options:)", at: place)
    let text = Comparison.Place(.literal("com.example.new “\u{1}”"), at: place)
    method.steps = [
      HandlerStep(.keep, .shortcutItem, .whenGiven, at: place, store: "SceneDelegate.item"),
      HandlerStep(
        .handle, .url, at: place, function: "open(_:)", via: [place], isLater: true,
        comparison: Comparison([text, .init(.lastPart("New"), at: place)], hasDefault: true, isComplete: false)),
    ]
    method.completion = CompletionUse(.some, calls: [place], missing: place)
    method.returned = ReturnedValue(.noWhenGiven, at: place)
    method.configuration = .null
    handler.methods = [method]
    handler.nearMisses = [NearMiss(written: "application(_:perform:)", meant: "x", at: place)]
    document.handlers = [handler]
    var store = ItemStore("SceneDelegate.item", .shortcutItem, at: place)
    store.reads = [StoreRead(at: place, function: "f()", methods: ["sceneDidBecomeActive"])]
    document.stores = [store]
    document.dynamicItems = [
      DynamicItems(
        .set, items: [.init(type: .computed("kind.rawValue"), title: .null, at: place)], function: "f()", at: place)
    ]
    document.iconChanges = [
      IconChange(
        "setAlternateIconName:completionHandler:", isPrivate: false, names: [.null], error: .ignored, function: "f()",
        at: place)
    ]
    document.iconReads = [
      IconRead([.literal("Night")], primary: .literal("Day"), isComplete: true, function: "f()", at: place)
    ]
    document.literals = [NamedLiteral("Night", declared: "night", .iconName, .letterCase, at: place)]
    document.overrides = [
      CategoryOverride(className: "A", category: "B", selector: "c:", callsOriginal: false, at: place)
    ]
    return document
  }

  @Test func documentsSurviveARoundTrip() throws {
    let text = try Self.document.json()
    #expect(!text.contains("\n"))
    #expect(try SourceDocument(json: Array(text.utf8), file: "document") == Self.document)
  }

  @Test func requestsSurviveARoundTrip() throws {
    let request = SourceRequest(
      root: "/projects/Paint", files: [.init("A.swift"), .init("Kit/B.m", module: "Kit")], iconNames: ["night"],
      actionTypes: ["com.example.new"], cache: "/tmp/cache")
    let text = try request.json()
    #expect(try SourceRequest(json: Array(text.utf8), file: "request") == request)
  }

  @Test(arguments: [
    (#"{"version": "1"}"#, "document:1:13: expected a whole number for “version”, not a string"),
    (#"{"version": 1.5}"#, "document:1:1: a number does not fit"),
    (#"{"version": 1}"#, "document:1:1: “program” is missing"),
    ("[]", "document:1:1: expected an object, not an array"),
    ("", "document:1:1: "),
  ]) func otherFilesAreReported(text: String, message: String) {
    let error = #expect(throws: PropertyListError.self) { try SourceDocument(json: Array(text.utf8), file: "document") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func unknownWordIsReportedWithItsLocation() throws {
    let text = try Self.document.json().replacing("\"tooDeep\"", with: "\"tooHigh\"")
    let error = #expect(throws: PropertyListError.self) { try SourceDocument(json: Array(text.utf8), file: "document") }
    #expect(error?.description.contains("unread") == true && error?.description.contains("tooHigh") == true)
  }
}
