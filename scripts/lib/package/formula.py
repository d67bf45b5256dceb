"""A Homebrew formula for the tarballs in a folder, with a block for each system that has one."""

import hashlib
import os
import sys

from about import LICENSE, NAME, SHORT_SUMMARY
from archive import write

SYSTEMS = {
    "macos-arm64": ("on_macos", "on_arm"),
    "macos-x86_64": ("on_macos", "on_intel"),
    "linux-aarch64": ("on_linux", "on_arm"),
    "linux-x86_64": ("on_linux", "on_intel"),
}


def make(folder, version, repository):
    """Returns the file's name and bytes. The formula downloads the tarballs from the repository's release on GitHub."""
    blocks = []
    for system in ("on_macos", "on_linux"):
        inner = []
        for platform, (outer, processor) in SYSTEMS.items():
            path = os.path.join(folder, f"{NAME}-{version}-{platform}.tar.gz")
            if outer == system and os.path.exists(path):
                with open(path, "rb") as file:
                    digest = hashlib.sha256(file.read()).hexdigest()
                inner.append(
                    f"    {processor} do\n"
                    f'      url "{repository}/releases/download/v{version}/{os.path.basename(path)}"\n'
                    f'      sha256 "{digest}"\n'
                    "    end\n"
                )
        if inner:
            blocks.append(f"  {system} do\n" + "".join(inner) + "  end\n")
    if not blocks:
        raise SystemExit(f"error: {folder} has no tarball of version {version}")
    return f"{NAME}.rb", (
        f"class {NAME.capitalize()} < Formula\n"
        f'  desc "{SHORT_SUMMARY}"\n'
        f'  homepage "{repository}"\n'
        f'  version "{version}"\n'
        f'  license "{LICENSE}"\n\n'
        + "\n".join(blocks)
        + f"""
  def install
    bin.install "{NAME}"
    man1.install "man/{NAME}.1"
    bash_completion.install "completions/{NAME}.bash" => "{NAME}"
    zsh_completion.install "completions/_{NAME}"
    fish_completion.install "completions/{NAME}.fish"
    pkgshare.install "lua/types", "lua/plugins"
  end

  test do
    assert_equal version.to_s, shell_output("#{{bin}}/{NAME} --version").strip
  end
end
"""
    ).encode()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit("usage: python3 scripts/lib/package/formula.py FOLDER VERSION REPOSITORY")
    file_name, content = make(*sys.argv[1:])
    write(os.path.join(sys.argv[1], file_name), content)
