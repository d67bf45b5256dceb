extension HostileScript {
  /// Common mistakes and unexpected values.
  static let mistaken: [HostileScript] = [
    HostileScript("no expression", "local x = = 1", error: "unexpected symbol near '='"),
    HostileScript("a call that is not closed", "local a\nprint('a'", error: "')' expected near <eof>", line: 2),
    HostileScript("after a #! line", "#!/usr/bin/env homescreen\nlocal x = = 1", error: "unexpected symbol", line: 2),
    HostileScript("a binary chunk in load", #"assert(load("\27Lua"))"#, error: "binary chunks are refused"),
    HostileScript(
      "a global that is misspelt", "local d = Devise {}", error: "(global 'Devise')", hint: "Did you mean 'Device'?"),
    HostileScript(
      "a method that is misspelt", "Device {}:instal 'x'", error: "no member 'instal'", hint: "device:install"),
    HostileScript(
      "a property that is misspelt", "Device {}.local_ = 'en'", error: "no member 'local_'", hint: "device.locale"),
    HostileScript(
      "a field that is misspelt", "Device { modle = 'iPhone' }", error: "no field 'modle'",
      hint: "Did you mean 'model'?"
    ),
    HostileScript(
      "a model that is misspelt", "Device { model = 'iPhnoe' }", error: "“iPhnoe”", hint: "Did you mean “iPhone”?"),
    HostileScript(
      "a version that is none", "Device { os = 'seventeen' }", error: "“seventeen” is not an iOS version",
      hint: "17.5"),
    HostileScript(
      "a condition that is misspelt", "Device { conditions = { staleIconCash = true } }", error: "“staleIconCash”",
      hint: "Did you mean “staleIconCache”?"),
    HostileScript(
      "an option that is misspelt", app + "device:install(package, { distributoin = 'appStore' })",
      error: "no field 'distributoin'", hint: "Did you mean 'distribution'?", line: 2),
    HostileScript(
      "a function of Lua that is misspelt", "print(string.fromat('x'))", error: "'fromat'", hint: "string.format"),
    HostileScript(
      "an assertion that is misspelt", "assert.equl(1, 1)", error: "assert.equl; did you mean assert.equal?"),
    HostileScript("os.exit", "os.exit(0)", error: "a script cannot end the process"),
    HostileScript("os.remove", "os.remove('x')", error: "scripts cannot change files"),
    HostileScript("io.popen", "io.popen('ls')", error: "cannot start other programs"),
    HostileScript(
      "io outside of the folder", "assert(io.open('/etc/passwd'))", error: "outside of the project’s folder"),
    HostileScript("io.lines upwards", "io.lines('../../../etc/passwd')", error: "outside of the project’s folder"),
    HostileScript("debug", "debug.sethook()", error: "could look into other code"),
    HostileScript("dofile", "dofile '/etc/passwd'", error: "outside of the project’s folder"),
    HostileScript("require outside of the folder", "require '../../etc/passwd'", error: "not found"),
    HostileScript("require of a long name", "require(('x'):rep(5000))", error: "too long for a module name"),
    HostileScript("require of itself", "require 'script'", error: "requires itself: script → script"),
    HostileScript("string.dump", "string.dump(print)", error: "string.dump is not available"),
    HostileScript("no environment", "_ENV = nil print 'x'", error: "upvalue '_ENV'"),
    HostileScript(
      "a strict global environment",
      "setmetatable(_G, { __index = function(_, name) error('no ' .. name, 2) end })\nprint(missing)",
      error: "no missing",
      line: 2),
    HostileScript(
      "a protected global environment", "setmetatable(_G, { __metatable = 1 }) setmetatable(_G, {})",
      error: "protected metatable"),
    HostileScript(
      "bytes that are no text", #"Device { model = "iPhone\xff\xfe" }"#, error: "not valid UTF-8", hint: "UTF-8"),
    HostileScript("bytes that are no text, raised", #"error("\xff\xfe")"#, error: "\u{FFFD}\u{FFFD}"),
    HostileScript(
      "a deleted app asked", app + "device:uninstall(app) print(app.state)", error: "was uninstalled",
      hint: "Install the app again", line: 2),
    HostileScript(
      "a deleted app run", app + "device:uninstall(app) app:run(print)", error: "was uninstalled",
      hint: "Install the app again", line: 2),
    HostileScript(
      "a deleted app launched", app + "device:uninstall(app) device:launch(app)", error: "was uninstalled",
      hint: "Install the app again", line: 2),
    HostileScript(
      "UIKit outside of the app", app + "UIApplication.shared:setAlternateIconName('x')",
      error: "no app's code is running", hint: "app:run(", line: 2),
    HostileScript("error(nil)", "error(nil)", error: "error value: nil"),
    HostileScript("error(false)", "\nerror(false)", error: "error value: false", line: 2),
    HostileScript("error of a table", "error({})", error: "error value: {}"),
    HostileScript(
      "error of a table with fields", #"error({ code = 7, text = "a\27[2Jb" })"#,
      error: #"error value: { code = 7, text = "a\x1B[2Jb" }"#),
    HostileScript(
      "error of a huge table", "local t = {} for i = 1, 1e5 do t[i] = i end error(t)", error: "… and 99900 more"),
    HostileScript("error of a table in itself", "local t = {} t.t = t error(t)", error: "error value: { t = <cycle> }"),
    HostileScript("error of a function", "error(print)", error: "error value: function: 0x00000001"),
    HostileScript("error without place", "error('just this', 0)", error: "just this"),
    HostileScript(
      "an error that cannot be shown", "error(setmetatable({}, { __tostring = function() error 'again' end }))",
      error: "error value: a table whose __tostring fails"),
    HostileScript(
      "an error that takes for ever to show",
      "error(setmetatable({}, { __tostring = function() while true do end end }))",
      error: "used up its budget of instructions"),
    HostileScript("megabytes of message", "error(('long '):rep(1e6))", error: "more bytes)"),
    HostileScript("thousands of lines of message", #"error(("long\n"):rep(1e5))"#, error: "more bytes)"),
    HostileScript(
      "a format that is none", app + "app:run(function() NSLog('%n', 1) end)", error: "invalid conversion", hint: "%n",
      line: 2),
  ]

  static let all = endless + greedy + mistaken
}
