package import AppPackages
package import AppSources
internal import CProcess
package import Platform
internal import PropertyLists
internal import Synchronization

/// Asks `homescreen-sources` what an app's code does, once per set of sources: all builds of a target share one answer.
///
/// Nothing here throws: if the sources cannot be read, the rest continues without them, and ``problems`` says why.
package final class SourceClient: Sendable {
  private let version: String
  private let cache: String?
  private let limit: SourceLimit
  private let confinement: Confinement
  private let state = Mutex(State())

  private struct State {
    var reader: Result<ReaderProgram, SourceFailure>?
    var answers: [ExactText: SourceDocument?] = [:]
    var problems: [String] = []
    var kinds: Set<SourceFailure.Kind> = []
  }

  /// Creates a client; the reader is not looked for yet.
  ///
  /// - Parameters:
  ///   - version: the version of this program; a reader of another version is not used.
  ///   - cache: the folder for the reader's cache; nil if there is none.
  ///   - limit: the reader's time per app. After a timeout, the reader is not asked again.
  package convenience init(version: String, cache: String?, limit: SourceLimit) {
    self.init(version: version, cache: cache, limit: limit, confinement: .ofKernel)
  }

  /// - Parameter confinement: the rights that the kernel denies the reader, which may write only to its cache.
  package init(version: String, cache: String?, limit: SourceLimit, confinement: Confinement) {
    (self.confinement, self.version, self.cache, self.limit) = (confinement, version, cache, limit)
  }

  /// The reasons why sources were not read: unique sentences without a full stop.
  package var problems: [String] { state.withLock(\.problems) }

  /// The kinds of failure so far. Code that the reader does not support, such as that of a .NET app, is not a failure.
  package var failures: Set<SourceFailure.Kind> { state.withLock(\.kinds) }

  /// Returns what the sources of an app do; nil if the app has no sources or they cannot be read.
  package func document(of package: AppPackage) -> SourceDocument? {
    // Swift code in its folder belongs to something else, such as a Watch app or an example.
    guard !package.warnings.contains(where: { $0.code == .dotNetApp }) else {
      note("the app's code was not read: it is a .NET app")
      return nil
    }
    guard var request = SourceRequest(of: package), let text = try? request.json() else { return nil }
    request.cache = cache
    // The reader is another program: a watch does not notice what it reads.
    for file in request.files {
      _ = try? CurrentMachine.value.status("\(request.root)/\(file.path)", followsLink: true)
    }
    let key = ExactText(text)
    if let known = state.withLock({ $0.answers[key] }) { return known }
    if state.withLock({ $0.kinds.contains(.late) }) { return nil }
    let document: SourceDocument?
    switch read(request) {
    case .success(let answer): document = answer
    case .failure(let failure):
      note(failure.message)
      state.withLock { _ = $0.kinds.insert(failure.kind) }
      document = nil
    }
    state.withLock { $0.answers[key] = .some(document) }
    return document
  }

  /// ``document(of:)`` as a function, for callers that do not depend on this class.
  package var reading: @Sendable (AppPackage) -> SourceDocument? { { self.document(of: $0) } }

  private func reader() throws(SourceFailure) -> ReaderProgram {
    let found = state.withLock { state in
      if let known = state.reader { return known }
      let found = Result { () throws(SourceFailure) in try ReaderProgram.find(version: version) }
      state.reader = found
      return found
    }
    do throws(SourceFailure) {
      return try found.get()
    } catch {
      throw SourceFailure(error.kind, "the app's code could not be read: \(error.message)")
    }
  }

  private func note(_ problem: String) {
    state.withLock { state in
      if !state.problems.contains(problem) { state.problems.append(problem) }
    }
  }

  /// Describes the reader that is used: where it is, and how it differs from the packaged one.
  ///
  /// - Parameter version: the version of this program.
  /// - Returns: the path; or no path and the reason, a sentence without a full stop, if no reader has this version.
  package static func reader(version: String) -> (path: String?, words: String) {
    do throws(SourceFailure) {
      let reader = try ReaderProgram.find(version: version)
      return (reader.program.path, reader.words)
    } catch {
      return (nil, error.message)
    }
  }

  // MARK: Asking

  private func read(_ request: SourceRequest) -> Result<SourceDocument, SourceFailure> {
    Result { () throws(SourceFailure) in
      var question = SourceQuestion(request, try reader(), limit, confinement)
      // A new account has no folder for caches. The reader makes its own folder in it.
      if let cache { try? PrivateFolder.make(FileTreePath.directory(of: FileTreePath.directory(of: cache))) }
      do throws(SourceFailure) {
        return try question.answer()
      } catch {
        throw SourceFailure(
          error.kind, "cannot read the code below \(request.root): \(ReaderProgram.name) \(error.message)")
      }
    }
  }
}

/// A failure to read sources. The message has no capital letter and no full stop.
package struct SourceFailure: Error {
  /// What failed.
  package enum Kind: Sendable {
    /// The reader is not installed.
    case missing
    /// The reader is installed, but is not the one of this program.
    case unusable
    /// The reader used up its time; it would do so with the next request, too.
    case late
    /// The reader did not answer.
    case broken

    /// The exit code of a command that is incomplete for this reason.
    package var exitCode: ExitCode {
      switch self {
      case .missing, .unusable: .noInput
      case .late: .watchdog
      case .broken: .internalFault
      }
    }
  }

  let kind: Kind
  let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}

/// The reader's time for one app.
package struct SourceLimit: Sendable {
  /// Processor time; in real time, the reader may take eight times as much.
  let seconds: Double
  /// How to allow more time, such as `--watchdog 180 allows more`; nil if nothing does.
  let remedy: String?

  /// Creates a limit.
  package init(seconds: Double, remedy: String? = nil) { (self.seconds, self.remedy) = (seconds, remedy) }

  /// The real time, most of which other work on the machine may take. It is a little less than that of the whole
  /// command, so that the reader ends first.
  var realSeconds: Double { cp_real_time(seconds) * 0.8 }

  func text(_ seconds: Double, _ clock: String) -> String {
    let number = seconds < 10 ? String((seconds * 10).rounded() / 10) : String(Int(seconds))
    return "was stopped after \(number) seconds of \(clock) time" + (remedy.map { "; \($0)" } ?? "")
  }
}

/// One request to the reader. If the reader crashes, the file that causes it is found and left out, so that the other
/// files are still read.
struct SourceQuestion {
  private var request: SourceRequest
  private let reader: ReaderProgram
  private let limit: SourceLimit
  private let confinement: Confinement
  private let clock = ContinuousClock()
  private let end: ContinuousClock.Instant
  private var crashed: [SourceRequest.File] = []

  /// The maximum number of crashes before the request fails; more are not a coincidence.
  private static let maximumCrashes = 3

  init(_ request: SourceRequest, _ reader: ReaderProgram, _ limit: SourceLimit, _ confinement: Confinement) {
    (self.confinement, self.request, self.reader, self.limit) = (confinement, request, reader, limit)
    end = clock.now + .seconds(limit.realSeconds)
  }

  mutating func answer() throws(SourceFailure) -> SourceDocument {
    while true {
      let outcome = ask(request)
      guard Self.hasDied(outcome) else { return try document(outcome) }
      guard crashed.count < Self.maximumCrashes else {
        throw SourceFailure(.broken, "\(text(outcome)) on more than \(crashed.count) files")
      }
      guard let index = culprit() else {
        throw SourceFailure(.broken, "\(text(outcome)); the file that it was reading is unknown")
      }
      crashed.append(request.files.remove(at: index))
    }
  }

  private func ask(_ request: SourceRequest) -> ChildProgram.Outcome {
    let rest = (end - clock.now).components
    return reader.program.run(
      input: (try? request.json()) ?? "", seconds: max(0, Double(rest.seconds) + Double(rest.attoseconds) / 1e18),
      processorSeconds: limit.seconds, confinement: confinement,
      writable: request.cache.map { Confinement.place(ofFolder: $0, above: 2) } ?? [])
  }

  private static func hasDied(_ outcome: ChildProgram.Outcome) -> Bool {
    if case .signal = outcome.end { true } else { false }
  }

  /// Bisects the files to find the one that crashes the reader.
  private func culprit() -> Int? {
    var range = request.files.indices
    func dies(_ range: Range<Int>) -> Bool {
      var part = request
      part.files = Array(request.files[range])
      return Self.hasDied(ask(part))
    }
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      let halves = [range.lowerBound..<middle, middle..<range.upperBound]
      guard let half = halves.first(where: dies) else { return nil }
      range = half
    }
    return range.first
  }

  private func document(_ outcome: ChildProgram.Outcome) throws(SourceFailure) -> SourceDocument {
    guard outcome.end == .code(0) else {
      let isLate = [.tookTooLong, .workedTooLong].contains(outcome.end)
      throw SourceFailure(isLate ? .late : .broken, text(outcome))
    }
    do throws(PropertyListError) {
      var document = try SourceDocument(json: outcome.output, file: ReaderProgram.name)
      document.unread += crashed.map { UnreadSource(SourcePlace(file: $0.path, line: 1), .crashed) }
      return document
    } catch {
      throw SourceFailure(.broken, "wrote an answer that cannot be read: \(error.message)")
    }
  }

  private func text(_ outcome: ChildProgram.Outcome) -> String {
    let complaint = outcome.complaint.isEmpty ? "" : ": \(outcome.complaint)"
    return switch outcome.end {
    case .code(let code): "ended with \(code)\(complaint)"
    case .signal(let number): "was terminated by signal \(number)\(complaint)"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .tookTooLong: limit.text(limit.realSeconds, "real")
    case .workedTooLong: limit.text(limit.seconds, "processor")
    case .saidTooMuch: "wrote too long an answer and was stopped"
    }
  }
}

/// The program that reads sources, found and known to support this protocol.
struct ReaderProgram: Sendable {
  static let name = "homescreen-sources"
  /// How to install the reader: the end of a sentence.
  static let remedy =
    "in a checkout, scripts/sources builds it; elsewhere, pip install 'homescreen[sources]' or the Debian package "
    + "homescreen-sources installs it"

  let program: ChildProgram
  /// How the reader differs from the packaged one, in its own words; empty for the packaged one.
  let words: String

  /// Looks next to the running executable, then on the `PATH`.
  ///
  /// - Parameter version: the version of this program, as `homescreen version` prints it.
  static func find(version: String) throws(SourceFailure) -> ReaderProgram {
    if let named = CurrentMachine.value.variable("HOMESCREEN_READER"), !named.isEmpty, !named.hasPrefix("/") {
      throw SourceFailure(.unusable, "HOMESCREEN_READER must be an absolute path, not “\(named)”")
    }
    guard let program = candidates().first(where: \.exists) else {
      throw SourceFailure(.missing, "\(name) is neither next to homescreen nor on the PATH; \(remedy)")
    }
    let outcome = program.run(["--version"], seconds: startSeconds)
    let answer = String(decoding: outcome.output.prefix(200), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard outcome.end == .code(0), answer.count >= 4, answer[0] == name, answer[2] == "document" else {
      throw SourceFailure(.unusable, "\(program.path) does not report its version; \(remedy)")
    }
    guard answer[1] == version, answer[3] == "\(SourceDocument.currentVersion)" else {
      throw SourceFailure(
        .unusable,
        "\(program.path) has version \(answer[1]) and writes version \(answer[3]) of the document, but "
          + "homescreen \(version) reads version \(SourceDocument.currentVersion); \(remedy)")
    }
    return ReaderProgram(program: program, words: answer.dropFirst(4).joined(separator: " "))
  }

  /// The time limit for printing the version; a busy machine needs a while.
  private static let startSeconds: Double = 10

  private static func candidates() -> [ChildProgram] {
    let machine = CurrentMachine.value
    if let named = machine.variable("HOMESCREEN_READER"), !named.isEmpty { return [ChildProgram(path: named)] }
    let own = ChildProgram.current.flatMap { try? machine.realPath($0) }.map { FileTreePath.directory(of: $0) }
    let path = (machine.variable("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
    // A program is not run merely because it is in the working folder or its checkout.
    let here = VersionControl.root(of: machine.workingFolder) ?? machine.workingFolder
    let others = path.filter { folder in
      folder.hasPrefix("/") && !RealPath.lies(RealPath.leading(folder), in: RealPath.leading(here))
    }
    return ([own].compactMap(\.self) + others).map { ChildProgram(path: "\($0)/\(name)") }
  }
}

extension SourceRequest {
  /// Collects the sources of an app; nil if there are none: the app is built, made from data, or not on a disk.
  ///
  /// - Parameter cache: the folder for earlier results; nil if there is none.
  package init?(of package: AppPackage, cache: String? = nil) {
    guard let root = package.files?.folder, let sources = package.sourceFiles(), !sources.files.isEmpty else {
      return nil
    }
    let dictionaries = DeviceClass.allCases.map { package.infoDictionary(for: $0) }
    self.init(
      root: root, files: sources.files.map { File($0.path, module: $0.module) },
      iconNames: Self.sorted(
        dictionaries.flatMap { $0["CFBundleIcons"]?.dictionary?["CFBundleAlternateIcons"]?.dictionary?.keys ?? [] }),
      actionTypes: Self.sorted(
        dictionaries.flatMap { $0["UIApplicationShortcutItems"]?.array ?? [] }
          .compactMap { $0.value.dictionary?["UIApplicationShortcutItemType"]?.string }),
      cache: cache)
  }

  private static func sorted(_ texts: [String]) -> [String] {
    Set(texts.map(ExactText.init)).map(\.text).sorted(by: ExactText.precedes)
  }
}
