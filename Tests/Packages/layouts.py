"""Readers of packages that know what formats ask for. Each raises Fault with what is wrong; none uses the writers."""

import base64
import csv
import gzip
import hashlib
import io
import json
import lzma
import re
import stat
import tarfile
import zipfile


class Fault(Exception):
    """A package is not as its format asks."""


def check(condition, text):
    if not condition:
        raise Fault(text)


def wheel(name, data):
    """Checks a wheel, and gives its files by path."""
    found = re.fullmatch(r"([a-z_]+)-([0-9.]+)-(py3)-(none)-([a-z0-9_.]+)\.whl", name)
    check(found, f"{name} is no name of a wheel")
    project, version, _, _, platforms = found.groups()
    files = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        check(archive.testzip() is None, "a file of the wheel is damaged")
        for entry in archive.infolist():
            check(entry.filename not in files, f"{entry.filename} is there twice")
            mode = entry.external_attr >> 16
            check(stat.S_ISREG(mode), f"{entry.filename} is not marked as a regular file")
            executable = ".data/scripts/" in entry.filename
            check(bool(mode & 0o111) == executable, f"{entry.filename} has the mode {mode:o}")
            files[entry.filename] = archive.read(entry)
    info = f"{project}-{version}.dist-info"
    for part in ("METADATA", "WHEEL", "RECORD"):
        check(f"{info}/{part}" in files, f"there is no {part}")
    check(list(files)[-1] == f"{info}/RECORD", "RECORD is not the last file")

    lines = files[f"{info}/WHEEL"].decode().splitlines()
    check("Wheel-Version: 1.0" in lines and "Root-Is-Purelib: false" in lines, "WHEEL says something else")
    tags = {line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")}
    check(tags == {f"py3-none-{platform}" for platform in platforms.split(".")}, "the tags are not those of the name")
    fields, _, text = files[f"{info}/METADATA"].decode().partition("\n\n")
    for field in (f"Name: {project.replace('_', '-')}", f"Version: {version}", "License-Expression: MIT"):
        check(field in fields.splitlines(), f"METADATA lacks {field}")
    check(text.startswith("# homescreen"), "METADATA has no description")
    named = [line.removeprefix("License-File: ") for line in fields.splitlines() if line.startswith("License-File: ")]
    held = [path.removeprefix(f"{info}/licenses/") for path in files if path.startswith(f"{info}/licenses/")]
    check(named and sorted(named) == sorted(held), "METADATA names other licences than the wheel holds")

    rows = list(csv.reader(io.StringIO(files[f"{info}/RECORD"].decode())))
    check({row[0] for row in rows} == set(files), "RECORD lists other files")
    for path, digest, size in rows:
        if path == f"{info}/RECORD":
            check((digest, size) == ("", ""), "RECORD has a sum of itself")
            continue
        sha = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=").decode()
        check(digest == f"sha256={sha}" and int(size) == len(files[path]), f"RECORD is wrong about {path}")
    return files


def tape(data):
    """The entries of a tape archive that is fit for a package: sorted, of root, without two of one name or ways out."""
    entries = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for info in archive:
            path = info.name.removeprefix("./")
            check(path not in entries, f"{path} is there twice")
            check(not path.startswith("/") and ".." not in path.split("/"), f"{path} leads out")
            check((info.uid, info.gid) == (0, 0), f"{path} has an owner")
            check(info.isfile() or info.isdir() or info.issym(), f"{path} is of another kind")
            parent = path.rpartition("/")[0]
            check(not parent or (parent in entries and entries[parent][0].isdir()), f"{path} comes before its folder")
            entries[path] = (info, archive.extractfile(info).read() if info.isfile() else None)
    times = {info.mtime for info, _ in entries.values()}
    check(len(times) == 1, "times differ")
    return entries


def tape_with_one_folder(data, name):
    """The entries of a tape archive that unpacks into one folder, by their paths in it."""
    entries = tape(data)
    check(all(path.split("/")[0] == name for path in entries), f"not all lies in {name}")
    return {path.removeprefix(name + "/"): entry for path, entry in entries.items() if path != name}


def debian(name, data):
    """Checks a Debian package; gives the fields of its control file and its files."""
    check(data.startswith(b"!<arch>\n"), "it is no archive")
    members, place = [], 8
    while place < len(data):
        header = data[place : place + 60]
        check(len(header) == 60 and header[58:] == b"`\n", "the header of a member is damaged")
        size = int(header[48:58])
        members.append((header[:16].decode().strip(), data[place + 60 : place + 60 + size]))
        check(len(members[-1][1]) == size, "a member is cut off")
        place += 60 + size + size % 2
    check([name for name, _ in members] == ["debian-binary", "control.tar.xz", "data.tar.xz"], "the members are others")
    check(members[0][1] == b"2.0\n", "debian-binary says something else")
    control, files = tape(lzma.decompress(members[1][1])), tape(lzma.decompress(members[2][1]))
    fields = dict(
        line.split(": ", 1) for line in control["control"][1].decode().splitlines() if not line.startswith(" ")
    )
    for field in ("Package", "Version", "Architecture", "Maintainer", "Description", "Installed-Size"):
        check(fields.get(field), f"the control file has no {field}")
    check(name == f"{fields['Package']}_{fields['Version']}_{fields['Architecture']}.deb", f"{name} is another package")
    relations = [fields[name] for name in ("Depends", "Suggests") if name in fields]
    for relation in ", ".join(relations).split(", ") if relations else []:
        found = re.fullmatch(r"[a-z0-9][a-z0-9+.-]+( \((<<|<=|=|>=|>>) [^ ()]+\))?", relation)
        check(found, f"{relation} is no relation")
    sums = dict(reversed(line.split("  ", 1)) for line in control["md5sums"][1].decode().splitlines())
    regular = {path: content for path, (_, content) in files.items() if content is not None}
    check(set(sums) == set(regular), "md5sums lists other files")
    for path, content in regular.items():
        check(hashlib.md5(content, usedforsecurity=False).hexdigest() == sums[path], f"md5sums is wrong about {path}")
    return fields, files


def image(data):
    """Checks an image layout; gives the config and the files of the root file system."""
    entries = {path: content for path, (_, content) in tape(data).items() if content is not None}
    used = {"oci-layout", "index.json", "manifest.json"}
    check(json.loads(entries.get("oci-layout", b"{}")) == {"imageLayoutVersion": "1.0.0"}, "oci-layout is wrong")

    def blob(descriptor, media_type):
        check(descriptor.get("mediaType") == media_type, f"{descriptor.get('mediaType')} is no {media_type}")
        algorithm, _, digest = descriptor["digest"].partition(":")
        path = f"blobs/{algorithm}/{digest}"
        check(algorithm == "sha256" and path in entries, f"there is no {path}")
        content = entries[path]
        check(hashlib.sha256(content).hexdigest() == digest, f"{path} has another sum")
        check(descriptor["size"] == len(content), f"{path} has another size")
        used.add(path)
        return content

    kind = "application/vnd.oci.image."
    index = json.loads(entries.get("index.json", b"{}"))
    check(index.get("schemaVersion") == 2, "index.json has no schemaVersion 2")
    check(index.get("mediaType", kind + "index.v1+json") == kind + "index.v1+json", "index.json has another mediaType")
    check(len(index.get("manifests", [])) == 1, "there is not one manifest")
    entry = index["manifests"][0]
    check(entry["annotations"]["org.opencontainers.image.ref.name"], "the image has no name")
    manifest = json.loads(blob(entry, kind + "manifest.v1+json"))
    check(manifest.get("schemaVersion") == 2 and manifest["layers"], "the manifest is incomplete")
    config = json.loads(blob(manifest["config"], kind + "config.v1+json"))
    check(config["os"] == "linux" and config["architecture"], "the config does not say for what it is")
    check(entry["platform"] == {"os": config["os"], "architecture": config["architecture"]}, "the platforms differ")
    check(config["rootfs"]["type"] == "layers", "rootfs is of another type")
    layers = [gzip.decompress(blob(layer, kind + "layer.v1.tar+gzip")) for layer in manifest["layers"]]
    sums = ["sha256:" + hashlib.sha256(layer).hexdigest() for layer in layers]
    check(config["rootfs"]["diff_ids"] == sums, "the layers are not those of the config")
    check(len([step for step in config["history"] if not step.get("empty_layer")]) == len(sums), "the history differs")
    (docker,) = json.loads(entries.get("manifest.json", b"[]"))
    blobs = [f"blobs/{part['digest'].replace(':', '/')}" for part in (manifest["config"], *manifest["layers"])]
    check([docker["Config"], *docker["Layers"]] == blobs, "manifest.json names other blobs")
    reference = entry["annotations"]["org.opencontainers.image.ref.name"]
    check(docker["RepoTags"] == [reference], "manifest.json has another name")
    check(re.fullmatch(r"[a-z]+:[\w][\w.-]*", reference), f"{reference} is no name with a tag")
    check(set(entries) == used, f"nothing names {sorted(set(entries) - used)}")
    files = {}
    for layer in layers:
        files.update(tape(layer))
    return config, files


def bill(data):
    """Checks a list of materials in SPDX; gives its packages by name."""
    document = json.loads(data)
    check(document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0", "it is no SPDX 2.3")
    for field in ("SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"):
        check(document.get(field), f"there is no {field}")
    check(re.fullmatch(r"\d{4}(-\d\d){2}T(\d\d:){2}\d\dZ", document["creationInfo"]["created"]), "the time is none")
    known = {"SPDXRef-DOCUMENT"}
    for package in document["packages"]:
        check(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", package["SPDXID"]), f"{package['SPDXID']} is no identifier")
        check(package["SPDXID"] not in known, f"{package['SPDXID']} is there twice")
        check(package.get("downloadLocation") and package.get("licenseDeclared"), f"{package['name']} is incomplete")
        known.add(package["SPDXID"])
    for relation in document["relationships"]:
        for end in ("spdxElementId", "relatedSpdxElement"):
            check(relation[end] in known, f"nothing is called {relation[end]}")
    described = [r for r in document["relationships"] if r["relationshipType"] == "DESCRIBES"]
    check(len(described) == 1, "it does not say what it describes")
    return {package["name"]: package for package in document["packages"]}
