import LuaEngine

/// What a plugin says of a command or a renderer for people at the REPL.
struct PluginConsoleFields {
  private static let helpField = Parameter<String>.string("help", "what `:help NAME` shows in addition to the summary")
  private static let completeField = Parameter<LuaReference>(
    description: APIParameter(
      "complete", type: "string[]|(fun(device?: homescreen.Device, words: string[]): string[])",
      documentation: "the possible values of the last word, which may be empty")
  ) { call, index in
    guard call.stack.kind(at: index) == .table || call.stack.isCallable(at: index) else {
      throw Parameter<LuaReference>.mismatch("complete", expected: "a function or a list of strings", call, index)
    }
    return call.stack.reference(to: index)
  }
  private static let whenField = Parameter<LuaReference>.function(
    "when", type: "fun(value: any): boolean",
    "whether it applies to a value; by default it applies to objects of the type that it is named after")

  /// The fields of a command.
  static let ofCommand = [helpField.description, completeField.description]
  /// The fields of a renderer.
  static let ofRenderer = [whenField.description]

  private(set) var help: String?
  /// A function or a list.
  private(set) var complete: LuaReference?
  private(set) var when: LuaReference?

  /// - Throws: ``LuaFailure`` that names the field.
  init(command: RecordReader) throws {
    help = try command.read(Self.helpField)
    complete = try command.read(Self.completeField)
  }

  /// - Throws: ``LuaFailure`` that names the field.
  init(renderer: RecordReader) throws {
    when = try renderer.read(Self.whenField)
  }
}
