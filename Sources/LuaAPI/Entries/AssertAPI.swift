import HomeScreenSimulator
import LuaEngine

/// The assertions about apps, from `lua/prelude/assert/apps.lua`; luassert's are in the other modules of that folder.
enum AssertAPI: APISection {
  static let type = APIType("assert", className: "homescreen.Assert", summary: "Assertions.")

  static let callbacks = assertion(
    "callbacks",
    [
      APIParameter("expected", type: "string[]", documentation: "names of callbacks, in order", domain: .slot),
      APIParameter("trace", type: "homescreen.Trace", documentation: "of `device:record`"),
    ],
    APIDocumentation(
      "The system called exactly these callbacks in this order, whether the app has them or not.", facts: ["LAUNCH-001"]
    ))

  static let handledOnce = assertion(
    "handled_once", [APIParameter("trace", type: "homescreen.Trace", documentation: "of `device:record`")],
    APIDocumentation(
      "Each quick action of the trace was delivered once, and the app declared once that it handled the action.",
      discussion: """
        The app declares this with `app:didHandle(item)`. A failure lists the callbacks that ran, and the method that \
        must handle the action in this life cycle. The assertion does not check whether the app calls the completion \
        handler: see `completion_handlers` and `completed` of the entries of `trace.deliveries`.
        """, facts: ["LAUNCH-005", "LAUNCH-014"]))

  static let logged = assertion(
    "logged",
    [
      APIParameter("text", type: "string", documentation: "plain text, not a pattern"),
      APIParameter("app", type: "homescreen.App", documentation: "whose console"),
    ],
    APIDocumentation(
      "A line of the app's console has this text."))

  static let crashes = assertion(
    "crashes",
    [
      APIParameter("app", type: "homescreen.App", documentation: "which app"),
      APIParameter("body", type: "fun()", documentation: "the function that makes the app crash"),
    ],
    giving: AppCrash.self, "the crash",
    APIDocumentation(
      "The function makes the app crash; the error that ended the app does not fail the scenario.",
      facts: ["LAUNCH-012"]))

  static let matchesSnapshot = assertion(
    "matches_snapshot",
    [
      APIParameter(
        "value", type: "any",
        documentation: "a value, a trace, a menu, a property list, a screen, the picture of an icon"),
      APIParameter(
        "name", type: "string", isOptional: true, documentation: "the snapshot's name; without it, a number"),
    ],
    APIDocumentation(
      "The value equals its stored snapshot.",
      discussion: """
        The first run stores the value in `__snapshots__/SCRIPT.snap` next to the script, a readable file for you to \
        commit; later runs compare with it. For a screen, and for the picture of an icon, an SVG drawing is stored \
        next to that file. `homescreen run --update-snapshots` stores values again and removes unused ones; with \
        `--ci`, or if `CI` is set, nothing is stored, and missing and unused snapshots fail.
        """))

  static let memberTypes = [type]
  static let memberEntries = [callbacks, handledOnce, logged, crashes, matchesSnapshot]

  private static func assertion(_ name: String, _ parameters: [APIParameter], _ words: APIDocumentation) -> APIEntry {
    assertion(name, parameters, giving: NoResult.self, "", words)
  }

  private static func assertion<Result: APIResult>(
    _ name: String, _ parameters: [APIParameter], giving _: Result.Type, _ returns: String, _ words: APIDocumentation
  ) -> APIEntry {
    APIEntry.function(name, of: type, parameters: parameters, returns: returns, words) { call in
      let count = call.count
      call.stack.push(try call.session.prelude.module("assert"))
      try call.stack.pushMember(name, of: -1)
      return LuaResults<Result>(count: try call.callTop(argumentsFrom: 1, through: count))
    }
  }
}

/// luassert's assertions, for documentation. `lua/prelude/assert` implements them and parses chains such as `is.Not.equal`.
enum LuassertAPI {
  /// The notation of an assertion in scripts, and its meaning.
  private struct Assertion {
    let names: [String]
    let parameters: [APIParameter]
    let summary: String

    init(_ names: String..., takes parameters: [APIParameter], _ summary: String) {
      self.names = names
      self.parameters = parameters + [message]
      self.summary = summary
    }
  }

  private static let message = APIParameter(
    "message", type: "string", isOptional: true, documentation: "the first line of the failure message")
  private static let value = APIParameter("value", type: "any", documentation: "the value")
  private static let expected = APIParameter("expected", type: "any", documentation: "the expected value")
  private static let actual = APIParameter("actual", type: "any", documentation: "the actual value")
  private static let body = APIParameter("body", type: "fun()", documentation: "the function to call")
  private static let pattern = APIParameter("pattern", type: "string", documentation: "a Lua pattern")
  private static let spy = APIParameter("spy", type: "table", documentation: "a spy or stub")
  private static let count = APIParameter("count", type: "integer", isOptional: true, documentation: "how many calls")

  private static let assertions = [
    Assertion("equal", "equals", takes: [expected, actual], "The two values are equal, compared with `==`."),
    Assertion("same", takes: [expected, actual], "The two values are equal; tables are compared by their contents."),
    Assertion("is_true", takes: [value], "The value is true."),
    Assertion("is_false", takes: [value], "The value is false."),
    Assertion("is_nil", takes: [value], "The value is nil."),
    Assertion("truthy", takes: [value], "The value is neither nil nor false."),
    Assertion("falsy", takes: [value], "The value is nil or false."),
    Assertion("is_string", takes: [value], "The value is a string."),
    Assertion("is_number", takes: [value], "The value is a number."),
    Assertion("is_table", takes: [value], "The value is a table."),
    Assertion("is_boolean", takes: [value], "The value is true or false."),
    Assertion("is_function", takes: [value], "The value is a function."),
    Assertion("is_userdata", takes: [value], "The value is a userdata."),
    Assertion("is_thread", takes: [value], "The value is a coroutine."),
    Assertion(
      "near",
      takes: [
        expected, actual, APIParameter("tolerance", type: "number", documentation: "the largest allowed difference"),
      ], "The numbers are close to each other."),
    Assertion(
      "matches", "match", takes: [pattern, APIParameter("text", type: "string", documentation: "the text to search")],
      "The text matches the pattern."),
    Assertion(
      "unique", takes: [APIParameter("list", type: "table", documentation: "the values")], "No value occurs twice."),
    Assertion(
      "holes", takes: [APIParameter("list", type: "table", documentation: "the values")],
      "The list has a nil between its values."),
    Assertion("returned_arguments", takes: [count], "The call passed as the next argument returned this many values."),
    Assertion(
      "error", "errors",
      takes: [
        body,
        APIParameter(
          "expected", type: "any", isOptional: true,
          documentation: "the error that the function should "
            + "raise"),
      ], "Calling the function raises an error."),
    Assertion(
      "error_matches", "error_match", "matches_error", "match_error", takes: [body, pattern],
      "Calling the function raises an error whose text matches."),
    Assertion(
      "called", takes: [count], "The spy was called; with a number, exactly that many times: `assert.spy(s).called(2)`."
    ),
    Assertion(
      "called_with", takes: [value], "The spy was called with these arguments: `assert.spy(s).called_with(1)`."),
    Assertion("called_at_least", takes: [count], "The spy was called at least this many times."),
    Assertion("called_at_most", takes: [count], "The spy was called at most this many times."),
    Assertion("called_more_than", takes: [count], "The spy was called more than this many times."),
    Assertion("called_less_than", takes: [count], "The spy was called fewer than this many times."),
    Assertion("returned_with", takes: [value], "A call to the spy returned these values."),
    Assertion("spy", takes: [spy], "Starts an assertion about a spy: `assert.spy(s).was.called()`."),
    Assertion("stub", takes: [spy], "Starts an assertion about a stub: `assert.stub(s).was.called()`."),
  ]

  static let entries =
    [
      APIEntry.documented(
        "assert", AssertAPI.type, "Assertions: `assert.equal(expected, actual)`; `assert(value, message)` is Lua's own."
      )
    ]
    + assertions.flatMap { assertion in
      assertion.names.map { name in
        .word(
          name, of: AssertAPI.type, assertion.parameters,
          gives: assertion.parameters.first?.name == spy.name ? AssertAPI.type.className : nil,
          APIDocumentation(
            assertion.summary, discussion: "`assert.Not.\(name)` asserts the opposite. An assertion of luassert."))
      }
    }
}
