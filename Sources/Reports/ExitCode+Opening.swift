internal import AppPackages
internal import Simulator

extension ExitCode {
  /// How a process ends that could not open an app, or make the device for it.
  public init(opening error: any Error) {
    switch error {
    case let error as AppPackageError: self = error.isInputMissingOrUnreadable ? .noInput : .failure
    case let error as SimulatorError:
      switch error.code {
      case .unknownModel, .unknownOSVersion, .modelOutsideVersions, .badLocale: self = .usage
      default: self = .failure
      }
    default: self = .failure
    }
  }
}
