-- skb1129/react-native-change-icon#46, kyubuns/AppIconChangerUnity#5, christianselig/apollo-bugs#1436: there is no
-- way back to the first icon.
local museum = require "homescreen.museum"

-- What the app passes for “default”.
local function reset(device, app, repaired, word)
  museum.change(device, app, "night")
  if repaired then return museum.change(device, app, nil) end
  return museum.change(device, app, word)
end

for _, word in ipairs { "", "Default", "AppIcon" } do
  describe("skb1129/react-native-change-icon#46 with “" .. word .. "”", function() -- ICON-029, ICON-030
    it("as reported: the word is a name that no icon has", function()
      local device, app = museum.open(museum.icon_package())
      assert.equal(4, reset(device, app, false, word))
      assert.equal("night", app.iconName)
      assert.matches("Pass nil for the primary icon", table.concat(app:why(word), "\n"))
    end)

    it("repaired: nil", function()
      local device, app = museum.open(museum.icon_package())
      assert.equal("changed", reset(device, app, true, word))
      assert.is_nil(app.iconName)
      assert.equal("first@3x.png", museum.picture(device, app).file)
    end)
  end)
end

describe("christianselig/apollo-bugs#1436: every icon can be chosen, but for the default one", function() -- ICON-030
  for _, model in ipairs { "iPad", "iPhone" } do
    local function choose(repaired)
      local device, app = museum.open(museum.icon_package(), { model = model, os = "15.0" })
      assert.equal("changed", museum.change(device, app, "night"))
      local row = "Default" -- what the list calls it
      if repaired then row = nil end
      return museum.change(device, app, row), app
    end

    it("as reported: error 4, " .. model, function()
      local answer, app = choose(false)
      assert.equal(4, answer)
      assert.equal("night", app.iconName)
    end)

    it("repaired: the row means nil, " .. model, function()
      local answer, app = choose(true)
      assert.equal("changed", answer)
      assert.is_nil(app.iconName)
    end)
  end
end)
