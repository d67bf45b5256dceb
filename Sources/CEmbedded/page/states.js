// The steps of a scenario, and the state of its devices after each: the sum of the changes.

/// Makes steps from the lists in the data; once per scenario.
function unfold(steps) {
  if (steps.steps) return steps;
  const text = number => number < 0 ? undefined : steps.texts[number];
  steps.steps = steps.rows.map(([device, milliseconds, kind, name, app, detail, fact, place, screen, ...changes]) => ({
    device, milliseconds, kind: text(kind), name: text(name), app: text(app), detail: text(detail), fact: text(fact),
    place: text(place), screen: screen < 0 ? undefined : screen, changes,
  }));
  return steps;
}

class States {
  constructor(steps) {
    this.steps = steps;
    this.start = steps.devices.map(device => this.map(device.state));
    this.cache = [];
  }

  map(numbers) {
    const map = new Map();
    for (let place = 0; place < numbers.length; place += 2) map.set(numbers[place], numbers[place + 1]);
    return map;
  }

  /// The values of its device that a step changes: path → value, -1 for a removed one.
  changes(index) {
    return this.map(this.steps.steps[index].changes);
  }

  /// The state of a step's device after it.
  after(index) {
    const device = this.steps.steps[index].device;
    // From the last known state on.
    let from = index;
    while (from >= 0 && !(this.cache[from] && this.steps.steps[from].device === device && index - from < 50)) from -= 1;
    const state = new Map(from >= 0 ? this.cache[from] : this.start[device]);
    for (let step = from + 1; step <= index; step += 1) {
      if (this.steps.steps[step].device !== device) continue;
      for (const [path, value] of this.changes(step)) {
        if (value < 0) state.delete(path); else state.set(path, value);
      }
    }
    this.cache[index] = state;
    return state;
  }

  before(index) {
    const device = this.steps.steps[index].device;
    for (let step = index - 1; step >= 0; step -= 1) {
      if (this.steps.steps[step].device === device) return this.after(step);
    }
    return this.start[device];
  }

  /// The last step that changed a value up to a step; -1 if it has not changed.
  setter(path, index) {
    const device = this.steps.steps[index].device;
    for (let step = index; step >= 0; step -= 1) {
      if (this.steps.steps[step].device === device && this.changes(step).has(path)) return step;
    }
    return -1;
  }
}

/// The number of rows of a state drawn at first: a menu may have a thousand items.
const stateRows = 150;

function stateView(scenario, index, go, valuePath) {
  const { steps, states } = scenario;
  const state = states.after(index);
  const changes = states.changes(index);
  const before = states.before(index);
  const text = number => number === undefined || number < 0 ? "nothing" : steps.texts[number];
  const setBy = path => {
    const setter = states.setter(path, index);
    if (setter === index) announce("This step set it.");
    go(setter < 0 ? 0 : setter, steps.texts[path], setter < 0);
  };
  const row = (path, value) => {
    const isChanged = changes.has(path);
    const name = steps.texts[path];
    return make("tr", { class: (isChanged ? "changed" : "") + (name === valuePath ? " asked" : "") },
      make("th", { scope: "row" }, isChanged ? make("span", { class: "mark" }, "● ") : null, name),
      make("td", {}, isChanged ? [make("del", {}, text(before.get(path))), " → "] : null,
        button(text(value), () => setBy(path), {
          class: "value", title: "Show the step that set this value", "aria-label": name + ": " + text(value) + ". What set this value?",
        })));
  };
  const table = rows => make("table", { class: "state" }, make("tbody", {}, rows));
  const changed = [...changes].map(([path, value]) => row(path, value));
  const all = [...state.keys()];
  const whole = make("details", { class: "whole" }, make("summary", {}, "The whole state, " + counted(all.length, "value")));
  const tell = () => {
    if (!whole.open || whole.children.length > 1) return;
    const find = make("input", { type: "search", placeholder: "Search the state", "aria-label": "Search the state",
      on: { input: () => draw(stateRows) } });
    const place = make("div", {});
    const draw = limit => {
      const words = find.value.toLowerCase();
      const found = all.filter(path => !words || (steps.texts[path] + " " + text(state.get(path))).toLowerCase().includes(words));
      fill(place, table(found.slice(0, limit).map(path => row(path, state.get(path)))),
        found.length > limit && button("Show all " + found.length, () => draw(Infinity), { class: "more" }));
    };
    add(whole, [find, place]);
    draw(stateRows);
  };
  whole.addEventListener("toggle", () => { scenario.showsState = whole.open; tell(); });
  if (scenario.showsState || valuePath && !steps.texts.some((path, number) => path === valuePath && changes.has(number))) {
    whole.open = true;
    tell();
  }
  return section("State",
    changed.length ? table(changed.slice(0, stateRows)) : make("p", { class: "empty" }, "This step changes nothing."),
    changed.length > stateRows && make("p", {}, "… and " + (changed.length - stateRows) + " more changes"), whole);
}
