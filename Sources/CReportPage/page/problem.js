// What went wrong, as the terminal's report says it.

function problemView(problem) {
  if (!problem) return null;
  const lines = [make("p", { class: "message" }, problem.message)];
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
