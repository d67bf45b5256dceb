import Testing

/// A way in which a script ends while it holds objects of every kind.
///
/// The scripts find the objects in the global `made`, in order of creation.
struct Ending: Sendable, CustomTestStringConvertible {
  /// The external cause of the end.
  enum Stop: String, Sendable {
    case budget, interrupt, deadline
    /// All further allocations fail.
    case memory
  }

  let name: String
  let script: String
  var stop: Stop?

  var testDescription: String { name }

  /// Reads every member of every object, including its functions, getters, setters and failures.
  static let use = """
    members = {}
    for i, object in ipairs(made) do
      for _, name in ipairs(names[getmetatable(object)] or {}) do
        local fine, member = pcall(function() return object[name] end)
        members[#members + 1] = { object, member }
        if fine then pcall(function() object[name] = member end) end
      end
      members[#members + 1] = select(2, pcall(function() return object.no_such_name end))
      members[#members + 1] = select(2, pcall(function() object.no_such_name = 1 end))
    end

    """

  static let all = [
    Ending(name: "it returns", script: "return #members"),
    Ending(name: "the objects are dropped", script: "made, members = nil collectgarbage() collectgarbage()"),
    Ending(name: "an error", script: "local held = members error('x')"),
    Ending(
      name: "objects as errors",
      script: "for _, object in ipairs(made) do pcall(error, object) end error(made[1])"),
    Ending(
      name: "failures that are raised again",
      script: """
        for _, member in ipairs(members) do
          if type(member) == "userdata" then
            pcall(error, member)
            pcall(function() local held <close> = setmetatable({}, { __close = function() error(member) end }) end)
          end
        end
        error(members[#members])
        """),
    Ending(name: "out of budget", script: "local held = members while true do end", stop: .budget),
    Ending(
      name: "out of budget in a protected call",
      script: "while true do pcall(function() for _, object in ipairs(made) do local m = object.none end end) end",
      stop: .budget),
    Ending(
      name: "out of budget in a coroutine",
      script: "coroutine.wrap(function(...) local held = members while true do end end)(table.unpack(made, 1, 100))",
      stop: .budget),
    Ending(name: "Ctrl-C", script: "local held = members while true do end", stop: .interrupt),
    Ending(name: "the deadline", script: "local held = members while true do end", stop: .deadline),
    Ending(
      name: "memory is low",
      script: """
        local t = {}
        for i = 1, 200 do t[i] = { made[i], pcall(function() return made[i].no_such_name end) } end
        """, stop: .memory),
    weak("k", "{}"), weak("v", "{}"), weak("kv", "object"),
    Ending(
      name: "ephemerons",
      script: """
        local w = setmetatable({}, { __mode = "k" })
        for i, object in ipairs(made) do
          w[object] = function() return object, members[i] end
          local fine, failure = pcall(function() return object.no_such_name end)
          if type(failure) == "userdata" then w[failure] = failure.match end
        end
        made, members, object = nil
        collectgarbage()
        for object, value in pairs(w) do pcall(value, object, "x") pcall(tostring, object) end
        collectgarbage()
        for object, value in pairs(w) do pcall(value, object) end
        """),
    Ending(
      name: "coroutines that never end",
      script: """
        for _, object in ipairs(made) do
          coroutine.wrap(function()
            local held <close> = setmetatable({}, { __close = function() object.none = 1 end })
            coroutine.yield(object)
          end)()
          local kept = coroutine.create(function(...) coroutine.yield(...) end)
          coroutine.resume(kept, object)
          waiting = { kept, waiting }
        end
        made, members = nil
        collectgarbage()
        """),
    Ending(
      name: "coroutines that died",
      script: """
        for _, object in ipairs(made) do
          local thread = coroutine.create(function() local held = object error(object) end)
          coroutine.resume(thread)
          coroutine.close(thread)
          dead = { thread, dead }
        end
        """),
    Ending(
      name: "callbacks that hold everything",
      script: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        local everything = { made, members, device }
        app.main = function() return everything end
        function app.delegate:applicationDidBecomeActive() return everything end
        device:launch(app)
        app:run(function()
          DispatchQueue.main:asyncAfter(1000, function() return everything end)
          Task(function() await(UIApplication.shared):setAlternateIconName("none") return everything end)
        end)
        """),
  ]

  private static func weak(_ mode: String, _ value: String) -> Ending {
    Ending(
      name: "weak tables of mode \(mode)",
      script: """
        local w, v = setmetatable({}, { __mode = "\(mode)" }), setmetatable({}, { __mode = "\(mode)" })
        for i, object in ipairs(made) do w[object], v[i] = \(value), object end
        made, members = nil
        collectgarbage()
        for object, value in pairs(w) do pcall(function() return object.none, value.none end) end
        for _, object in pairs(v) do pcall(function() object.none = 1 end) end
        """)
  }
}
