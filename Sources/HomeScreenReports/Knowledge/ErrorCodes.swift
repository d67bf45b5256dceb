/// Error codes beside the simulator's own: what each means and what to do.
package enum ErrorCodes {
  private static let table: [(name: String, explanation: String)] = [
    ("app-exception", "UIKit raised an NSException in the app's code; on a device the app would crash here."),
    (
      "app-hangs",
      "Code of the app did not end: one call may use a tenth of the script's budget. --budget N allows more."
    ),
    (
      "argument",
      "A function got an argument of the wrong type. The message names the parameter; help \"NAME\" shows all of them."
    ),
    ("assertion", "An assertion of the scenario does not hold."),
    (
      "budget",
      "The script used up its budget of instructions, most likely in an endless loop. --budget N allows more, as do budget = N in homescreen.lua, budget(N) in a scenario, and :budget N in the REPL."
    ),
    (
      "crash",
      "The process that ran the script crashed or ran out of memory. This is a bug of homescreen: please report it with the script."
    ),
    (
      "deadline",
      "The script used up its processor time, or ten times as much real time. --watchdog SECONDS allows more."
    ),
    (
      "freed",
      "An object was used after it was released: only a weak table still held it. Keep it in a variable as long as it is needed."
    ),
    ("interrupt", "Ctrl-C stopped the script."),
    ("internal", "This is a bug of homescreen: please report it with the script."),
    ("key-present", "The key of plist:add already exists. { replace = true } replaces its value."),
    ("memory", "The script reached its memory limit. --memory MIB allows more."),
    ("module", "require could not find or load a module next to the script."),
    ("nesting", "describe, it or a hook was called while scenarios run: use them in the file or in describe."),
    (
      "no-such-action",
      "app:perform found no object with that method: neither a controller from the top to the root nor a delegate has it."
    ),
    ("outside-task", "await was used where nothing can wait; write Task(function() … end) around it."),
    (
      "order-dependence",
      "With --isolate it, a scenario behaved differently alone than in its file: it depends on what ran before it."
    ),
    (
      "outside-the-app",
      "A name of the app's own code was used where no app's code runs. Write app:run(function() … end)."
    ),
    ("pending", "The scenario is not written yet."),
    ("plist-parse", "A file or text is not a property list. The message has file, line and column."),
    ("plugin", "A plugin or a part of it cannot be used; the message says which. The rest of the run continues."),
    ("plist-value", "A value cannot be in a property list, or not at that place."),
    (
      "plist-write",
      "The format cannot hold the list (a date in an OpenStep list, say). The message names the value; nothing was written."
    ),
    ("read-only", "The member can be read, but not assigned."),
    (
      "rewind",
      "device:rewind runs the lines of a REPL again. A script has no lines, and a line that rewinds ends there."
    ),
    (
      "read-refused",
      "A script may read its project and the folders of --read DIR, and what the command line names; a plugin of lint or check reads nothing."
    ),
    ("runtime", "Lua raised an error; the message is Lua's own."),
    ("script-unreadable", "A script could not be read; the message has the system's reason."),
    ("settings", "A field of the project's homescreen.lua cannot be used. The other settings apply."),
    (
      "snapshot",
      "A snapshot is missing, no longer used, or cannot be read. Without --ci, new ones are written; --update-snapshots also rewrites those that differ and removes unused ones."
    ),
    (
      "sources-installed",
      "The app was installed with its sources: its code is a model of them, so app.delegate and the like do not exist."
    ),
    (
      "sources-unread",
      "device:install could not read the app's sources; the message says why, and how to get the reader."
    ),
    ("syntax", "The script is not valid Lua; line and token are in the message."),
    (
      "timeout",
      "A scenario let more virtual time pass than timeout(SECONDS) or --timeout allows; the message names the command that crossed the limit. No device command runs after it."
    ),
    ("to-come", "The name is reserved; its behaviour comes in a later version."),
    ("unknown-command", "No plugin has a command of that name; the message lists those that exist."),
    ("unknown-field", "A table has an unknown field; the message lists the fields."),
    ("unknown-member", "An object has no member of that name; the message suggests the nearest one."),
    (
      "unknown-slot",
      "A method of a delegate or controller has a name that the system never calls, or that is not modelled; the message suggests the right one."
    ),
    ("unreadable", "A file that a script names could not be read."),
    (
      "unwritable", "A file could not be written; the message has the system's reason. The old file is unchanged."
    ),
    (
      "write-refused",
      "A script may write below its own folder and below the folders of --write DIR only, a built-in script only there. It writes property lists and snapshots, and never into .git, through a link or over a program."
    ),
  ]

  package static var names: [String] { table.map(\.name) }

  package static func explanation(_ name: String) -> String? { table.first { $0.name == name }?.explanation }
}
