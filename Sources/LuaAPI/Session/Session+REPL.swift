package import AppPackages
import Events
import HomeScreenSimulator
package import LuaEngine
package import Platform
import PropertyLists

/// Why a REPL could not begin.
package struct REPLFailure: LuaFailureConvertible, CustomStringConvertible {
  let text: String
  /// As a script gets it.
  package let luaFailure: LuaFailure
  /// How the process ends because of it.
  package let exitCode: ExitCode
  /// Whether only the app is to blame: without it there is a device.
  package let isAboutApp: Bool

  /// What went wrong, and what to do about it, as it is shown to the person.
  package var description: String { text }
}

/// The device and the app that a person plays with, or that a plain script uses without making them.
package struct PlayRequest {
  /// Which app is installed.
  package enum App {
    /// The one at this path.
    case path(String, PackageOptions)
    /// The one that the project's settings name, or else the folder's own, or else a sample.
    case usual(PackageOptions)
    case sample(SampleApp)
    case none
  }

  /// The app.
  package var app: App
  /// As a person writes it; nil for that of the settings, or the newest iPhone.
  package var model: String?
  /// As a person writes it; nil for that of the settings, or the newest.
  package var os: String?
  /// A language, such as `zh-Hans`; nil for that of the run, or English.
  package var locale: String?

  /// Whether the folder's own app is read as scripts read: nothing outside of their project.
  package var isOfScript = false

  /// A request for an app on a device.
  package init(app: App, model: String? = nil, os: String? = nil, locale: String? = nil) {
    (self.app, self.model, self.os, self.locale) = (app, model, os, locale)
  }
}

/// What a REPL begins with.
extension Session {
  /// From now on UIKit's names mean the app in front of the global `device`, where no app's code runs.
  package func usesPlayedDevice() {
    code.usesAppInFront = true
    devices.played = { [unowned self] in playedDevice }
  }

  /// The same for a person, who presses Home where a finger has to, and reads what became of what a line asked for.
  package func beginPlaying() {
    usesPlayedDevice()
    devices.answers = LineAnswers()
    devices.pressesHome = true
  }

  /// What `device` means in the next line: a local variable of an earlier one, or the global.
  private var playedDevice: Device? {
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    if !locals.push("device") {
      stack.pushGlobals()
      stack.pushRaw("device", of: -1)
    }
    return stack.object(at: -1) as? Device
  }

  /// Makes the device and the app as the globals `device` and `app`. The app has been launched and is in front.
  /// - Returns: sentences for a person: why the app is missing, is another one, or has ended.
  /// - Throws: ``REPLFailure``.
  package func prepare(_ request: PlayRequest) throws(REPLFailure) -> [String] {
    var isAboutApp = false
    do {
      let (model, os) = devices.defaults.completed(
        model: try request.model.map { try DeviceModel(named: $0) },
        os: try request.os.map { try OSVersion(parsing: $0) }, settings)
      let device = try Device(model: model, os: os, locale: request.locale ?? devices.defaults.locale ?? "en")
      devices.adopt(device)
      lua.setGlobal("device", to: device)
      isAboutApp = true
      preparation = REPLPreparation(
        model: device.model.name, os: device.os.description, locale: device.locale, app: nil, sample: nil)
      let choice = try package(for: request)
      preparation = REPLPreparation(
        model: device.model.name, os: device.os.description, locale: device.locale, app: choice.path,
        sample: choice.sample)
      guard let package = choice.package else { return [] }
      let app = try device.install(package)
      lua.setGlobal("app", to: app)
      // So that methods count which are written once the app runs.
      let code = try LuaAppCode.of(app, in: code)
      for kind in Self.classes { try code.classTable(kind) }
      try device.launch(app)
      let ending = device.front == nil ? LineAnswers.ending(in: device.trace.events[...]) : nil
      return [choice.problem, ending].compactMap(\.self)
    } catch is ReplayEnd {
      return []
    } catch let error as AppPackageError {
      throw REPLFailure(
        text: "\(error)", luaFailure: error.luaFailure, exitCode: ExitCode(opening: error), isAboutApp: isAboutApp)
    } catch {
      let failure = (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)")
      throw REPLFailure(text: failure.text, luaFailure: failure, exitCode: .usage, isAboutApp: isAboutApp)
    }
  }

  /// The same, once a script first uses `device`, `app` or a name of UIKit, and only where it may.
  /// - Parameter isWanted: asked at each use until it was made.
  package func prepareOnUse(_ request: PlayRequest, isWanted: @escaping () -> Bool = { true }) {
    devices.makeOnUse = { [unowned self] in
      guard isWanted() else { return false }
      try prepare(request).forEach(note)
      usesPlayedDevice()
      return true
    }
  }

  /// An app, and how it came to be chosen.
  private struct AppChoice {
    var package: AppPackage?
    var path: String?
    var sample: SampleApp?
    /// Why it is not the one of the folder.
    var problem: String?
  }

  private func package(for request: PlayRequest) throws -> AppChoice {
    switch request.app {
    case .none: return AppChoice()
    case .sample(let sample): return AppChoice(package: try sample.package(), sample: sample)
    case .path(let path, let options):
      files.allow(path)
      return AppChoice(package: try AppPackage(contentsOf: path, options: options), path: path)
    case .usual(let options):
      if let path = settings?.app {
        return AppChoice(package: try AppPackage(contentsOf: path, options: options), path: path)
      }
      var problem: String?
      if let folder = files.ownFolder {
        do {
          let place = StartingPlace(folder)
          try place.checkLinks()
          let found = request.isOfScript ? try files.confined { try place.app() } : try place.app()
          // The app of a checkout is not one that its tests bring.
          let parts = FileTreePath.parts(of: found.package.build?.projectFile ?? "").dropFirst()
          if !ProjectRanking.isFixture(found.path == "." ? parts.joined(separator: "/") : found.path) {
            let path = folder == "." ? found.path : found.path == "." ? folder : "\(folder)/\(found.path)"
            return AppChoice(package: found.package, path: path)
          }
        } catch let error as AppPackageError
          where error.kind == .noInfoPlist && error.hint?.hasPrefix("name one") != true
        {
          // A folder without an app is usual: the sample does.
        } catch {
          problem = "the app of this folder cannot be opened: \(error)"
        }
      }
      var choice = AppChoice(package: try SampleApp.paint.package(), sample: .paint)
      choice.problem = problem
      return choice
    }
  }

  /// The classes that an app of a REPL has before it runs.
  private static let classes = [ClassKind.delegate, .sceneDelegate]

  /// The same for the global `app`, in Lua.
  package static let launchOfREPL = """
    \(classes.map { $0.place }.joined(separator: ", ")) = \(classes.map { _ in "{}" }.joined(separator: ", "))
    device:launch(app)
    """

  /// `iPhone, iOS 17.5`; empty without a device.
  package var deviceName: String { devices.current.map { "\($0.model.name), \($0.systemName) \($0.os)" } ?? "" }

  /// What the REPL says first: the device and the app.
  package var greeting: String {
    guard let device = devices.current else { return "" }
    let apps = device.apps.compactMap { try? $0.label }.map { ", \($0)" }.joined()
    return "\(deviceName)\(apps)\(device.front == nil ? "" : " in front")"
  }
}

/// What a REPL asks about time: where to go, what comes next, and whether two sessions went the same way.
extension Session {
  /// Asks for the state of the device at hand at a time, in seconds; nil without a device or for what is no time.
  package func rewindRequest(toTime seconds: Double) -> RewindRequest? {
    guard seconds >= 0, seconds < 1e12, let device = ordinalAtHand else { return nil }
    return RewindRequest(device: device, target: .time(Int64((seconds * 1_000).rounded())))
  }

  /// Asks for the state of the device at hand before the command that led to an event, which are counted from 1; nil for
  /// an event that there is not.
  package func rewindRequest(toEvent number: Int) -> RewindRequest? {
    guard let device = ordinalAtHand, number >= 1, number <= eventCount else { return nil }
    return RewindRequest(device: device, target: .event(number - 1))
  }

  /// How many events the trace of the device at hand has.
  package var eventCount: Int { devices.current?.trace.count ?? 0 }

  private var ordinalAtHand: Int? { devices.current.flatMap(devices.ordinal) }

  /// What the device at hand will do next by itself, and in how many seconds; nil when nothing waits.
  package var nextWork: (seconds: Double, text: String)? {
    guard let device = devices.current, let work = device.nextWork else { return nil }
    return (Double(work.time.milliseconds - device.milliseconds) / 1_000, work.description)
  }

  /// Whether what is called `device` is one.
  package var deviceIsAtHand: Bool { devices.played?() != nil }

  /// The devices of a session with what happened on them, to be held beside another one.
  package var story: SessionStory {
    SessionStory(devices.log?.logged ?? [])
  }
}

/// What happened on the devices of a session.
package struct SessionStory {
  private let devices: [(name: String, events: [TraceEvent])]

  init(_ devices: [Device]) {
    self.devices = devices.map { ("\($0.model.name), \($0.systemName) \($0.os)", $0.trace.events) }
  }

  /// The first event that is another one; nil where a story has ended.
  package struct Difference {
    /// Its place in the trace, counted from 1.
    package let number: Int
    /// The device of this story, and its event.
    package let earlier: (device: String, event: String?)
    /// The same of the other story.
    package let later: (device: String, event: String?)
  }

  /// Where another story goes another way; nil when both are the same.
  package func firstDifference(from other: SessionStory) -> Difference? {
    for index in 0..<max(devices.count, other.devices.count) {
      let (here, there) = (device(index), other.device(index))
      guard let place = Trace.firstDifference(here.events, there.events) else { continue }
      func event(_ events: [TraceEvent]) -> String? { place < events.count ? events[place].description : nil }
      return Difference(
        number: place + 1, earlier: (here.name, event(here.events)), later: (there.name, event(there.events)))
    }
    return nil
  }

  private func device(_ index: Int) -> (name: String, events: [TraceEvent]) {
    devices.indices.contains(index) ? devices[index] : ("no device", [])
  }
}

/// Expressions that are looked at beside what a session does.
extension Session {
  /// What a look may use.
  private static let budgetOfLook: Int64 = 2_000_000

  private static let refusal = LuaFailure(
    "showing a value cannot change the device", code: "watch",
    hint: "Type it on its own line.")

  /// Runs what only looks: devices refuse commands meanwhile, and the random numbers of the script stay what they were.
  func lookingOnly<Outcome>(
    _ budget: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, used: Int64, isUsedUp: Bool) {
    devices.refuseOlderOnes(with: Self.refusal)
    defer { devices.refuseOlderOnes(with: nil) }
    return lua.keepingRandomState { lua.withOwnBudget(budget, body) }
  }

  /// The first value of an expression. Devices refuse commands meanwhile, and nothing is taken from what the script may
  /// use.
  /// - Throws: ``LuaError``: the text is no expression, it fails, or does not come to an end.
  /// - Parameter names: those in it, among which are perhaps locals of earlier lines.
  /// - Parameter budget: what it may use, in units; nil: what a short look may.
  package func look(at expression: String, names: Set<String> = [], budget: Int64? = nil) throws(LuaError)
    -> LuaReference
  {
    let (outcome, _, isUsedUp) = lookingOnly(budget ?? Self.budgetOfLook) {
      Result { () throws(LuaError) in
        // The line break ends a comment.
        let line = try locals.load("return (\(expression)\n)", chunkName: "=watch", names: names, declarations: [])
        return try lua.results(of: line.function)
      }
    }
    if isUsedUp { throw LuaError(kind: .runtime, message: "it does not end") }
    switch outcome {
    case .success(.success(let results)): return results.first ?? lua.global("")
    case .success(.failure(let error)): throw error
    case .failure(let error): throw error as? LuaError ?? LuaError(kind: .runtime, message: "\(error)")
    }
  }
}

/// A value as a person reads it.
package struct ShownValue: Sendable, Equatable {
  /// One or more lines.
  package let text: String
  /// Whether something of the value was left out.
  package let isCut: Bool
}

/// What a console shows of values, and the names under which it keeps them.
extension Session {
  /// What showing one value in short may use, `__tostring` and a plugin's renderer included.
  private static let budgetOfShowing: Int64 = 20_000_000

  /// A value for a person: tables with sorted keys, objects of the API with their main properties, functions with their
  /// place. Never fails, and takes nothing from what the script may use.
  ///
  /// - Parameters:
  ///   - width: of the screen, in columns.
  ///   - isWhole: whether everything is shown, however long it is; else what is too long or too deep is left out.
  package func show(_ value: LuaReference, width: Int = 80, isWhole: Bool = false) -> ShownValue {
    let (outcome, _, isUsedUp) = lookingOnly(isWhole ? lua.options.budget : Self.budgetOfShowing) {
      if let text = plugins?.render(value) { return ShownValue(text: text, isCut: false) }
      var fields: [(key: LuaTable.Key, value: LuaValue)] = [
        (.string("width"), .integer(Int64(width))), (.string("outlines"), .boolean(true)),
      ]
      if isWhole {
        fields += [
          (.string("depth"), .integer(100)), (.string("items"), .integer(100_000)),
          (.string("length"), .integer(10_000_000)),
        ]
      }
      let results = try lua.call(try prelude.module("inspect"), value, LuaTable(fields: fields))
      return ShownValue(text: results.first?.string ?? "", isCut: results.dropFirst().first?.boolean ?? false)
    }
    if isUsedUp { return ShownValue(text: "(a value that takes too long to be shown)", isCut: false) }
    do {
      return try outcome.get()
    } catch {
      return ShownValue(text: "(a value that cannot be shown: \(error))", isCut: false)
    }
  }

  /// Whether it is Lua's nil.
  package func isNil(_ value: LuaReference) -> Bool {
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    return lua.stack.kind(at: -1) == .nil
  }

  /// The text of a string; nil for every other value.
  package func text(of value: LuaReference) -> String? {
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    return lua.stack.kind(at: -1) == .string ? lua.stack.string(at: -1) : nil
  }

  /// Keeps the results of a line: `_` and `_1` are the first, `_2` the second …; `__` and `___` what `_` was before;
  /// `Out[LINE]` is the first of that line, for as long as a thousand other lines have not given anything. A line without
  /// results changes nothing.
  ///
  /// - Parameter line: its number in the session.
  package func keep(results: [LuaReference], ofLine line: Int) {
    guard let first = results.first, results.count > 1 || !isNil(first) else { return }
    keptResults.keep(first, results, ofLine: line, in: lua)
  }
}
