import AppSources
import Testing

@Test func sourcesDescribeTheHandlingOfAQuickAction() throws {
  var document = SourceDocument(program: "1.0")
  let place = SourcePlace(file: "App/SceneDelegate.swift", line: 48)
  var delegate = HandlerClass("SceneDelegate", roles: [.sceneDelegate], inherits: ["UIResponder"], at: place)
  var method = HandlerMethod(
    "windowScene_performActionForShortcutItem_completionHandler",
    written: "windowScene(_:performActionFor:completionHandler:)", at: place)
  method.steps = [HandlerStep(.handle, .shortcutItem, at: place, function: "open(_:)")]
  method.completion = CompletionUse(.none, missing: place)
  delegate.methods = [method]
  document.handlers = [delegate]

  let read = try SourceDocument(json: Array(try document.json().utf8), file: "document")
  #expect(read.handlers.flatMap(\.methods).contains { $0.completion?.paths == CompletionUse.Paths.none })
}
