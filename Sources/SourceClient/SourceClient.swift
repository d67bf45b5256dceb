public import AppPackages
public import AppSources
package import Platform
internal import PropertyLists
internal import Synchronization

/// Asks `homescreen-sources` what an app's own code does, once for each set of sources: the builds of a target share them.
///
/// Nothing here throws: where the sources cannot be read, the rest continues without them, and ``problems`` says why.
public final class SourceClient: Sendable {
  private let version: String
  private let cache: String?
  private let seconds: Double
  private let confinement: Confinement
  private let state = Mutex(State())

  private struct State {
    var reader: Result<ReaderProgram, ReaderProgram.Absence>?
    var answers: [ExactText: SourceDocument?] = [:]
    var problems: [String] = []
    var hasGivenUp = false
  }

  /// Nothing is looked for yet.
  ///
  /// - Parameters:
  ///   - version: of this program; a reader of another one is not asked.
  ///   - cache: a folder in which the reader keeps what it has read; nil for none.
  ///   - seconds: how long the reader may take for an app, real time. Once it has taken longer it is not asked again.
  public convenience init(version: String, cache: String?, seconds: Double) {
    self.init(version: version, cache: cache, seconds: seconds, confinement: .ofKernel)
  }

  /// - Parameter confinement: what the kernel takes from the reader, which may write into its cache and nowhere else.
  package init(version: String, cache: String?, seconds: Double, confinement: Confinement) {
    self.confinement = confinement
    self.version = version
    self.cache = cache
    self.seconds = seconds
  }

  /// Why sources were not read: sentences without a full stop, each once.
  public var problems: [String] { state.withLock(\.problems) }

  /// What the sources of an app do; nil for an app that has none, and where they cannot be read.
  public func document(of package: AppPackage) -> SourceDocument? {
    guard var request = SourceRequest(of: package), let text = try? request.json() else { return nil }
    request.cache = cache
    let key = ExactText(text)
    if let known = state.withLock({ $0.answers[key] }) { return known }
    if state.withLock(\.hasGivenUp) { return nil }
    let document: SourceDocument?
    switch read(request) {
    case .success(let answer): document = answer
    case .failure(let problem):
      note(problem.message)
      document = nil
    }
    state.withLock { $0.answers[key] = .some(document) }
    return document
  }

  /// ``document(of:)`` for those who need not know who reads.
  public var reading: @Sendable (AppPackage) -> SourceDocument? { { self.document(of: $0) } }

  private func reader() throws(Problem) -> ReaderProgram {
    let found = state.withLock { state in
      if let known = state.reader { return known }
      let found = Result { () throws(ReaderProgram.Absence) in try ReaderProgram.find(version: version) }
      state.reader = found
      return found
    }
    do throws(ReaderProgram.Absence) {
      return try found.get()
    } catch {
      throw Problem(message: "the app's code could not be read: \(error.message)")
    }
  }

  private func note(_ problem: String) {
    state.withLock { state in
      if !state.problems.contains(problem) { state.problems.append(problem) }
    }
  }

  /// The reader that is asked, for a person: where it is, and how it differs from the one in packages.
  ///
  /// - Parameter version: of this program.
  /// - Returns: no path, and the reason as a sentence without a full stop, where there is none of this version.
  public static func reader(version: String) -> (path: String?, words: String) {
    do throws(ReaderProgram.Absence) {
      let reader = try ReaderProgram.find(version: version)
      return (reader.program.path, reader.words)
    } catch {
      return (nil, error.message)
    }
  }

  // MARK: Asking

  /// Why there is no document, a sentence without a full stop.
  private struct Problem: Error {
    let message: String
  }

  private func read(_ request: SourceRequest) -> Result<SourceDocument, Problem> {
    Result { () throws(Problem) in
      var question = SourceQuestion(request, try reader(), seconds: seconds, confinement)
      switch question.answer() {
      case .success(let document): return document
      case .failure(let failure):
        if failure.isLate { state.withLock { $0.hasGivenUp = true } }
        throw Problem(message: "cannot read the code below \(request.root): \(ReaderProgram.name) \(failure.message)")
      }
    }
  }
}
