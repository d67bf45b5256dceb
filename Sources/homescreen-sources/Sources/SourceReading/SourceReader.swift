/// Reads the sources of an app and tells what they do.
public enum SourceReader {
  /// The version of the program, as `homescreen version` prints it.
  public static let version = "0.1.0"
}
