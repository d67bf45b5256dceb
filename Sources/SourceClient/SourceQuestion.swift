internal import AppPackages
import AppSources
internal import Platform
import PropertyLists

/// One request to the reader. Where it dies, the source at which it does is looked for and left out, so that one file does
/// not take all others along.
struct SourceQuestion {
  /// Why there is no answer: what the reader did.
  struct Failure: Error {
    let message: String
    /// Whether its time was over: it would be with the next request, too.
    var isLate = false
  }

  private var request: SourceRequest
  private let reader: ReaderProgram
  private let confinement: Confinement
  private let clock = ContinuousClock()
  private let end: ContinuousClock.Instant
  private var crashed: [SourceRequest.File] = []

  /// More than this are no accident.
  private static let maximumCrashes = 3

  init(_ request: SourceRequest, _ reader: ReaderProgram, seconds: Double, _ confinement: Confinement) {
    self.confinement = confinement
    self.request = request
    self.reader = reader
    end = clock.now + .seconds(seconds)
  }

  mutating func answer() -> Result<SourceDocument, Failure> {
    while true {
      let outcome = ask(request)
      guard Self.hasDied(outcome) else { return document(outcome) }
      guard crashed.count < Self.maximumCrashes else {
        return .failure(Failure(message: "\(Self.text(outcome)) at more than \(crashed.count) files"))
      }
      guard let index = culprit() else {
        return .failure(Failure(message: "\(Self.text(outcome)); it is unknown at which file"))
      }
      crashed.append(request.files.remove(at: index))
    }
  }

  private func ask(_ request: SourceRequest) -> ChildProgram.Outcome {
    let rest = (end - clock.now).components
    return reader.program.run(
      input: (try? request.json()) ?? "", seconds: max(0, Double(rest.seconds) + Double(rest.attoseconds) / 1e18),
      confinement: confinement,
      writable: request.cache.map { Confinement.place(ofFolder: $0, above: 2) } ?? [])
  }

  private static func hasDied(_ outcome: ChildProgram.Outcome) -> Bool {
    if case .signal = outcome.end { true } else { false }
  }

  /// The file without which the others may be read: halves are tried, and halves of them.
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

  private func document(_ outcome: ChildProgram.Outcome) -> Result<SourceDocument, Failure> {
    guard outcome.end == .code(0) else {
      return .failure(Failure(message: Self.text(outcome), isLate: outcome.end == .tookTooLong))
    }
    do throws(JSONError) {
      var document = try SourceDocument(json: outcome.output, file: ReaderProgram.name)
      document.unread += crashed.map { UnreadSource(SourcePlace(file: $0.path, line: 1), .crashed) }
      return .success(document)
    } catch {
      return .failure(Failure(message: "its answer is not a document: \(error.message)"))
    }
  }

  private static func text(_ outcome: ChildProgram.Outcome) -> String {
    let complaint = outcome.complaint.isEmpty ? "" : ": \(outcome.complaint)"
    return switch outcome.end {
    case .code(let code): "ended with \(code)\(complaint)"
    case .signal(let number): "was ended by signal \(number)\(complaint)"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .tookTooLong: "took too long and was ended"
    case .saidTooMuch: "its answer was too long, so it was ended"
    }
  }
}
