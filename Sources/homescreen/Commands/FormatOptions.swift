import ArgumentParser
import Platform

/// The formats and files of a command's result: the same options for every command.
struct FormatOptions<Formats: ReportFormats>: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Output format: \(Formats.help). NAME=FILE writes to a file; may be repeated, but only one format can go to "
        + "standard output.",
      valueName: "name[=file]"), completion: .list(Formats.names))
  var texts: [String] = []

  @Flag(
    name: .customLong("json"),
    help: ArgumentHelp(
      "Short for --format json.", visibility: Formats.named("json") == nil ? .private : .default))
  var isJSON = false

  /// Whether no format is requested.
  var isDefault: Bool { texts.isEmpty && !isJSON }

  func validate() throws { _ = try requests() }

  /// Returns the requested reports.
  /// - Parameters:
  ///   - flags: the formats of the command's own flags.
  ///   - isVerdict: whether the result lists failures, which are also shown on standard output if all reports go into
  ///     files: otherwise the log of a build would be empty.
  func requests(_ flags: [String] = [], isVerdict: Bool = false) throws -> [ReportRequest] {
    do {
      let asked = texts + (isJSON ? ["json"] : []) + flags
      // The formats of plugins are checked later. An unknown name is reported before a conflict of two formats.
      if Formats.others.isEmpty,
        let unknown = try asked.map({ try ReportRequest(parsing: $0) }).first(where: { Formats.named($0.format) == nil }
        )
      {
        throw UserError(unknownFormat: unknown.format, known: Formats.names)
      }
      return try ReportRequest.list(asked, default: Formats.names[0], isAlwaysPrinted: isVerdict)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// An exit code for ArgumentParser.
struct ExitStatus {
  let error: ArgumentParser.ExitCode

  init(_ code: Platform.ExitCode) { error = ArgumentParser.ExitCode(code.rawValue) }

  /// Ends a command with a code; does nothing for `success`.
  static func end(_ code: Platform.ExitCode) throws { if code != .success { throw ExitStatus(code).error } }
}
