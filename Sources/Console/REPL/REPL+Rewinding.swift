internal import HomeScreenReports
internal import LuaAPI
internal import LuaEngine

/// Going back, and what there is to go back to.
extension REPL {
  /// Each line with the time on the device's clock when it began.
  func showHistory() {
    for (number, line) in lines.enumerated() {
      let text: String
      switch line.kind {
      case .preparation: continue
      case .code(let chunk): text = chunk.text.split(separator: "\n").joined(separator: "\n               ")
      case .wait: text = "(time passes)"
      }
      let cut = line.commandLimit.map { " -- the first \($0 == 1 ? "command" : "\($0) commands") only" } ?? ""
      output("\(String(number).leftPadded(to: 3)) \(String(line.start).leftPadded(to: 7)) s  \(text)\(cut)")
    }
  }

  func rewind(_ request: RewindRequest) -> ExitCode? {
    guard let log = session.devices.log, let plan = ReplayPlan(request, log) else {
      if source.isInteractive { errors("nothing has happened since then") }
      return nil
    }
    let kept = lines(of: plan)
    let fresh: Session
    do {
      fresh = try replay(kept)
    } catch let error as LuaError where error.stop != nil {
      errors("the rewind was stopped, and nothing has changed")
      return fail(error)
    } catch {
      errors("the session cannot be run again: \(error)")
      return source.isInteractive ? nil : .failure
    }
    if let new = fresh.devices.log, !new.repeats(log, device: request) {
      errors("note: the replay differs from what happened before; has a file changed that the session reads?")
    }
    session = fresh
    lines = kept
    connect()
    if source.isInteractive {
      errors("back at \(session.devices.log?.time(of: request) ?? 0) s, line \(lines.count) comes next")
    }
    return nil
  }

  /// Goes on where a session got stuck that was started anew: its lines run again, but for the one that got it stuck.
  /// - Parameter state: what that session gave to `Restart`.
  public func resume(_ state: [UInt8]) {
    guard let journal = SessionJournal(state) else { return errors("the lines of the session before are lost") }
    let text = journal.current.split(separator: "\n").first.map(String.init) ?? ""
    errors("stopped by Ctrl-C: “\(text)” did not answer, so the session was started anew without it")
    do {
      // A second one that gets stuck starts with nothing.
      session = try guarded(SessionJournal(lines: [lines[0]], current: ""), { Result { try replay(journal.lines) } })
        .get()
      lines = journal.lines
      connect()
      errors("\(lines.count == 2 ? "1 line was" : "\(lines.count - 1) lines were") run again")
    } catch {
      errors("the lines before it cannot be run again: \(error)")
    }
  }

  /// Runs `body`; should it get stuck, the session starts anew with the journal.
  func guarded<Outcome>(_ journal: @autoclosure () -> SessionJournal, _ body: () -> Outcome) -> Outcome {
    guard let restart else { return body() }
    return restart.guarding(journal().bytes, body)
  }

  /// The lines that lead to the state of a plan.
  private func lines(of plan: ReplayPlan) -> [REPLLine] {
    var kept = Array(lines.prefix(plan.wholeLines))
    if plan.commandsOfNextLine > 0 || plan.wholeLines == 0 {
      var cut = lines[plan.wholeLines]
      cut.commandLimit = min(cut.commandLimit ?? .max, plan.commandsOfNextLine)
      kept.append(cut)
    }
    if let wait = plan.wait { kept.append(REPLLine(kind: .wait(wait), start: lines[plan.wholeLines].start)) }
    return kept
  }

  /// A fresh session in which these lines have run. Nothing of it is shown.
  /// - Throws: a stop (Ctrl-C); what keeps a session from being made.
  private func replay(_ lines: [REPLLine]) throws -> Session {
    isReplaying = true
    defer { isReplaying = false }
    let fresh = try makeSession(lines[0].commandLimit)
    fresh.output = { _ in }
    fresh.onNote = { _ in }
    fresh.code.usesAppInFront = true
    for (number, line) in lines.enumerated() {
      switch line.kind {
      case .preparation: continue
      case .code(let chunk):
        fresh.devices.log?.beginLine(number, commands: line.commandLimit)
        do {
          _ = try perform(chunk, budget: line.budget, in: fresh)
        } catch  where error.stop == .interrupt || error.stop == .deadline {
          throw error
        } catch {
          // It failed the first time too; or the line goes no further.
        }
        _ = fresh.devices.log?.takeRequest()
      case .wait(let wait):
        fresh.devices.log?.beginLine(number)
        fresh.devices.log?.pass(wait)
      }
    }
    return fresh
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
