import HomeScreenSimulator
import LuaAPI
import LuaEngine
import PropertyLists
import Testing

/// The cost of API calls is proportional to their size.
@Suite struct CostTests {
  /// The setup, the call, its minimum cost for each of N, and the extra cost for twice that.
  struct Work: Sendable, CustomTestStringConvertible {
    let setup: String
    let source: String
    let atLeast: Double
    let size: Int
    let growth: Double
    var testDescription: String { "\(setup) \(source)" }

    init(_ setup: String, _ source: String, _ atLeast: Double, size: Int = 400, growth: Double = 2.8) {
      self.setup = setup
      self.source = source
      self.atLeast = atLeast
      self.size = size
      self.growth = growth
    }
  }

  /// Shared tables and packages.
  private static let common = """
    local function names(prefix, value)
      local t = {} for i = 1, N do t[prefix .. i] = value or i end return t
    end
    local function sequence(prefix) local t = {} for i = 1, N do t[i] = prefix .. i end return t end
    local function package(plist, files, strings)
      plist.CFBundleIdentifier = plist.CFBundleIdentifier or "com.example.big"
      return AppPackage { plist = plist, files = files or {}, strings = strings }
    end
    device = Device { os = "17.5" }

    """
  private static let alternates = """
    local alternates, files = {}, {}
    for i = 1, N do alternates["icon" .. i], files["icon" .. i .. "@3x.png"] = {}, { 180, 180 } end
    big = package({ CFBundleIcons = { CFBundleAlternateIcons = alternates,
      CFBundlePrimaryIcon = { CFBundleIconFiles = sequence "missing" } } }, files)
    app = device:install(big)
    icon = device.springboard:icon(app)

    """
  private static let list = "p = package({ big = names 'key', array = sequence 'x' }).plist\n"
  private static let apps = """
    for i = 1, N do device:install(package { CFBundleIdentifier = "a.b" .. i, CFBundleName = "App " .. i }) end

    """
  private static let trace = """
    app = device:install(package {})
    for i = 1, N / 10 do device:launch(app) device:pressHome() end
    trace = device.trace

    """

  private static let works: [Work] =
    listWorks + iconWorks + deviceWorks + textWorks + [
      Work("t = names 'key'", "pcall(Device, t)", 28), Work("t = names 'key'", "pcall(matrix, t)", 28),
      Work("t = names 'key'", "pcall(homescreen.plugin, t)", 28),
      Work("t = names 'key'", "pcall(function() device.conditions = t end)", 28),
      Work("app = device:install(package {}) t = names('key', print)", "app.delegate = t", 100),
      Work("t = {} for i = 1, N do t['en' .. i] = { a = 'b' } end", "package({}, nil, t)", 30),
      Work("t = {} for i = 1, N do t['a' .. i .. '.png'] = { 60, 60 } end", "package({}, t)", 30),
    ]

  private static let listWorks: [Work] = [
    Work(list, "for k in pairs(p.big) do end", 12), Work(list, "p.copy = p.big", 1),
    Work(list, "for i = 1, 50 do p.big.key1 = nil p.big.key1 = 1 end", 10, size: 6000),
    Work(list + "t = names 'key'", "p.other = t", 30),
    Work("t = names 'key'", "plist.array { t }", 30),
    Work("s = ('<integer>1</integer>'):rep(N)", "plist.parse('<plist><array>' .. s .. '</array></plist>')", 100),
  ]

  private static let iconWorks: [Work] = [
    Work(alternates, "icon:picture()", 25), Work(alternates, "return icon:picture().why", 20),
    Work(alternates, "app:why 'icom1'", 10), Work(alternates, "app:why()", 10),
    Work(alternates, "big.plist.New = 1 device:install(big)", 8),
    // Each name is a prefix of each file: a linear search for the files of a name was once slow. The names alone have
    // four times the bytes for twice the count.
    Work(
      """
      local files, list = {}, {}
      for i = 1, N do list[i], files[("a"):rep(N) .. i .. "@3x.png"] = ("a"):rep(i), { 180, 180 } end
      icon = device.springboard:icon(device:install(package({ CFBundleIconFiles = list }, files)))
      """, "icon:picture()", 25, size: 150, growth: 4.2),
  ]

  private static let deviceWorks: [Work] = [
    Work(apps, "return device.springboard.icons", 10), Work(apps, "device.locale = 'de'", 1),
    Work(apps, "pcall(function() return device.springboard:icon('nothing') end)", 4),
    Work(apps, "pcall(function() return device.springboard:icon('Apq 1') end)", 4), Work(apps, "device:reboot()", 1),
    Work(trace, "tostring(trace)", 10), Work(trace, "return trace.hash", 1), Work(trace, "return trace.callbacks", 1),
    Work(trace, "return trace.handling", 0.4), Work(trace, "for _, event in ipairs(trace) do end", 8),
    Work("app = device:install(package {})", "for i = 1, N do device:launch(app) device:pressHome() end", 100),
    Work("", "for i = 1, N do Device {} end", 100),
  ]

  private static let textWorks: [Work] = [
    Work("s = ('x'):rep(N * 100)", "help(s)", 4, size: 40),
    Work("", "for i = 1, N do help 'Device' end", 20_000, size: 10),
    Work("s = ('x'):rep(N * 100)", "pcall(Device, { os = s })", 4),
    Work("s = ('x'):rep(N * 100)", "pcall(function() return device[s] end)", 6, size: 8000),
    Work("s = ('e\\u{301}'):rep(N * 30)", "pcall(function() device.locked = s end)", 20),
    Work("s = ('x'):rep(N * 100)", "pcall(require, s)", 6), Work("s = ('x'):rep(N * 100)", "pcall(plist.load, s)", 6),
    Work("s = ('x'):rep(N * 100)", "tostring(NSError { domain = 'd', code = 1, userInfo = { text = s } })", 12),
  ]

  private func session(size: Int) throws -> TestSession {
    let test = try TestSession(options: LuaOptions(memoryCeiling: 512 << 20, budget: 20_000_000_000))
    test.session.code.usesAppInFront = true
    try test.run("N = \(size)")
    return test
  }

  private func units(_ work: Work, size: Int) throws -> Int64 {
    let test = try session(size: size)
    let lua = test.session.lua
    let setup = Self.common + work.setup
    // One chunk, so that the helpers are available; the call is measured separately.
    try test.run(setup + "\nfunction work() \(work.source) end")
    let work = try #require(try test.run("return work").first?.function)
    lua.arm()
    let before = lua.remainingBudget
    try lua.call(work)
    return before - lua.remainingBudget
  }

  @Test(arguments: works)
  func doublingTheSizeDoublesTheCost(work: Work) throws {
    let once = try units(work, size: work.size)
    let twice = try units(work, size: 2 * work.size)
    #expect(Double(once) >= Double(work.size) * work.atLeast, "\(once) units")
    #expect(Double(twice) >= 1.6 * Double(once), "\(once), then \(twice) units")
    #expect(Double(twice) <= work.growth * Double(once), "\(once), then \(twice) units")
  }

  @Test(arguments: works.filter { $0.atLeast * Double($0.size) > 500 })
  func endlessLoopsAreStopped(work: Work) throws {
    let test = try session(size: work.size)
    try test.run(Self.common + work.setup + "\nfunction work() \(work.source) end n = 0")
    let budget: Int64 = 400_000
    test.session.lua.arm(budget: budget)
    let error = try #require(throws: LuaError.self) {
      try test.session.run("while true do n = n + 1 work() end", chunkName: "=test")
    }
    #expect(error.code == "budget", "\(error.message)")
    let rounds = try test.run("return n").first?.integer ?? 0
    #expect(rounds >= 1)
    // Results may be cached, but every round costs something.
    #expect(rounds <= budget / 25, "\(rounds) rounds")
  }

  // MARK: All members

  /// An object of each type.
  private static let objects = """
    device = Device { os = "17.5" }
    app = device:install "fixtures/ToolBox.app"
    device:launch(app)
    local application = UIApplication.shared
    local menu = device.springboard:icon(app)
    objects = {
      device = device, springboard = device.springboard, icon = menu, picture = menu:picture(), app = app,
      application = application, UIApplication = UIApplication, UIViewController = UIViewController,
      controller = UIViewController(), alertController = UIAlertController { title = "a" },
      alertAction = UIAlertAction { title = "a" }, window = application.keyWindow, UIDevice = UIDevice, Bundle = Bundle,
      uidevice = UIDevice.current, bundle = Bundle.main, DispatchQueue = DispatchQueue, queue = DispatchQueue.main,
      item = UIApplicationShortcutItem { type = "a", localizedTitle = "b" },
      mutableItem = UIMutableApplicationShortcutItem { type = "a", localizedTitle = "b" },
      package = AppPackage "fixtures/ToolBox.app", plistModule = plist, trace = device.trace, event = device.trace[1],
      error = NSError { domain = "a", code = 1 }, assert = assert, homescreen = homescreen,
    }
    objects.plist = objects.package.plist

    """

  @Test func everyMegabyteUsesTheBudget() throws {
    let test = try session(size: 1)
    try test.run(Self.objects + "text = ('x'):rep(1 << 20)")
    var count = 0
    for entry in APICatalog.homescreen.entries where !entry.parameters.isEmpty {
      guard entry.kind != .namespace, entry.name != "rewind" else { continue }
      // Scenario functions are not in a session.
      if entry.receiver == nil, APICatalog.homescreen.global(entry.name) == nil { continue }
      let place = entry.receiver.map { "objects.\($0.name)" } ?? "_G"
      if try test.run("return \(place) == nil").first?.boolean == true { continue }
      let call =
        switch entry.kind {
        case .property: "\(place).\(entry.name) = text"
        case .method: "\(place):\(entry.name)(text)"
        default: "\(place).\(entry.name)(text)"
        }
      let chunk = try test.session.lua.load("pcall(function() \(call) end)", chunkName: "=test")
      test.session.lua.arm()
      let before = test.session.lua.remainingBudget
      try test.session.lua.call(chunk)
      let used = before - test.session.lua.remainingBudget
      // Lua code uses the text unchanged, as do functions that do not read it.
      guard entry.receiver?.name != "assert", !["await", "exchange", "NSArray"].contains(entry.name) else { continue }
      #expect(used >= 1 << 16, "\(call): \(used) units")
      count += 1
    }
    #expect(count > 60, "\(count) names were tried")
  }

  // MARK: Unbounded growth

  @Test func nestedErrorsEnd() throws {
    let test = try session(size: 1)
    let length = try test.run(
      """
      local err = NSError { domain = "a", code = 1 }
      for i = 1, 60 do err = NSError { domain = "a", code = i, userInfo = { a = err, b = err } } end
      local other = NSError { domain = "a", code = 60, userInfo = err.userInfo }
      return #tostring(err), err == other
      """)
    #expect(try #require(length[0].integer) < 1 << 20)
    #expect(length[1].boolean == true)
  }

  @Test func repeatedTextIsRefused() throws {
    let test = try session(size: 1)
    let error = test.error(
      """
      local text, list = ("x"):rep(1 << 20), {}
      for i = 1, 20000 do list[i] = text end
      AppPackage({ plist = { CFBundleIdentifier = "a.b" } }).plist.list = list
      """)
    #expect(error?.code == "plist-value", "\(error?.message ?? "no error")")
  }

  @Test func defaultBudgetIsEnoughForManyScenarios() throws {
    // A million of them in one `it` is realistic; each costs less than a thousand units.
    let test = try session(size: 1)
    try test.run(
      """
      local p = AppPackage {
        plist = { CFBundleIdentifier = "a.b", CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } } },
        files = { ["night@3x.png"] = { 180, 180 } },
      }
      function scenario()
        local device = Device { os = "17.5" }
        local app = device:install(p)
        device:launch(app)
        app:run(function() UIApplication.shared:setAlternateIconName("night", function() end) end)
        device.alert:tap "OK"
      end
      scenario()
      """)
    let chunk = try test.session.lua.load("for i = 1, 100 do scenario() end", chunkName: "=test")
    let before = test.session.lua.remainingBudget
    try test.session.lua.call(chunk)
    #expect(before - test.session.lua.remainingBudget < 100 * 1_000)
  }
}
