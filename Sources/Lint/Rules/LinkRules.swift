import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the links that open an app.
enum LinkRules {
  static let all: [any Rule] = [LinkDomainPath(), URLSchemeFormat()]
}

/// `link-domain-path`
struct LinkDomainPath: Rule {
  let description = RuleDescription(
    "link-domain-path", .warning, "An associated domain has a path or a port, so its links do not open the app",
    facts: ["LAUNCH-195", "LAUNCH-126"])

  func check(_ subject: LintSubject) -> [Finding] {
    (subject.package.linkDomains ?? []).filter { !$0.isDomain && !$0.isUnfilled }.map { entry in
      finding(
        "“\(entry.entry)” is not a domain, so its links do not open the app",
        at: entry.location ?? subject.package.infoPlistLocation,
        help: "write applinks:\(entry.domain); its website's apple-app-site-association names the paths")
    }
  }
}

/// `url-scheme-format`
struct URLSchemeFormat: Rule {
  let description = RuleDescription(
    "url-scheme-format", .warning, "The App Store rejects the app, because a URL scheme has a wrong character",
    facts: ["STORE-045", "STORE-040", "LAUNCH-117", "LAUNCH-126"])

  func check(_ subject: LintSubject) -> [Finding] {
    // Such an entry may be a macro.
    guard subject.package.openMacros == nil else { return [] }
    let types = subject.package.infoPlist["CFBundleURLTypes"]?.array ?? []
    return types.flatMap { $0.value.dictionary?["CFBundleURLSchemes"]?.array ?? [] }.compactMap { node in
      guard let scheme = node.value.string, !scheme.isEmpty, !URLScheme.isUnfilled(scheme) else { return nil }
      if ["http", "https"].contains(scheme.lowercased()) {
        return finding(
          "CFBundleURLSchemes has “\(scheme)”, with which only the default browser opens", at: node.location,
          help: "remove it, unless the app is a browser; links of a website are universal links (applinks:DOMAIN)",
          severity: .note)
      }
      // The message of the store does not mention letters outside of ASCII.
      let letters = scheme.unicodeScalars.filter(\.isASCII)
      guard
        letters.first.map({ !$0.properties.isAlphabetic }) == true
          || letters.contains(where: { !$0.properties.isAlphabetic && !"0123456789.-+".unicodeScalars.contains($0) })
      else { return nil }
      let start = scheme.prefix { $0 != ":" }
      return finding(
        "CFBundleURLSchemes has “\(scheme)”, which is not a scheme: the App Store rejects the app", at: node.location,
        help: start.utf8.count < scheme.utf8.count && !start.isEmpty
          ? "write “\(start)”: the scheme alone" : "begin with a letter, and use only letters, digits, “.”, “-” and “+”"
      )
    }
  }
}
