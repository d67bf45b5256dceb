/// The steps of a scenario: each command and event of its devices, the line of Lua that caused it, and the device's
/// state afterwards. Steps are large, and recorded only on request.
///
/// Repeated data is stored once: states are stored as changes, and their texts and the pictures of the screen are in
/// lists that steps refer to by index.
package struct ScenarioSteps: Sendable, Equatable, Recorded {
  /// A device of the scenario.
  package struct Device: Sendable, Equatable, Recorded {
    /// The model, version and language: `iPhone, iOS 26.1, en`.
    package var name: String
    /// The state before the first step: pairs of indexes into ``ScenarioSteps/texts``, a path and its value.
    package var state: [Int]

    /// Creates a device with a state.
    package init(name: String, state: [Int]) { (self.name, self.state) = (name, state) }

    package static var blank: Self { Self(name: "", state: []) }

    package mutating func fields(_ field: inout RecordFields) {
      field("name", &name)
      field("state", &state)
    }
  }

  /// A tester's command, or an event of the trace.
  package struct Step: Sendable, Equatable, Recorded {
    /// The index in ``ScenarioSteps/devices``.
    package var device: Int
    /// The time on the device's clock.
    package var milliseconds: Int
    /// ``ScenarioSteps/command``, or the subject of the event: `icon`.
    package var kind: String
    /// The command, or the word of the event: `stored`.
    package var name: String
    package var app: String?
    /// The other details of the event.
    package var detail: String?
    /// The ID of the fact that the event rests on.
    package var fact: String?
    /// `file:line` of the script.
    package var place: String?
    /// The changes in the device's state: pairs of indexes into ``ScenarioSteps/texts``, a path and its new value.
    /// ``ScenarioSteps/nothing`` means that the value was removed.
    package var changes: [Int] = []
    /// The index in ``ScenarioSteps/screens`` of the device's screen; nil if none was drawn.
    package var screen: Int?

    package init(device: Int, milliseconds: Int, kind: String, name: String) {
      (self.device, self.milliseconds, self.kind, self.name) = (device, milliseconds, kind, name)
    }

    package static var blank: Self { Self(device: 0, milliseconds: 0, kind: "", name: "") }

    package mutating func fields(_ field: inout RecordFields) {
      field("device", &device, unless: 0)
      // Virtual time, which scripts can advance without limit.
      field(unbounded: "milliseconds", &milliseconds)
      field("kind", &kind)
      field("name", &name)
      field("app", &app)
      field("detail", &detail)
      field("fact", &fact)
      field("place", &place)
      field("changes", &changes, unless: [])
      field("screen", &screen)
    }
  }

  /// The lines of a script that steps refer to.
  package struct Source: Sendable, Equatable, Recorded {
    /// The file, by its name in the places of steps.
    package var file: String
    package var firstLine: Int
    package var lines: [String]

    package init(file: String, firstLine: Int, lines: [String]) {
      (self.file, self.firstLine, self.lines) = (file, firstLine, lines)
    }

    package static var blank: Self { Self(file: "", firstLine: 1, lines: []) }

    package mutating func fields(_ field: inout RecordFields) {
      field("file", &file)
      field("firstLine", &firstLine)
      field("lines", &lines)
    }
  }

  /// A picture of a screen: SVG with `use` elements that refer to ``ScenarioSteps/parts``.
  package struct Screen: Sendable, Hashable, Recorded {
    /// The width in points.
    package var width: Int
    /// The height in points.
    package var height: Int
    /// A description of the screen in words.
    package var words: String
    /// The content of the `svg` element.
    package var body: String
    /// The names of the parts that the picture needs, each after the parts that it refers to.
    package var parts: [String]

    /// Creates a picture from parts.
    package init(width: Int, height: Int, words: String, body: String, parts: [String]) {
      (self.width, self.height, self.words, self.body, self.parts) = (width, height, words, body, parts)
    }

    package static var blank: Self { Self(width: 0, height: 0, words: "", body: "", parts: []) }

    package mutating func fields(_ field: inout RecordFields) {
      field("width", &width)
      field("height", &height)
      field("words", &words)
      field("body", &body)
      field("parts", &parts)
    }
  }

  /// An SVG element that pictures share.
  package struct Part: Sendable, Equatable, Recorded {
    /// A name that is the same for equal parts in all scenarios and runs.
    package var name: String
    /// The element without its name.
    package var markup: String

    package init(name: String, markup: String) { (self.name, self.markup) = (name, markup) }

    package static var blank: Self { Self(name: "", markup: "") }

    package mutating func fields(_ field: inout RecordFields) {
      field("name", &name)
      field("markup", &markup)
    }
  }

  /// The kind of a step that is a command and not an event.
  package static let command = "command"
  /// The index that means “no value” in changes.
  package static let nothing = -1

  /// The devices in the order of first use.
  package var devices: [Device] = []
  /// The steps in the order of time.
  package var steps: [Step] = []
  /// The number of earlier steps that are left out.
  package var leftOut = 0
  /// The paths and values of states.
  package var texts: [String] = []
  /// The lines that steps refer to, ascending in each file.
  package var sources: [Source] = []
  /// The distinct screens.
  package var screens: [Screen] = []
  /// The parts that pictures share.
  package var parts: [Part] = []

  package init() {}

  /// Whether all indexes are valid.
  package var isWhole: Bool {
    func isPaired(_ numbers: [Int], orNothing: Bool) -> Bool {
      guard numbers.count.isMultiple(of: 2) else { return false }
      return numbers.enumerated().allSatisfy { index, number in
        texts.indices.contains(number) || orNothing && index % 2 == 1 && number == Self.nothing
      }
    }
    return leftOut >= 0 && devices.allSatisfy { isPaired($0.state, orNothing: false) }
      && steps.allSatisfy { step in
        devices.indices.contains(step.device) && step.screen.map(screens.indices.contains) ?? true
          && isPaired(step.changes, orNothing: true)
      }
  }

  package static var blank: Self { Self() }

  package mutating func fields(_ field: inout RecordFields) {
    field("devices", &devices)
    field("steps", &steps)
    field("leftOut", &leftOut, unless: 0)
    field("texts", &texts)
    field("sources", &sources)
    field("screens", &screens, unless: [])
    field("parts", &parts, unless: [])
    field.check(isWhole)
  }
}
