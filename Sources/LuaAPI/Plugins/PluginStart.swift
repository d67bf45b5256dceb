/// What a new plugin begins with: a rule for lint and a command, which work as they are.
public struct PluginStart: Sendable {
  /// What messages and settings call it.
  public let name: String
  /// Where it goes, seen from the project's folder.
  public var path: String { "tools/\(name).lua" }

  /// A plugin to begin with.
  ///
  /// - Returns: nil for a name that no plugin can have.
  public init?(name: String) {
    guard name.isLuaName(with: "-"), name != "new" else { return nil }
    self.name = name
  }

  /// What the file says.
  public var text: String {
    """
    -- A plugin of this project; see homescreen explain plugin.

    --- Our apps have a name of at most twelve characters, so that the Home Screen shows all of it.
    local function checkName(package)
      local name = package.plist.CFBundleDisplayName or package.plist.CFBundleName
      if type(name) ~= "string" or utf8.len(name) <= 12 then return end
      return {
        message = "the name “" .. name .. "” has more than 12 characters",
        place = { package.plist:where(package.plist.CFBundleDisplayName and "CFBundleDisplayName" or "CFBundleName") },
        help = "shorten it",
      }
    end

    return homescreen.plugin {
      name = "\(name)",
      version = "1.0",
      api = 1,
      rules = {
        ["\(name)-long-name"] = {
          summary = "The name of the app has more than 12 characters",
          severity = "warning",
          check = checkName,
        },
      },
      commands = {
        ["\(name)-apps"] = {
          summary = "Shows the names of the icons on the Home Screen.",
          run = function(device)
            for _, icon in ipairs(device.springboard.icons) do print(icon.label) end
          end,
        },
      },
    }

    """
  }

  /// What to do with it, a line each.
  public var steps: [String] {
    [
      "Name it in homescreen.lua:  plugins = { \"\(path)\" }",
      "Allow its code to run:      homescreen trust",
      "Apply its rule:             homescreen lint",
      "Run its command:            homescreen plugin \(path) \(name)-apps",
    ]
  }
}
