extension AppPackage {
  /// Takes the sets of a compiled catalog. One that cannot be read stays unknown, with a warning.
  mutating func takeCompiledCatalog(_ read: () throws(CompiledCatalogProblem) -> CompiledCatalog) {
    do throws(CompiledCatalogProblem) {
      let compiled = try read()
      compiledCatalog = compiled
      catalog = compiled.catalog
    } catch {
      warnings.append(
        PackageWarning(
          .badCompiledCatalog, error.message, location: error.location,
          hint: error.hint ?? "every requested set is assumed to be in it"))
    }
  }
}
