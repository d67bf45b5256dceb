/// luassert's assertions, for documentation: `lua/prelude/assert` has them and reads chains such as `is.Not.equal`.
enum LuassertAPI {
  /// How scripts write an assertion, and what it asserts.
  private struct Assertion {
    let names: [String]
    let parameters: [APIParameter]
    let summary: String

    init(_ names: String..., takes parameters: [APIParameter], _ summary: String) {
      self.names = names
      self.parameters =
        parameters + [
          APIParameter("message", type: "string", isOptional: true, documentation: "the first line of a failure")
        ]
      self.summary = summary
    }
  }

  private static let value = APIParameter("value", type: "any", documentation: "the value")
  private static let expected = APIParameter("expected", type: "any", documentation: "the expected value")
  private static let actual = APIParameter("actual", type: "any", documentation: "the actual value")
  private static let body = APIParameter("body", type: "fun()", documentation: "what is called")
  private static let pattern = APIParameter("pattern", type: "string", documentation: "a Lua pattern")
  private static let spy = APIParameter("spy", type: "table", documentation: "a spy or stub")
  private static let count = APIParameter("count", type: "integer", documentation: "how many calls")

  private static let assertions = [
    Assertion("equal", "equals", takes: [expected, actual], "Both are equal, as `==` says."),
    Assertion("same", takes: [expected, actual], "Both are equal, tables by their contents."),
    Assertion("is_true", takes: [value], "It is true."),
    Assertion("is_false", takes: [value], "It is false."),
    Assertion("is_nil", takes: [value], "It is nil."),
    Assertion("truthy", takes: [value], "It is neither nil nor false."),
    Assertion("falsy", takes: [value], "It is nil or false."),
    Assertion("is_string", takes: [value], "It is a string."),
    Assertion("is_number", takes: [value], "It is a number."),
    Assertion("is_table", takes: [value], "It is a table."),
    Assertion("is_boolean", takes: [value], "It is true or false."),
    Assertion("is_function", takes: [value], "It is a function."),
    Assertion("is_userdata", takes: [value], "It is a userdata."),
    Assertion("is_thread", takes: [value], "It is a coroutine."),
    Assertion(
      "near",
      takes: [
        expected, actual, APIParameter("tolerance", type: "number", documentation: "the greatest difference"),
      ], "The numbers are close to each other."),
    Assertion(
      "matches", "match", takes: [pattern, APIParameter("text", type: "string", documentation: "the text to search")],
      "The text matches the pattern."),
    Assertion(
      "unique", takes: [APIParameter("list", type: "table", documentation: "the values")], "No value occurs twice."),
    Assertion(
      "holes", takes: [APIParameter("list", type: "table", documentation: "the values")],
      "The list has a nil between its values."),
    Assertion(
      "returned_arguments", takes: [count], "The call that follows as further arguments gave so many values."),
    Assertion(
      "error", "errors",
      takes: [
        body, APIParameter("expected", type: "any", isOptional: true, documentation: "the error that it should raise"),
      ], "Calling the function raises an error."),
    Assertion(
      "error_matches", "error_match", "matches_error", "match_error", takes: [body, pattern],
      "Calling the function raises an error whose text matches."),
    Assertion(
      "called", takes: [count], "The spy was called, exactly so often if given: `assert.spy(s).called(2)`."),
    Assertion(
      "called_with", takes: [value], "The spy was called with these arguments: `assert.spy(s).called_with(1)`."),
    Assertion("called_at_least", takes: [count], "The spy was called at least that often."),
    Assertion("called_at_most", takes: [count], "The spy was called at most that often."),
    Assertion("called_more_than", takes: [count], "The spy was called more often than that."),
    Assertion("called_less_than", takes: [count], "The spy was called less often than that."),
    Assertion("returned_with", takes: [value], "A call of the spy returned these values."),
    Assertion("spy", takes: [spy], "What the chain is about: `assert.spy(s).was.called()`."),
    Assertion("stub", takes: [spy], "What the chain is about: `assert.stub(s).was.called()`."),
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
          APIDocumentation(
            assertion.summary, discussion: "`assert.Not.\(name)` asserts the opposite. An assertion of luassert."))
      }
    }
}
