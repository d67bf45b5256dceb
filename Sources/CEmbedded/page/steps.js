// The steps of a scenario: its timeline, its trace, and the state of the device at the selected step.

function stepLabel(step) {
  return [step.kind === "command" ? "command" : step.kind, step.name, step.app, step.detail].filter(part => part).join(" ");
}

/// The number of pictures kept in the page.
const keptPictures = 24;
/// The number of pictures made in advance.
const preparedPictures = 4;

/// The view of a scenario's steps; made once, then moved from step to step.
class StepView {
  constructor(scenario, link, go) {
    this.scenario = scenario;
    this.go = go;
    this.steps = scenario.steps.steps;
    this.index = -1;
    const last = this.steps.length - 1;
    this.slider = make("input", {
      type: "range", min: 0, max: last, step: 1, "aria-label": "Step",
      on: { input: () => go(Number(this.slider.value), null, false, true) },
    });
    this.time = make("output", { class: "time" });
    this.marks = this.ticks();
    this.list = make("ol", { class: "steps", tabindex: "-1" }, this.steps.map((step, index) => this.row(step, index, link)));
    this.screen = make("div", { class: "picture" });
    this.pictures = new Map();
    this.detail = make("div", { class: "detail" });
    this.element = make("div", { class: "trace" },
      make("div", { class: "timeline" },
        make("div", { class: "buttons" },
          button("◀", () => this.move(-1), { "aria-label": "Previous step", title: "Previous step (←)" }),
          button("▶", () => this.move(1), { "aria-label": "Next step", title: "Next step (→)" })),
        make("div", { class: "track" }, this.marks.svg, this.slider), this.time),
      make("div", { class: "columns" },
        make("section", { class: "events", "aria-label": "Trace" }, make("h3", {}, "Trace"),
          scenario.steps.leftOut ? make("p", { class: "empty" }, "The first " + counted(scenario.steps.leftOut, "step") + " were not stored.") : null,
          this.list),
        make("div", { class: "now" }, this.screen, this.detail)));
  }

  move(distance) {
    const next = this.index + distance;
    if (next >= 0 && next < this.steps.length) this.go(next, null, false, true);
  }

  row(step, index, link) {
    const severalDevices = this.scenario.steps.devices.length > 1;
    return make("li", { class: step.kind === "command" ? "step did" : "step" },
      make("a", { href: link(index) },
        make("span", { class: "position" }, String(this.scenario.steps.leftOut + index + 1)), " ",
        make("span", { class: "time" }, seconds(step.milliseconds)), " ",
        severalDevices ? [make("span", { class: "device" }, "device " + ((step.device || 0) + 1)), " "] : null,
        make("span", { class: "kind" }, step.kind === "command" ? "▸" : step.kind), " ",
        make("b", {}, step.name), step.app ? [" ", make("span", { class: "app" }, step.app)] : null,
        step.detail ? [" ", make("span", { class: "words" }, step.detail)] : null),
      unfoldingFact(step.fact));
  }

  /// A line of ticks in virtual time; events at the same time make a higher tick.
  ticks() {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 1000 24");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("class", "ticks");
    const first = this.steps[0].milliseconds;
    const span = Math.max(1, ...this.steps.map(step => step.milliseconds - first));
    const place = step => 4 + 992 * Math.max(0, step.milliseconds - first) / span;
    const heights = new Map();
    for (const step of this.steps) {
      const x = Math.round(place(step) / 2) * 2;
      heights.set(x, (heights.get(x) || 0) + 1);
    }
    for (const [x, count] of heights) {
      const line = document.createElementNS(space, "rect");
      const height = Math.min(20, 4 + 2 * count);
      line.setAttribute("x", x - 1);
      line.setAttribute("width", 2);
      line.setAttribute("y", 24 - height);
      line.setAttribute("height", height);
      svg.append(line);
    }
    const now = document.createElementNS(space, "path");
    now.setAttribute("class", "now-mark");
    svg.append(now);
    svg.addEventListener("click", event => {
      const box = svg.getBoundingClientRect();
      const wanted = first + span * (1000 * (event.clientX - box.left) / box.width - 4) / 992;
      let best = 0;
      this.steps.forEach((step, index) => {
        if (Math.abs(step.milliseconds - wanted) < Math.abs(this.steps[best].milliseconds - wanted)) best = index;
      });
      this.go(best);
    });
    return { svg, show: step => now.setAttribute("d", "M" + (place(step) - 5) + " 0h10l-5 7z") };
  }

  show(index, path) {
    const step = this.steps[index];
    this.list.children[this.index]?.firstChild.removeAttribute("aria-current");
    this.index = index;
    const link = this.list.children[index].firstChild;
    link.setAttribute("aria-current", "step");
    const number = "Step " + (this.scenario.steps.leftOut + index + 1) + " of " + (this.scenario.steps.leftOut + this.steps.length);
    this.slider.value = index;
    this.slider.setAttribute("aria-valuetext", number + ", " + seconds(step.milliseconds) + ", " + stepLabel(step));
    this.time.textContent = seconds(step.milliseconds);
    this.marks.show(step);
    this.showScreen(step);
    fill(this.detail,
      make("h3", {}, number),
      make("p", { class: "what" }, make("b", {}, stepLabel(step)), " at " + seconds(step.milliseconds),
        " on " + this.scenario.steps.devices[step.device || 0].name),
      step.fact ? unfoldingFact(step.fact, this.factsOpen) : null,
      this.source(step), stateView(this.scenario, index, this.go, path));
    const fact = this.detail.querySelector(".fact");
    fact?.addEventListener("toggle", () => { this.factsOpen = fact.open; });
    // The list scrolls, the page does not. Last, so that the page is laid out once.
    requestAnimationFrame(() => {
      const box = this.list.getBoundingClientRect(), row = link.getBoundingClientRect();
      if (row.top < box.top || row.bottom > box.bottom) this.list.scrollTop += row.top - box.top - box.height / 3;
    });
    this.vainTurns = 0;
    this.prepare();
    if (path) this.detail.querySelector(".asked")?.scrollIntoView({ block: "nearest" });
    announce(number + ", " + seconds(step.milliseconds) + ", " + stepLabel(step));
  }

  /// The element of a step's picture, which is made once.
  place(step) {
    let place = this.pictures.get(step.screen);
    if (!place) {
      place = make("div", { hidden: true }, picture(step.screen, "The screen at " + seconds(step.milliseconds)));
      this.screen.append(place);
      this.pictures.set(step.screen, place);
      this.forgetPictures();
    }
    return place;
  }

  /// Removes the oldest pictures, but neither the visible one nor the newest.
  forgetPictures() {
    for (const [screen, place] of this.pictures) {
      if (this.pictures.size <= keptPictures) return;
      if (screen === this.drawn) continue;
      place.remove();
      this.pictures.delete(screen);
    }
  }

  /// Makes the next pictures while the browser is idle, so that steps are quick.
  prepare() {
    if (this.isPreparing || !window.requestIdleCallback) return;
    this.isPreparing = true;
    const work = deadline => {
      this.isPreparing = false;
      let left = preparedPictures;
      for (let index = this.index + 1; index < this.steps.length && left > 0; index += 1) {
        const step = this.steps[index];
        if (step.screen === undefined || step.screen === this.steps[index - 1].screen) continue;
        left -= 1;
        if (this.pictures.has(step.screen) || !data.screens?.[step.screen]) continue;
        const known = installedParts.size;
        while (deadline.timeRemaining() > 3 && installPart(data.screens[step.screen][3])) ;
        if (deadline.timeRemaining() > 3) this.place(step);
        // Gives up on a machine that is never idle.
        const isFurther = installedParts.size > known || this.pictures.has(step.screen);
        this.vainTurns = isFurther ? 0 : this.vainTurns + 1;
        return this.vainTurns < 10 ? this.prepare() : undefined;
      }
    };
    requestIdleCallback(work);
  }

  /// Keeps pictures for a while after they are hidden, because people go back and forth.
  showScreen(step) {
    if (step.screen === this.drawn) return;
    if (this.drawn !== undefined) this.pictures.get(this.drawn).hidden = true;
    this.drawn = step.screen;
    if (step.screen === undefined) return;
    const place = this.place(step);
    place.hidden = false;
    this.pictures.delete(step.screen);
    this.pictures.set(step.screen, place);
  }

  source(step) {
    if (!step.place) return null;
    const colon = step.place.lastIndexOf(":");
    const file = step.place.slice(0, colon), line = Number(step.place.slice(colon + 1));
    const source = this.scenario.steps.sources.find(source =>
      source.file === file && source.firstLine <= line && line < source.firstLine + source.lines.length);
    const around = 4;
    const start = source ? Math.max(0, line - source.firstLine - around) : 0;
    return section("Lua", make("p", { class: "place" }, make("code", {}, step.place)),
      source ? sourceLines(source.firstLine + start, source.lines.slice(start, line - source.firstLine + around + 1), line) : null);
  }
}
