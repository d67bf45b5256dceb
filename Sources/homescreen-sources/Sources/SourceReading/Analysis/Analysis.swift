import AppSources

/// Builds the document from the facts of the files.
enum Analysis {
  static func document(
    _ files: [Program.File], request: SourceRequest, looksEverywhere: Bool, into document: inout SourceDocument
  ) {
    let program = Program(files: files, looksEverywhere: looksEverywhere)
    let callers = Callers(program)
    let constants = Constants(program, callers: callers)
    let delegates = Delegates(program)
    document.entry = delegates.entry
    let finder = HandlerFinder(program, constants: constants, delegates: delegates)
    let (handlers, writes, windowUses) = finder.find()
    let reach = Reach(program, callers: callers, slots: finder.slotNames)
    document.windowUses = windowUses.sorted()
    document.unheard = program.unheard.flatMap { file, all in all.map { program.place($0, in: file) } }.sorted()
    document.handlers = delegates.notifications.judged(handlers, reach: reach)
    document.stores = StoreFinder(program: program, reach: reach).stores(writes)
    let slots = finder.slotNames
    document.dynamicItems = DynamicItemFinder(program: program, constants: constants, reach: reach, slots: slots).find()
    document.iconChanges =
      IconChangeFinder(
        program: program, constants: Constants(program, callers: callers, declared: Set(request.iconNames)),
        callers: callers, reach: reach, slots: slots
      ).find()
    document.iconReads = IconReadFinder(program: program, constants: constants).find()
    document.overrides = OverrideFinder(program: program, delegates: delegates).find()
    document.literals = LiteralFinder(program, request: request).find()
  }
}
