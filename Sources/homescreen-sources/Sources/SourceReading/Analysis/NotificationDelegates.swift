import AppSources

/// Finds the classes that code sets as the notification centre's delegate: iOS calls them for taps on notifications,
/// whatever other roles they have.
struct NotificationDelegates {
  let program: Program

  /// A place that sets one.
  struct Setting {
    let className: String
    let routine: Int
  }

  let settings: [Setting]
  /// The class of an object that code makes the delegate of the application.
  let appDelegate: String?

  init(_ program: Program) {
    self.program = program
    var found: [Setting] = []
    var app: String?
    for number in program.routineNumbers(mentioning: ["delegate"]) {
      let scope = program.scope(of: number)
      program.routines[number].body.visit { expression in
        guard case .assign("=", let target, let value) = expression.form,
          case .member(let centre?, "delegate") = target.form,
          let name = program.typeName(of: value, in: scope), let type = program.type(named: name, from: scope.owner)
        else { return }
        if program.isApplication(centre, in: scope) { app = type.name }
        if Self.isCentre(centre, program, scope) { found.append(Setting(className: type.name, routine: number)) }
      }
    }
    (settings, appDelegate) = (found, app)
  }

  private static let centre = "UNUserNotificationCenter"

  private static func isCentre(_ expression: Expression, _ program: Program, _ scope: Scope) -> Bool {
    if expression.written.hasPrefix(centre) || program.typeName(of: expression, in: scope) == centre { return true }
    if case .name(let name) = expression.form, let value = scope.locals[name]?.value {
      return value.written.hasPrefix(centre)
    }
    return program.property(of: expression, in: scope)?.property.value?.written.hasPrefix(centre) ?? false
  }

  /// Marks handlers as uncertain if iOS may not call them: a delegate that is set after launch misses the notification that
  /// launched the app. The steps of such a handler become `.sometimes`, because it is unknown when the delegate is set.
  func judged(_ handlers: [HandlerClass], reach: Reach) -> [HandlerClass] {
    handlers.map { handler in
      guard handler.roles.contains(.notificationDelegate), !handler.roles.contains(.appDelegate) else { return handler }
      let isInTime = settings.contains { setting in
        setting.className == handler.name
          && reach.methods(to: setting.routine).contains { Self.launches.contains($0) }
      }
      guard !isInTime else { return handler }
      var other = handler
      for index in other.methods.indices
      where other.methods[index].name == DelegateSlot.didReceiveNotificationResponse.rawValue {
        for step in other.methods[index].steps.indices { other.methods[index].steps[step].condition = .sometimes }
      }
      return other
    }
  }

  private static let launches: Set = [
    DelegateSlot.willFinishLaunching.rawValue, DelegateSlot.didFinishLaunching.rawValue,
  ]
}
