internal import AppPackages
import HomeScreenSimulator
internal import LuaEngine
import Platform

/// Explains the results of a REPL line's requests: an icon change, a quick action, a URL, a launch. The text comes from
/// the simulator's own explanation and trace.
struct LineAnswers {
  /// The maximum number of answers, for a loop with many requests.
  private static let maximum = 8

  private var icons: [IconExplanation] = []

  /// Adds the decision about an icon request.
  mutating func add(_ explanation: IconExplanation) { if icons.count < Self.maximum { icons.append(explanation) } }

  /// Returns the answers to a line, of at most three lines each.
  /// - Parameter events: the events that the line caused on the device.
  mutating func take(_ events: ArraySlice<TraceEvent>, on device: Device?) -> [[String]] {
    defer { icons = [] }
    var answers = icons.map { Self.answer($0, alert: device?.alert) }
    for event in events where event.what == .delivery(.requested) {
      guard case .string(let url)? = event.detail[.url], event.detail[.opener] == .absent else { continue }
      answers.append(["nothing opens \(Self.line(url)) (\(event.fact.map(\.rawValue) ?? ""))"])
    }
    if let device {
      answers += device.deliveries(in: Trace(events)).compactMap {
        Self.answer($0, on: device) ?? Self.repetition($0, on: device)
      }
    }
    if let ending = Self.ending(in: events) { answers.append([ending]) }
    return Array(answers.prefix(Self.maximum))
  }

  private static func line(_ text: String) -> String { TerminalText.visible(text, isOneLine: true) }

  private static func quoted(_ name: String?) -> String { name.map { "“\(Self.line($0))”" } ?? "the primary one" }

  private static func answer(_ icon: IconExplanation, alert: ScreenAlert?) -> [String] {
    switch icon.decision.result {
    case .alreadySet:
      return [
        "the icon is already \(quoted(icon.name)): the handler gets nil, without an alert (\(icon.decision.fact.cited))"
      ]
    case .accepted(let name):
      var first = "icon is now \(quoted(name))"
      if !icon.changes { first = "the name is stored, but the Home Screen does not show \(quoted(name))" }
      if let alert { first += "; an alert is shown: \(tap(alert))" }
      return [first] + (icon.changes ? [] : advice(icon))
    case .refused(let error):
      let change =
        icon.doubt == nil ? "the icon does not change" : "it is not known whether the icon changes; here it does not"
      return [
        "\(change): the handler gets \(error.domain) \(error.code), “\(error.localizedDescription)”",
        "why: \(icon.doubt.map(Self.line) ?? reason(icon))",
      ] + (waiting(icon, alert) ?? advice(icon))
    }
  }

  /// Returns the advice for a request that failed because an app with an open alert is not active.
  private static func waiting(_ icon: IconExplanation, _ alert: ScreenAlert?) -> [String]? {
    guard icon.decision.decidingCheck == .activity, let alert else { return nil }
    return ["do: an alert is shown; answer it first: \(tap(alert))"]
  }

  private static func tap(_ alert: ScreenAlert) -> String {
    "device.alert:tap \((alert.buttons.first ?? "").quotedForLua)"
  }

  private static let listedNames = 6

  private static func reason(_ icon: IconExplanation) -> String {
    switch icon.decision.decidingCheck {
    case .dictionary, .declaration:
      let names = icon.declaredNames.prefix(listedNames).map { quoted($0) }.joined(separator: ", ")
      let rest = icon.declaredNames.count - listedNames
      return
        "\(icon.key) declares \(names.isEmpty ? "no alternate icons" : names)\(rest > 0 ? " and \(rest) more" : ""), "
        + "not \(quoted(icon.name)) (\(icon.decision.fact))"
    case .support, .activity, .policy, .identity, .change, .alert, .alternate, nil:
      let failed = icon.decision.steps.first { $0.status == .failed }
      return "this check fails: \(failed?.check.title ?? "") (\(icon.decision.fact))"
    }
  }

  private static func advice(_ icon: IconExplanation) -> [String] {
    icon.advice.first.map { ["do: \(Self.line($0.text))"] } ?? []
  }

  /// Returns the answer for a quick action or a link that did not reach code of the app, or whose outcome its sources
  /// leave open.
  static func answer(_ item: DeliveryRecord, on device: Device?) -> [String]? {
    let app = device?.apps.first { $0.bundleIdentifier == item.app }
    // The sources of an app are only read for its quick actions.
    guard item.type != nil || item.isLink && !(app?.code is SourceDrivenCode) else { return nil }
    guard item.reason != nil || item.outcome == .lost else { return nil }
    let what = "the \(item.type == nil ? "link" : "quick action") “\(line(item.type ?? item.label))”"
    guard let method = item.method else { return ["\(what) reached no code of the app"] }
    let missing = MissingMethod(method, of: app, isLink: item.type == nil)
    var lines = ["\(what) reached no code: iOS calls \(method.swiftName)\(missing.words)"]
    if let reason = item.reason.map(line) {
      lines = ["\(what) is lost: \(reason)"]
      if item.outcome == .notKnown { return ["it is not known whether \(what) is handled once: \(reason)"] }
    }
    if let unused = item.unused {
      lines.append("why: the app has \(unused.slot), which iOS never calls in an app with scenes (LAUNCH-021)")
    }
    return lines + (missing.hint.isEmpty ? [] : ["do: \(missing.hint)"])
  }

  /// Returns the answer for a quick action that the app handled again, perhaps in a later line than before.
  private static func repetition(_ item: DeliveryRecord, on device: Device) -> [String]? {
    guard let type = item.type, let number = item.number, [.handledTwice, .notSent].contains(item.outcome),
      let all = device.deliveries(in: device.trace).first(where: { $0.number == number }), all.outcome == .handledTwice
    else { return nil }
    let places = all.handlers.map { $0?.swiftName ?? "other code" }.joined(separator: " and in ")
    let count = all.handled == 2 ? "twice" : "\(all.handled) times"
    return ["the quick action “\(line(type))” is handled \(count): in \(places)"]
  }

  /// Returns why an app ended.
  static func ending(in events: ArraySlice<TraceEvent>) -> String? {
    for event in events {
      guard let app = event.app, event.what == .process(.crash) else { continue }
      let detail = Self.line(event.detail.description)
      return "\(Self.line(app)) ended: \(detail)\(event.fact.map { " (\($0))" } ?? "")"
    }
    return nil
  }
}

/// Why an app lacks the method that iOS calls for a quick action, for messages. The reason depends on what runs as the
/// app's code: what its sources do, the script's Lua, or nothing.
struct MissingMethod {
  /// Follows the name of the method: `, which the app does not have`.
  let words: String
  /// The remedy, as an imperative; empty if the sources decide.
  let hint: String

  private static let unread = " (the app's own code does not run)"

  init(_ method: AppCallback, of app: InstalledApp?, isLink: Bool = false) {
    let kind: ClassKind = method.receiver == .appDelegate ? .delegate : .sceneDelegate
    let arguments = kind.slots.first { $0.name == method.slot }?.arguments().map(\.name) ?? []
    var definition = "function \(kind.place):\(method.slot)(\(arguments.joined(separator: ", "))) end"
    let code = app?.code as? any ScriptedCode
    let scenes: [AppCallback] = [.windowScenePerformAction, .sceneWillConnect]
    let naming = AppCallback.configurationForConnecting.slot
    let isSwiftUI = kind == .sceneDelegate && (try? app?.lifeCycle) == .swiftUI
    // SwiftUI has only the scene delegate that the app delegate names (LAUNCH-027).
    let isUnnamed = isSwiftUI && code?.hasMethod(naming, in: .delegate) != true
    let name = "function app.delegate:\(naming)() return UISceneConfiguration { delegateClass = app.sceneDelegate } end"
    if isSwiftUI, isLink { definition = "function app.view:onOpenURL(url) end" }
    // An app that is only data has no code of its own.
    let isData = (try? app?.package)?.origin == .data
    let absent = isData ? ", which the app does not have" : ", which your Lua code does not have\(Self.unread)"
    if app?.code is SourceDrivenCode {
      (words, hint) = (", which the code that was read does not have", "")
    } else if code?.hasMethod(method.slot, in: kind) == true, isUnnamed {
      words = ": \(kind.place) has it, but SwiftUI makes only a delegate that the app delegate names (LAUNCH-027)"
      hint = "\(name), before device:launch(app)"
    } else if code?.hasMethod(method.slot, in: kind) == true {
      words = ": \(kind.place) has it, but the delegate of the running app does not"
      hint = "define \(kind.place) before device:launch(app): an app gets its delegates when it launches"
    } else if kind == .delegate,
      let unused = scenes.first(where: { code?.hasMethod($0.slot, in: .sceneDelegate) == true })
    {
      words = "\(absent); app.sceneDelegate has \(unused.slot), but the app runs without scenes"
      // The option overrides a manifest.
      let cure =
        app?.chosenLifeCycle != nil || isData
        ? "install the app with { lifecycle = \"scene\" }" : "add UIApplicationSceneManifest to the Info.plist"
      hint = "\(cure) (scenes need iOS 13), or write \(definition)"
    } else {
      if isUnnamed, !isLink { definition = "\(name) \(definition)" }
      let isScripted = ClassKind.allCases.contains { code?.hasMethod(nil, in: $0) == true }
      words = isScripted ? absent : ", which no Lua code here has\(Self.unread)"
      let sources = ", or app = device:install(PATH, { sources = true }), which reads the app's own code"
      hint = definition + (isScripted ? "" : sources)
    }
  }
}

/// The results of a session's lines, for use in later lines.
struct KeptResults {
  /// The maximum number of numbered results of a line, `_1` to `_9`.
  private static let maximumNames = 9
  /// The maximum number of lines in `Out`.
  private static let maximumLines = 1_000

  /// `Out`: the first result of each line, by line number. It stays this table even if the script reassigns the name.
  private var table: LuaReference?
  private var lines: [Int] = []

  /// Adds the results of a line.
  /// - Parameter first: the first result. The results must not all be nil.
  mutating func keep(_ first: LuaReference, _ results: [LuaReference], ofLine line: Int, in lua: LuaState) {
    lua.setGlobal("___", to: lua.global("__"))
    lua.setGlobal("__", to: lua.global("_"))
    lua.setGlobal("_", to: first)
    for number in 1...Self.maximumNames {
      lua.setGlobal("_\(number)", to: number <= results.count ? results[number - 1] : LuaReference?.none)
    }
    let stack = lua.stack
    if let table { stack.push(table) } else { stack.pushTable() }
    defer { stack.removeLast() }
    if table == nil {
      let table = stack.reference(to: -1)
      self.table = table
      stack.push(lua.global("Out"))
      let isFree = stack.kind(at: -1) == .nil
      stack.removeLast()
      if isFree { lua.setGlobal("Out", to: table) }
    }
    stack.push(first)
    stack.setRaw(Int64(line), in: -2)
    lines.append(line)
    guard lines.count > Self.maximumLines else { return }
    stack.pushNil()
    stack.setRaw(Int64(lines.removeFirst()), in: -2)
  }
}
