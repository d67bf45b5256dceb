import HomeScreenSimulator

/// The kinds of classes that scripts write for an app. The raw values are the names in `lua/prelude/classes.lua`.
package enum ClassKind: String, CaseIterable {
  case delegate
  case sceneDelegate
  case controller
  case view

  /// A method that the system calls.
  package struct Slot {
    package let name: String
    let selector: String
    let swiftName: String
    /// Its arguments, for documentation and hints.
    package let arguments: @Sendable () -> [APIParameter]
    /// `scene(_:willConnectTo:options:)` as somebody would write it who puts _ for each colon.
    let underscoredName: String
    /// Swift's name without labels.
    let baseName: String
    /// The name in lower case, in bytes.
    let folded: [UInt8]

    init(name: String, selector: String, swiftName: String, arguments: @escaping @Sendable () -> [APIParameter]) {
      self.name = name
      self.selector = selector
      self.swiftName = swiftName
      self.arguments = arguments
      baseName = swiftName.firstIndex(of: "(").map { String(swiftName[..<$0]) } ?? swiftName
      let labels = swiftName.dropFirst(baseName.count + 1).dropLast().split(separator: ":").filter { $0 != "_" }
      underscoredName = ([baseName] + labels.map(String.init)).joined(separator: "_")
      folded = Array(name.lowercased().utf8)
    }
  }

  /// All of them: a closed list.
  package var slots: [Slot] { ClassKind.slotsByKind[self] ?? [] }

  private static let slotsByKind = Dictionary(uniqueKeysWithValues: allCases.map { ($0, makeSlots(of: $0)) })

  private static func makeSlots(of kind: ClassKind) -> [Slot] {
    switch kind {
    case .delegate: ClassKind.slots(of: .appDelegate)
    case .sceneDelegate: ClassKind.slots(of: .sceneDelegate)
    case .controller:
      ViewMethod.allCases.map { method in
        switch method {
        case .viewDidLoad:
          Slot(name: method.rawValue, selector: method.rawValue, swiftName: "viewDidLoad()", arguments: { [] })
        case .viewDidAppear:
          Slot(
            name: method.rawValue, selector: "viewDidAppear:", swiftName: "viewDidAppear(_:)",
            arguments: { [APIParameter("animated", type: "boolean", documentation: "whether it took time")] })
        }
      }
    case .view:
      RootViewMethod.allCases.map { method in
        // Modifiers of SwiftUI: there are no selectors.
        let (swiftName, arguments): (String, [APIParameter]) =
          switch method {
          case .onAppear: ("onAppear(perform:)", [])
          case .onOpenURL: ("onOpenURL(perform:)", [APIParameter("url", type: "string", documentation: "the URL")])
          case .onContinueUserActivity:
            (
              "onContinueUserActivity(_:perform:)",
              [APIParameter("activity", type: UserActivity.apiName, documentation: "the activity, of any type")]
            )
          case .onScenePhase:
            (
              "onChange(of:)",
              [
                APIParameter(
                  "phase", type: "\"active\"|\"inactive\"|\"background\"", documentation: "the new phase of the scene")
              ]
            )
          }
        return Slot(name: method.rawValue, selector: method.rawValue, swiftName: swiftName, arguments: { arguments })
      }
    }
  }

  private static func slots(of receiver: AppCallback.Receiver) -> [Slot] {
    AppCallback.allCases.filter { $0.receiver == receiver }.map { callback in
      Slot(
        name: callback.slot, selector: callback.selector, swiftName: callback.swiftName,
        arguments: { callback.arguments.map(CallbackArgument.parameter) })
    }
  }

  /// The class in help and in the editors' type files; its members are what scripts may write.
  var apiType: APIType {
    switch self {
    case .delegate:
      APIType(
        "appDelegate", className: "homescreen.AppDelegate", expression: place,
        summary: "The methods of an app delegate: define those that the app has.")
    case .sceneDelegate:
      APIType(
        "sceneDelegate", className: "homescreen.SceneDelegate", expression: place,
        summary: "The methods of a scene delegate: define those that the app has.")
    case .controller:
      APIType(
        "controllerClass", className: "homescreen.ControllerClass", expression: place,
        summary: "The methods of a class of view controllers: define those that the app has.")
    case .view:
      APIType(
        "rootView", className: "homescreen.RootView", expression: place,
        summary: "The modifiers of the root view of a SwiftUI app: define those that the app has.")
    }
  }

  /// How scripts name the class.
  package var place: String {
    switch self {
    case .delegate: "app.delegate"
    case .sceneDelegate: "app.sceneDelegate"
    case .controller: "app.rootViewController"
    case .view: "app.view"
    }
  }

  /// What messages call an object of it.
  var noun: String {
    switch self {
    case .delegate: "the app delegate"
    case .sceneDelegate: "the scene delegate"
    case .controller: "a view controller"
    case .view: "the root view of a SwiftUI app"
    }
  }
}
