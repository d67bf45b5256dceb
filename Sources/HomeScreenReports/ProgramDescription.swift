internal import AppPackages
internal import HomeScreenSimulator
package import Platform
internal import PropertyLists

/// What this program is and what it finds around it: for reports of faults, and for programs that start it.
package struct ProgramDescription: Sendable {
  /// What a standard stream can show.
  package struct Stream: Sendable {
    /// As a person calls it: `standard output`.
    package let name: String
    /// Whether a person may be looking at it.
    package let isTerminal: Bool
    /// Whether text may be styled.
    package let usesStyles: Bool
    /// The width; nil for what has none.
    package let columns: Int?

    /// What was found out about a stream.
    package init(_ name: String, isTerminal: Bool, usesStyles: Bool, columns: Int?) {
      self.name = name
      self.isTerminal = isTerminal
      self.usesStyles = usesStyles
      self.columns = columns
    }
  }

  /// A file or folder that decides something, or that something is kept in.
  package struct Place: Sendable {
    /// What it is, in a word.
    package let name: String
    /// Where it lies; nil where there is none.
    package let path: String?
    /// Where it was looked for, or why it is nowhere, for a person.
    package let search: String
    /// What is special about what was found there, for a person.
    package let remark: String

    /// A place that was looked for.
    package init(_ name: String, _ path: String?, search: String, remark: String = "") {
      self.name = name
      self.path = path
      self.search = search
      self.remark = remark
    }

    var text: String {
      guard let path else { return "none (\(search))" }
      return remark.isEmpty ? path : "\(path) \(remark)"
    }
  }

  /// Output and errors.
  package let streams: [Stream]
  /// Where settings come from.
  package let places: [Place]
  /// Variables that decide something and are set, in the order of ``variableNames``.
  package let variables: [(name: String, value: String)]

  /// What the kernel takes from processes that work with what strangers have written.
  private let confinement: Confinement

  /// The variables that the program looks at.
  package static let variableNames = [
    "CI", "CI_PROJECT_DIR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "EDITOR", "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "HOME", "HOMESCREEN_GRAPHICS", "HOMESCREEN_READER", "KITTY_WINDOW_ID",
    "LUA_PATH", "LUA_PATH_5_4", "NO_COLOR", "PATH", "TEAMCITY_VERSION", "TERM", "TERM_PROGRAM", "TF_BUILD",
    "TMPDIR", "TMUX", "VISUAL", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
  ]

  /// What was found.
  /// - Parameter variable: the value of a variable.
  package init(streams: [Stream], places: [Place], variable: (String) -> String?) {
    self.init(streams: streams, places: places, confinement: .ofKernel, variable: variable)
  }

  init(streams: [Stream], places: [Place], confinement: Confinement, variable: (String) -> String?) {
    self.confinement = confinement
    self.streams = streams
    self.places = places
    variables = Self.variableNames.compactMap { name in variable(name).map { (name, $0) } }
  }

  /// How the program was built, each with its name.
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
    guard confinement.version > 0 else {
      return "none (the system has no Landlock, or this process cannot use it)"
    }
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

/// The formats of what `homescreen version` tells.
package enum VersionFormats: ReportFormats {
  /// Makes the description.
  package typealias Make = @Sendable (ProgramDescription) -> OutputText

  /// The table of them.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText($0.text)) },
    ReportFormat("json", "one object on one line") { .forPrograms($0.line + "\n", as: .json) },
  ]
}
