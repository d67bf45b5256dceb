import AppPackages
import HomeScreenSimulator
import PropertyLists

/// A first scenario for an app: what its Home Screen does today, as far as its package tells, so that it passes when it is
/// run at once and fails when that changes.
struct FirstScenario {
  /// What one kind of device makes of the app.
  private struct Row {
    let model: String
    /// The alternates that change there.
    let alternates: [String]
    /// Those that are declared, and do not.
    let refused: [String]
    /// The types of the quick actions in the menu, from top to bottom.
    let actions: [String]
  }

  private let rows: [Row]
  /// The text under the app's icon.
  let label: String

  /// - Throws: ``SimulatorError`` when no device installs the app.
  init(_ package: AppPackage) throws {
    if package.deviceFamilies.isEmpty, let written = package.infoPlist["UIDeviceFamily"], written.array?.isEmpty != true
    {
      throw SimulatorError(
        .wrongDeviceFamily, "\(package.name) is built for neither iPhone nor iPad, so no device can install it",
        hint: "UIDeviceFamily has 1 for iPhone and 2 for iPad.")
    }
    let models = IconJudgement.models(for: package)
    let icons = try IconJudgement(package, on: try models.map { try Device(model: $0) })
    let actions = ActionJudgement(package, on: models, versions: [.newest], languages: ["en"]).actions
    label = icons.explanations.first?.label ?? package.name
    rows = models.map { model in
      let alternates = icons.explanations.filter { $0.model == model && $0.name != nil }
      let shown = actions.flatMap { action in
        action.outcomes.filter { $0.model == model }.compactMap { outcome in
          outcome.place.flatMap { place in action.type.map { (place, $0) } }
        }
      }
      return Row(
        model: model.name, alternates: alternates.filter(\.changes).compactMap(\.name),
        refused: alternates.filter { !$0.changes }.compactMap(\.name),
        actions: shown.sorted { $0.0 < $1.0 }.map(\.1))
    }
  }

  /// The kinds of devices that the app is for.
  var models: [String] { rows.map(\.model) }

  /// What the scenario is about, for a person: `2 alternate icons, 1 quick action`.
  var summary: String {
    func count(_ names: [String], _ noun: String) -> String {
      let count = Set(names).count
      return "\(count == 0 ? "no" : "\(count)") \(noun)\(count == 1 ? "" : "s")"
    }
    return count(rows.flatMap { $0.alternates + $0.refused }, "alternate icon") + ", "
      + count(rows.flatMap(\.actions), "quick action")
  }

  /// The script.
  /// - Parameter app: where the app lies, seen from the script; nil: where `homescreen.lua` says.
  func text(app: String?) -> String {
    """
    -- What the Home Screen does with \(label.quotedForLua) today: a first scenario to build on.
    --
    --   homescreen run specs
    --
    -- The app's own code does not run here. You can describe here what it does with its quick actions:
    -- “homescreen explain app.delegate” shows how.

    local models = \(String.listForLua(models))

    -- The alternate icons that change, by device.
    local alternates = \(table(\.alternates))
    \(refusals)
    -- The types of the quick actions in the menu, from top to bottom.
    local actions = \(table(\.actions))

    describe(\(label.quotedForLua), function()
      for _, model in ipairs(models) do
        describe("on " .. model, function()
          local device, app

          before_each(function()
            device = Device { model = model }
            app = device:install(\(app?.quotedForLua ?? ""))
            device:launch(app)
          end)

          local function openMenu()
            device:pressHome()
            return device.springboard:icon(app):press()
          end

          it("starts", function()
            assert.equal("runningForeground", app.state)
          end)

          for _, name in ipairs(alternates[model]) do
            it("changes its icon to " .. name, function()
              local answer
              app:run(function()
                UIApplication.shared:setAlternateIconName(name, function(err)
                  answer = err and err.localizedDescription or "changed"
                end)
              end)
              if device.alert then device.alert:tap "OK" end
              assert.equal("changed", answer)
              assert.equal(name, app.iconName)
            end)
          end

          it("has its quick actions in the menu of its icon", function()
            local types = {}
            for _, row in ipairs(openMenu().rows) do
              if row.type then table.insert(types, row.type) end
            end
            assert.same(actions[model], types)
          end)

          for position, kind in ipairs(actions[model]) do
            it("comes to the front by its quick action " .. kind, function()
              openMenu().rows[position]:tap()
              assert.equal("runningForeground", app.state)
            end)
          end
        end)
      end
    end)

    """
  }

  /// The names of each device, as a table.
  private func table(_ names: KeyPath<Row, [String]>) -> String {
    "{\n"
      + rows.map { row in
        let names = row[keyPath: names]
        guard !names.isEmpty else { return "  \(row.model) = {},\n" }
        return "  \(row.model) = {\n" + names.map { "    \($0.quotedForLua),\n" }.joined() + "  },\n"
      }.joined() + "}"
  }

  /// A remark about the alternates that do not change.
  private var refusals: String {
    let refused = rows.filter { !$0.refused.isEmpty }
    guard !refused.isEmpty else { return "" }
    return "-- These are declared but do not change; “homescreen why” explains the reason.\n"
      + refused.map { "--   \($0.model): \($0.refused.map(\.quotedForLua).joined(separator: ", "))\n" }.joined()
  }
}
