/// The project itself.
public enum Homescreen {
  /// The version, as `--version` prints it.
  public static let version = "0.1.0"
}
