import HomeScreenSimulator
package import Platform

/// A console's query about the trace of the current device.
package struct EventQuestion {

  /// The default number of last events to show.
  private static let usualNumber = 200
  /// The accepted words, for help.
  package static let usage = "kinds (alert, callback …), a number of events, times (2..5, 0.5.., ..3), all, or any text"

  private var kinds: Set<TraceEventKind> = []
  private var texts: [String] = []
  private var start = -Double.infinity
  private var end = Double.infinity
  private var number = usualNumber

  /// Parses a query.
  ///
  /// - Parameter words: kinds of events, a number, a time span, and texts to find in an event's line.
  /// - Throws: ``UserError``.
  package init(_ words: [String]) throws(UserError) {
    for word in words {
      if let kind = TraceEventKind(rawValue: word) {
        kinds.insert(kind)
      } else if word == "all" {
        number = .max
      } else if let number = Int(word) {
        guard number > 0 else { throw UserError("“\(word)” is not a number of events") }
        self.number = number
      } else if let span = try Self.span(word) {
        (start, end) = span
      } else {
        texts.append(word)
      }
    }
  }

  /// Parses `2..5`, `0.5..` or `..3`; returns nil for another word.
  private static func span(_ word: String) throws(UserError) -> (Double, Double)? {
    guard let dots = word.firstRange(of: ".."), word != ".." else { return nil }
    let (first, last) = (word[..<dots.lowerBound], word[dots.upperBound...])
    let start = first.isEmpty ? -Double.infinity : Double(first)
    let end = last.isEmpty ? Double.infinity : Double(last)
    guard let start, let end else { return nil }
    guard start <= end else { throw UserError("the range “\(word)” ends before it starts") }
    return (start, end)
  }

  /// Returns the lines of the matching events, and the number of earlier ones that are left out.
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

/// The trace in the form that a console shows.
extension Session {
  /// Returns the matching events of the current device, and the number of omitted earlier ones; nil without a device.
  package func events(_ question: EventQuestion) -> (lines: [String], omitted: Int)? {
    devices.current.map { question.lines(of: $0.trace) }
  }

  /// Returns the events since the last call, one line each, and the answers to the requests of the line, at most three
  /// lines each. If there are many events, only the first and the last are listed, with the number of the others.
  ///
  /// - Parameters:
  ///   - first: the number of first events to list.
  ///   - last: the number of last events to list.
  package func takeNews(first: Int, last: Int) -> (events: [String], answers: [[String]]) {
    let all = devices.takeNewEvents()
    let count = all.reduce(0) { $0 + $1.events.count }
    // A line about a single omitted event would not be shorter.
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
