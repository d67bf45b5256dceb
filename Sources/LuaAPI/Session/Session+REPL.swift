package import AppPackages
import Events
import HomeScreenSimulator
package import LuaEngine
package import Platform
import PropertyLists

/// The reason why a REPL could not start.
package struct REPLFailure: LuaFailureConvertible, CustomStringConvertible {
  let text: String
  /// The failure for scripts.
  package let luaFailure: LuaFailure
  /// The exit code of the process.
  package let exitCode: ExitCode
  /// Whether only the app failed, so that a device exists without it.
  package let isAboutApp: Bool

  /// The message for the user, with a hint.
  package var description: String { text }
}

/// The device and the app of a REPL, or of a plain script that uses them without making them.
package struct PlayRequest {
  /// The app to install.
  package enum App {
    /// The app at this path.
    case path(String, PackageOptions)
    /// The app in the project's settings, or the app of the folder, or a sample.
    case usual(PackageOptions)
    case sample(SampleApp)
    case none
  }

  package var app: App
  /// The model as the user writes it; nil for the one in the settings, or the newest iPhone.
  package var model: String?
  /// The iOS version as the user writes it; nil for the one in the settings, or the newest.
  package var os: String?
  /// The language, such as `zh-Hans`; nil for the language of the run, or English.
  package var locale: String?

  /// Whether the app of the folder is read with a script's permissions: only files of its project.
  package var isOfScript = false

  /// Creates a request for an app on a device.
  package init(app: App, model: String? = nil, os: String? = nil, locale: String? = nil) {
    (self.app, self.model, self.os, self.locale) = (app, model, os, locale)
  }
}

/// The preparation of a REPL.
extension Session {
  /// Makes UIKit's names refer to the foreground app of the global `device`, unless code of an app is running.
  package func usesPlayedDevice() {
    code.usesAppInFront = true
    devices.played = { [unowned self] in playedDevice }
  }

  /// Calls ``usesPlayedDevice()``, makes touches press Home if needed, and collects the results of a line's requests.
  package func beginPlaying() {
    usesPlayedDevice()
    devices.answers = LineAnswers()
    devices.pressesHome = true
  }

  /// The value of `device` in the next line: a local of an earlier line, or the global.
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

  /// Sets the globals `device` and `app`, and launches the app in the foreground.
  /// - Returns: sentences for the user if the app is missing, is a replacement, or has ended.
  /// - Throws: ``REPLFailure``.
  package func prepare(_ request: PlayRequest) throws(REPLFailure) -> [String] {
    var isAboutApp = false
    do {
      let (model, os) = devices.defaults.completed(
        model: try request.model.map { try DeviceModel(named: $0) },
        os: try request.os.map { try OSVersion(parsing: $0) }, settings)
      let locale = try Device.language(named: request.locale ?? devices.defaults.locale ?? "en")
      let device = try Device(model: model, os: os, locale: locale)
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
      noteOldest(of: package, on: device)
      let app = try device.install(package)
      lua.setGlobal("app", to: app)
      // Includes methods that are defined after the app launched.
      let code = try LuaAppCode.of(app, in: code)
      for kind in Self.classes { try code.classTable(kind) }
      try device.launch(app)
      let ending = device.front == nil ? LineAnswers.ending(in: device.trace.events[...]) : nil
      let several = request.isOfScript ? nil : package.warnings.first { $0.code == .severalApps }
      let remark = several.map { "\($0.message) [\($0.code.rawValue)]" + ($0.hint.map { "; \($0)" } ?? "") }
      return [choice.problem, remark, ending].compactMap(\.self)
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

  /// Notes that no user has an app on a device, because it needs a newer version of iOS. The scenarios of homescreen
  /// itself try old versions on purpose. Also notes a life cycle that contradicts the scene manifest.
  func noteOldest(of package: AppPackage, on device: Device, _ lifeCycle: LifeCycle? = nil) {
    guard case .folder = files.location else { return }
    if let refusal = Self.refusal(of: package, on: device) { note(refusal) }
    if lifeCycle == .appDelegate, LifeCycle.scene.firstOS <= device.os,
      package.infoPlist["UIApplicationSceneManifest"]?.dictionary != nil
    {
      note(
        "\(package.name) has UIApplicationSceneManifest: devices give it scenes, whatever lifecycle = \"appDelegate\" says"
      )
    }
  }

  /// Notes that the package of an app whose code has SwiftUI's `App` does not say so. The entry point is searched in the
  /// files that Xcode's template names: `PaintApp.swift`.
  func noteUnreadApp(_ package: AppPackage) {
    guard case .folder = files.location, package.build != nil, let tree = package.files?.tree,
      searchedApps.insert(ExactText(package.infoPlistFile)).inserted
    else { return }
    let entry = package.sourceFiles()?.files.first { file in
      guard file.module == nil, file.path.hasSuffix("App.swift"), let bytes = try? tree.read(file.path) else {
        return false
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains("@main") && text.contains(": App ")
    }
    guard let entry else { return }
    note(
      "\(entry.path) has SwiftUI’s App, but the code of \(package.name) was not read, so its life cycle is not known: "
        + "install it with { sources = true } or { lifecycle = \"swiftUI\" }")
  }

  private static func refusal(of package: AppPackage, on device: Device) -> String? {
    guard let oldest = package.infoPlist["MinimumOSVersion"]?.string.flatMap({ OSVersion($0) }), oldest > device.os
    else { return nil }
    return "\(package.name) needs \(device.model.systemName(oldest)) \(oldest) (MinimumOSVersion): "
      + "no user can install it on \(device.os)" + (package.assumedTarget.map { ". \($0)" } ?? "")
  }

  /// Why no user can install an app of the current device there; nil if they can.
  package var refusedInstallation: String? {
    guard let device = devices.current else { return nil }
    return device.apps.lazy.compactMap { app in (try? app.package).flatMap { Self.refusal(of: $0, on: device) } }.first
  }

  /// Makes the device and the app when a script without a `device` first uses `device`, `app` or a name of UIKit.
  /// - Parameter isWanted: asked at each use until they are made.
  package func prepareOnUse(_ request: PlayRequest, isWanted: @escaping () -> Bool = { true }) {
    devices.makeOnUse = { [unowned self] in
      guard isWanted() else { return false }
      usesPlayedDevice()
      // A script may have a device of its own.
      if playedDevice == nil { try prepare(request).forEach(note) }
      return true
    }
  }

  /// An app, and the reason for its choice.
  private struct AppChoice {
    var package: AppPackage?
    var path: String?
    var sample: SampleApp?
    /// The reason why this is not the app of the folder.
    var problem: String?
  }

  private func package(for request: PlayRequest) throws -> AppChoice {
    switch request.app {
    case .none: return AppChoice()
    case .sample(let sample): return AppChoice(package: try sample.package(), sample: sample)
    case .path(let path, let options):
      if let sample = SampleApp(rawValue: path), (try? CurrentMachine.value.status(path, followsLink: true)) == nil {
        return AppChoice(package: try sample.package(), sample: sample)
      }
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
          // Apps inside the tests of a checkout do not count.
          let parts = FileTreePath.parts(of: found.package.build?.projectFile ?? "").dropFirst()
          if !ProjectRanking.isFixture(found.path == "." ? parts.joined(separator: "/") : found.path) {
            let path = folder == "." ? found.path : found.path == "." ? folder : "\(folder)/\(found.path)"
            return AppChoice(package: found.package, path: path)
          }
        } catch let error as AppPackageError
          where error.kind == .noInfoPlist && error.hint?.hasPrefix("name one") != true
        {
          // A folder without an app is normal, and the sample replaces it.
        } catch {
          problem = "the app of this folder cannot be opened: \(error)"
        }
      }
      var choice = AppChoice(package: try SampleApp.paint.package(), sample: .paint)
      choice.problem = problem
      return choice
    }
  }

  /// The classes of a REPL's app before it launches.
  private static let classes = [ClassKind.delegate, .sceneDelegate]

  /// The Lua code that creates the classes of the global `app` and launches it.
  package static let launchOfREPL = """
    \(classes.map { $0.place }.joined(separator: ", ")) = \(classes.map { _ in "{}" }.joined(separator: ", "))
    device:launch(app)
    """

  /// The name of the device: `iPhone, iOS 17.5`; empty without a device.
  package var deviceName: String { devices.current.map { $0.model.title($0.os) } ?? "" }

  /// Whether the current device is not the one of the preparation, because a line has made another one.
  package var hasOwnDevice: Bool {
    devices.current.map { $0.model.name != preparation?.model || $0.os.description != preparation?.os } ?? false
  }

  /// The first line of a REPL: the device and the app.
  package var greeting: String {
    guard let device = devices.current else { return "" }
    let apps = device.apps.compactMap { try? $0.label }.map { ", \($0)" }.joined()
    return "\(deviceName)\(apps)\(device.front == nil ? "" : " in front")"
  }
}

/// Time in a REPL: where to rewind to, the next event, and the comparison of two sessions.
extension Session {
  /// Returns a request for the current device's state at a time in seconds; nil without a device or for an invalid time.
  package func rewindRequest(toTime seconds: Double) -> RewindRequest? {
    guard seconds >= 0, seconds < 1e12, let device = ordinalAtHand else { return nil }
    return RewindRequest(device: device, target: .time(Int64((seconds * 1_000).rounded())))
  }

  /// Returns a request for the current device's state before the command that led to an event, counted from 1; nil if
  /// there is none.
  package func rewindRequest(toEvent number: Int) -> RewindRequest? {
    guard let device = ordinalAtHand, number >= 1, number <= eventCount else { return nil }
    return RewindRequest(device: device, target: .event(number - 1))
  }

  /// The number of events in the current device's trace.
  package var eventCount: Int { devices.current?.trace.count ?? 0 }

  private var ordinalAtHand: Int? { devices.current.flatMap(devices.ordinal) }

  /// The current device's next pending event, and the seconds until then; nil if none is pending.
  package var nextWork: (seconds: Double, text: String)? {
    guard let device = devices.current, let work = device.nextWork else { return nil }
    return (Double(work.time.milliseconds - device.milliseconds) / 1_000, work.description)
  }

  /// Whether `device` is a device.
  package var deviceIsAtHand: Bool { devices.played?() != nil }

  /// The devices of a session and their events, for comparison.
  package var story: SessionStory { SessionStory(devices.log?.logged ?? []) }
}

/// The events on the devices of a session.
package struct SessionStory {
  private let devices: [(name: String, events: [TraceEvent])]

  init(_ devices: [Device]) { self.devices = devices.map { ($0.model.title($0.os), $0.trace.events) } }

  /// The first difference between two stories. An event is nil if its story has ended.
  package struct Difference {
    /// The position in the trace, counted from 1.
    package let number: Int
    /// The device and the event in this story.
    package let earlier: (device: String, event: String?)
    /// The device and the event in the other story.
    package let later: (device: String, event: String?)
  }

  /// Returns the first difference from another story; nil if both are the same.
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

/// Expressions that are evaluated without affecting the session.
extension Session {
  /// The budget of a short evaluation.
  private static let budgetOfLook: Int64 = 2_000_000

  private static let refusal = LuaFailure(
    "showing a value cannot change the device", code: "watch",
    hint: "Type the command on its own line.")

  /// Runs `body` while devices refuse commands, and keeps the script's random numbers unchanged.
  func lookingOnly<Outcome>(
    _ budget: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, used: Int64, isUsedUp: Bool) {
    devices.refuseOlderOnes(with: Self.refusal)
    defer { devices.refuseOlderOnes(with: nil) }
    return lua.keepingRandomState { lua.withOwnBudget(budget, body) }
  }

  /// Evaluates an expression and returns its first value. Devices refuse commands, and the script's budget is not used.
  /// - Throws: ``LuaError`` if the text is not an expression, fails, or does not end.
  /// - Parameter names: the names in it, which may include locals of earlier lines.
  /// - Parameter budget: the limit in units; nil for the limit of a short evaluation.
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

/// A value in readable form.
package struct ShownValue: Sendable, Equatable {
  /// The text, of one or more lines.
  package let text: String
  /// Whether a part of the value was left out.
  package let isCut: Bool
}

/// The display of values in a console, and their names.
extension Session {
  /// The budget for displaying a value, including `__tostring` and a plugin's renderer.
  private static let budgetOfShowing: Int64 = 20_000_000

  /// Returns the readable form of a value: tables with sorted keys, API objects with their main properties, functions
  /// with their place. Never fails, and does not use the script's budget.
  ///
  /// - Parameters:
  ///   - width: the width of the screen, in columns.
  ///   - isWhole: whether to show everything; if false, long or deep parts are left out.
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
    if isUsedUp { return ShownValue(text: "(a value that takes too long to show)", isCut: false) }
    do {
      return try outcome.get()
    } catch {
      return ShownValue(text: "(a value that cannot be shown: \(error))", isCut: false)
    }
  }

  /// Whether the value is Lua's nil.
  package func isNil(_ value: LuaReference) -> Bool {
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    return lua.stack.kind(at: -1) == .nil
  }

  /// Returns the text of a string; nil for every other value.
  package func text(of value: LuaReference) -> String? {
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    return lua.stack.kind(at: -1) == .string ? lua.stack.string(at: -1) : nil
  }

  /// Keeps the results of a line: `_` and `_1` are the first, `_2` is the second …; `__` and `___` are earlier values
  /// of `_`. `Out[LINE]` is the first result of a line, for the last thousand lines with results. A line without
  /// results changes nothing.
  ///
  /// - Parameter line: the line's number in the session.
  package func keep(results: [LuaReference], ofLine line: Int) {
    guard let first = results.first, results.count > 1 || !isNil(first) else { return }
    keptResults.keep(first, results, ofLine: line, in: lua)
  }
}
