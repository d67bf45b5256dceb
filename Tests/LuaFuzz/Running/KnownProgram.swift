import HomeScreenReports
import LuaAPI
import LuaEngine

/// A program with a known result, which checks a session after another program ran in it.
///
/// It copies what it needs into locals before the other program runs, which may change all globals.
struct KnownProgram {
  private static let text = """
    local Device, error, pcall, tostring, wrap, yield, parse, concat, setmetatable =
      Device, error, pcall, tostring, coroutine.wrap, coroutine.yield, plist.parse, table.concat, setmetatable
    local UIApplication = UIApplication
    return function()
      local results = {}
      local function add(value) results[#results + 1] = tostring(value) end
      local device = Device { model = "iPhone", os = "17.5" }
      local app = device:install "fixtures/ChangeIcon.app"
      device:launch(app)
      app:run(function()
        UIApplication.shared:setAlternateIconName("newicon", function(err) add(err) end)
      end)
      device.alert:tap "OK"
      add(app.iconName)
      add(device.trace.hash)
      local list = parse "<plist><dict><key>a</key><integer>1</integer></dict></plist>"
      list.b = { 1, 2, "x" }
      add(list.b[3])
      for word in wrap(function() yield "in" yield "out" end) do add(word) end
      local _, err = pcall(function() list.b[9] = 1 end)
      add(err.code)
      local mine = setmetatable({}, { __tostring = function() return "mine" end })
      local _, same = pcall(error, mine)
      add(same == mine)
      return concat(results, " ")
    end
    """

  private let function: LuaReference
  private let session: Session

  init(in session: Session) throws {
    self.session = session
    guard let function = try session.run(Self.text, chunkName: "=known").first?.function else {
      throw FuzzFinding("the known program is no function")
    }
    self.function = function
  }

  func result() throws -> String {
    session.lua.arm(budget: 10_000_000, takesBackInterrupt: true)
    return try session.lua.call(function).first?.string ?? "nothing"
  }

  /// The result in an unused session.
  static func expected() throws -> String {
    let session = try Session(at: .bundled("scenarios/seeds"), services: ReportServices())
    return try KnownProgram(in: session).result()
  }
}
