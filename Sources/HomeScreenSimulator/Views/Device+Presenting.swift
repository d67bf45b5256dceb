/// View controllers: presenting, dismissing, roots of windows.
extension Device {
  /// UIKit's own `present(_:animated:completion:)`.
  ///
  /// - Throws: as ``ViewController/present(_:animated:completion:)``.
  func present(_ presentation: Presentation) throws {
    let presenter = presentation.presenter
    let controller = presentation.controller
    let process = presenter.process
    guard controller.process === process else {
      throw SimulatorError(
        .processEnded, "The controller \(controller.consoleName) belongs to another process",
        hint: "Create the controller in the process that presents it.")
    }
    if controller.presentingViewController === presenter {
      // Code that forwards every presentation twice gets away with it (ICON-070).
      return refuse(presentation, "which is already presenting <\(controller.consoleName)>.", fact: "ICON-070")
    }
    try requireFree(controller, for: presenter)
    guard presenter.isViewInWindow else {
      return refuse(
        presentation, consoleLine(.notInHierarchy) ?? "", fact: os < .v14 ? "LAUNCH-037" : "LAUNCH-038")
    }
    if let shown = presenter.presentedViewController {
      return refuse(presentation, "which is already presenting <\(shown.consoleName)>.", fact: "ICON-184")
    }
    guard depth(of: presenter) < ViewController.maximumDepth else {
      throw SimulatorError(
        .tooManyPresented,
        "\(process.bundleIdentifier) presents more than \(ViewController.maximumDepth) controllers over each other",
        hint: "Look for code that never stops presenting.")
    }
    presenter.presentedViewController = controller
    controller.presentingViewController = presenter
    try loadView(of: controller)
    guard controller.presentingViewController === presenter else { return }
    if let alert = controller as? AlertController {
      let content = content(of: alert, isBySystem: presentation.isBySystem)
      alert.content = content
      noteShown(content, fact: presentation.isBySystem ? "ICON-064" : nil)
    } else {
      note(.presentation(.presented), app: process.bundleIdentifier, .text(controller.className))
    }
    let completion = presentation.completion
    scheduler.schedule(.transition, process: process, after: presentation.isAnimated ? alertSpan : .zero) { device in
      guard controller.presentingViewController != nil else { return }
      device.enterForSystem(process) {
        try device.callViewDidAppear(of: controller)
        try completion?()
      }
    }
  }

  /// `dismiss(animated:completion:)`: the handlers of a dismissed alert do not run.
  func dismiss(_ controller: ViewController, animated: Bool, completion: (() throws -> Void)?) {
    let process = controller.process
    if let target = controller.presentedViewController
      ?? (controller.presentingViewController == nil ? nil : controller)
    {
      if let alert = (target.top as? AlertController)?.content {
        note(.alert(.dismissed), app: process.bundleIdentifier, [TraceDetail.Field(.label, .string(alert.label))])
      } else {
        note(.presentation(.dismissed), app: process.bundleIdentifier, .text(target.className))
      }
      target.detach()
      modalClosed(in: process)
    }
    scheduler.schedule(.transition, process: process, after: animated ? alertSpan : .zero) { device in
      guard let completion else { return }
      device.enterForSystem(process, completion)
    }
  }

  /// A window got another root: what the old one presented is off the screen, and the new one appears in the next turn
  /// (LAUNCH-115).
  func rootChanged(of window: AppWindow, from old: ViewController?) {
    let process = window.process
    guard process.isAlive else { return }
    if window.isVisible, let alert = (old?.top as? AlertController)?.content {
      note(.alert(.lost), app: process.bundleIdentifier, [TraceDetail.Field(.label, .string(alert.label))])
    }
    old?.presentedViewController?.detach()
    old?.window = nil
    guard let root = window.rootViewController else { return }
    root.detach()
    root.window?.rootViewController = nil
    root.window = window
    rootWillAppear(in: window)
  }

  /// Calls `viewDidLoad` at the first use of the view, and never again (LAUNCH-116).
  func loadView(of controller: ViewController) throws {
    guard !controller.isViewLoaded else { return }
    controller.isViewLoaded = true
    controller.isLoadingView = true
    defer { controller.isLoadingView = false }
    try call(.viewDidLoad, of: controller) { try $0.viewDidLoad(controller) }
  }

  func callViewDidAppear(of controller: ViewController) throws {
    try call(.viewDidAppear, of: controller) { try $0.viewDidAppear(controller) }
  }

  /// Calls a method of a controller's class. It is no callback of a delegate: the trace has it as a presentation, so
  /// that lists of callbacks compare with the ledger's.
  private func call(
    _ method: ViewMethod, of controller: ViewController, _ body: (any ViewLifeCycle) throws -> Void
  ) throws {
    guard controller.process.isAlive, let code = controller.lifeCycle, code.implements(method) else { return }
    note(
      .view(method), app: controller.process.bundleIdentifier, .text(controller.className),
      fact: "LAUNCH-081")
    try enter(controller.process) { try body(code) }
  }

  /// The presentation is dropped, and its completion never runs (LAUNCH-039).
  private func refuse(_ presentation: Presentation, _ why: String, fact: FactID) {
    let process = presentation.presenter.process
    let line = SystemText.presentationRefused.words(
      os: os, presentation.controller.consoleName, presentation.presenter.consoleName, why)
    log(line ?? "", from: process, fact: fact)
    note(
      .presentation(.refused), app: process.bundleIdentifier, .text(presentation.controller.className),
      fact: presentation.isBySystem ? "ICON-177" : "LAUNCH-039")
  }

  /// - Throws: ``AppException`` for a controller that is on the screen already (LAUNCH-084).
  private func requireFree(_ controller: ViewController, for presenter: ViewController) throws {
    if controller === presenter {
      throw AppException.invalidArgument(
        "Application tried to present modal view controller on itself. Presenting controller is "
          + "<\(presenter.consoleName)>.")
    }
    if let other = controller.presentingViewController {
      throw AppException.invalidArgument(
        "Application tried to present modally a view controller <\(controller.consoleName)> that is already being "
          + "presented by <\(other.consoleName)>.")
    }
    if controller.window != nil {
      throw AppException.invalidArgument(
        "Application tried to present modally a view controller <\(controller.consoleName)> that is the root of a "
          + "window.")
    }
  }

  private func depth(of controller: ViewController) -> Int {
    var depth = 1
    var controller = controller
    while let presenter = controller.presentingViewController {
      controller = presenter
      depth += 1
    }
    return depth
  }

  private func content(of alert: AlertController, isBySystem: Bool) -> AlertContent {
    let system = isBySystem ? alert.systemContent : nil
    return AlertContent(
      label: system?.label ?? alert.title ?? alert.message ?? "", title: alert.title, message: alert.message,
      buttons: alert.actions.map(\.title), owner: .app(alert.process.bundleIdentifier), process: alert.process,
      picture: system?.picture ?? { nil },
      answered: { device, button in
        guard let handler = alert.actions.first(where: { $0.title == button })?.handler else { return }
        device.enterForSystem(alert.process, handler)
      })
  }
}

extension ViewController {
  /// Takes it, and what it presents, off its presenter.
  func detach() {
    presentedViewController?.detach()
    presentingViewController?.presentedViewController = nil
    presentingViewController = nil
    (self as? AlertController)?.content = nil
  }
}

extension AppProcess {
  /// `present`, as the app's code has it: replaced on the class, or UIKit's own.
  func dispatch(_ presentation: Presentation) throws {
    _ = try requireInside("UIViewController.present")
    guard let interceptor = presentationInterceptor else { return try presentation.callOriginal() }
    try interceptor.present(presentation)
  }
}
