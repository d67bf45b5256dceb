public import HomeScreenSimulator

/// The closed lists of the model of which coverage says how much was exercised. Raw values are words of reports.
public enum ModelStates: String, Sendable, CaseIterable {
  case appStates = "app states"
  case sceneStates = "scene states"
  case springboardModes = "springboard modes"
  case situations = "launch situations"
  case iconChecks = "icon checks"
  case callbacks
  case alerts
  case menus
  case icons
  case deliveries
  case presentations
  case processes
  case quirks

  /// Everything that the list has.
  public var all: [String] {
    switch self {
    case .appStates: AppState.allCases.map(\.rawValue)
    case .sceneStates: SceneState.allCases.map(\.rawValue)
    case .springboardModes: SpringboardMode.allCases.map(\.rawValue)
    case .situations: LaunchSituation.Kind.allCases.map(\.rawValue)
    case .iconChecks:
      AlternateIconCheck.Name.allCases.map { "\($0.rawValue) passed" }
        // That the name is nil ends nothing: the checks behind it do not concern the request.
        + AlternateIconCheck.Name.allCases.filter { $0 != .alternate }.map { "\($0.rawValue) ends the request" }
    case .callbacks: AppCallback.allCases.map(\.slot)
    case .alerts: TraceEventName.AlertEvent.allCases.map(\.rawValue)
    case .menus: TraceEventName.MenuEvent.allCases.map(\.rawValue)
    case .icons: TraceEventName.IconEvent.allCases.map(\.rawValue)
    case .deliveries: TraceEventName.DeliveryEvent.allCases.map(\.rawValue)
    case .presentations:
      TraceEventName.PresentationEvent.allCases.map(\.rawValue) + ViewMethod.allCases.map(\.rawValue)
        + RootViewMethod.allCases.map(\.rawValue)
    case .processes: TraceEventName.ProcessEvent.allCases.map(\.rawValue)
    case .quirks: TraceEventName.QuirkEvent.allCases.map(\.rawValue)
    }
  }

  /// The list that an event of a trace is on; nil for a line of the console.
  public init?(of event: TraceEventName) {
    switch event {
    case .callback: self = .callbacks
    case .log: return nil
    case .alert: self = .alerts
    case .menu: self = .menus
    case .icon: self = .icons
    case .delivery: self = .deliveries
    case .presentation, .view, .rootView: self = .presentations
    case .process: self = .processes
    case .quirk: self = .quirks
    }
  }
}
