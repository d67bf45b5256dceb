import AppPackages
import AppSources
import ArgumentParser
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import SourceClient

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an icon or a quick action works, or does not.",
    discussion: """
      Checks every alternate icon on every kind of device that the app supports. With a NAME, prints each check that \
      iOS makes, in order; the names declared for the device; the pictures that iOS considers for each place, and the \
      one it shows; and what to change.

      With --action TYPE, or a NAME that matches only the type of a quick action, checks the static quick action of \
      this type in all versions and languages that the app supports: whether it is in the menu of each kind of device, \
      with which title, subtitle and picture, and what hides it. --os and --locale take comma-separated lists.

      With --launch, also delivers the action or the --url to a model of the app's own code, which homescreen-sources \
      reads, and prints the result with the source lines that decide it. A NAME that is a link, or the type of an \
      action that only the code sets, means --launch cold. --launch alone reports whether the app launches on iOS 27 if \
      Xcode 27 builds it.

      Example: homescreen why MyApp.app night --device iPad --os 17.5
      """)

  @Argument(
    help: "An app: an Xcode project, a built .app, an .ipa or .xcarchive, an Info.plist, or a folder that contains one."
  )
  var path = "."

  @Argument(help: "The name of an icon, or the type of a quick action; every alternate icon by default.")
  var name: String?

  @Flag(help: "Explain the primary icon, which an app sets with nil.")
  var primary = false

  @Option(help: "Explain the static quick action of this type.")
  var action: String?

  @Option(help: "Explain what the code does with a URL, or a universal link if it begins with https; needs --launch.")
  var url: String?

  @Option(
    name: .customLong("launch"), defaultAsFlag: LaunchQuestion.app,
    help: ArgumentHelp(
      "Explain what the app's code does with the action or the URL: cold if the app is not running, warm if it is in "
        + "the background, jetsam if the system terminated it there. Without a value, explain whether the app launches "
        + "on iOS 27; this cannot be combined with an action or a URL.", valueName: "cold|warm|jetsam"),
    transform: LaunchQuestion.init)
  var launchQuestion: LaunchQuestion?

  @OptionGroup
  var output: FormatOptions<IconFormats>

  @OptionGroup(title: "Code")
  var sources: SourceOptions

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  /// The value of `--launch`: the state of the app before an event, or nothing.
  enum LaunchQuestion: Equatable, CustomStringConvertible {
    case app
    case event(CodeTrial.Launch)

    /// The default in help: none, because `app` is not a value of the option.
    var description: String { "" }

    init(_ text: String) throws {
      guard let launch = CodeTrial.Launch(rawValue: text) else {
        throw ValidationError("--launch must be cold, warm or jetsam, not “\(text)”")
      }
      self = .event(launch)
    }
  }

  private var launch: CodeTrial.Launch? { if case .event(let launch) = launchQuestion { launch } else { nil } }

  func validate() throws {
    if launchQuestion == .app {
      // The parser takes a word after --launch that it does not know for the name.
      if action != nil || url != nil, let name {
        throw ValidationError("--launch must be cold, warm or jetsam, not “\(name)”")
      }
      guard !primary, name == nil, action == nil, url == nil else {
        throw ValidationError(
          "--launch needs cold, warm or jetsam with an icon, action or URL; --launch alone is about the whole app")
      }
    }
    if [primary, name != nil, action != nil, url != nil].count(where: { $0 }) > 1 {
      throw ValidationError("give only one of NAME, --primary, --action and --url")
    }
    if launch == nil, url != nil { throw ValidationError("--url needs --launch cold, warm or jetsam") }
  }

  /// The subject of the question, with the answer.
  private enum Answer {
    /// With the reason to ask about a quick action instead, and the findings about similar names in the code.
    case icons(IconJudgement, actionHint: String?, misspellings: [Finding])
    case action(AskedAction)
    /// - Parameter codeTypes: the types that the code sets; nil if the code was not read.
    case unknownType(String, ActionJudgement, codeTypes: [String]?)
    case code(AskedTrial)
    case launch(AskedLaunch)
    case unreadCode(String)
  }

  func run() throws {
    let requests = try output.requests()
    let answer: Answer
    do {
      answer = try limit.run(path) {
        var package = try AppPackage(contentsOf: path, options: selection.options)
        let paths = ShownPaths(of: [package], at: [path], .here)
        package.warnings = package.warnings.map { paths.shown($0) }
        return try judge(package)
      }
    } catch let error as ValidationError {
      throw error
    } catch {
      let code = Platform.ExitCode(opening: error)
      // A name alone was taken for a path.
      let hint = code == .noInput && name == nil && action == nil && !path.contains("/") && path != "."
      let (what, rest) =
        launch.map { ("type of a quick action", " --launch \($0.rawValue)") } ?? ("name of an icon", "")
      let mayBeType = (error as? SimulatorError)?.code == .urlSchemeMissing && name?.contains("://") == false
      StandardStream.error.write(
        "homescreen: \(error)\n"
          + (hint ? "  The \(what) goes after the app: homescreen why . \(line: ShellWord.path(path))\(rest)\n" : "")
          + (mayBeType ? "  To ask about a quick action of this type: \(questionAboutAction)\n" : ""))
      throw ExitStatus(code).error
    }
    switch answer {
    case .icons(let judgement, let actionHint, let misspellings):
      for finding in misspellings {
        CommandContext.complain("\(line: finding.location.map { "\($0): " } ?? "")\(line: finding.message)")
      }
      if let actionHint { StandardStream.error.write("homescreen: \(actionHint): \(questionAboutAction)\n") }
      let documents = Documents<IconFormats>(requests)
      try ExitStatus.end(documents.write(judgement.changes ? .success : .failure) { $0(judgement) })
    case .action(let asked):
      let documents = Documents<ActionFormats>(requests)
      try ExitStatus.end(documents.write(asked.isShownEverywhere ? .success : .failure) { $0(asked) })
    case .code(let asked):
      let isHandled = asked.trial.outcome == .handledOnce
      let documents = Documents<CodeFormats>(requests)
      try ExitStatus.end(documents.write(isHandled ? .success : .failure) { $0(asked) })
    case .launch(let asked):
      let documents = Documents<LaunchFormats>(requests)
      try ExitStatus.end(documents.write(asked.mayLaunch ? .success : .failure) { $0(asked) })
    case .unreadCode(let reason):
      CommandContext.complain("homescreen: \(reason)")
      throw ExitStatus(.noInput).error
    case .unknownType(let type, let judgement, let codeTypes):
      StandardStream.error.write("homescreen: \(ActionReport.unknown(type, in: judgement, codeTypes: codeTypes))")
      throw ExitStatus(.failure).error
    }
  }

  private func judge(_ package: AppPackage) throws -> Answer {
    let older = try device.choice(models: []).versions?.filter { $0 < OSVersion(oldestOf: package) } ?? []
    if let refusal = OSVersion.refusal(of: package, on: older) { throw ValidationError(refusal) }
    var (type, url, launch) = (action, url, launch)
    let meaning = name.map { NameMeaning($0, in: package) }
    if let name {
      if meaning == .unknown, name.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:/) != nil {
        (url, launch) = (name, launch ?? .cold)
      } else if meaning == .action || launch != nil {
        type = name
      } else if meaning == .unknown, let answer = try answer(aboutItem: name, package) {
        return answer
      }
      if launch != nil, meaning == .icon {
        throw ValidationError("“\(name)” is the name of an icon; --launch needs the type of a quick action, or --url")
      }
    }
    if let url, let launch {
      let event = try event(url, package)
      if let answer = try code(launch, package, { _ in event }) { return answer }
    }
    if launchQuestion == .app {
      let client = sources.client(isUsual: true, limit)
      return .launch(
        AskedLaunch(LintSubject(package, sources: client?.document(of: package), xcode: selection.version)))
    }
    if let launch, type == nil { throw lackOfEvent(launch, package) }
    guard let type else {
      let judgement = try IconJudgement(
        package, primary || name != nil ? .icon(name) : .alternates,
        on: try device.devices(models: IconJudgement.models(for: package)))
      let document = name.flatMap { _ in sources.client(isUsual: true, limit)?.document(of: package) }
      let (texts, prefix) = (document?.texts ?? [], "\(package.bundleIdentifier ?? "").")
      let mayBeType = name.map { texts.contains($0) || $0.hasPrefix(prefix) }
      let hint = meaning == .unknown && mayBeType == true ? "this may be the type of a quick action" : nil
      return .icons(
        LintSubject(package, xcode: selection.version).doubting(judgement),
        actionHint: meaning == .both ? "a quick action has this type too" : hint,
        misspellings: document.map { misspellings(of: name ?? "", $0, package) } ?? [])
    }
    let choice = try device.choice(models: IconJudgement.models(for: package))
    // A device that refuses the app throws the reason.
    for device in choice.devices { try device.install(package) }
    let judgement = ActionJudgement(package, on: choice.models, versions: choice.versions, languages: choice.languages)
    guard let launch else {
      return try AskedAction(type, in: judgement).map { .action($0) } ?? answer(aboutItem: type, package)
        ?? .unknownType(type, judgement, codeTypes: nil)
    }
    let declared = judgement.actions(ofType: type).lazy.flatMap(\.outcomes).compactMap(\.item).first
    var codeTypes: [String] = []
    let answer = try code(launch, package) { document in
      codeTypes = document.shortcutItems.map(\.type)
      let item = declared ?? document.shortcutItem(ofType: type)
      if declared == nil, item != nil { remarkUnseen(type, among: judgement.types + codeTypes + document.texts) }
      return item.map { .quickAction($0) }
    }
    return answer ?? .unknownType(type, judgement, codeTypes: codeTypes)
  }

  /// Says that neither the Info.plist nor the code names a type, which the code may still compute.
  private func remarkUnseen(_ type: String, among known: [String]) {
    guard !known.contains(where: { ExactText.isSame($0, type) }) else { return }
    CommandContext.complain(
      "\(StyledText("note", .yellow)): the type “\(line: type)” is neither in the Info.plist nor written where the code makes "
        + "or compares types; the code may compute it.\(line: Spelling.didYouMean(type, in: known))")
  }

  /// Returns the error for a launch without the type of a quick action or a URL.
  private func lackOfEvent(_ launch: CodeTrial.Launch, _ package: AppPackage) -> ValidationError {
    let types = ActionJudgement(package, on: IconJudgement.models(for: package)).types
    return ValidationError(
      "--launch with a value needs --action or --url; --launch alone is about the whole app. "
        + (types.isEmpty ? "The Info.plist declares no quick action." : "The types are \(Names.list(types))")
        + (types.first.map {
          ": homescreen why \(ShellWord.path(path)) \(ShellWord.quoted($0)) --launch \(launch.rawValue)"
        } ?? ""))
  }

  /// Returns the event of a URL: a universal link if it begins with https, unless the default browser gets it.
  private func event(_ url: String, _ package: AppPackage) throws -> CodeEvent {
    let device = try device.choice(models: IconJudgement.models(for: package)).devices.first
    guard device?.opensAsBrowser(PreparedPackage(package), with: url) == true else {
      return url.hasPrefix("https:") ? .universalLink(url) : .url(url)
    }
    CommandContext.complain(
      "\(StyledText("note", .yellow)): the app gets “\(line: url)” only while it is the default browser. [LAUNCH-239]")
    return .url(url)
  }

  /// The command that asks about a quick action with the given name as its type.
  private var questionAboutAction: StyledText {
    "homescreen why \(line: ShellWord.path(path)) --action \(line: ShellWord.quoted(name ?? ""))"
  }

  /// Returns the findings about names in the app's code that almost match a declared one.
  private func misspellings(of name: String, _ document: SourceDocument, _ package: AppPackage) -> [Finding] {
    let subject = LintSubject(package, sources: document, xcode: selection.version)
    return Rules.named("icon-name-near-miss")?.check(subject).filter { $0.message.contains("but “\(name)” is") } ?? []
  }

  /// Returns what the app does, not running, with a quick action that its code sets; nil if it sets none of this type.
  private func answer(aboutItem type: String, _ package: AppPackage) throws -> Answer? {
    let answer = try code(.cold, package) { document in
      document.shortcutItems.first { ExactText.isSame($0.type, type) }.map { .quickAction($0) }
    }
    return if case .code? = answer { answer } else { nil }
  }

  /// Returns what the app's code does with an event, on the first of the selected devices.
  ///
  /// - Parameter event: the event for an app with this code; nil if there is none.
  /// - Returns: nil without an event.
  private func code(
    _ launch: CodeTrial.Launch, _ package: AppPackage, _ event: (SourceDocument) -> CodeEvent?
  ) throws -> Answer? {
    let client = sources.client(isUsual: true, limit)
    guard let document = client?.document(of: package) else {
      return .unreadCode(client?.problems.first ?? "the app has no code, or its code was not read")
    }
    guard let event = event(document) else { return nil }
    let choice = try device.choice(models: IconJudgement.models(for: package))
    guard let chosen = choice.devices.first else { throw ValidationError("no device is selected") }
    let subject = LintSubject(package, sources: document, xcode: selection.version)
    let trial = try CodeTrial(
      event, launch, of: PreparedPackage(package), SubjectCode(document, of: package), on: chosen.model, os: chosen.os,
      requirement: subject.xcode.requiresScenes ? subject.sceneRequirement : nil)
    return .code(AskedTrial(trial, of: package, on: "\(chosen.model.name), iOS \(chosen.os)"))
  }
}
