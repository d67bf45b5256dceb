// A problem, in the words of the terminal report.

function problemView(problem) {
  if (!problem) return null;
  const lines = [make("p", { class: "message" }, problem.message)];
  lines.push(snapshotPictures(problem.picture));
  if (problem.place) lines.push(make("p", { class: "place" }, "at ", make("code", {}, problem.place)));
  const line = Number((problem.place || "").split(":").pop());
  if (problem.excerpt) lines.push(sourceLines(problem.excerptLine, problem.excerpt, line));
  else if (problem.sourceLine) lines.push(sourceLines(line || 1, [problem.sourceLine], line || 1));
  if (problem.hint) lines.push(make("p", { class: "hint" }, make("b", {}, "Hint "), problem.hint));
  if (problem.fact) lines.push(unfoldingFact(problem.fact));
  const stacks = [...(problem.appStack || []), ...(problem.traceback || [])];
  if (stacks.length) lines.push(make("details", {}, make("summary", {}, "Stack"), make("pre", {}, stacks.join("\n"))));
  if (problem.lastEvents && problem.lastEvents.length) {
    lines.push(make("details", {}, make("summary", {}, "Last events"), make("pre", {}, problem.lastEvents.join("\n"))));
  }
  return make("div", { class: "problem" }, lines);
}

/// The picture of a snapshot: as stored, as it is now, and both on top of each other. Untrusted files are shown as
/// images, in which a browser runs and loads nothing.
function snapshotPictures(pair) {
  if (!pair) return null;
  const image = (source, words) => make("img", { src: source, alt: words });
  const figure = (title, words, ...content) => make("figure", {}, make("figcaption", {}, make("b", {}, title), " ", words), content);
  const figures = [
    pair.expected ? figure("− stored", "in " + pair.file, image(pair.expected, "The stored picture of " + pair.name)) : null,
    pair.actual ? figure("+ now", "as this run drew it", image(pair.actual, "The picture of " + pair.name + " now")) : null,
    pair.expected && pair.actual ? figure("≠ difference", "black is the same, everything else is different",
      make("div", { class: "over", role: "img", "aria-label": "The difference between the pictures; the message describes it in words" },
        image(pair.expected, ""), image(pair.actual, ""))) : null,
  ];
  return make("section", { class: "pictures", "aria-label": "Pictures of the snapshot" }, figures.filter(part => part),
    pair.remark ? make("p", { class: "remark" }, pair.remark) : null);
}
