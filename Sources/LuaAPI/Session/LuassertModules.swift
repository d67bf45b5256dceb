/// The modules of luassert and say that scripts may require: the name → the module of `lua/prelude` that is it.
enum LuassertModules {
  static let preludeModules: [String: String] = [
    "luassert": "assert", "luassert.assert": "assert", "luassert.init": "assert",
    "luassert.match": "match", "luassert.spy": "spy", "luassert.stub": "stub", "luassert.mock": "mock",
    "luassert.util": "luassert/util", "luassert.state": "assert/state",
    "luassert.compatibility": "luassert/compatibility",
    "luassert.formatters.binarystring": "luassert/binarystring",
    "say": "say", "say.init": "say", "luassert.say": "say",
    // These only register what is there from the beginning.
    "luassert.array": registered, "luassert.assertions": registered, "luassert.modifiers": registered,
    "luassert.matchers": registered, "luassert.matchers.core": registered, "luassert.matchers.composite": registered,
    "luassert.formatters": registered, "luassert.languages.en": registered,
  ]

  private static let registered = "luassert/loaded"
}
