// Two scenarios next to each other: two cells of a matrix, or the same scenario of two runs.

/// What must be equal in a step: not the line of the script, and not the page's own numbers.
function sameness(step) {
  return step.milliseconds + "\n" + stepLabel(step) + "\n" + (step.fact || "");
}

/// The first index at which two lists of steps differ; -1 if they are equal.
function firstDifference(left, right) {
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    if (!left[index] || !right[index] || sameness(left[index]) !== sameness(right[index])) return index;
  }
  return -1;
}

/// The number of equal steps shown above and below the first difference.
const stepsAbove = 5, stepsBelow = 40;

/// `sides`: [{title, steps, link: index => address}], both with steps.
function comparison(sides) {
  // If the first steps of one side were not kept, those of the other are skipped, too.
  const leftOut = Math.max(...sides.map(side => side.steps.leftOut || 0));
  const skipped = sides.map(side => leftOut - (side.steps.leftOut || 0));
  const [left, right] = sides.map((side, number) => side.steps.steps.slice(skipped[number]));
  const difference = firstDifference(left, right);
  const length = Math.max(left.length, right.length);
  const place = make("div", {});
  const cell = (number, steps, index) => {
    const side = sides[number];
    const step = steps[index];
    if (!step) return make("td", { class: "none" }, "no step");
    return make("td", {}, make("a", { href: side.link(index + skipped[number]) },
      make("span", { class: "time" }, seconds(step.milliseconds)), " ", make("span", { class: "kind" }, step.kind === "command" ? "▸" : step.kind),
      " ", make("b", {}, step.name), step.app ? " " + step.app : "", step.detail ? [" ", make("span", { class: "words" }, step.detail)] : ""),
      step.fact ? [" ", make("span", { class: "factname" }, step.fact)] : null);
  };
  const draw = (from, to) => {
    const rows = [];
    for (let index = from; index < to; index += 1) {
      const differs = !left[index] || !right[index] || sameness(left[index]) !== sameness(right[index]);
      rows.push(make("tr", { class: index === difference ? "first" : differs ? "differs" : "" },
        make("th", { scope: "row" }, String(leftOut + index + 1), index === difference ? make("b", {}, " ≠ first difference") : differs ? " ≠" : ""),
        cell(0, left, index), cell(1, right, index)));
    }
    fill(place,
      from > 0 && button("Show the " + counted(from, "step") + " before (identical)", () => draw(0, to), { class: "more" }),
      make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Steps side by side" },
        make("table", { class: "compare" },
          make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "step"), sides.map(side => make("th", { scope: "col" }, side.title)))),
          make("tbody", {}, rows))),
      to < length && button("Show the " + counted(length - to, "step") + " after", () => draw(from, length), { class: "more" }));
  };
  const start = difference < 0 ? 0 : difference;
  draw(Math.max(0, start - stepsAbove), Math.min(length, start + stepsBelow));
  const screens = difference < 0 ? [] : sides.map((side, number) => {
    const steps = number ? right : left;
    const step = steps[Math.min(difference, steps.length - 1)];
    return make("figure", {}, step?.screen === undefined ? null : picture(step.screen, side.title + " at the first difference"),
      make("figcaption", {}, side.title));
  });
  return section("Side by side",
    make("p", {}, difference < 0 ? "Both have the same steps." : "The first difference is in step " + (leftOut + difference + 1) + ".",
      leftOut ? " The first " + counted(leftOut, "step") + " were not stored and are not compared." : ""),
    screens.some(figure => figure.children.length > 1) ? make("div", { class: "figures" }, screens) : null, place);
}
