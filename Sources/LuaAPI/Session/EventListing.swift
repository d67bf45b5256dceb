import HomeScreenSimulator

/// What a console asks of the trace of the device at hand.
package struct EventQuestion {
  /// A question with a word that cannot be meant.
  package struct InvalidQuestion: Error, CustomStringConvertible {
    /// What is wrong with it, and what could be written.
    package let description: String
  }

  /// How many of the last events are shown where nothing else is said.
  private static let usualNumber = 200
  /// The words that it takes, for help.
  package static let usage = "kinds (alert, callback …), a number of events, times (2..5, 0.5.., ..3), all, or any text"

  private var kinds: Set<TraceEventKind> = []
  private var texts: [String] = []
  private var start = -Double.infinity
  private var end = Double.infinity
  private var number = usualNumber

  /// Understands what a person wrote.
  ///
  /// - Parameter words: kinds of events, a number, a span of times, and texts that the line of an event has.
  /// - Throws: ``InvalidQuestion``.
  package init(_ words: [String]) throws(InvalidQuestion) {
    for word in words {
      if let kind = TraceEventKind(rawValue: word) {
        kinds.insert(kind)
      } else if word == "all" {
        number = .max
      } else if let number = Int(word) {
        guard number > 0 else { throw InvalidQuestion(description: "“\(word)” is not a number of events") }
        self.number = number
      } else if let span = try Self.span(word) {
        (start, end) = span
      } else {
        texts.append(word)
      }
    }
  }

  /// `2..5`, `0.5..`, `..3`; nil for another word.
  private static func span(_ word: String) throws(InvalidQuestion) -> (Double, Double)? {
    guard let dots = word.firstRange(of: ".."), word != ".." else { return nil }
    let (first, last) = (word[..<dots.lowerBound], word[dots.upperBound...])
    let start = first.isEmpty ? -Double.infinity : Double(first)
    let end = last.isEmpty ? Double.infinity : Double(last)
    guard let start, let end else { return nil }
    guard start <= end else { throw InvalidQuestion(description: "“\(word)” ends before it begins") }
    return (start, end)
  }

  /// The lines of the events that are asked for, and how many earlier ones are left out.
  func lines(of trace: Trace) -> (lines: [String], omitted: Int) {
    var found: [Int] = []
    var omitted = 0
    for position in trace.indices.reversed() {
      let event = trace[position]
      guard kinds.isEmpty || kinds.contains(event.kind), (start...end).contains(event.time.seconds) else { continue }
      if !texts.isEmpty {
        let line = event.description.lowercased()
        guard texts.allSatisfy({ line.contains($0.lowercased()) }) else { continue }
      }
      if found.count < number { found.append(position) } else { omitted += 1 }
    }
    return (found.reversed().map { trace[$0].description }, omitted)
  }
}

/// The trace as a console shows it.
extension Session {
  /// The events of the device at hand that are asked for, and how many earlier ones are left out; nil without a device.
  package func events(_ question: EventQuestion) -> (lines: [String], omitted: Int)? {
    devices.current.map { question.lines(of: $0.trace) }
  }

  /// What happened on the devices since this was last asked, a line for each event, and what became of what was asked
  /// for, at most three lines each. Of many events the first and the last are listed, and how many lie between them.
  ///
  /// - Parameters:
  ///   - first: how many of the first.
  ///   - last: how many of the last.
  package func takeNews(first: Int, last: Int) -> (events: [String], answers: [[String]]) {
    let all = devices.takeNewEvents()
    let count = all.reduce(0) { $0 + $1.events.count }
    // One line that says that another is missing would be no shorter.
    let isWhole = count <= first + last + 1
    var number = 0
    var lines: [String] = []
    var answers: [[String]] = []
    for part in all {
      answers += devices.answers?.take(part.events, on: part.device) ?? []
      for event in part.events {
        defer { number += 1 }
        if !isWhole, number >= first, number < count - last {
          if number == first { lines.append("… \(count - first - last) more; \(REPLWord.trace.usage) shows them") }
          continue
        }
        lines.append((part.number.map { "device \($0 + 1): " } ?? "") + event.description)
      }
    }
    return (lines, answers)
  }
}
