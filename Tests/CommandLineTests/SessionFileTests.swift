import TestSupport
import Testing

/// Sessions saved as files, and files run as lines.
@Suite struct SessionFileTests {
  private let folder = TemporaryFolder()

  private var app: String {
    Repository.root + "/lua/scenarios/seeds/fixtures/ChangeIcon.app"
  }

  private func repl(_ lines: [String], _ arguments: String...) throws -> ProcessResult {
    try homescreen(["repl"] + arguments, stdin: lines.joined(separator: "\n") + "\n")
  }

  // MARK: Saving

  private static let session = [
    "app:activate()", "local wanted <const>, count = 'newicon', 0",
    "local function bump() count = count + 1 return count end", "bump()",
    "count = 10", "bump(), count, nil", "{ 1, nested = { true, [5] = 'x' }, ['odd key'] = 1.5 }", "print(1) -- seen",
    "1 + 1 -- two", "function f()\n  return 'two\\nlines'\nend", "f()", "f",
    "math.huge, 0/0, -1.5e300, math.mininteger",
    "UIApplication.shared:setAlternateIconName(wanted, function(e) print('done', e) end)", "device.alert.label",
    "device.alert", "device.alert:tap 'OK'", "local name = UIApplication.shared.alternateIconName", "name",
    "error 'broken'", "count = 12 return count", "local count = count + 1", "bump(), count",
    "local f <close> = setmetatable({}, { __close = function() print 'closed' end })", "helper = 3", "helper",
    "help 'ICON-111'", "'\\xff\\0'", "(function() end)()",
  ]

  @Test func sessionSavedAsATestPasses() throws {
    let test = "\(folder.path)/test.lua"
    let plain = "\(folder.path)/plain.lua"
    let transcript = try repl(
      Self.session + [":save --as-test '\(test)'", ":save '\(plain)'"], "--keep-going", "--os", "17.5", app)
    #expect(transcript.stderr.hasSuffix("error line 22: broken\n  22 | error 'broken'\n"), "\(transcript)")
    let text = try #require(folder.read("test.lua"))
    for line in [
      "assert.equal(1, bump())", "assert.equal(2, 1 + 1)", "assert.equal(\"newicon\", app.iconName)",
      "assert.is_function(f)", "-- this line failed:\n  --   error 'broken'\n",
      "assert.is_nil(device.alert and device.alert.label)",
      "assert.callbacks({", "helper = 3",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    #expect(!text.contains("print(bump"))
    let run = try homescreen(["run", "--read", "/", test, plain])
    #expect(run.exitCode == 0, "\(run)\n\(text)")
    #expect(run.stdout.contains("2 passed"))
  }

  /// A mistake in the app's code crashes the app in a scenario, and not in the REPL.
  @Test func mistakesAreCommentsAndTheSessionGoesOn() throws {
    let test = "\(folder.path)/test.lua"
    let lines = [
      "app:activate()", "UIApplication.shared.setAlternateIconName('newicon')", "device:screenshot()",
      "UIApplication.shared:setAlternateIconName 'newicon'", "device.alert:tap 'OK'", "app.iconName",
    ]
    _ = try repl(lines + [":save --as-test '\(test)'"], "--keep-going", "--os", "17.5", app)
    let text = try #require(folder.read("test.lua"))
    #expect(text.contains("-- this line failed:\n  --   device:screenshot()") && !text.contains("has_error"), "\(text)")
    let run = try homescreen(["run", "--read", "/", test])
    #expect(run.exitCode == 0, "\(run)\n\(text)")
    let loaded = try homescreen(["repl", "--read", "/"], stdin: ":load '\(test)'\napp.iconName\n")
    #expect(loaded.exitCode == 0 && loaded.stdout.hasSuffix("\"newicon\"\n"), "\(loaded)")
    folder.write("other.lua", "it('x', function()\nend)\n")
    #expect(
      try homescreen(["repl"], stdin: ":load '\(folder.path)/other.lua'\n").stderr.contains("homescreen run FILE"))
  }

  @Test func savedTestDetectsDifferences() throws {
    let test = "\(folder.path)/test.lua"
    _ = try repl(["x = 1", "x + 1", "device:advance(1)", "device.time", ":save --as-test '\(test)'"])
    let text = try #require(folder.read("test.lua"))
    #expect(try homescreen(["run", "--read", "/", test]).exitCode == 0)
    for (old, new) in [("x = 1", "x = 2"), ("device:advance(1)", "device:advance(2)")] {
      folder.write("changed.lua", text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new))
      let run = try homescreen(["run", "--read", "/", "\(folder.path)/changed.lua"])
      #expect(run.exitCode == 1, "\(run)")
    }
  }

  // MARK: Loading

  @Test func fileRunsAsOneLine() throws {
    folder.write(
      "steps.lua", "#!/usr/bin/env lua\nlocal step = 1\nfunction go()\n  step = step + 1\nend\nprint('loaded', step)\n")
    folder.write("value.lua", "\u{FEFF}1 + 1")
    folder.write("broken.lua", "x = 1\nerror 'inside'\n")
    folder.write("wrong.lua", "x = = 1")
    folder.write("latin.lua", [0x78, 0x3D, 0x22, 0xE9, 0x22])
    let path = folder.path
    let transcript = try repl(
      [
        ":load '\(path)/steps.lua'", "go()", "step", ":load '\(path)/value.lua'", ":undo 3", "step",
        ":load '\(path)/broken.lua'", ":load '\(path)/wrong.lua'", ":load '\(path)/latin.lua'", "x",
      ], "--keep-going")
    #expect(transcript.stdout == "loaded\t1\n2\n2\n1\n1\n", "\(transcript)")
    #expect(transcript.exitCode == 1)
    let errors = transcript.stderr.split(separator: "\n")
    for ending in [
      "broken.lua:2: inside", "wrong.lua:1: unexpected symbol near '='",
      "latin.lua cannot be read: byte 4 is not UTF-8 text",
    ] {
      #expect(errors.contains { $0.hasSuffix(ending) }, "\(ending) in \(transcript)")
    }
  }

  // MARK: Chunks and errors

  @Test(arguments: [
    (["-e", "1 + 1"], "", "2\n", 0), (["-e", "local x = 1", "-e", "x"], "print 'unread'", "1\n", 0),
    (["-e", "-1"], "", "-1\n", 0), (["-e", "print 'a'\nprint 'b'"], "", "a\nb\n", 0),
    (["-e", "error 'x'", "-e", "2"], "", "", 1), (["--keep-going", "-e", "error 'x'", "-e", "2"], "", "2\n", 1),
    (["-e", "if"], "", "", 1), (["-e", ""], "", "", 0), (["-e", ":undo"], "", "", 0),
    (["-e", "x = 4", "-i"], "x", "4\n", 0), (["-i"], "2", "2\n", 0),
    (["--keep-going"], "error 'x'\n1\nx = = 2\n:nonesuch\n3\nend\n4", "1\n3\n4\n", 1),
    (["--keep-going"], "1", "1\n", 0), (["--keep-going"], "error 'x'\n:quit\n1", "", 1),
  ])
  func chunksRunAndErrorsCount(arguments: [String], input: String, output: String, code: Int32) throws {
    let result = try homescreen(["repl"] + arguments, stdin: input)
    #expect(result.stdout == output && result.exitCode == code, "\(result)")
    #expect(result.stderr.isEmpty == (code == 0))
  }

  // MARK: Other iOS versions

  @Test func otherIOSVersionShowsTheFirstDifference() throws {
    let lines = ["app:activate()", "UIApplication.shared:setAlternateIconName('newicon')", "n = #device.trace"]
    let same = try repl(lines + [":os 17.5", "n == #device.trace"], "--os", "17.5", app)
    #expect(same.stdout == "the session has the same events on iPhone, iOS 17.5\ntrue\n", "\(same)")
    let other = try repl(lines + [":os 10.2", "tostring(device)", ":undo 9", "tostring(device)"], "--os", "17.5", app)
    #expect(other.stdout.hasPrefix("the first event that differs is #"), "\(other)")
    #expect(other.stdout.contains("\n  iPhone, iOS 17.5: ") && other.stdout.contains("\n  iPhone, iOS 10.2: "))
    // The two events differ in more than their facts.
    let events = other.stdout.split(separator: "\n")[1...2].map {
      $0.split(separator: ": ").last?.prefix { $0 != "[" } ?? ""
    }
    #expect(events[0] != events[1], "\(other)")
    #expect(other.stdout.hasSuffix("\n\"iPhone, iOS 10.2\"\n\"iPhone, iOS 10.2\"\n"))
    let model = try repl(["device:advance(1)", ":device iPad", "tostring(device)"], "--os", "17.5")
    #expect(model.stdout == "the session has the same events on iPad, iPadOS 17.5\n\"iPad, iPadOS 17.5\"\n", "\(model)")
    let others = try repl(["other = Device { os = '13.0' }", ":os 16.4"], "--os", "17.5")
    #expect(others.stdout == "the session has the same events on iPhone, iOS 16.4\n", "\(others)")
    for wrong in [":os 3", ":os x", ":device Newton"] {
      let refused = try repl(["x = 1", wrong, "tostring(device), x"], "--keep-going", "--os", "17.5")
      #expect(refused.stdout == "\"iPhone, iOS 17.5\"\n1\n" && refused.exitCode == 1, "\(refused)")
      #expect(refused.stderr.hasPrefix("the session cannot be run again, and nothing has changed:\n  "), "\(refused)")
    }
  }
}
