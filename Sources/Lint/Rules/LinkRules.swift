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
    explanation: """
      An entry of com.apple.developer.associated-domains is a service and a domain: applinks:example.com. An entry \
      with a path or a port matches no link, so all links open in the browser. The paths belong in the file \
      apple-app-site-association of the website.
      """,
    facts: ["LAUNCH-195", "LAUNCH-126"],
    before: "<string>applinks:example.com/shop/*</string>", after: "<string>applinks:example.com</string>")

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
    explanation: """
      An entry of CFBundleURLSchemes is a scheme alone: paint, without :// or a path. It begins with a letter, and has \
      letters, digits, full stops, hyphens and plus signs. App Store Connect rejects any other entry: “ITMS-90158: The \
      following URL schemes found in your app are not in the correct format”. The entries http and https are a note: \
      such links open the browser, or the app as universal links.
      """,
    facts: ["STORE-045", "STORE-040", "LAUNCH-117", "LAUNCH-126"],
    before: "<key>CFBundleURLSchemes</key> <array><string>paint://</string></array>",
    after: "<key>CFBundleURLSchemes</key> <array><string>paint</string></array>")

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
