import AppPackages

extension Device {
  /// Returns the deliveries in a trace of this device. If an app runs the code of its sources, they decide why a quick
  /// action or a link is lost, and whether its outcome is known.
  package func deliveries(in trace: Trace) -> [DeliveryRecord] {
    let records = trace.deliveries()
    return records.map { record in
      let isHandled = [.handledOnce, .handledTwice].contains(record.outcome)
      guard isHandled || [.lost, .unhandled, .completed, .reached].contains(record.outcome),
        record.type != nil || record.isLink && records.count(where: { $0.label == record.label }) == 1,
        let app = apps.first(where: { $0.bundleIdentifier == record.app }), let code = app.code as? SourceDrivenCode,
        code.takesDoubtful || !isHandled, let package = try? app.package
      else { return record }
      let link: CodeEvent = record.label.hasPrefix("http") ? .universalLink(record.label) : .url(record.label)
      let verdict = CodeVerdict(
        record.type.map { .quickAction(ShortcutItem(type: $0, localizedTitle: $0)) } ?? link,
        code.handlings.filter { record.type == nil ? $0.event == link : $0.delivery == record.number },
        delivery: record.type.flatMap { _ in record.number }, sentTo: record.method, of: code, in: package)
      guard [.lost, .notKnown].contains(verdict.outcome) else { return record }
      var judged = record
      judged.reason = verdict.text
      // The trace shows whether code ran for a quick action, and only that a link reached a method.
      if verdict.outcome == .notKnown || record.type == nil { judged.judged = verdict.outcome }
      return judged
    }
  }
}
