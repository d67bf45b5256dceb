-- The findings of the example's rules, as scenarios see them.

describe("the team rules", function()
  local function package(name, kind)
    return AppPackage {
      plist = {
        CFBundleIdentifier = "com.example.paint", CFBundleName = name,
        UIApplicationShortcutItems = {
          { UIApplicationShortcutItemType = kind, UIApplicationShortcutItemTitle = "Compose" },
        },
      },
    }
  end

  it("find types without the identifier", function()
    local found = package("Paint", "compose"):lint { select = "action-type-prefix" }
    assert.equal(1, #found)
    assert.equal("the quick action “compose” does not begin with com.example.paint", found[1].message)
    assert.equal("call it com.example.paint.compose", found[1].help)
    assert.equal("warning", found[1].severity)
    assert.equal("unsafe", found[1].fix)
    assert.same({ "QUICK-003" }, found[1].facts)
  end)

  it("find blanks around names", function()
    local found = package(" Paint", "com.example.paint.compose"):lint { select = { "name-blanks" } }
    assert.equal("CFBundleName has spaces around “Paint”", found[1].message)
    assert.equal("safe", found[1].fix)
  end)

  it("find nothing where all is as agreed", function()
    local fine = package("Paint", "com.example.paint.compose")
    assert.same({}, fine:lint { select = { "name-blanks", "action-type-prefix" }, codes = true })
  end)
end)
