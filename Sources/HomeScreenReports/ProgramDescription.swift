internal import AppPackages
internal import HomeScreenSimulator
package import Platform
internal import PropertyLists

/// The program and its environment, for bug reports and for tools that start it.
package struct ProgramDescription: Sendable {
  /// The capabilities of a standard stream.
  package struct Stream: Sendable {
    /// The name, such as `standard output`.
    package let name: String
    /// Whether the stream is a terminal.
    package let isTerminal: Bool
    /// Whether text may be styled.
    package let usesStyles: Bool
    /// The width; nil if it has none.
    package let columns: Int?

    /// Creates the description of a stream.
    package init(_ name: String, isTerminal: Bool, usesStyles: Bool, columns: Int?) {
      (self.name, self.isTerminal, self.usesStyles, self.columns) = (name, isTerminal, usesStyles, columns)
    }
  }

  /// A file or folder that the program reads settings from or keeps data in.
  package struct Place: Sendable {
    package let name: String
    /// The path; nil if there is none.
    package let path: String?
    /// The places that were searched, or the reason why nothing was found.
    package let search: String
    /// A remark about what was found.
    package let remark: String

    /// Creates the description of a place.
    package init(_ name: String, _ path: String?, search: String, remark: String = "") {
      (self.name, self.path, self.search, self.remark) = (name, path, search, remark)
    }

    var text: String {
      guard let path else { return "none (\(search))" }
      return remark.isEmpty ? path : "\(path) \(remark)"
    }
  }

  /// Standard output and standard error.
  package let streams: [Stream]
  /// The places of settings and data.
  package let places: [Place]
  /// The relevant variables that are set, in the order of ``variableNames``.
  package let variables: [(name: String, value: String)]

  /// How the kernel confines processes that read untrusted files.
  private let confinement: Confinement

  /// The environment variables that the program reads.
  package static let variableNames = [
    "CI", "CI_PROJECT_DIR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "EDITOR", "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "HOME", "HOMESCREEN_GRAPHICS", "HOMESCREEN_READER", "KITTY_WINDOW_ID",
    "LUA_PATH", "LUA_PATH_5_4", "NO_COLOR", "PAGER", "PATH", "TEAMCITY_VERSION", "TERM", "TERM_PROGRAM", "TF_BUILD",
    "TMPDIR", "TMUX", "VISUAL", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
  ]

  /// Describes the running program.
  /// - Parameter variable: returns the value of a variable.
  package init(streams: [Stream], places: [Place], variable: (String) -> String?) {
    self.init(streams: streams, places: places, confinement: .ofKernel, variable: variable)
  }

  init(streams: [Stream], places: [Place], confinement: Confinement, variable: (String) -> String?) {
    (self.confinement, self.streams, self.places) = (confinement, streams, places)
    variables = Self.variableNames.compactMap { name in variable(name).map { (name, $0) } }
  }

  /// The properties of the build, with their names.
  private static let build: [(name: String, value: String)] = [
    ("configuration", configuration), ("system", system), ("architecture", architecture), ("facts", FactLedger.hash),
  ]

  private static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #else
      "another system"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another architecture"
    #endif
  }

  var text: String {
    var rows = [("homescreen", Homescreen.version)]
    rows += Self.build
    rows.append(("confinement", confinementText))
    rows += streams.map { ($0.name, Self.ability(of: $0)) }
    rows += places.map { ($0.name, $0.text) }
    rows += variables.map { ($0.name, $0.value) }
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { TextRow.text([$0.0, TerminalText.visible($0.1, isOneLine: true)], widths: [width + 1]) + "\n" }
      .joined()
  }

  private var confinementText: String {
    guard confinement.version > 0 else { return "none (the system has no Landlock, or this process cannot use it)" }
    let missing = confinement.missingRights
    return "Landlock \(confinement.version): no \(confinement.rights.joined(separator: ", "))"
      + (missing.isEmpty ? "" : "; this kernel does not confine \(missing.joined(separator: ", "))")
  }

  private static func ability(of stream: Stream) -> String {
    let columns = stream.columns.map { ", \($0) columns" } ?? ""
    return
      "\(stream.isTerminal ? "a terminal" : "no terminal")\(columns), \(stream.usesStyles ? "with" : "without") styles"
  }

  var line: String {
    let json: JSONTree = [
      "version": .text(Homescreen.version), "build": Self.object(Self.build),
      "confinement": [
        "landlock": .number(confinement.version), "takes": .texts(confinement.rights),
        "leaves": .texts(confinement.missingRights),
      ],
      "terminal": .list(
        streams.map { stream in
          [
            "stream": .text(stream.name), "isTerminal": .flag(stream.isTerminal), "styles": .flag(stream.usesStyles),
            "columns": .number(stream.columns),
          ]
        }),
      "settings": Self.object(places.compactMap { place in place.path.map { (place.name, $0) } }),
      "variables": Self.object(variables),
    ]
    return json.line
  }

  private static func object(_ fields: [(name: String, value: String)]) -> JSONTree {
    .object(fields.map { ($0.name, .text($0.value)) })
  }
}

/// The formats of `homescreen version`.
package enum VersionFormats: ReportFormats {
  package typealias Make = @Sendable (ProgramDescription) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText($0.text)) },
    ReportFormat("json", "one object on one line") { .forPrograms($0.line + "\n", as: .json) },
  ]
}
