internal import AppPackages
internal import HomeScreenSimulator
public import Lint
public import Platform
internal import PropertyLists

/// The table of `homescreen check` for people: a row for each icon and quick action, a column for each kind of device, and
/// in each cell the versions in which it holds or does not.
public enum CheckText {
  private static let maximumNameWidth = 40
  private static let maximumCellWidth = 60
  private static let gap = 2

  /// The lines of the table, with what it is about above it.
  ///
  /// - Parameter columns: the width of the terminal: in a narrower one the devices are below each other.
  public static func lines(_ check: AppCheck, columns: Int? = nil) -> [StyledText] {
    var lines: [StyledText] = [StyledText(title(check)), ""]
    let groups: [(title: String, rows: [AppCheck.Row])] = [
      ("Icons", check.rows.filter { $0.subject.group == .icons }),
      ("Quick actions", check.rows.filter { $0.subject.group == .actions }),
      ("Code", check.rows.filter { $0.subject.group == .code }),
    ]
    let nameWidth = min(
      maximumNameWidth,
      max(check.rows.map { DisplayWidth.of(name($0)) }.max() ?? 0, groups.map { DisplayWidth.of($0.title) }.max() ?? 0))
    let cells = check.rows.map { row in row.spans.map { self.cells($0, check) } }
    let widths = check.models.indices.map { column in
      max(
        DisplayWidth.of(check.models[column].name),
        cells.flatMap { $0[column].map { DisplayWidth.of($0.text) } }.max() ?? 0)
    }
    let width = nameWidth + 2 + widths.reduce(0) { $0 + gap + $1 }
    let isNarrow = columns.map { $0 < width } ?? false
    let heading = isNarrow ? "" : TextRow.text(check.models.map(\.name), widths: Array(widths.dropLast()), gap: gap)
    for (index, group) in groups.enumerated() where !group.rows.isEmpty {
      if index > 0 { lines.append("") }
      lines.append(
        StyledText(isNarrow ? group.title : DisplayWidth.padded(group.title, to: nameWidth + 2 + gap) + heading, .bold))
      for row in group.rows {
        lines +=
          isNarrow
          ? narrowLines(row, check, nameWidth: nameWidth)
          : self.lines(row, check, nameWidth: nameWidth, widths: widths)
      }
    }
    if check.sources == nil, check.rows.contains(where: { $0.subject.group == .actions }) {
      lines += ["", StyledText("What the app's code does after a tap was not checked.", .dim)]
    }
    return lines
  }

  /// `Paint (com.example.paint), iOS 15.0 to 27.0, de, en, fr`
  static func title(_ check: AppCheck) -> String {
    let identifier = check.package.bundleIdentifier.map { " (\($0))" } ?? ""
    let versions = [check.versions.first, check.versions.last].compactMap { $0?.description }
    let span = versions.first == versions.last ? versions.first ?? "" : versions.joined(separator: " to ")
    return TerminalText.line(
      "\(check.package.name)\(identifier)\(check.package.isDotNet ? ", built by .NET" : ""), iOS \(span), \(check.languages.joined(separator: ", "))"
    )
  }

  private static func lines(
    _ row: AppCheck.Row, _ check: AppCheck, nameWidth: Int, widths: [Int]
  ) -> [StyledText] {
    let columns = row.spans.map { cells($0, check) }
    let height = columns.map(\.count).max() ?? 0
    return (0..<max(1, height)).map { index in
      let shown = index == 0 ? DisplayWidth.clipped(name(row), to: nameWidth) : ""
      var text = StyledText("  " + DisplayWidth.padded(shown, to: nameWidth))
      // Nothing stands behind the last cell that has something.
      let last = columns.indices.last { index < columns[$0].count } ?? -1
      for (column, cells) in columns.enumerated() where column <= last {
        text += StyledText(String(repeating: " ", count: gap))
        let cell = index < cells.count ? cells[index] : ("", .absent)
        let isLast = column == last
        text += StyledText(isLast ? cell.text : DisplayWidth.padded(cell.text, to: widths[column]), style(cell.verdict))
      }
      return text
    }
  }

  /// A row with a line for each device, or for those that show the same.
  private static func narrowLines(_ row: AppCheck.Row, _ check: AppCheck, nameWidth: Int) -> [StyledText] {
    var groups: [(models: [String], cells: [(text: String, verdict: CheckCell.Verdict)])] = []
    for (model, spans) in zip(check.models, row.spans) {
      let cells = cells(spans, check)
      if let place = groups.firstIndex(where: { $0.cells.elementsEqual(cells) { $0 == $1 } }) {
        groups[place].models.append(model.name)
      } else {
        groups.append(([model.name], cells))
      }
    }
    let isAlone = groups.count == 1
    var shown = DisplayWidth.padded(DisplayWidth.clipped(name(row), to: nameWidth), to: nameWidth)
    let devices = groups.map { isAlone ? "" : Names.list($0.models) + "  " }
    let deviceWidth = devices.map(DisplayWidth.of).max() ?? 0
    return zip(groups, devices).flatMap { group, device in
      var device = device
      return group.cells.map { cell in
        defer { (shown, device) = (String(repeating: " ", count: nameWidth), "") }
        return StyledText("  \(shown)  \(DisplayWidth.padded(device, to: deviceWidth))")
          + StyledText(cell.text, style(cell.verdict))
      }
    }
  }

  static func name(_ row: AppCheck.Row) -> String {
    switch row.subject {
    case .icon(let name): TerminalText.line(name ?? "primary")
    case .action(let type): TerminalText.line(type)
    case .code(let event, let launch): TerminalText.line("\(event.name), \(launch.rawValue)")
    }
  }

  // MARK: Cells

  /// The spans that say something: where something holds in other versions, those without it do not.
  static func shown(_ spans: [CheckSpan]) -> [CheckSpan] {
    spans.count > 1 ? spans.filter { $0.cell.verdict != .absent } : spans
  }

  /// `✓ changes`, `✗ NSCocoaErrorDomain 4 (ICON-036), to 12.0`
  private static func cells(_ spans: [CheckSpan], _ check: AppCheck) -> [(text: String, verdict: CheckCell.Verdict)] {
    shown(spans).map { span in
      let mark =
        switch span.cell.verdict {
        case .holds: "✓"
        case .fails: "✗"
        case .ignored: "~"
        case .absent: "–"
        case .unknown: "?"
        }
      let fact = span.cell.verdict == .holds ? "" : span.cell.fact.map { " (\($0))" } ?? ""
      return (
        "\(mark) \(DisplayWidth.clipped(TerminalText.line(span.cell.text), to: maximumCellWidth))\(place(span))\(fact)\(versions(span, check).map { ", \($0)" } ?? "")",
        span.cell.verdict
      )
    }
  }

  /// ` at SceneDelegate.swift:48`
  private static func place(_ span: CheckSpan) -> String {
    guard let place = span.cell.places.first else { return "" }
    let name = place.file.utf8.lastIndex(of: UInt8(ascii: "/")).map { place.file[place.file.index(after: $0)...] }
    return TerminalText.line(" at \(name ?? place.file[...])\(place.line.map { ":\($0)" } ?? "")")
  }

  /// `from 13.0`; nil where it is so in all versions.
  static func versions(_ span: CheckSpan, _ check: AppCheck) -> String? {
    let isAlone = span.from == span.to
    return switch (span.from == check.versions.first, span.to == check.versions.last) {
    case (true, true): nil
    case (true, false): isAlone ? "in \(span.from)" : "to \(span.to)"
    case (false, true): "from \(span.from)"
    case (false, false): isAlone ? "in \(span.from)" : "\(span.from) to \(span.to)"
    }
  }

  private static func style(_ verdict: CheckCell.Verdict) -> TextStyle {
    switch verdict {
    case .holds: .green
    case .fails: .red
    case .absent, .ignored, .unknown: .dim
    }
  }
}

extension AppCheck.Row.Subject {
  /// Under which heading it stands.
  enum Group {
    case icons, actions, code
  }

  var group: Group {
    switch self {
    case .icon: .icons
    case .action: .actions
    case .code: .code
    }
  }
}
