"""Container images as tar archives in the OCI image layout, made without Docker.

`docker load`, `podman load` and `skopeo copy oci-archive:FILE …` can read them.
"""

import hashlib
import json
import subprocess
import time

import notices
from about import AUTHORS, EPOCH, LICENSE, LICENSE_FILES, NAME, SUMMARY, debian_version
from archive import Entry, gzipped, tar, with_parents

CREATED = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH))
BUSYBOX = "/bin/busybox"


def make_bare(package):
    """Returns an image with only the executable, which is the entry point."""
    entries = [
        Entry(NAME, package.executable(), 0o755),
        *(Entry(name, package.document(name)) for name in LICENSE_FILES),
        Entry.folder("proc"),
        Entry.folder("tmp", 0o1777),
        Entry.folder("work"),
    ]
    settings = {"Entrypoint": [f"/{NAME}"], "WorkingDir": "/work"}
    return f"{package.stem}.oci.tar", layout(package, "", entries, settings, NAME)


def make_with_shell(package):
    """Returns an image with a shell and no entry point, because GitLab's runner and others run commands in a shell."""
    with open(BUSYBOX, "rb") as file:
        busybox = file.read()
    entries = [
        Entry(f"usr/bin/{NAME}", package.executable(), 0o755),
        Entry("bin/busybox", busybox, 0o755),
        Entry("etc/passwd", b"root:x:0:0:root:/root:/bin/sh\n"),
        Entry("etc/group", b"root:x:0:\n"),
        *(Entry(f"usr/share/doc/{NAME}/{name}", package.document(name)) for name in LICENSE_FILES),
        Entry("usr/share/doc/busybox/copyright", notices.debian_terms("busybox-static").encode()),
        Entry.folder("proc"),
        Entry.folder("root", 0o700),
        Entry.folder("tmp", 0o1777),
        Entry.folder("work"),
    ]
    done = subprocess.run([BUSYBOX, "--list"], capture_output=True, text=True, check=True)
    entries += [Entry(f"bin/{name}", link="busybox") for name in sorted(done.stdout.split()) if name != "busybox"]
    settings = {"Cmd": ["/bin/sh"], "WorkingDir": "/work", "Env": ["PATH=/usr/bin:/bin"]}
    return f"{package.stem}-shell.oci.tar", layout(
        package, "-shell", entries, settings, f"{NAME} and busybox {busybox_version()}"
    )


def busybox_version():
    return debian_version("busybox-static") or "(unknown version)"


def layout(package, suffix, entries, settings, content):
    """Returns the archive of an image layout with one image that has one layer."""
    blobs = {}

    def blob(data, media_type):
        name = hashlib.sha256(data).hexdigest()
        blobs[name] = data
        return {"mediaType": media_type, "digest": f"sha256:{name}", "size": len(data)}

    layer = tar(with_parents(entries))
    settings = {"Env": ["PATH=/"], **settings}
    settings["Labels"] = {
        "org.opencontainers.image.title": NAME,
        "org.opencontainers.image.description": SUMMARY,
        "org.opencontainers.image.version": package.version,
        "org.opencontainers.image.licenses": LICENSE,
        "org.opencontainers.image.authors": AUTHORS,
    }
    if package.repository:
        # GitHub links the image to this repository.
        settings["Labels"]["org.opencontainers.image.source"] = package.repository
    config = {
        "created": CREATED,
        "architecture": package.image_architecture,
        "os": "linux",
        "config": settings,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]},
        "history": [{"created": CREATED, "created_by": f"scripts/package: {content}"}],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob(text(config), "application/vnd.oci.image.config.v1+json"),
        "layers": [blob(gzipped(layer), "application/vnd.oci.image.layer.v1.tar+gzip")],
    }
    entry = blob(text(manifest), manifest["mediaType"])
    entry["platform"] = {"architecture": package.image_architecture, "os": "linux"}
    reference = f"{NAME}:{package.version}{suffix}"
    # containerd reads the first, `skopeo` and `podman` the second.
    entry["annotations"] = {
        "io.containerd.image.name": f"docker.io/library/{reference}",
        "org.opencontainers.image.ref.name": reference,
    }
    index = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [entry],
    }
    files = [Entry(f"blobs/sha256/{name}", data) for name, data in blobs.items()]
    files += [Entry("index.json", text(index)), Entry("oci-layout", text({"imageLayoutVersion": "1.0.0"}))]
    # `docker load` reads this file if Docker uses its old image store.
    places = {"Config": place(manifest["config"]), "Layers": [place(layer) for layer in manifest["layers"]]}
    files.append(Entry("manifest.json", text([{**places, "RepoTags": [reference]}])))
    return tar(with_parents(files))


def place(descriptor):
    return "blobs/" + descriptor["digest"].replace(":", "/")


def text(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
