/// Error codes beside the simulator's own: what each means and what to do.
package enum ErrorCodes {
  private static let table: [(name: String, explanation: String)] = [
    ("app-exception", "UIKit raised an NSException in the app's code; on a device the app would crash here."),
    (
      "app-hangs",
      "Code of the app did not come to an end: one call may use a tenth of the script's budget. --budget N gives more."
    ),
    (
      "argument",
      "A function got an argument of the wrong type. The message names the parameter; help \"NAME\" shows all of them."
    ),
    ("assertion", "An assertion of the scenario does not hold."),
    (
      "budget",
      "The script used up its budget of instructions, most likely in an endless loop. --budget N gives more, and so do budget = N in homescreen.lua, budget(N) in a scenario, and :budget N in the REPL."
    ),
    (
      "crash",
      "The process that ran the script crashed or had no memory left: a fault of homescreen's own. Please report it with the script."
    ),
    (
      "deadline",
      "The script used up its processor time, or ten times as much real time. --watchdog SECONDS gives more."
    ),
    (
      "freed",
      "An object was used that only a weak table still led to, after it was released. Keep it in a variable as long as it is needed."
    ),
    ("interrupt", "Ctrl-C stopped the script."),
    ("internal", "A fault of homescreen's own. Please report it with the script."),
    ("key-present", "plist:add found the key already there. { replace = true } replaces its value."),
    ("memory", "The script reached its memory ceiling. --memory MIB gives more."),
    ("module", "require did not find or could not load a module beside the script."),
    ("nesting", "describe, it or a hook was called while scenarios run; they belong into the file or into describe."),
    (
      "no-such-action",
      "app:perform found no object with that method: not the controllers from the top to the root, not the delegates."
    ),
    ("outside-task", "await was used where nothing can wait; write Task(function() … end) around it."),
    (
      "order-dependence",
      "With --isolate it, a scenario did something else alone than in its file: it depends on what ran before it."
    ),
    (
      "outside-the-app",
      "A name of the app's own code was used where no app's code runs. Write app:run(function() … end)."
    ),
    ("pending", "The scenario is still to be written."),
    ("plist-parse", "A file or text is not a property list. The message has file, line and column."),
    ("plugin", "A plugin cannot be used, or a part of it; the message says which. The rest of the run goes on."),
    ("plist-value", "A value cannot be in a property list, or not at that place."),
    (
      "plist-write",
      "The format cannot hold the list (a date in an OpenStep list, say). The message names the value; nothing was written."
    ),
    ("read-only", "The member can be read, but not assigned."),
    (
      "rewind",
      "device:rewind runs the lines of a REPL again. A script has none, and a line that rewinds goes no further itself."
    ),
    (
      "read-refused",
      "A script may read its project and the folders of --read DIR, and what the command line names; a plugin of lint or check reads nothing."
    ),
    ("runtime", "Lua raised an error; the message is Lua's own."),
    ("script-unreadable", "A script could not be read; the message has the system's reason."),
    ("settings", "A field of the project's homescreen.lua cannot be used. The rest of the settings holds."),
    (
      "snapshot",
      "A snapshot is missing, no longer used, or cannot be read. Without --ci new ones are written; --update-snapshots also writes different ones anew and removes the unused."
    ),
    (
      "sources-installed",
      "The app was installed with its sources: its code does what they do, and app.delegate and its kin are not there."
    ),
    (
      "sources-unread",
      "device:install was to read the app's sources and could not; the message says why, and how to get the reader."
    ),
    ("syntax", "The script is not valid Lua; line and token are in the message."),
    (
      "timeout",
      "A scenario let more virtual time pass than timeout(SECONDS) or --timeout allows; the message names the command that crossed the limit. No command of a device is done after it."
    ),
    ("to-come", "The name is decided, but its behaviour comes with a later version."),
    ("unknown-command", "No plugin has a command of that name; the message lists those there are."),
    ("unknown-field", "A table has a field that the function does not know; the message lists the fields."),
    ("unknown-member", "An object has no member of that name; the message gives the nearest one."),
    (
      "unknown-slot",
      "A method of a delegate or controller has a name that the system never calls, or that is not modelled; the message gives the right one."
    ),
    ("unreadable", "A file that a script names could not be read."),
    (
      "unwritable", "A file could not be written; the system's reason is in the message. What was there is still there."
    ),
    (
      "write-refused",
      "A script may write below its own folder and below the folders of --write DIR only, a built-in script only there: property lists and snapshots, and nothing into .git, through a link or over a program."
    ),
  ]

  package static var names: [String] { table.map(\.name) }

  package static func explanation(_ name: String) -> String? { table.first { $0.name == name }?.explanation }
}
