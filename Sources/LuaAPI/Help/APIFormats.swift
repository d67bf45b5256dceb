public import Reports

/// The formats in which the Lua API is printed.
public enum APIFormats: ReportFormats {
  public typealias Make = @Sendable () -> OutputText

  public static let all: [ReportFormat<Make>] = [
    ReportFormat("markdown", "a reference") { .forPrograms(APIReference.markdown()) },
    ReportFormat("luacats", "a type file for editors") { .forPrograms(TypeFile.text()) },
  ]
}
