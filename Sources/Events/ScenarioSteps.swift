/// What a scenario did, step by step: each command and each event of its devices, the line of Lua that caused it, and how
/// the device was afterwards. Kept only where a run is asked for it, because it is much.
///
/// What repeats is told once: states are told as changes, and their texts, like the pictures of the screen, stand in
/// lists, from which steps take them by number.
package struct ScenarioSteps: Sendable, Equatable, Recorded {
  /// A device of the scenario.
  package struct Device: Sendable, Equatable, Recorded {
    /// What it is: `iPhone, iOS 26.1, en`.
    package var name: String
    /// Its state before its first step: numbers of ``ScenarioSteps/texts``, a path and its value by turns.
    package var state: [Int]

    /// A device with a state.
    package init(name: String, state: [Int]) {
      self.name = name
      self.state = state
    }

    package static var blank: Self { Self(name: "", state: []) }

    package mutating func fields(_ field: inout RecordFields) {
      field("name", &name)
      field("state", &state)
    }
  }

  /// A command of the tester, or an event of the trace.
  package struct Step: Sendable, Equatable, Recorded {
    /// Which of the ``ScenarioSteps/devices``.
    package var device: Int
    /// On the device's clock.
    package var milliseconds: Int
    /// ``ScenarioSteps/command``, or what the event is about: `icon`.
    package var kind: String
    /// The command, or the word of the event: `stored`.
    package var name: String
    /// Its app.
    package var app: String?
    /// What else the event says.
    package var detail: String?
    /// The ID of the fact that it rests on.
    package var fact: String?
    /// `file:line` of the script.
    package var place: String?
    /// What is different in the device's state: numbers of ``ScenarioSteps/texts``, a path and its new value by turns;
    /// ``ScenarioSteps/nothing`` for a value that is gone.
    package var changes: [Int] = []
    /// Which of the ``ScenarioSteps/screens`` the device shows; nil where none is drawn.
    package var screen: Int?

    /// A step at a moment of a device.
    package init(device: Int, milliseconds: Int, kind: String, name: String) {
      self.device = device
      self.milliseconds = milliseconds
      self.kind = kind
      self.name = name
    }

    package static var blank: Self { Self(device: 0, milliseconds: 0, kind: "", name: "") }

    package mutating func fields(_ field: inout RecordFields) {
      field("device", &device, unless: 0)
      // Virtual time, which scripts may let pass as far as they like.
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

  /// Some lines of a script that steps name.
  package struct Source: Sendable, Equatable, Recorded {
    /// As the places of steps name it.
    package var file: String
    /// The number of the first line.
    package var firstLine: Int
    /// As they stand there.
    package var lines: [String]

    /// Lines of a file from this one on.
    package init(file: String, firstLine: Int, lines: [String]) {
      self.file = file
      self.firstLine = firstLine
      self.lines = lines
    }

    package static var blank: Self { Self(file: "", firstLine: 1, lines: []) }

    package mutating func fields(_ field: inout RecordFields) {
      field("file", &file)
      field("firstLine", &firstLine)
      field("lines", &lines)
    }
  }

  /// A picture of a screen: SVG whose `use` elements name ``ScenarioSteps/parts``.
  package struct Screen: Sendable, Hashable, Recorded {
    /// In points.
    package var width: Int
    /// In points.
    package var height: Int
    /// What is to be seen.
    package var words: String
    /// What stands inside of the `svg` element.
    package var body: String
    /// Which parts it needs, each behind those that it refers to.
    package var parts: [String]

    /// A picture out of parts.
    package init(width: Int, height: Int, words: String, body: String, parts: [String]) {
      self.width = width
      self.height = height
      self.words = words
      self.body = body
      self.parts = parts
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

  /// An element of SVG that pictures share.
  package struct Part: Sendable, Equatable, Recorded {
    /// The same for equal parts, in each scenario and each run.
    package var name: String
    /// The element, without its name.
    package var markup: String

    /// An element and what it is called.
    package init(name: String, markup: String) {
      self.name = name
      self.markup = markup
    }

    package static var blank: Self { Self(name: "", markup: "") }

    package mutating func fields(_ field: inout RecordFields) {
      field("name", &name)
      field("markup", &markup)
    }
  }

  /// The kind of a step that is no event.
  package static let command = "command"
  /// What stands for no value among the numbers of changes.
  package static let nothing = -1

  /// In the order in which the scenario used them first.
  package var devices: [Device] = []
  /// In the order in which they happened.
  package var steps: [Step] = []
  /// How many there were before the first of them, which are left out.
  package var leftOut = 0
  /// The paths and values of states.
  package var texts: [String] = []
  /// What the steps' places show, ascending in each file.
  package var sources: [Source] = []
  /// Each screen that was seen, once.
  package var screens: [Screen] = []
  /// What the pictures share.
  package var parts: [Part] = []

  /// Of a scenario that did nothing.
  package init() {}

  /// Whether all numbers lead to something.
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
