import TestSupport
import Testing

/// Behaviour of sessions on a terminal only.
@Suite(.enabled(if: TypedSession.isPossible, "there is no script(1), which gives a program a terminal"))
struct TypedSessionTests {
  private func screen(
    _ steps: String, _ folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> String {
    let result = try TypedSession.run(steps, in: folder, environment: environment)
    #expect(!result.stdout.contains("never shown"), "\(result)")
    return result.stdout
  }

  @Test func editorChangesTheLastLine() throws {
    let folder = TemporaryFolder()
    let screen = try screen(
      """
      type 'answer = 6'
      type ':edit'; shows 'answer = 6 * 7' "$screen"
      type 'print("edited", answer)'; shows 'edited	42' "$screen"
      printf 'print("from", "file")\\n' >"$folder/my file.lua"
      type ':edit "my file.lua"'; shows 'from	file * 7' "$screen"
      """, folder, environment: ["VISUAL": "sed -i -e 's/6$/6 * 7/' -e 's/file\"/file * 7\"/'", "EDITOR": "false"])
    #expect(!screen.contains("ended with"), "\(screen)")
  }

  @Test func failingEditorIsReported() throws {
    let screen = try screen(
      """
      type 'answer = 6'
      type ':edit'; shows 'the editor “exit 3;” exited with code 3, so nothing was run' "$screen"
      type 'print("still", answer)'; shows 'still	6' "$screen"
      """, TemporaryFolder(), environment: ["EDITOR": "exit 3;"])
    #expect(!screen.contains("error"), "\(screen)")
  }

  /// At a failed scenario; nothing of it remains for the next.
  @Test func failedScenarioCanBeInspected() throws {
    let folder = TemporaryFolder()
    folder.write(
      "icons_spec.lua",
      """
      describe("icons", function()
        local shared = { "up" }
        local function make(os)
          local device = Device { os = os }
          local count = 3
          inBlock = "seen"
          assert.equal(4, count)
        end
        after_each(function() print("cleaned", device) end)
        it("fails", function() local wanted = shared make "17.5" end)
        it("passes", function() end)
        it("breaks", function() local d = Device() print(d.nonesuch) end)
      end)
      """)
    let result = try TypedSession.run(
      """
      type 'print("first", count, os, wanted[1], inBlock, device.os)'; shows 'first	3	17.5	up	seen	17.5' "$screen"
      type 'device:advance(2) print("time", device.time)'; shows 'time	2.0' "$screen"
      type ':undo'; shows 'can only run again from its beginning' "$screen"
      printf '\\004' >&3; shows 'breaks” has failed' "$screen"
      type 'print("second", d.os == device.os, count)'; shows 'second	true	nil' "$screen"
      """, command: "run --repl-on-failure icons_spec.lua",
      greeting: "its variables: count, device, make, os, shared, wanted",
      in: folder)
    #expect(!result.stdout.contains("never shown"), "\(result)")
    #expect(result.stdout.contains("1 passed, 1 failed, 1 error"), "\(result)")
    #expect(result.stdout.contains("cleaned\tnil"), "\(result)")
  }

  @Test func leavingAFailureEndsTheRun() throws {
    let folder = TemporaryFolder()
    folder.write(
      "two_spec.lua",
      """
      it("fails", function() error "one" end)
      it("breaks", function() error "two" end)
      """)
    folder.write("three_spec.lua", "it('never runs', function() error 'three' end)")
    let result = try TypedSession.run(
      // Ending the session leaves the failure.
      "type 'print(1 + 41)'; shows 42 \"$screen\"",
      command: "run --repl-on-failure two_spec.lua three_spec.lua",
      greeting: ":quit ends it", in: folder)
    #expect(!result.stdout.contains("never shown"), "\(result)")
    #expect(result.stdout.contains("“fails” has failed") && result.stdout.contains("0 passed, 1 error"), "\(result)")
    #expect(!result.stdout.contains("“breaks”"), "\(result)")
    #expect(!result.stdout.contains("never runs"), "\(result)")
  }

  @Test func failuresAreNotInspectedWithoutATerminal() throws {
    let result = try homescreen(["run", "--repl-on-failure", "x.lua"], stdin: "")
    #expect(result.exitCode == 64 && result.stderr.contains("--repl-on-failure needs a terminal:"))
  }

  @Test func privateLineIsNotSaved() throws {
    let folder = TemporaryFolder()
    _ = try screen(
      """
      type ' secret = 1'
      type 'print("public", secret)'; shows 'public	1' "$screen"
      """, folder)
    #expect(folder.read(".local/state/homescreen/history") == "print(\"public\", secret)\nexit\n")
  }

  @Test func customKeyBindingsApply() throws {
    let folder = TemporaryFolder()
    folder.write(".editrc", "bind -s '^T' 'print(\"bound\", 6 * 7)'\n")
    let screen = try screen(
      """
      printf '\\024\\r' >&3; shows 'bound	42' "$screen"
      """, folder)
    #expect(!screen.contains("error"), "\(screen)")
  }
}
