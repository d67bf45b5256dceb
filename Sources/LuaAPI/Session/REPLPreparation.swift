/// What a REPL made before its first line.
public struct REPLPreparation: Sendable {
  public let model: String
  public let os: String
  public let locale: String
  /// The app's path as it was given, or that of the project's settings.
  public let app: String?
}
