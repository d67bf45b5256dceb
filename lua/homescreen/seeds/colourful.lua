-- Shared by both scenarios about the tutorial "Colourful": its IconManager in Lua, and an app with a chooser.
--
-- The tutorial writes a manager that reads the declared icons from the Info.plist and changes the icon with an awaited
-- call. The chooser stores what a user would see.

local colourful = {}

--- Icon: one choice. `image` is UIImage(named:), or a blank picture if there is none.
function colourful.Icon(ordinal, name, imageName)
  return {
    id = imageName, ordinal = ordinal, name = name, imageName = imageName, image = UIImage(imageName) or "blank",
  }
end

-- View.if: the transformed view if the condition holds, else the unchanged view.
local function when(view, condition, transform)
  if condition then return transform(view) end
  return view
end

--- IconView: the view that SwiftUI draws for a choice.
function colourful.IconView(icon, selected)
  local view = {
    image = icon.image, renderingMode = "original", cornerRadius = 10, trailingPadding = 2,
    border = { shape = "RoundedRectangle", cornerRadius = 10, lineWidth = 2 },
  }
  return when(view, selected, function(plain)
    plain.checkmark = {
      systemName = "checkmark.circle.fill", size = 20, weight = "bold", color = "green", alignment = "bottomTrailing",
    }
    return plain
  end)
end

local function isList(value) return type(value) == "table" and type(value[1]) == "string" end

-- IconManager: the icons, and the current one.
local IconManager = {}
IconManager.__index = IconManager

function IconManager.new()
  local self = setmetatable({ icons = {} }, IconManager)
  local currentName = UIApplication.shared.alternateIconName
  local declared = Bundle.main:object "CFBundleIcons"
  if type(declared) == "table" then
    local primary = declared.CFBundlePrimaryIcon
    if type(primary) == "table" and isList(primary.CFBundleIconFiles) then
      self.icons[1] = colourful.Icon(0, nil, primary.CFBundleIconFiles[1])
    end
    local alternates = {}
    if type(declared.CFBundleAlternateIcons) == "table" then
      for name, entry in pairs(declared.CFBundleAlternateIcons) do
        if type(entry) == "table" and isList(entry.CFBundleIconFiles) and math.type(entry.ordinal) == "integer" then
          alternates[#alternates + 1] = colourful.Icon(entry.ordinal, name, entry.CFBundleIconFiles[1])
        end
      end
    end
    table.sort(alternates, function(a, b) return a.ordinal < b.ordinal end)
    table.move(alternates, 1, #alternates, #self.icons + 1, self.icons)
  end
  for _, icon in ipairs(self.icons) do
    if icon.name == currentName then
      self.currentIcon = icon
      break
    end
  end
  return self
end

-- On the main actor, inside a Task: waits for the user's OK, and raises the NSError of a failure.
function IconManager:set(icon)
  await(UIApplication.shared):setAlternateIconName(icon.name)
  self.currentIcon = icon
end

--- The built app. `options`: another target, settings that override the project's.
function colourful.build(options)
  options = options or {}
  options.target = options.target or "Colourful"
  return AppPackage("fixtures/Colourful.xcodeproj", options)
end

--- An installed and launched app whose manager is a singleton of its process.
function colourful.start(package, device)
  device = device or Device { model = "iPhone", os = "16.0" }
  local app = device:install(package or colourful.build(), { lifecycle = "swiftUI" })
  local screen = { device = device, app = app }
  function app.main() screen.manager = IconManager.new() end
  device:launch(app)

  -- The chooser: a row of buttons, a check mark on the current icon.
  function screen.rows()
    local rows = {}
    for place, icon in ipairs(screen.manager.icons) do
      local view = colourful.IconView(icon, icon == screen.manager.currentIcon)
      rows[place] = (icon.name or "primary") .. (view.checkmark and " ✓" or "")
    end
    return rows
  end

  -- A button starts a Task and ignores its errors.
  function screen.tap(name)
    for _, icon in ipairs(screen.manager.icons) do
      if (icon.name or "primary") == name then
        app:run(function() Task(function() screen.manager:set(icon) end) end)
        return
      end
    end
    error("no row " .. name)
  end

  function screen.picture(surface) return device.springboard:icon(app):picture(surface) end
  return screen
end

return colourful
