public import Events
public import LuaAPI
public import LuaEngine

extension Problem {
  /// What a script raised.
  /// - Parameter session: knows where the app's code was when the error left it.
  public init(_ error: LuaError, source: SourceLines? = nil, in session: Session? = nil) {
    let explained = ErrorAdvice.explain(error)
    let place = ErrorAdvice.place(of: error)
    self.init(
      code: error.stop?.ending?.rawValue ?? error.code, message: Self.shortened(explained.message),
      hint: session?.hintWithLeftOut(explained.hint, for: explained.message) ?? explained.hint,
      fact: error.failure?.fact,
      place: place?.description, sourceLine: place.flatMap { source?.line($0.line, of: $0.file) },
      traceback: error.traceback.filter { !ErrorAdvice.isHidden($0) })
    appStack = session?.code.appStack(of: error) ?? []
    picture = error.failure?.attachment as? Picture
    excerpt = place.flatMap { source?.excerpt(around: $0.line, of: $0.file) }
  }

  /// What is wrong with a plugin or the project's settings.
  public init(_ problem: PluginProblem) {
    self.init(problem.error)
  }
}

extension LuaError.Stop {
  /// What a report calls it; nil where the script itself is to blame.
  fileprivate var ending: Problem.Ending? {
    switch self {
    case .budget: nil
    case .interrupt: .interrupt
    case .deadline: .deadline
    }
  }
}
