import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

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
