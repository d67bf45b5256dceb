/// A service that runs homescreen for a project, and the file that tells it how.
public enum CIService: String, CaseIterable, Sendable {
  /// GitHub Actions.
  case github
  /// GitLab CI.
  case gitlab

  private var row: (file: String, text: String) {
    switch self {
    case .github: (".github/workflows/homescreen.yml", Self.workflow)
    case .gitlab: (".gitlab-ci.yml", Self.gitLabJob)
    }
  }

  /// The file, seen from the root of the project.
  public var file: String { row.file }

  /// What it says.
  public var text: String { row.text }

  private static let workflow = """
    # Looks for what is wrong with icons and quick actions, and runs the scenarios.
    # The variable HOMESCREEN_WHEEL of the repository names the wheel, by its URL or by a path in the checkout.
    name: homescreen
    on: [push, pull_request]
    permissions:
      contents: read
    jobs:
      homescreen:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v6
          - run: pipx install "${HOMESCREEN_WHEEL:?is not set}"
            env:
              HOMESCREEN_WHEEL: ${{ vars.HOMESCREEN_WHEEL }}
          - run: homescreen lint . --format github
          - run: homescreen run specs
            if: ${{ !cancelled() }}

    """

  // Nothing is published, so the name of the program alone would let pip install what somebody else calls so.
  private static let gitLabJob = """
    homescreen:
      image: python:3.12-slim
      script:
        - pip install --quiet "${HOMESCREEN_WHEEL:?is not set}"
        - homescreen lint . --format gitlab=gl-code-quality-report.json || failed=1
        - homescreen run specs --format junit=junit.xml
        - exit ${failed:-0}
      artifacts:
        when: always
        reports: { codequality: gl-code-quality-report.json, junit: junit.xml }

    """
}
