// A list with search and filters. A long list shows its first rows, and more on demand, so that ten thousand rows cost
// nothing at first.

const rowsAtOnce = 200;

/// The parameters of a list: `name`, `rows`, `filters` ([{name, values: [{value, text}], of: row => value or values}]),
/// `text: row => searched text`, `row: (row, index) => element`, `group: row => heading`.
class List {
  constructor(options) {
    this.options = options;
    this.chosen = new Map();
    this.words = "";
    this.limit = rowsAtOnce;
    this.shown = options.rows.map((_, index) => index);
    this.selected = -1;
    this.count = make("p", { class: "count", role: "status" });
    this.items = make("div", { class: "items" });
    this.search = make("input", {
      type: "search", id: "search", placeholder: "Search", "aria-label": "Search " + options.name, autocomplete: "off",
      spellcheck: "false", on: { input: () => { this.words = this.search.value; this.update(); } },
    });
    this.element = make("div", { class: "list" },
      make("div", { class: "filters", role: "search" }, this.search, options.filters.map(filter => this.filter(filter))),
      this.count, this.items);
    this.update();
  }

  filter(filter) {
    if (filter.values.length < 2) return null;
    const select = make("select", { "aria-label": filter.name, on: { change: () => {
      if (select.value === "") this.chosen.delete(filter); else this.chosen.set(filter, select.value);
      this.update();
    } } }, make("option", { value: "" }, filter.all || "every " + filter.name.toLowerCase()),
    filter.values.map(({ value, text }) => make("option", { value }, text)));
    if (filter.start) {
      select.value = filter.start;
      this.chosen.set(filter, filter.start);
    }
    return select;
  }

  update() {
    const words = this.words.toLowerCase().split(/\s+/).filter(word => word);
    const tests = [...this.chosen];
    const { rows, text } = this.options;
    this.shown = [];
    if (!words.length && !tests.length) this.shown = rows.map((_, index) => index);
    else rows.forEach((row, index) => {
      for (const [filter, value] of tests) {
        const own = filter.of(row);
        if (!(Array.isArray(own) ? own.map(String).includes(value) : String(own) === value)) return;
      }
      if (words.length) {
        const all = text(row).toLowerCase();
        if (!words.every(word => all.includes(word))) return;
      }
      this.shown.push(index);
    });
    this.limit = rowsAtOnce;
    this.draw();
  }

  draw() {
    const { rows, name, group, row } = this.options;
    const total = rows.length;
    this.count.textContent = this.shown.length === total ? counted(total, name.replace(/s$/, ""), name)
      : this.shown.length + " of " + counted(total, name.replace(/s$/, ""), name);
    fill(this.items);
    let list = null, heading = null;
    for (const index of this.shown.slice(0, this.limit)) {
      const title = group ? group(rows[index]) : "";
      if (!list || title !== heading) {
        heading = title;
        if (title) this.items.append(make("h2", {}, title));
        list = make("ul", {});
        this.items.append(list);
      }
      const item = row(rows[index], index);
      item.dataset.row = index;
      if (index === this.selected) item.setAttribute("aria-current", "true");
      list.append(make("li", {}, item));
    }
    const rest = this.shown.length - this.limit;
    if (rest > 0) {
      this.items.append(button("Show " + Math.min(rest, 5 * rowsAtOnce) + " more of " + rest, () => {
        const last = this.limit;
        this.limit += 5 * rowsAtOnce;
        this.draw();
        this.link(this.shown[last])?.focus();
      }, { class: "more" }));
    }
    if (!this.shown.length) this.items.append(make("p", { class: "empty" }, "Nothing matches."));
  }

  link(index) {
    return this.items.querySelector('[data-row="' + index + '"]');
  }

  /// Marks a row, and draws more rows if it is not drawn yet.
  select(index) {
    if (index === this.selected) return;
    this.link(this.selected)?.removeAttribute("aria-current");
    this.selected = index;
    const place = this.shown.indexOf(index);
    if (place >= this.limit) {
      this.limit = place + rowsAtOnce;
      this.draw();
    }
    const link = this.link(index);
    if (!link) return;
    link.setAttribute("aria-current", "true");
    link.scrollIntoView({ block: "nearest" });
  }

  /// The row at a distance from the selected one; undefined if there is none.
  neighbour(distance) {
    const place = this.shown.indexOf(this.selected);
    if (place < 0) return distance > 0 ? this.shown[0] : this.shown[this.shown.length - 1];
    return this.shown[place + distance];
  }
}
