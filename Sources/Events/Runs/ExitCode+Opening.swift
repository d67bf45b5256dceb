import AppPackages
import HomeScreenSimulator
public import Platform

extension ExitCode {
  /// What an option of the command line can be wrong about.
  private static let ofOptions: Set<SimulatorErrorCode> = [
    .unknownModel, .unknownOSVersion, .modelOutsideVersions, .badLocale,
  ]

  /// How a process ends that could not open an app, or make the device for it.
  public init(opening error: any Error) {
    switch error {
    case let error as AppPackageError: self = error.isInputMissingOrUnreadable ? .noInput : .failure
    case let error as SimulatorError:
      self = Self.ofOptions.contains(error.code) ? .usage : .failure
    default: self = .failure
    }
  }
}
